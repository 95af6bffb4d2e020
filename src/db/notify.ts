import { everyCompany } from './scoped.ts'
import type { Db } from './scoped.ts'
import { sql } from './sql.ts'

/** Tells every process that listens, once the caller's transaction commits. */
export async function notify(db: Db, channel: string, text: string): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${text})`.execute(everyCompany(db))
}
