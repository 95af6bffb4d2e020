import type { DuplicateRequest } from '../../../platforms/contract/duplicate.ts'
import type { EntityState } from '../../../platforms/contract/manage.ts'
import type { OpenAccount } from '../../accounts.ts'
import { readEntity } from '../../manage/opening.ts'
import { newTarget } from '../ledger/effects.ts'
import type { Effect } from '../ledger/view.ts'
import { adRuns, effectsOn, ownPace } from './budgets.ts'
import { addsNothing, times } from './change.ts'
import type { SpendingWrite } from './change.ts'
import { made } from './entities.ts'

type Copies = DuplicateRequest & { copyCount: number; operationKey: string }

/** Copies as guards see them: each with the budgets of what it is copied from. */
export async function copiesMade(opened: OpenAccount, request: Copies): Promise<SpendingWrite> {
  const { level, sourceId, targetId, status, copyCount, operationKey } = request
  const source = await readEntity(opened, { type: level, id: sourceId })
  const runs = status === 'active' || (status === 'inherited' && source.status !== 'paused')
  const holds = [source.dailyBudget, source.lifetimeBudget].filter((amount) => amount !== null)
  const campaignId =
    level === 'campaign' ? undefined : level === 'adset' ? (targetId ?? source.campaignId) : source.campaignId
  const change = made(opened, {
    // A campaign that is copied is a new one, whose name nobody knows for sure before.
    campaign: { id: campaignId ?? null, name: null },
    target: newTarget(operationKey, 'copies'),
    count: copyCount,
    spends: runs,
    effects: effectsOf(source, { ...request, runs }),
    writePart: null,
    to: level === 'ad' ? addsNothing.to : times(ownPace(source), copyCount),
    budgets: holds,
  })
  return { changes: [change], state: source }
}

function effectsOf(source: EntityState, request: Copies & { runs: boolean }): Effect[] | null {
  const { level, sourceId, targetId, copyCount, operationKey, runs } = request
  const numbers = Array.from({ length: copyCount }, (_, index) => newTarget(operationKey, `copies ${index + 1}`))
  if (level === 'ad') {
    if (!runs) return []
    return targetId === undefined ? effectsOn(source, {}) : [adRuns(targetId, null)]
  }
  const like = effectsOn(source, { runs })?.[0]
  if (!like) return null
  if (level === 'adset') {
    const campaignId = targetId ?? source.campaignId ?? null
    return numbers.map((id) => ({ ...like, id, campaignId }))
  }
  // What a copy of a campaign may spend lies in its ad sets, where it has no budget of its own.
  return numbers.map((id) => ({ ...like, id, campaignId: id, budgetId: null, copyOf: sourceId }))
}
