import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'

/** Whose news it is: an item's, or with a null id its batch's. */
export interface EventOf {
  id: number | null
  companyId: CompanyId
  batchId: number
}

/** What is written down with each kind of event. */
export interface EventDetails {
  queued: { totalAds: number } | { again: number }
  'ad.launched': { adId: string }
  'ad.failed': { code: string; message: string }
  'ad.waiting': { step: string; until: string; reason?: string }
  'ad.unsure': { step: string; until: string; reason?: string }
  'ad.cancelled': Record<never, never>
  'ad.undone': { adId: string }
  'batch.cancelled': { cancelled: number }
  'batch.finished': { state: EndState; launched: number; failed: number; cancelled: number }
  'batch.undone': { removed: number; notRemoved: number }
}

export type JournalEventKind = keyof EventDetails
type EndState = 'success' | 'error' | 'partial' | 'cancelled'

/** Kinds that only the readers of the batch are told of. The others have their place in core/events/catalogue.ts. */
const ownKinds = ['queued', 'ad.waiting', 'ad.cancelled', 'ad.undone', 'batch.cancelled'] as const

declare module '../../db/tables/events.ts' {
  interface EventKinds {
    readersOfTheBatch: (typeof ownKinds)[number]
  }
}

/**
 * Writes down what happened to a batch. The batch is locked first, so that the numbers of its events grow in the order in which
 * they become visible: a reader that has seen one never misses an earlier one.
 */
export async function addEvent<Kind extends JournalEventKind>(
  trx: Db,
  of: EventOf,
  kind: Kind,
  detail: EventDetails[Kind],
): Promise<void> {
  await sql`
    INSERT INTO events (company_id, batch_id, item_id, kind, detail, seq)
    SELECT ${of.companyId}::bigint, locked.id, ${of.id}::bigint, ${kind}, ${JSON.stringify(detail)}::jsonb,
      ${isOwn(kind) ? 0 : null}::bigint
    FROM (SELECT id FROM batches WHERE id = ${of.batchId} FOR NO KEY UPDATE) AS locked`.execute(trx)
}

function isOwn(kind: JournalEventKind): boolean {
  return ownKinds.some((own) => own === kind)
}

/** An ad whose fate is open is looked for again and again: others are told the first time. */
export async function addUnsure(trx: Db, of: EventOf, detail: EventDetails['ad.unsure']): Promise<void> {
  await sql`
    WITH locked AS (SELECT id FROM batches WHERE id = ${of.batchId} FOR NO KEY UPDATE)
    INSERT INTO events (company_id, batch_id, item_id, kind, detail, seq)
    SELECT ${of.companyId}::bigint, locked.id, ${of.id}::bigint, 'ad.unsure', ${JSON.stringify(detail)}::jsonb,
      CASE WHEN (
        SELECT kind FROM events WHERE batch_id = ${of.batchId} AND item_id = ${of.id} AND kind <> 'ad.waiting' ORDER BY id DESC LIMIT 1
      ) = 'ad.unsure' THEN 0 END
    FROM locked`.execute(trx)
}
