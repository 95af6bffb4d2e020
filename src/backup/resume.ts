import type { Db } from '../db/connect.ts'
import { everyCompany } from '../db/scoped.ts'
import { sql } from '../db/sql.ts'
import { only } from '../lookup.ts'

/** Which keys live on: all, or those with these numbers. */
export type KeptKeys = 'all' | number[]

export interface Resumed {
  kept: number
  revoked: number
}

/** Who has access as of the backup, for whoever decides which of it still holds. */
export async function accessAsOfBackup(db: Db) {
  const every = everyCompany(db)
  const [keys, people, guards] = await Promise.all([
    sql<{ id: number; company: string; name: string; key_start: string; scopes: string[] }>`
      SELECT api_keys.id, companies.slug AS company, api_keys.name, key_start, scopes FROM api_keys JOIN companies ON companies.id = company_id
      WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) ORDER BY api_keys.id`.execute(every),
    sql<{ company: string; email: string; role: string }>`
      SELECT companies.slug AS company, users.email, memberships.role FROM memberships
      JOIN companies ON companies.id = company_id JOIN users ON users.id = user_id ORDER BY 1, 2`.execute(every),
    sql<{ company: string; guards: number }>`
      SELECT companies.slug AS company, count(*)::int AS guards FROM spend_guards JOIN companies ON companies.id = company_id
      GROUP BY 1 ORDER BY 1`.execute(every),
  ])
  return { keys: keys.rows, people: people.rows, guards: guards.rows }
}

/** Lets a restored installation go on. Keys that are not kept are revoked with it. */
export async function resumeAfterRestore(db: Db, kept: KeptKeys): Promise<Resumed> {
  return db.transaction().execute(async (trx) => {
    const every = everyCompany(trx)
    const ids = kept === 'all' ? null : kept
    const { rows } = await sql<{ id: number }>`
      UPDATE api_keys SET revoked_at = clock_timestamp()
      WHERE revoked_at IS NULL AND NOT (${ids}::bigint[] IS NULL OR id = ANY (${ids}::bigint[])) RETURNING id`.execute(
      every,
    )
    // Nor are they given back with a company whose deletion is taken back.
    await sql`
      UPDATE company_deletions SET revoked_keys = ARRAY(SELECT unnest(revoked_keys) INTERSECT SELECT unnest(${ids}::bigint[]))
      WHERE ${ids}::bigint[] IS NOT NULL`.execute(every)
    const left = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM api_keys WHERE revoked_at IS NULL`.execute(every)
    await sql`UPDATE restores SET resumed_at = clock_timestamp() WHERE resumed_at IS NULL`.execute(every)
    return { kept: only(left.rows).count, revoked: rows.length }
  })
}
