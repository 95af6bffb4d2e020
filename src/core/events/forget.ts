import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'

export const eventsKeptDays = 90

/** Removes what has been kept long enough, oldest first, some at a time: nobody waits for a lock on more. */
export async function forgetEvents(db: Db, atOnce = 2_000): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM events WHERE id IN (
        SELECT id FROM (SELECT id, at FROM events ORDER BY id LIMIT ${atOnce}) AS oldest
        WHERE at < now() - make_interval(days => ${eventsKeptDays})
      )`.execute(everyCompany(db))
    forgotten += Number(numAffectedRows)
    if (Number(numAffectedRows) < atOnce) return forgotten
  }
}
