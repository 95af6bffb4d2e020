import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Scoped } from '../../db/sql.ts'
import { only } from '../../lookup.ts'
import { beyondQuota } from './quota.ts'

/** What a company has of something that stays until somebody takes it away, counted from its rows. */

export function livingKeyCount(companyId: CompanyId): Scoped<number> {
  return sql<number>`(
    SELECT count(*) FROM api_keys WHERE company_id = ${companyId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp()))`
}

/** The same content counts once, however many rows of the library show it. */
export function libraryBytes(companyId: CompanyId, besides = ''): Scoped<number> {
  return sql<number>`(
    SELECT coalesce(sum(size), 0)::bigint FROM media_objects
    WHERE sha256 <> ${besides} AND key IN (SELECT object_key FROM media WHERE company_id = ${companyId}))`
}

/** Before a key is made, in the transaction that makes it: no two are at the last place. */
export async function requireKeyPlace(trx: Db, companyId: CompanyId): Promise<void> {
  const limit = await locked(trx, companyId, 'keys')
  if (limit === null) return
  const used = await counted(trx, livingKeyCount(companyId))
  if (used + 1 > limit) throw beyondQuota({ name: 'keys', limit, used, asked: 1, freesAt: null })
}

/** Before a file becomes one of the library, in that transaction. */
export async function requireMediaPlace(
  trx: Db,
  companyId: CompanyId,
  { sha256, size }: { sha256: string; size: number },
): Promise<void> {
  const limit = await locked(trx, companyId, 'mediaBytes')
  if (limit === null) return
  const used = await counted(trx, libraryBytes(companyId, sha256))
  if (used + size > limit) throw beyondQuota({ name: 'mediaBytes', limit, used, asked: size, freesAt: null })
}

const columns = { keys: sql.raw('keys'), mediaBytes: sql.raw('media_bytes') }

/** Whoever else adds to the same company waits; without a quota nobody does. */
async function locked(trx: Db, companyId: CompanyId, name: keyof typeof columns): Promise<number | null> {
  const { rows } = await sql<{ allowed: number }>`
    SELECT ${columns[name]} AS allowed FROM company_quotas
    WHERE company_id = ${companyId} AND ${columns[name]} IS NOT NULL FOR NO KEY UPDATE`.execute(trx)
  return rows[0]?.allowed ?? null
}

async function counted(trx: Db, count: Scoped<number>): Promise<number> {
  // Its own statement, after the lock: it sees what those before it have committed.
  const { rows } = await sql<{ count: number }>`SELECT ${count} AS count`.execute(trx)
  return only(rows).count
}
