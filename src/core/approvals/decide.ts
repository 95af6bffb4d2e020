import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { notify } from '../../db/notify.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError } from '../../errors.ts'
import type { CompanyRef } from '../company-ref.ts'
import { recordEvent } from '../events/record.ts'
import { heldSinceDecision } from './claim.ts'
import { findApproval } from './read.ts'
import type { Approval } from './read.ts'

/** A person's word about what waits. */
export interface Decision {
  approvalId: number
  verdict: 'approve' | 'refuse'
  /** Who decides, as others are told. */
  by: string
  /** Who decides, where they are signed in. */
  userId?: number
  /** Whoever was sent a link: nobody can tell who that is. */
  isByLink?: true
  /** Of what the person has seen; absent: they were shown what is stored. */
  digest?: string
  /** Who approves does it at once and tells the outcome: no keeper of any process is to be quicker. */
  doesIt?: boolean
}

type Of = Pick<CompanyRef, 'id'>

/** Whoever comes second, or too late, or has seen something else, is told so (409). */
export async function decide(
  { db }: { db: Db },
  { company }: { company: CompanyRef },
  { approvalId, verdict, by, userId, isByLink, digest, doesIt = false }: Decision,
): Promise<Approval> {
  return inTransaction(db, async (trx) => {
    const approval = await findApproval({ db: trx }, { company }, approvalId)
    refuseOther(approval, digest)
    if (isByLink) await refuseLink(trx, company, approval)
    if (verdict === 'approve' && userId !== undefined) await requireFourEyes(trx, company, approval, userId)
    const state = verdict === 'approve' ? 'approved' : 'refused'
    const now = sql<Date>`statement_timestamp()`
    const { numUpdatedRows } = await trx
      .updateTable('approvals')
      .where('company_id', '=', company.id)
      .set({
        state,
        decided_at: now,
        decided_by: by,
        run_until: state === 'approved' && doesIt ? heldSinceDecision(now) : null,
      })
      .where('id', '=', approvalId)
      .where('state', '=', 'waiting')
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw isOver(await findApproval({ db: trx }, { company }, approvalId))
    if (state === 'refused') {
      const data = { approvalId, action: approval.operation, by }
      await recordEvent(trx, company, { type: 'approval.refused', data, accounts: approval.accounts })
    }
    await notify(trx, 'approval', String(approvalId))
    return findApproval({ db: trx }, { company }, approvalId)
  })
}

/** A decision that was just made, in the words of the audit log. */
export function decisionMade({ id, state, operation, decidedBy }: Approval) {
  return {
    targets: [`approval:${id}`],
    before: { state: 'waiting', operation },
    after: { state, operation, decidedBy },
  }
}

function refuseOther(approval: Approval, digest: string | undefined): void {
  if (approval.state !== 'waiting') throw isOver(approval)
  if (digest === undefined || digest === approval.digest) return
  throw new AppError('conflict', 'This is not what waits for approval: its digest is another. Look at it again.', {
    reason: 'digest',
  })
}

/** What a guard with four eyes asks about is not approved by who wants it, nor by who wants it through a key of their own. */
async function requireFourEyes(trx: Db, company: Of, approval: Approval, userId: number): Promise<void> {
  if (approval.askedById !== userId) return
  const guard = await strictGuard(trx, company, approval)
  if (guard === null) return
  const text = 'You asked for this yourself, and its guard wants somebody else to approve it.'
  throw new AppError('forbidden', text, { reason: 'four-eyes', guard })
}

/** A link says nothing about who presses its button: it may be who asked. */
async function refuseLink(trx: Db, company: Of, approval: Approval): Promise<void> {
  const guard = await strictGuard(trx, company, approval)
  if (guard === null) return
  const text =
    'Its guard wants somebody other than who asked, and a link cannot tell who uses it: decide in the dashboard.'
  throw new AppError('forbidden', text, { reason: 'four-eyes', guard })
}

/** The guard with four eyes that asks about this; null: none does. */
export async function strictGuard(db: Db, { id }: Of, { why }: Pick<Approval, 'why'>): Promise<number | null> {
  const guards = why.map(({ guard }) => guard)
  if (guards.length === 0) return null
  const strict = await db
    .selectFrom('spend_guards')
    .where('company_id', '=', id)
    .select('id')
    .where('id', 'in', guards)
    .where('four_eyes', '=', true)
    .executeTakeFirst()
  return strict?.id ?? null
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

export async function forgetApprovals(db: Db): Promise<void> {
  await sql`
    DELETE FROM approvals WHERE state NOT IN ('waiting', 'approved') AND asked_at < now() - make_interval(days => ${keptDays})`.execute(
    everyCompany(db),
  )
}
