import { seenBefore } from '../../../reach.ts'
import type { ApprovalState } from '../../../../db/tables/approvals.ts'
import type { Db } from '../../../../db/connect.ts'
import { approvalOf, problemOf } from '../../../approvals/read.ts'
import type { Approval } from '../../../approvals/read.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { StoredDecision } from '../decisions/decisions.ts'

/** What became of an approval; null: it still waits. */
export const became = {
  waiting: () => null,
  approved: ({ id, heldUp }) =>
    `Approval ${id} was given: ${heldUp ? `it is tried again at ${heldUp.retryAt.toISOString()}. ${heldUp.message}` : 'it is about to be done.'}`,
  done: ({ id, decidedBy }) => `Approval ${id} was given by ${decidedBy}, and it was done.`,
  refused: ({ id, decidedBy }) => `Approval ${id} was refused by ${decidedBy}: it was not done.`,
  expired: ({ id }) => `Nobody decided approval ${id} in time: it was not done.`,
  outdated: (approval) => `Approval ${approval.id} was given, but it was not done. ${problemOf(approval) ?? ''}`,
  failed: (approval) => `Approval ${approval.id} was given, but it failed. ${problemOf(approval) ?? ''}`,
} satisfies Record<ApprovalState, (approval: Approval) => string | null>

/** Decisions that people were asked about say what people said. */
export async function withAnswers(
  db: Db,
  company: Pick<CompanyRef, 'id'>,
  decisions: StoredDecision[],
): Promise<StoredDecision[]> {
  const asked = decisions.filter(({ outcome }) => outcome === 'asked')
  const ids = asked.flatMap(({ actions }) => actions.flatMap(({ approvalId }) => approvalId ?? []))
  if (ids.length === 0) return decisions
  const rows = await db
    .selectFrom('approvals')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  const answers = new Map(rows.map(approvalOf).map((approval) => [approval.id, became[approval.state](approval)]))
  return decisions.map((decision) => {
    if (decision.outcome !== 'asked') return decision
    const answerTo = ({ approvalId }: StoredDecision['actions'][number]) => answers.get(approvalId ?? 0)
    const actions = decision.actions.map((action) => ({ ...action, reason: answerTo(action) ?? action.reason }))
    const answer = decision.actions.map(answerTo).find((words) => typeof words === 'string')
    return { ...decision, actions, reason: answer ?? decision.reason }
  })
}
