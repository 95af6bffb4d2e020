import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Whose news it is: an item's, or with a null id its batch's. */
export interface EventOf {
  id: number | null
  companyId: number
  batchId: number
}

/** What is written down with each kind of event. */
export interface EventDetails {
  queued: { totalAds: number } | { again: number }
  'ad.launched': { adId: string }
  'ad.failed': { code: string; message: string }
  'ad.waiting': { step: string; until: string }
  'ad.unsure': { step: string; until: string }
  'ad.cancelled': Record<never, never>
  'ad.undone': { adId: string }
  'batch.cancelled': { cancelled: number }
  'batch.finished': { state: EndState; launched: number; failed: number; cancelled: number }
}

export type EventKind = keyof EventDetails
type EndState = 'success' | 'error' | 'partial' | 'cancelled'

/**
 * Writes down what happened to a batch. The batch is locked first, so that the numbers of its events grow in the order in which
 * they become visible: a reader that has seen one never misses an earlier one.
 */
export async function addEvent<Kind extends EventKind>(
  trx: Db,
  of: EventOf,
  kind: Kind,
  detail: EventDetails[Kind],
): Promise<void> {
  await sql`
    INSERT INTO batch_events (company_id, batch_id, item_id, kind, detail)
    SELECT ${of.companyId}::bigint, locked.id, ${of.id}::bigint, ${kind}, ${JSON.stringify(detail)}::jsonb
    FROM (SELECT id FROM batches WHERE id = ${of.batchId} FOR NO KEY UPDATE) AS locked`.execute(trx)
}
