import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { notify } from '../../db/notify.ts'
import { ifGiven, sql } from '../../db/sql.ts'
import { AppError, notFound } from '../../errors.ts'
import type { EntityRef, EntityState, EntityType } from '../../platforms/contract/manage.ts'
import type { CompanyRef } from '../company-ref.ts'
import type { Context } from '../context.ts'
import { inReach, seenBefore } from '../reach.ts'

/** An end that a platform cannot keep: what it is about is paused by us then. */
export interface KeptEnd {
  id: number
  company_id: CompanyId
  platform: string
  account_id: string
  entity_type: EntityType
  entity_id: string
  name: string
  ad_set_id: string | null
  campaign_id: string | null
  end_at: Date
  /** kept: it has been; it stays until somebody resumes what it ended. */
  state: 'waiting' | 'kept'
  version: number
  asked_by: string
  next_at: Date
  /** Why it could not be kept yet. */
  problem: string | null
  created_at: Date
  kept_at: Date | null
}

/** The account that something is in. */
export interface EndAccount {
  platform: string
  account_id: string
}

/** Said when an end was set: whoever waits for the next one looks again. */
export const endsChannel = 'end_kept'

/** What is read of an end. */
export const endColumns = [
  ...['id', 'company_id', 'platform', 'account_id', 'entity_type', 'entity_id', 'name', 'ad_set_id'],
  ...['campaign_id', 'end_at', 'state', 'version', 'asked_by', 'next_at', 'problem', 'created_at', 'kept_at'],
] as unknown as (keyof KeptEnd)[]

type Company = Pick<CompanyRef, 'id'>

/** Nobody works on it: who does has a lease. */
const isFree = sql<boolean>`kept_ends.lease_until < clock_timestamp()`

/** Of these entities of an account, those whose end we keep, by id. */
export async function endsOf(
  db: Db,
  company: Company,
  { platform, account_id: accountId }: EndAccount,
  { type, ids }: { type: EntityType; ids: readonly string[] },
): Promise<Map<string, KeptEnd>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('kept_ends')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select(endColumns)
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .where('entity_type', '=', type)
    .where('entity_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.entity_id, row]))
}

/** The end of an entity is kept from now on, instead of the one that was. 409 in the moment in which that one is being kept. */
export async function setEnd(
  db: Db,
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  { platform, account_id: accountId }: EndAccount,
  { entity, end }: { entity: EntityState; end: Date },
): Promise<void> {
  const { rows } = await sql`
    INSERT INTO kept_ends (company_id, platform, account_id, entity_type, entity_id, name, ad_set_id, campaign_id, end_at, next_at, asked_by)
    VALUES (${company.id}, ${platform}, ${accountId}, ${entity.type}, ${entity.id}, ${entity.name}, ${entity.adSetId ?? null},
      ${entity.campaignId ?? null}, ${end}, ${end}, ${actor.name})
    ON CONFLICT (company_id, platform, account_id, entity_type, entity_id) DO UPDATE SET name = excluded.name,
      ad_set_id = excluded.ad_set_id, campaign_id = excluded.campaign_id, end_at = excluded.end_at, next_at = excluded.next_at,
      asked_by = excluded.asked_by, state = 'waiting', version = kept_ends.version + 1, tries = 0, problem = NULL, is_told = false,
      owner = NULL, lease_until = '-infinity', kept_at = NULL
      WHERE ${isFree}
    RETURNING id`.execute(db)
  if (rows.length === 0) throw beingKept(entity)
  await notify(db, endsChannel, '')
}

/** The end is kept no more. False: it is being kept in this very moment. */
export async function dropIfFree(db: Db, company: Company, { id }: Pick<KeptEnd, 'id'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('kept_ends')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .where(isFree)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return true
  const left = await db
    .selectFrom('kept_ends')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return left === undefined
}

/** The same, or 409. */
export async function dropEnd(db: Db, company: Company, end: KeptEnd): Promise<void> {
  if (!(await dropIfFree(db, company, end))) throw beingKept({ type: end.entity_type, id: end.entity_id })
}

/** As it was before a change that came to nothing. Should something else stand in its place by now, that stays. */
export async function putEndBack(db: Db, company: Company, end: KeptEnd | undefined, entity: EntityRef & EndAccount) {
  await db
    .deleteFrom('kept_ends')
    .where('company_id', '=', company.id)
    .where('platform', '=', entity.platform)
    .where('account_id', '=', entity.account_id)
    .where('entity_type', '=', entity.type)
    .where('entity_id', '=', entity.id)
    .where(isFree)
    .execute()
  if (!end) return
  const { id: _id, version, ...row } = end
  await db
    .insertInto('kept_ends')
    .values({ ...row, company_id: company.id, version: version + 1, next_at: end.end_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await notify(db, endsChannel, '')
}

function beingKept({ type, id }: EntityRef): AppError {
  const text = `The end of ${type} ${id} has come and is being kept at this moment. Nothing was changed about it. Repeat the call in a few seconds.`
  return new AppError('conflict', text, { retryAfterSeconds: 5 }, { 'retry-after': '5' })
}

export interface EndFilter {
  accountId?: string
  state?: KeptEnd['state']
  /** Only ends from then on. */
  from?: Date
  /** Only ends before then. */
  to?: Date
  offset: number
  limit: number
}

/** The ends that are kept in the accounts that the caller sees, the next one first. */
export async function listEnds(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { accountId, state, from, to, offset, limit }: EndFilter,
): Promise<{ ends: KeptEnd[]; total: number }> {
  const query = db
    .selectFrom('kept_ends')
    .where('company_id', '=', company.id)
    .where(inReach(company, 'kept_ends'))
    .$call(ifGiven(accountId, (some, accountId) => some.where('account_id', '=', accountId)))
    .$call(ifGiven(state, (some, state) => some.where('state', '=', state)))
    .$call(ifGiven(from, (some, from) => some.where('end_at', '>=', from)))
    .$call(ifGiven(to, (some, to) => some.where('end_at', '<', to)))
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const ends = await query.select(endColumns).orderBy('end_at').orderBy('id').limit(limit).offset(offset).execute()
  return { ends, total }
}

/** An end in an account that the caller sees, or 404. */
export async function findEnd(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { id }: { id: number },
): Promise<KeptEnd> {
  const end = await db
    .selectFrom('kept_ends')
    .where('company_id', '=', company.id)
    .where(inReach(company, 'kept_ends'))
    .select(endColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!end) throw notFound('end', id)
  return end
}

/** The ends of something and of all that lies in it. */
export async function endsWithin(
  db: Db,
  company: Company,
  { platform, account_id: accountId }: EndAccount,
  { type, id }: EntityRef,
): Promise<KeptEnd[]> {
  const below = { ad: null, adset: 'ad_set_id', campaign: 'campaign_id' } as const
  const column = below[type]
  return db
    .selectFrom('kept_ends')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select(endColumns)
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where((where) =>
      where.or([
        where.and([where('entity_type', '=', type), where('entity_id', '=', id)]),
        ...(column ? [where(column, '=', id)] : []),
      ]),
    )
    .orderBy('end_at')
    .orderBy('id')
    .execute()
}

/** An end in few words, for whoever is told that it is no longer kept. */
export function namedEnd({ id, entity_type: entityType, entity_id: entityId, name, end_at: end }: KeptEnd) {
  return { id, entityType, entityId, name, endTime: end.toISOString() }
}
export type NamedEnd = ReturnType<typeof namedEnd>
