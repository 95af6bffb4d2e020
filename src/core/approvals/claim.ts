import type { Selectable } from 'kysely'
import { notifiesNobody } from '../reach.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { ApprovalState, ApprovalTables } from '../../db/tables/approvals.ts'
import type { Role } from '../../db/tables/people.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Piece } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { companyRef } from '../company-ref.ts'
import type { Actor, Caller, Scope } from '../context.ts'
import { keyIdOf } from '../context.ts'
import { recordEvent } from '../events/record.ts'
import { scopesOfRole } from '../people/roles.ts'

/** How long whoever runs something, or has decided to, holds it without a sign of life. */
export const holdSeconds = 60

/** What somebody holds who approved it in order to do it. Whoever takes it from there on moves the time. */
export const heldSinceDecision = (decidedAt: Piece<Date>) =>
  sql<Date>`${decidedAt} + make_interval(secs => ${holdSeconds})`

/** Something that was approved and is to be done, by whoever has claimed it. */
export type Claimed = Selectable<ApprovalTables['approvals']>

const holdUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${holdSeconds})`

/** In the same account: of two raises of one budget the later must find what the first has made of it. */
const isAnotherRunning = sql<boolean>`EXISTS (
  SELECT FROM approvals AS other
  WHERE other.company_id = approvals.company_id AND other.id <> approvals.id AND other.state = 'approved'
    AND other.claimed_at IS NOT NULL AND other.run_until > clock_timestamp() AND other.accounts && approvals.accounts)`

/**
 * Takes it in hand. null: it is done, not approved, or in other hands. What is held since its decision is not due: only who
 * decided asks for it. busy: something else is being done in one of its accounts, and each is held against what the others leave.
 */
export async function claimApproved(db: Db, id: number): Promise<Claimed | 'busy' | null> {
  return db.transaction().execute(async (trx) => {
    const row = await everyCompany(trx)
      .selectFrom('approvals')
      .select('company_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`approvals ${row.company_id}`}, 0))`.execute(
      everyCompany(trx),
    )
    const isDue = sql<boolean>`(run_until IS NULL OR run_until < clock_timestamp()
      OR (claimed_at IS NULL AND run_until = ${heldSinceDecision(sql`decided_at`)}))`
    const found = await trx
      .selectFrom('approvals')
      .where('company_id', '=', row.company_id)
      .where(notifiesNobody)
      .select(isAnotherRunning.as('isBusy'))
      .where('id', '=', id)
      .where('state', '=', 'approved')
      .where(isDue)
      .executeTakeFirst()
    if (!found) return null
    if (found.isBusy) return 'busy'
    return trx
      .updateTable('approvals')
      .where('company_id', '=', row.company_id)
      .set({ claimed_at: sql<Date>`clock_timestamp()`, run_until: holdUntil })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Nobody holds it any more: whoever looks next takes it. */
export async function letGo(db: Db, id: number): Promise<void> {
  await everyCompany(db)
    .updateTable('approvals')
    .set({ run_until: null })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .where('claimed_at', 'is', null)
    .execute()
}

export async function holdOn(db: Db, id: number): Promise<void> {
  await everyCompany(db)
    .updateTable('approvals')
    .set({ run_until: holdUntil })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .execute()
}

export interface Later {
  seconds: number
  /** What keeps it from being done, for people. */
  why: string
}

/** It could not be done now: somebody tries again after a while. */
export async function tryLater(db: Db, id: number, { seconds, why }: Later): Promise<void> {
  await everyCompany(db)
    .updateTable('approvals')
    .set({
      run_until: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      held_up: why,
      claimed_at: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .execute()
}

export interface ApprovalEnd {
  state: Extract<ApprovalState, 'done' | 'failed' | 'outdated'>
  status: number
  result: object
}

/** tell: whom it matters to learns of it in the same transaction. */
export async function endApproved(
  db: Db,
  claimed: Claimed,
  { state, status, result }: ApprovalEnd,
  notify: (trx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await everyCompany(trx)
      .updateTable('approvals')
      .set({
        state,
        result_status: status,
        result: JSON.stringify(result),
        ended_at: sql<Date>`clock_timestamp()`,
        run_until: null,
      })
      .where('id', '=', claimed.id)
      .where('state', '=', 'approved')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n || state !== 'done') return
    const { id: approvalId, operation: action, decided_by: by, comment } = claimed
    const data = { approvalId, action, by: by ?? '', ...(comment === null ? {} : { comment }) }
    await recordEvent(trx, { id: claimed.company_id }, { type: 'approval.given', data, accounts: claimed.accounts })
    await notify(trx)
  })
}

/** What is to be done now: also what somebody began and did not end. */
export async function dueApprovals(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM approvals WHERE state = 'approved' AND (run_until IS NULL OR run_until < clock_timestamp()) ORDER BY id`.execute(
    everyCompany(db),
  )
  return rows.map(({ id }) => id)
}

/** Who asked for it, with what they see and may today; null: whoever it was may no longer do anything. */
export async function askerOf(db: Db, { company_id: companyId, actor }: Claimed): Promise<Caller | null> {
  const asker = actor as Actor
  const { rows } = await reachOf(companyId, asker).execute(db)
  return rows[0] ? { company: companyRef(rows[0]), actor: actorToday(asker, rows[0]) } : null
}

type AskerRow = Parameters<typeof companyRef>[0] & { role: Role | null; scopes: Scope[] | null }

/** A role or a key may have been given less since. */
function actorToday(asker: Actor, { role, scopes }: AskerRow): Actor {
  if (asker.kind === 'user' && role !== null) return { ...asker, role, scopes: scopesOfRole(role) }
  if (scopes === null) return asker
  const own = role === null ? scopes : scopes.filter((scope) => scopesOfRole(role).includes(scope))
  return { ...asker, scopes: asker.scopes.filter((scope) => own.includes(scope)) }
}

function reachOf(companyId: CompanyId, actor: Actor) {
  const keyId = keyIdOf(actor)
  const consent = actor.kind === 'agent' ? actor.assistant : undefined
  const from = (
    source: Piece<unknown>,
    workspaces: Piece<unknown>,
    rights = sql`NULL AS role, NULL::text[] AS scopes`,
  ) =>
    sql<AskerRow>`
      SELECT companies.id AS company_id, companies.slug, ${workspaces} AS workspaces, ${rights}
      FROM companies ${source} WHERE companies.id = ${companyId}`
  // It ends with its person, and has no more than they have today.
  if (keyId !== null && consent)
    return from(
      sql`JOIN assistant_grants AS given ON given.company_id = companies.id AND given.id = ${consent.grantId} AND given.ended_at IS NULL
        JOIN api_keys AS key ON key.id = given.key_id AND key.id = ${keyId} AND key.revoked_at IS NULL
        JOIN memberships AS member ON member.company_id = companies.id AND member.user_id = given.user_id`,
      sql`workspaces_left(companies.id, member.user_id, key.workspace_ids)`,
      sql`member.role, key.scopes`,
    )
  if (keyId !== null)
    return from(
      sql`JOIN api_keys AS key ON key.company_id = companies.id AND key.id = ${keyId} AND key.revoked_at IS NULL
        AND (key.expires_at IS NULL OR key.expires_at > now())`,
      sql`workspaces_left(companies.id, key.user_id, key.workspace_ids)`,
      sql`NULL AS role, key.scopes`,
    )
  if (actor.kind === 'user')
    return from(
      sql`JOIN memberships AS member ON member.company_id = companies.id AND member.user_id = ${actor.id}`,
      sql`workspaces_left(companies.id, member.user_id, NULL)`,
      sql`member.role, NULL::text[] AS scopes`,
    )
  if (actor.kind === 'automation')
    return from(
      sql`JOIN automations AS rule ON rule.company_id = companies.id AND rule.id = ${actor.id}`,
      sql`workspaces_left(companies.id, rule.made_by, rule.workspace_ids)`,
    )
  return from(sql``, sql`NULL::bigint[]`)
}
