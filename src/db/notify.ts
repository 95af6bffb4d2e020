import { everyCompany } from './scoped.ts'
import type { Db } from './scoped.ts'
import { sql } from './sql.ts'

/** Tells every process that listens, once the caller's transaction commits; several texts one by one. */
export async function notify(db: Db, channel: string, payload: string | string[]): Promise<void> {
  const texts = typeof payload === 'string' ? [payload] : payload
  await sql`SELECT pg_notify(${channel}, text) FROM unnest(${texts}::text[]) AS text`.execute(everyCompany(db))
}
