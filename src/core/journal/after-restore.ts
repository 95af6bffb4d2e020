import type pg from 'pg'
import { openItemsText } from './states.ts'

const openItems = openItemsText('item.state')

/**
 * Every ad that was not at its end may exist: its write stands in the journal as one whose answer was lost. Its other writes are looked for
 * before they are sent. What was begun is unsure; what waits begins with the look.
 */
const statements = [
  `UPDATE lanes SET owner = NULL, lease_until = '-infinity', fence = fence + 1 WHERE $1::timestamptz IS NOT NULL`,
  `UPDATE batch_items item SET look_since = $1::timestamptz - interval '5 minutes', run_after = clock_timestamp() WHERE ${openItems}`,
  `UPDATE batch_items item SET state = 'unsure' WHERE item.state = 'running' AND $1::timestamptz IS NOT NULL`,
  `DELETE FROM journal USING batch_items item
    WHERE item.id = journal.item_id AND ${openItems} AND journal.kind <> 'ad' AND journal.state IN ('refused', 'absent') AND $1::timestamptz IS NOT NULL`,
  `INSERT INTO journal AS known (company_id, platform, account_id, item_id, kind, key, digest, state, fence, certain_after, first_intent_at, intent_at)
    SELECT item.company_id, item.platform, item.account_id, item.id, 'ad', 'ad:' || batches.slug || '-' || item.ad_index || '-' || item.ad_set_id,
      sha256(convert_to('restored ' || item.id, 'UTF8')), 'open', 0, clock_timestamp(), item.look_since, item.look_since
    FROM batch_items item JOIN batches ON batches.id = item.batch_id WHERE ${openItems} AND $1::timestamptz IS NOT NULL
    ON CONFLICT (company_id, platform, account_id, key) DO UPDATE SET state = 'open', closed_at = NULL, attempt = known.attempt + 1,
      first_intent_at = least(known.first_intent_at, excluded.first_intent_at), certain_after = clock_timestamp()
      WHERE known.state IN ('refused', 'absent')`,
]

/** Nobody owns a lane, and whatever items that are not at their end make may exist since the backup was taken. */
export async function mayExist(client: pg.ClientBase, takenAt: string): Promise<void> {
  for (const statement of statements) await client.query(statement, [takenAt])
}
