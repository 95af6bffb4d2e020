import { toldNobody } from '../../../reach.ts'
import type { CompanyId } from '../../../../db/company-id.ts'
import type { Db } from '../../../../db/connect.ts'
import { approvalOf } from '../../../approvals/read.ts'
import { findDecision, outcomeOf, saveDecision } from '../decisions/decisions.ts'
import type { ActionTaken } from '../terms.ts'
import { became } from '../read/asked.ts'
import { placeOf } from './key.ts'
import { takenFrom } from './order.ts'

/**
 * A guard asked about one write of a decision, and a person approved it: once it is done it is told as done, so that it
 * counts and can be taken back. Asked for by whoever has done it, in the transaction that says so, and by whoever has
 * written down that it waits: the later of the two finds both, because the row of the approval is held.
 */
export async function tellAnswered(trx: Db, companyId: CompanyId, approvalId: number): Promise<void> {
  const row = await trx
    .selectFrom('approvals')
    .where('company_id', '=', companyId)
    .where(toldNobody)
    .selectAll()
    .where('id', '=', approvalId)
    .forUpdate()
    .executeTakeFirst()
  const place = placeOf(row?.repeat_key ?? '')
  if (row?.state !== 'done' || !place) return
  const decision = await findDecision(trx, { id: companyId }, place.decisionId)
  const action = decision?.actions[place.at]
  if (!decision || action?.outcome !== 'asked' || action.approvalId !== approvalId) return
  const approval = approvalOf(row)
  const { status, body } = approval.result!
  const words = became.done(approval)
  const taken = takenFrom(action, { status, value: body })
  const actions = decision.actions
    .with(place.at, { ...action, ...taken, approvalId, reason: taken.outcome === 'done' ? words : taken.reason })
    .map((each, at) => (at > place.at ? leftOut(each, action) : each))
  const { outcome, reason } = outcomeOf(actions)
  await saveDecision(trx, { ...decision, actions, outcome, reason: outcome === 'acted' ? words : reason }, null)
}

/** The numbers that stood behind it are of the time when it was asked about: it is not made up for. */
function leftOut(action: ActionTaken, { action: asked, approvalId }: ActionTaken): ActionTaken {
  if (action.outcome !== 'skipped') return action
  return {
    ...action,
    reason: `The action before it (${asked}) waited for approval ${approvalId}, and this was left out.`,
  }
}
