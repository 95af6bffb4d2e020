import { required } from '../../../../lookup.ts'
import { notifiesNobody } from '../../../reach.ts'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { CompanyId } from '../../../../db/company-id.ts'
import { approvalOf } from '../../../approvals/read.ts'
import type { Approval } from '../../../approvals/read.ts'
import { findDecision, outcomeOf, saveDecision } from '../decisions/decisions.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import type { ActionTaken, Undone } from '../terms.ts'
import { became } from '../read/approval-outcomes.ts'
import { placeOf } from './key.ts'
import { takenFrom } from './order.ts'

/**
 * A guard asked about one write of a decision, and a person approved it: once it is done it is told as done, so that it
 * counts and can be taken back. Asked for by whoever has done it, in the transaction that says so, and by whoever has
 * written down that it waits: the later of the two finds both, because the row of the approval is held.
 */
export async function notifyAnswered(trx: Db, companyId: CompanyId, approvalId: number): Promise<void> {
  const row = await trx
    .selectFrom('approvals')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .selectAll()
    .where('id', '=', approvalId)
    .forUpdate()
    .executeTakeFirst()
  const place = placeOf(row?.repeat_key ?? '')
  if (row?.state !== 'done' || !place) return
  const decision = await findDecision(trx, { id: companyId }, place.decisionId)
  const action = decision?.actions[place.at]
  if (!decision || !action) return
  const approval = approvalOf(row)
  if (place.isUndo) return notifyUndone(trx, decision, place.at, approval)
  if (action.outcome !== 'asked' || action.approvalId !== approvalId) return
  const { status, body } = required(approval.result, 'result of the approval')
  const words = became.done(approval)
  const taken = takenFrom(action, { status, value: body })
  const actions = decision.actions
    .with(place.at, { ...action, ...taken, approvalId, reason: taken.outcome === 'done' ? words : taken.reason })
    .map((each, at) => (at > place.at ? leftOut(each, action) : each))
  const { outcome, reason } = outcomeOf(actions)
  await saveDecision(trx, { ...decision, actions, outcome, reason: outcome === 'acted' ? words : reason }, null)
}

/** The same for a write that takes one back. */
async function notifyUndone(trx: Db, decision: StoredDecision, at: number, approval: Approval): Promise<void> {
  const action = required(decision.actions[at], 'action')
  if (action.undo?.error?.details?.approvalId !== approval.id) return
  const { status, body } = required(approval.result, 'result of the approval')
  const { outcome } = takenFrom(action, { status, value: body })
  if (outcome !== 'done') return
  const undo: Undone = { outcome: 'done', reason: became.done(approval) }
  const { id, companyId, executionId } = decision
  const isLeft = sql`actions @? '$[*] ? (@.outcome == "done" && (@.undo == null || @.undo.error != null))'`
  await sql`
    UPDATE automation_decisions SET actions = jsonb_set(actions, ${[String(at), 'undo']}, ${JSON.stringify(undo)})
    WHERE id = ${id} AND company_id = ${companyId}`.execute(trx)
  await sql`
    UPDATE automation_decisions SET undone_at = clock_timestamp()
    WHERE id = ${id} AND company_id = ${companyId} AND NOT ${isLeft}`.execute(trx)
  await sql`
    UPDATE automation_executions SET undone_at = clock_timestamp() WHERE id = ${executionId} AND company_id = ${companyId}
      AND NOT EXISTS (SELECT FROM automation_decisions WHERE execution_id = ${executionId} AND ${isLeft})`.execute(trx)
}

/** The numbers that stood behind it are of the time when it was asked about: it is not made up for. */
function leftOut(action: ActionTaken, { action: asked, approvalId }: ActionTaken): ActionTaken {
  if (action.outcome !== 'skipped') return action
  return {
    ...action,
    reason: `The action before it (${asked}) waited for approval ${approvalId}, and this was left out.`,
  }
}
