import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { openItemsText } from './states.ts'

export const journalKeptDays = 180

/**
 * Removes writes that were closed long ago, some at a time, oldest first. What they made stays known: by its item, its receipt and
 * its batch. One whose fate is open stays, and so does everything about an item that may still change.
 */
export async function forgetWrites(db: Db, atOnce = 2_000): Promise<number> {
  let forgotten = 0
  let last = 0
  for (;;) {
    const { rows } = await sql<{ seen: number; last: number | null; young: boolean; gone: number }>`
      WITH oldest AS (SELECT id, item_id, state, intent_at FROM journal WHERE id > ${last} ORDER BY id LIMIT ${atOnce}),
      gone AS (
        DELETE FROM journal USING oldest
        WHERE journal.id = oldest.id AND oldest.state <> 'open' AND journal.state <> 'open'
          AND oldest.intent_at < clock_timestamp() - make_interval(days => ${journalKeptDays})
          AND NOT EXISTS (SELECT FROM batch_items AS item WHERE item.id = oldest.item_id AND ${sql.raw(openItemsText('item.state'))})
        RETURNING journal.id
      )
      SELECT count(*)::int AS seen, max(id) AS last, (SELECT count(*)::int FROM gone) AS gone,
        coalesce(bool_and(intent_at >= clock_timestamp() - make_interval(days => ${journalKeptDays})), true) AS young
      FROM oldest`.execute(everyCompany(db))
    const step = rows[0]!
    forgotten += step.gone
    if (step.seen < atOnce || step.young) return forgotten
    last = step.last!
  }
}
