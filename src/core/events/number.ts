import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'

/** How many are numbered in one step. */
const atOnce = 2_000

/**
 * Gives every event that can be seen its number among those of its company. One at a time does it: so numbers are given out in the
 * order in which events become visible, whatever writers overtake each other, and of two events that were written one after
 * the other the first has the smaller number.
 */
export async function numberEvents(db: Db): Promise<void> {
  while ((await numberSome(db)) === atOnce);
}

async function numberSome(db: Db): Promise<number> {
  const [waiting] = (await sql`SELECT 1 FROM events WHERE seq IS NULL LIMIT 1`.execute(everyCompany(db))).rows
  if (!waiting) return 0
  return inTransaction(db, async (trx) => {
    // A statement of its own: the next one sees whatever was committed before the lock was ours.
    await sql`SELECT pg_advisory_xact_lock(hashtext('flightdeck events'))`.execute(everyCompany(trx))
    const { numAffectedRows = 0n } = await sql`
      WITH waiting AS (
        SELECT id, company_id, row_number() OVER (PARTITION BY company_id ORDER BY id) AS place
        FROM (SELECT id, company_id FROM events WHERE seq IS NULL ORDER BY id LIMIT ${atOnce}) AS oldest
      ),
      gain AS (SELECT company_id, count(*) AS events FROM waiting GROUP BY company_id),
      head AS (
        INSERT INTO event_heads AS head (company_id, seq) SELECT company_id, events FROM gain
        ON CONFLICT (company_id) DO UPDATE SET seq = head.seq + excluded.seq
        RETURNING company_id, seq
      )
      UPDATE events SET seq = head.seq - gain.events + waiting.place
      FROM waiting JOIN gain USING (company_id) JOIN head USING (company_id)
      WHERE events.id = waiting.id`.execute(everyCompany(trx))
    return Number(numAffectedRows)
  })
}
