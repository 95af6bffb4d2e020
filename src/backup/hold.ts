import type pg from 'pg'
import { openItemsText } from '../core/journal/states.ts'
import type { Manifest } from './manifest.ts'

/** A batch of the lost time never shares its number with one that comes after it. */
const numbersApart = 1_000_000

/**
 * What a restored installation begins with, in the transaction that restores it: nobody is signed in, nothing is promised, and whatever may
 * have been made since the backup is looked for before anything is sent.
 */
export async function holdAfterRestore(client: pg.ClientBase, { takenAt, version }: Manifest): Promise<void> {
  await client.query('INSERT INTO restores (backup_taken_at, backup_version) VALUES ($1, $2)', [takenAt, version])
  for (const statement of endings) await client.query(statement)
  for (const statement of unsureAds) await client.query(statement, [takenAt])
  await client.query(
    "SELECT setval(pg_get_serial_sequence('batches', 'id'), coalesce((SELECT max(id) FROM batches), 0) + $1)",
    [numbersApart],
  )
}

/** Sessions, links, invites, plans and approvals of then are over; leases are nobody's. */
const endings = [
  'DELETE FROM sessions',
  'DELETE FROM sign_in_links',
  'DELETE FROM invites WHERE accepted_at IS NULL',
  'DELETE FROM approval_links',
  'DELETE FROM plans WHERE run_at IS NULL',
  `UPDATE approvals SET state = 'expired', ended_at = clock_timestamp(), run_until = NULL WHERE state IN ('waiting', 'approved')`,
  `UPDATE automation_decisions SET outcome = 'failed',
    reason = 'A backup was restored after this was planned. Whether it was done is not known; it is not repeated.' WHERE outcome = 'planned'`,
  `UPDATE automation_executions SET state = 'failed', finished_at = clock_timestamp(), lease_until = NULL,
    reason = 'A backup was restored while it ran.' WHERE state = 'running'`,
  `UPDATE automation_suggestions SET state = 'expired', decided_at = clock_timestamp() WHERE state = 'open'`,
  `UPDATE lanes SET owner = NULL, lease_until = '-infinity', fence = fence + 1`,
  `UPDATE kept_ends SET owner = NULL, lease_until = '-infinity', next_at = least(next_at, greatest(end_at, clock_timestamp())) WHERE state = 'waiting'`,
  'DELETE FROM account_structures',
  'DELETE FROM media_folders',
]

const openItems = openItemsText('item.state')

/**
 * Every ad that was not at its end may exist: its write stands in the journal as one whose answer was lost. Its other writes are looked for
 * before they are sent. What was begun is unsure; what waits begins with the look.
 */
const unsureAds = [
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
