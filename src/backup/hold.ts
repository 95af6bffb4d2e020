import type pg from 'pg'
import { mayExist } from '../core/journal/after-restore.ts'
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
  await mayExist(client, takenAt)
  await client.query(
    "SELECT setval(pg_get_serial_sequence('batches', 'id'), coalesce((SELECT max(id) FROM batches), 0) + $1)",
    [numbersApart],
  )
}

/** Sessions, links, invites, mails, plans and approvals of then are over; leases are nobody's. */
const endings = [
  'DELETE FROM sessions',
  'DELETE FROM sign_in_links',
  'DELETE FROM invites WHERE accepted_at IS NULL',
  'DELETE FROM approval_links',
  `DELETE FROM mails WHERE state = 'waiting'`,
  'DELETE FROM mail_cursors',
  'DELETE FROM plans WHERE run_at IS NULL',
  `UPDATE approvals SET state = 'expired', ended_at = clock_timestamp(), run_until = NULL WHERE state IN ('waiting', 'approved')`,
  `UPDATE automation_decisions SET outcome = 'failed',
    reason = 'A backup was restored after this was planned. Whether it was done is not known; it is not repeated.' WHERE outcome = 'planned'`,
  `UPDATE automation_executions SET state = 'failed', finished_at = clock_timestamp(), lease_until = NULL,
    reason = 'A backup was restored while it ran.' WHERE state = 'running'`,
  `UPDATE automation_suggestions SET state = 'expired', decided_at = clock_timestamp() WHERE state = 'open'`,
  `UPDATE kept_ends SET owner = NULL, lease_until = '-infinity', next_at = least(next_at, greatest(end_at, clock_timestamp())) WHERE state = 'waiting'`,
  'DELETE FROM account_structures',
  'DELETE FROM media_folders',
  'DELETE FROM media_addresses',
]
