import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { addEvent } from './events.ts'
import type { EventDetails, EventOf } from './events.ts'

/** How many more ads of a batch have come to which end. */
export interface EndedAds<Count> {
  launched?: Count
  failed?: Count
  cancelled?: Count
}

/**
 * When a batch ends, and as what. Every ad that comes to its end is counted with this, and nothing else ends a batch.
 * For the SET of an UPDATE of batches; the counts are SQL.
 */
export function countEndedText({ launched = '0', failed = '0', cancelled = '0' }: EndedAds<string>): string {
  const sums = {
    launched: `launched_ads + ${launched}`,
    failed: `failed_ads + ${failed}`,
    cancelled: `cancelled_ads + ${cancelled}`,
  }
  const isOver = `${sums.launched} + ${sums.failed} + ${sums.cancelled} = total_ads`
  return `launched_ads = ${sums.launched}, failed_ads = ${sums.failed}, cancelled_ads = ${sums.cancelled},
    finished_at = CASE WHEN ${isOver} THEN clock_timestamp() END,
    state = CASE
      WHEN NOT (${isOver}) THEN state
      WHEN ${sums.launched} = total_ads THEN 'success'
      WHEN ${sums.cancelled} > 0 THEN 'cancelled'
      WHEN ${sums.launched} > 0 THEN 'partial'
      ELSE 'error' END`
}

/** What the event `batch.finished` tells of a batch. */
export const finishedDetailText = `jsonb_build_object(
  'state', state, 'launched', launched_ads, 'failed', failed_ads, 'cancelled', cancelled_ads)`

/** Counts ads that have come to their end on their batch, and ends the batch when they were the last. */
export async function countEnded(
  trx: Db,
  { companyId, batchId }: Omit<EventOf, 'id'>,
  { launched = 0, failed = 0, cancelled = 0 }: EndedAds<number>,
): Promise<void> {
  const counts = { launched: String(launched), failed: String(failed), cancelled: String(cancelled) }
  const { rows } = await sql<{ finished: EventDetails['batch.finished'] | null }>`
    UPDATE batches SET ${sql.raw(countEndedText(counts))}
    WHERE id = ${batchId} AND state IN ('queued', 'processing')
    RETURNING CASE WHEN finished_at IS NOT NULL THEN ${sql.raw(finishedDetailText)} END AS finished`.execute(
    everyCompany(trx),
  )
  const finished = rows[0]?.finished
  if (finished) await addEvent(trx, { id: null, companyId, batchId }, 'batch.finished', finished)
}
