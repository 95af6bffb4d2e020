import type { Selectable } from 'kysely'
import type { ApprovalState, ApprovalTables } from '../../db/tables/approvals.ts'
import type { Db } from '../../db/connect.ts'
import { ifGiven, sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import type { Actor, Context } from '../context.ts'
import { allInReach } from '../reach.ts'
import type { GuardNote } from '../guards/terms.ts'
import type { RuleWish } from '../guards/asking/ask.ts'
import type { ApprovalSummary } from '../guards/asking/summary.ts'

/** Something that waits, or waited, for a person. */
export interface Approval {
  id: number
  state: ApprovalState
  operation: string
  input: Record<string, unknown>
  askedBy: string
  /** The person behind it, also where a key, an assistant or a rule of theirs asked; null: none is known. */
  askedById: number | null
  /** The guard that wanted somebody else to approve it when it was asked for; null: none did. */
  fourEyesGuard: number | null
  digest: string
  why: GuardNote[]
  /** null: no rule is behind it. */
  about: RuleWish | null
  /** null: a rule is behind it, or it was asked for before such was kept. */
  summary: ApprovalSummary | null
  /** Why a person is asked also where no guard asks; null: guards ask, or a rule does. */
  asks: string | null
  /** Which accounts it is about; null: nobody wrote it down. */
  accounts: string[] | null
  askedAt: Date
  expiresAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  /** What they said about it. */
  comment: string | null
  endedAt: Date | null
  /** Approved, and not to be done now; null: nothing is known to be in its way. */
  heldUp: { message: string; retryAt: Date } | null
  /** What it answered when it was done, or why it could not be; null: it was not tried. */
  result: { status: number; body: Record<string, unknown> } | null
}

type Row = Selectable<ApprovalTables['approvals']>

export function approvalOf(row: Row): Approval {
  return {
    id: row.id,
    // What nobody decided in time is over, whether or not that was written down already.
    state: row.state === 'waiting' && row.expires_at <= new Date() ? 'expired' : row.state,
    operation: row.operation,
    input: row.input,
    askedBy: (row.actor as Actor).name,
    askedById: row.asked_by_user,
    fourEyesGuard: row.four_eyes_guard,
    digest: row.digest,
    why: (row.why as GuardNote[]).map((note) => ({ ...note, sandbox: note.sandbox ?? null })),
    ...partsIn(row.about),
    accounts: row.accounts,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    comment: row.comment,
    endedAt: row.ended_at,
    heldUp:
      row.state === 'approved' && row.held_up !== null && row.run_until !== null
        ? { message: row.held_up, retryAt: row.run_until }
        : null,
    result:
      row.result_status === null
        ? null
        : { status: row.result_status, body: (row.result ?? {}) as Record<string, unknown> },
  }
}

/** What is kept for whoever decides is what a rule wants, or what the write does. */
function partsIn(kept: object | null): Pick<Approval, 'about' | 'summary' | 'asks'> {
  if (kept === null) return { about: null, summary: null, asks: null }
  if (!('summary' in kept)) return { about: kept as RuleWish, summary: null, asks: null }
  const { summary, asks = null } = kept as { summary: ApprovalSummary; asks?: string | null }
  return { about: null, summary: wholeSummary(summary), asks }
}

/** Of older ones nobody kept what is there and what it becomes. */
function wholeSummary(kept: ApprovalSummary): ApprovalSummary {
  const changes = kept.changes.map((change) => ({ ...change, from: change.from ?? null, to: change.to ?? null }))
  return { ...kept, changes }
}

/** Why it came to nothing, for people; undefined: nobody knows. */
export function problemOf({ result }: Pick<Approval, 'result'>): string | undefined {
  return (result?.body.error as { message?: string } | undefined)?.message
}

type Within = Pick<Context, 'company'>

export async function findApproval({ db }: { db: Db }, { company }: Within, id: number): Promise<Approval> {
  const row = await db
    .selectFrom('approvals')
    .where('company_id', '=', company.id)
    .where(allInReach(company, 'accounts'))
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('approval', id)
  return approvalOf(row)
}

export interface ApprovalQuery {
  state?: ApprovalState
  offset: number
  limit: number
}

/** The newest first. */
export async function listApprovals(
  { db }: { db: Db },
  { company }: Within,
  { state, offset, limit }: ApprovalQuery,
): Promise<{ approvals: Approval[]; total: number }> {
  const isOver = sql<boolean>`state = 'waiting' AND expires_at <= now()`
  const query = db
    .selectFrom('approvals')
    .where('company_id', '=', company.id)
    .where(allInReach(company, 'accounts'))
    .$call(
      ifGiven(state, (some, state) =>
        some.where(sql<string>`CASE WHEN ${isOver} THEN 'expired' ELSE state END`, '=', state),
      ),
    )
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute()
  return { approvals: rows.map(approvalOf), total }
}
