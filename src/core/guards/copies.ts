import type { DuplicateRequest } from '../../platforms/contract/duplicate.ts'
import type { OpenAccount } from '../accounts.ts'
import { readEntity } from '../manage/opening.ts'
import { dailyOf } from './budgets.ts'
import type { SpendingWrite } from './change.ts'
import { made } from './entities.ts'
import { newTarget } from './grants.ts'

type Copies = DuplicateRequest & { copyCount: number; operationKey: string }

/** Copies as guards see them: each with the budgets of what it is copied from. */
export async function copiesMade(opened: OpenAccount, request: Copies): Promise<SpendingWrite> {
  const { level, sourceId, targetId, status, copyCount, operationKey } = request
  const source = await readEntity(opened, { type: level, id: sourceId })
  const runs = status === 'active' || (status === 'inherited' && source.status !== 'paused')
  const holds = [source.dailyBudget, source.lifetimeBudget].filter((amount) => amount !== null)
  const daily = level === 'ad' || !runs ? 0 : await dailyOf(opened, source)
  const change = made(opened, {
    // A campaign that is copied is a new one, whose name nobody knows for sure before.
    campaign: { id: level === 'adset' ? (targetId ?? source.campaignId ?? null) : null, name: null },
    target: newTarget(operationKey, 'copies'),
    count: copyCount,
    spends: runs,
    to: daily * copyCount,
    budgets: holds,
  })
  return { changes: [change], state: source }
}
