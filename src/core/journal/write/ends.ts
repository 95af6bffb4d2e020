import { sql } from '../../../db/sql.ts'
import type { Piece } from '../../../db/sql.ts'

/** A row of somebody else's that has company_id, platform and account_id, by the name that it has in a statement. */
type Lane = Piece<unknown>

/** What became of the write with this key: its `state`, the `platform_id` of what it made and when it was closed. For a LEFT JOIN LATERAL. */
export function writeWith(key: Piece<unknown>, lane: Lane): Piece<unknown> {
  return sql`
    SELECT journal.state, journal.platform_id, journal.closed_at FROM journal
    WHERE journal.company_id = ${lane}.company_id AND journal.platform = ${lane}.platform AND journal.account_id = ${lane}.account_id
      AND journal.key = ${key}`
}

/** When the last ad of a batch came to its end; null: some are still on their way. For a LEFT JOIN LATERAL. */
export function batchWith(batchId: Piece<unknown>): Piece<unknown> {
  return sql`SELECT batch.finished_at FROM batches batch WHERE batch.id = ${batchId}`
}
