import { sql } from '../../db/sql.ts'
import type { Piece } from '../../db/sql.ts'

/** A row of somebody else's that has company_id, platform and account_id, by the name that it has in a statement. */
type Lane = Piece<unknown>

/** What became of the write with this key: its `state`, the `platform_id` of what it made and when it was closed. For a LEFT JOIN LATERAL. */
export function writeWith(key: Piece<unknown>, lane: Lane): Piece<unknown> {
  return sql`
    SELECT journal.state, journal.platform_id, journal.closed_at FROM journal
    WHERE journal.company_id = ${lane}.company_id AND journal.platform = ${lane}.platform AND journal.account_id = ${lane}.account_id
      AND journal.key = ${key}`
}

/** Whether ads of a batch in an ad set are still on their way (`is_open`), and when the last of them ended. For a LEFT JOIN LATERAL. */
export function itemsIn({ batchId, adSetId }: Record<'batchId' | 'adSetId', Piece<unknown>>): Piece<unknown> {
  return sql`
    SELECT coalesce(bool_or(item.state IN ('waiting', 'running', 'unsure')), false) AS is_open, max(item.finished_at) AS finished_at
    FROM batch_items item WHERE item.batch_id = ${batchId} AND item.ad_set_id = ${adSetId}`
}
