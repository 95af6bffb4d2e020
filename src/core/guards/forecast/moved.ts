import type { TouchedBudget } from '../ledger/touched.ts'
import { amountsOf } from '../ledger/grants.ts'
import type { Amounts } from '../ledger/grants.ts'
import type { LedgerHolder } from '../ledger/view.ts'
import type { View } from '../ledger/view.ts'
import type { LiveBudget } from './shape.ts'

/** A budget that a write moves, by what it is called. */
export interface Moved extends Pick<LiveBudget, 'type' | 'id' | 'name' | 'campaigns'> {
  holder: LedgerHolder
  adds: Amounts
}

/** `view`: as it is when the write is done. */
export function movedBudget({ holder, before }: TouchedBudget, view: View): Moved {
  const campaigns = holder.campaignIds.map((id) => {
    return { id: givenId(id), name: view.campaigns.get(id)?.name ?? null }
  })
  const after = amountsOf(holder)
  const adds = {
    daily: after.daily > before.daily ? after.daily - before.daily : 0n,
    once: after.once > before.once ? after.once - before.once : 0n,
  }
  return { ...calledBy(holder, view, campaigns), campaigns, holder, adds }
}

function calledBy(
  { key }: LedgerHolder,
  view: View,
  campaigns: Moved['campaigns'],
): Pick<Moved, 'type' | 'id' | 'name'> {
  const id = key.slice(key.indexOf(' ') + 1)
  if (key.startsWith('adset ')) return { type: 'adset', id: givenId(id), name: view.adSets.get(id)?.name ?? null }
  const [first] = campaigns
  if (campaigns.length === 1 && first) return { type: 'campaign', ...first }
  return { type: 'shared', id, name: null }
}

/** What is new is called by the write that makes it: nobody else knows it by that. */
function givenId(id: string): string | null {
  return id.startsWith('new ') ? null : id
}
