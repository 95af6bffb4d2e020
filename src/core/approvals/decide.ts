import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { StepPace } from '../../db/delete-in-steps.ts'
import { sql } from '../../db/sql.ts'
import { notify } from '../../db/notify.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError } from '../../errors.ts'
import type { CompanyRef } from '../company-ref.ts'
import { recordEvent } from '../events/record.ts'
import { heldSinceDecision } from './claim.ts'
import { refuseLink, requireFourEyes } from '../guards/asking/four-eyes.ts'
import { findApproval } from './read.ts'
import type { Approval } from './read.ts'

export const maxCommentLength = 1_000

/** A person's word about what waits. */
export interface ApprovalDecision {
  approvalId: number
  verdict: 'approve' | 'refuse'
  /** Who decides, as others are told. */
  by: string
  /** Who decides, where they are signed in. */
  userId?: number
  /** Whoever was sent a link: nobody can tell who that is. */
  isByLink?: true
  /** What they say about it. */
  comment?: string
  /** Of what the person has seen; absent: they were shown what is stored. */
  digest?: string
  /** Who approves does it at once and tells the outcome: no keeper of any process is to be quicker. */
  doesIt?: boolean
}

/** Whoever comes second, or too late, or has seen something else, is told so (409). */
export async function decide(
  { db }: { db: Db },
  { company }: { company: CompanyRef },
  { approvalId, verdict, by, userId, isByLink, digest, comment, doesIt = false }: ApprovalDecision,
): Promise<Approval> {
  const said = comment === '' ? null : (comment ?? null)
  return inTransaction(db, async (trx) => {
    const approval = await findApproval({ db: trx }, { company }, approvalId)
    refuseOther(approval, digest)
    if (isByLink) await refuseLink(trx, approval)
    if (verdict === 'approve' && userId !== undefined) await requireFourEyes(trx, approval, userId)
    const state = verdict === 'approve' ? 'approved' : 'refused'
    const now = sql<Date>`statement_timestamp()`
    const { numUpdatedRows } = await trx
      .updateTable('approvals')
      .where('company_id', '=', company.id)
      .set({
        state,
        decided_at: now,
        decided_by: by,
        by_other: !isByLink && (userId === undefined || userId !== approval.askedById),
        comment: said,
        run_until: state === 'approved' && doesIt ? heldSinceDecision(now) : null,
      })
      .where('id', '=', approvalId)
      .where('state', '=', 'waiting')
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw isOver(await findApproval({ db: trx }, { company }, approvalId))
    if (state === 'refused') {
      const data = { approvalId, action: approval.operation, by, ...(said === null ? {} : { comment: said }) }
      await recordEvent(trx, company, { type: 'approval.refused', data, accounts: approval.accounts })
    }
    await notify(trx, 'approval', String(approvalId))
    return findApproval({ db: trx }, { company }, approvalId)
  })
}

/** A decision that was just made, in the words of the audit log. */
export function decisionEvent({ id, state, operation, decidedBy, comment }: Approval) {
  return {
    targets: [`approval:${id}`],
    before: { state: 'waiting', operation },
    after: { state, operation, decidedBy, ...(comment === null ? {} : { comment }) },
  }
}

function refuseOther(approval: Approval, digest: string | undefined): void {
  if (approval.state !== 'waiting') throw isOver(approval)
  if (digest === undefined || digest === approval.digest) return
  throw new AppError('conflict', 'This is not what waits for approval: its digest is another. Look at it again.', {
    reason: 'digest',
  })
}

function isOver({ id, state }: Approval): AppError {
  return new AppError('conflict', `Approval ${id} is ${state}: there is nothing to decide any more.`, {
    reason: 'state',
    state,
  })
}

/** Marks what nobody decided in time, and what was approved so long ago that it must not be done any more. */
export async function expireApprovals(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; company_id: CompanyId; operation: string; accounts: string[] | null }>`
      UPDATE approvals SET state = 'expired', ended_at = clock_timestamp()
      WHERE state = 'waiting' AND expires_at <= clock_timestamp() RETURNING id, company_id, operation, accounts`.execute(
      everyCompany(trx),
    )
    for (const { id, company_id: companyId, operation, accounts } of rows) {
      const data = { approvalId: id, action: operation }
      await recordEvent(trx, { id: companyId }, { type: 'approval.expired', data, accounts })
    }
  })
}

const keptDays = 90

export async function forgetApprovals(db: Db, pace?: StepPace): Promise<void> {
  const isOld = sql<boolean>`one.asked_at < now() - make_interval(days => ${keptDays})`
  const needs = { open: sql<boolean>`one.state IN ('waiting', 'approved')` }
  await deleteInSteps(everyCompany(db), { table: 'approvals', by: { column: 'id', type: 'id' }, isOld, needs }, pace)
}
