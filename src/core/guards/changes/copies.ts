import type { DuplicateRequest } from '../../../platforms/contract/duplicate.ts'
import type { OpenAccount } from '../../accounts.ts'
import { readEntity } from '../../manage/opening.ts'
import { holdsBudget, runningPace, throughCampaign } from './budgets.ts'
import { addsNothing, times } from './change.ts'
import type { Pace, SpendingWrite } from './change.ts'
import { made } from './entities.ts'
import { newTarget } from '../grants.ts'

type Copies = DuplicateRequest & { copyCount: number; operationKey: string }

/** Copies as guards see them: each with the budgets of what it is copied from. */
export async function copiesMade(opened: OpenAccount, request: Copies): Promise<SpendingWrite> {
  const { level, sourceId, targetId, status, copyCount, operationKey } = request
  const source = await readEntity(opened, { type: level, id: sourceId })
  const runs = status === 'active' || (status === 'inherited' && source.status !== 'paused')
  const holds = [source.dailyBudget, source.lifetimeBudget].filter((amount) => amount !== null)
  const campaignId = level === 'adset' ? (targetId ?? source.campaignId) : undefined
  const change = made(opened, {
    // A campaign that is copied is a new one, whose name nobody knows for sure before.
    campaign: { id: campaignId ?? null, name: null },
    target: newTarget(operationKey, 'copies'),
    count: copyCount,
    spends: runs,
    to: await pace(),
    budgets: holds,
  })
  return { changes: [change], state: source }

  async function pace(): Promise<Pace> {
    if (level === 'ad' || !runs) return addsNothing.to
    // However many share the budget of a campaign, it is spent once.
    if (level === 'adset' && !holdsBudget(source)) return throughCampaign(opened, campaignId)
    return times(await runningPace(opened, source), copyCount)
  }
}
