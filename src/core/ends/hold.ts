import type { Db } from '../../db/connect.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { StepPace } from '../../db/delete-in-steps.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { CompanyRef } from '../company-ref.ts'
import type { KeptEnd } from './store.ts'

/** Longer than reading and pausing take; renewed while the process lives. */
export const leaseSeconds = 15

/** Ends of one account that have come, as the one process has them that keeps them now. */
export interface HeldEnds {
  owner: string
  company: CompanyRef
  platform: string
  accountId: string
  ends: HeldEnd[]
}

export interface HeldEnd extends KeptEnd {
  /** How often somebody set about it, this time included. */
  tries: number
  is_told: boolean
}

const maxAtOnce = 50

/** Takes the ends of one account that have come, and that nobody else keeps. null: there are none. */
export async function takeDue(db: Db, owner: string): Promise<HeldEnds | null> {
  const { rows } = await sql<HeldEnd & { slug: string }>`
    WITH first AS (
      SELECT company_id, platform, account_id FROM kept_ends
      WHERE state = 'waiting' AND next_at <= clock_timestamp() AND lease_until < clock_timestamp() ORDER BY next_at, id LIMIT 1
    ),
    due AS (
      SELECT kept_ends.id FROM kept_ends JOIN first USING (company_id, platform, account_id)
      WHERE state = 'waiting' AND next_at <= clock_timestamp() AND lease_until < clock_timestamp()
      ORDER BY next_at, kept_ends.id LIMIT ${maxAtOnce} FOR UPDATE OF kept_ends SKIP LOCKED
    )
    UPDATE kept_ends SET owner = ${owner}, lease_until = ${fromNow}, tries = tries + 1 FROM due, companies
    WHERE kept_ends.id = due.id AND companies.id = kept_ends.company_id
    RETURNING kept_ends.*, companies.slug`.execute(everyCompany(db))
  const [one] = rows
  if (!one) return null
  const company = { id: one.company_id, slug: one.slug }
  return { owner, company, platform: one.platform, accountId: one.account_id, ends: rows }
}

const fromNow = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/** A sign of life. */
export async function renewEnds(db: Db, { owner, ends }: HeldEnds): Promise<void> {
  await sql`
    UPDATE kept_ends SET lease_until = ${fromNow} WHERE owner = ${owner} AND id = ANY(${ends.map(({ id }) => id)})`.execute(
    everyCompany(db),
  )
}

/** Nobody has set about it: whoever comes next may. */
export async function letGo(db: Db, { owner, company }: HeldEnds, { id }: Pick<HeldEnd, 'id'>): Promise<void> {
  await sql`
    UPDATE kept_ends SET owner = NULL, lease_until = '-infinity', tries = tries - 1
    WHERE company_id = ${company.id} AND id = ${id} AND owner = ${owner}`.execute(db)
}

/** It could not be kept: it is tried again later. False: somebody else has it by now. */
export async function putOff(
  trx: Db,
  { owner, company }: Pick<HeldEnds, 'owner' | 'company'>,
  { id, problem, waitMs, isNotified }: { id: number; problem: string; waitMs: number; isNotified: boolean },
): Promise<Date | null> {
  const { rows } = await sql<{ next_at: Date }>`
    UPDATE kept_ends SET owner = NULL, lease_until = '-infinity', problem = ${problem}, is_told = ${isNotified},
      next_at = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
    WHERE company_id = ${company.id} AND id = ${id} AND owner = ${owner} RETURNING next_at`.execute(trx)
  return rows[0]?.next_at ?? null
}

/** It is kept. null: somebody else has it by now, and tells. */
export async function close(
  trx: Db,
  { owner, company }: Pick<HeldEnds, 'owner' | 'company'>,
  { id }: Pick<HeldEnd, 'id'>,
): Promise<Date | null> {
  const { rows } = await sql<{ kept_at: Date }>`
    UPDATE kept_ends SET owner = NULL, lease_until = '-infinity', state = 'kept', problem = NULL, kept_at = clock_timestamp()
    WHERE company_id = ${company.id} AND id = ${id} AND owner = ${owner} RETURNING kept_at`.execute(trx)
  return rows[0]?.kept_at ?? null
}

/** What it was about is gone: there is nothing to end, and nothing to tell. */
export async function forgetEnd(
  db: Db,
  { owner, company }: Pick<HeldEnds, 'owner' | 'company'>,
  { id }: Pick<HeldEnd, 'id'>,
): Promise<void> {
  await db
    .deleteFrom('kept_ends')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .where('owner', '=', owner)
    .execute()
}

/** How long until the next one comes; null: none is waited for. */
export async function nextInMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(greatest(next_at, lease_until)) - clock_timestamp()) * 1000)::float8 AS ms
    FROM kept_ends WHERE state = 'waiting'`.execute(everyCompany(db))
  return rows[0]?.ms ?? null
}

/** At the start of a service that is alone on its database: whoever held them is dead. */
export async function freeAllEnds(db: Db): Promise<void> {
  await sql`UPDATE kept_ends SET owner = NULL, lease_until = '-infinity' WHERE owner IS NOT NULL`.execute(
    everyCompany(db),
  )
}

const forgottenDays = 400

/** Ends that were kept long ago, of what nobody has resumed since. */
export async function forgetEnds(db: Db, pace?: StepPace): Promise<void> {
  const isOld = sql<boolean>`coalesce(one.kept_at, one.created_at) < now() - make_interval(days => ${forgottenDays})`
  const needs = { open: sql<boolean>`one.state = 'waiting'` }
  await deleteInSteps(everyCompany(db), { table: 'kept_ends', by: { column: 'id', type: 'id' }, isOld, needs }, pace)
}
