import type { DuplicateRequest } from '../../../platforms/contract/duplicate.ts'
import type { EntityState } from '../../../platforms/contract/manage.ts'
import type { OpenAccount } from '../../connections/accounts.ts'
import { readEntity } from '../../connections/owner.ts'
import { newTarget } from '../ledger/effects.ts'
import type { AdSetBudget, BudgetEffect } from '../ledger/view.ts'
import { adRuns, effectsOn, ownPace } from './budgets.ts'
import { addsNothing, times } from './change.ts'
import type { SpendingWrite } from './change.ts'
import { created } from './entities.ts'

type Copies = DuplicateRequest & { copyCount: number; operationKey: string }

/** Copies as guards see them: each with the budgets of what it is copied from. */
export async function createdCopies(opened: OpenAccount, request: Copies): Promise<SpendingWrite> {
  const { level, sourceId, targetId, status, copyCount, operationKey } = request
  const source = await readEntity(opened, { type: level, id: sourceId })
  const runs = status === 'active' || (status === 'inherited' && source.status !== 'paused')
  const holds = [source.dailyBudget, source.lifetimeBudget].filter((amount) => amount !== null)
  const campaignId =
    level === 'campaign' ? undefined : level === 'adset' ? (targetId ?? source.campaignId) : source.campaignId
  // A copy that is made active switches on all that lies in it, also what is paused in its source.
  const adSets =
    level === 'campaign' && status === 'active' && holds.length === 0 ? await adSetsIn(opened, sourceId) : []
  const change = created(opened, {
    // A campaign that is copied is a new one, whose name nobody knows for sure before.
    campaign: { id: campaignId ?? null, name: null },
    target: newTarget(operationKey, 'copies'),
    count: copyCount,
    spends: runs,
    effects: effectsOf(source, { ...request, runs, adSets }),
    writePart: null,
    to: level === 'ad' ? addsNothing.to : times(ownPace(source), copyCount),
    budgets: holds,
  })
  return { changes: [change], state: source }
}

const pageSize = 200

/** null: the platform does not tell. */
async function adSetsIn({ session, ref }: OpenAccount, campaignId: string): Promise<AdSetBudget[] | null> {
  if (!session.listPerformance) return null
  const found: AdSetBudget[] = []
  let after: string | undefined
  do {
    const page = await session.listPerformance(ref, 'adset', { campaignId, limit: pageSize, after })
    for (const { id, dailyBudget, lifetimeBudget, endTime } of page.items)
      found.push({ id, daily: dailyBudget, lifetime: lifetimeBudget, end: endTime })
    after = page.after ?? undefined
  } while (after !== undefined)
  return found
}

function effectsOf(
  source: EntityState,
  request: Copies & { runs: boolean; adSets: AdSetBudget[] | null },
): BudgetEffect[] | null {
  const { level, sourceId, targetId, copyCount, operationKey, runs, adSets, status } = request
  const numbers = Array.from({ length: copyCount }, (_, index) => newTarget(operationKey, `copies ${index + 1}`))
  if (level === 'ad') {
    if (!runs) return []
    return targetId === undefined ? effectsOn(source, {}) : [adRuns(targetId, null)]
  }
  const like = effectsOn(source, { runs })?.[0]
  if (!like) return null
  const copy = { ...like, copyOf: sourceId, ...(status === 'inherited' ? { inherits: true } : {}) }
  if (level === 'adset') {
    const campaignId = targetId ?? source.campaignId ?? null
    return numbers.map((id) => ({ ...copy, id, campaignId }))
  }
  if (!adSets) return null
  // What a copy of a campaign may spend lies in its ad sets, where it has no budget of its own.
  const inside = adSets.length > 0 ? { adSets } : {}
  // What it will be called is the platform's choice: until that is read, it counts for every pattern.
  return numbers.map((id) => ({ ...copy, id, campaignId: id, name: undefined, budgetId: null, ...inside }))
}
