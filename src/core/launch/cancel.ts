import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import type { BatchRow } from './batch-view.ts'
import { addEvent, finishBatchIfDone } from './outcome.ts'

export interface CancelOutcome {
  cancelled: number
  /** Ads whose write is on its way or already there: they come to their own end. */
  stillRunning: number
}

/** Stops everything of a batch whose ad has not been sent yet. What was sent is not guessed at: it ends by itself. */
export async function cancelBatch(db: Db, companyId: number, batch: BatchRow): Promise<CancelOutcome> {
  if (batch.state !== 'queued' && batch.state !== 'processing') {
    throw new AppError('conflict', `A batch that is ${batch.state} cannot be cancelled.`, { state: batch.state })
  }
  return db.transaction().execute(async (trx) => {
    // The lock on the items decides between us and a worker that is about to write down an intent for one of them.
    const { rows } = await sql<{ id: number; sent: boolean }>`
      SELECT item.id, EXISTS (
        SELECT 1 FROM journal WHERE journal.item_id = item.id AND journal.kind = 'ad' AND journal.state IN ('open', 'done')
      ) AS sent
      FROM batch_items AS item
      WHERE item.company_id = ${companyId} AND item.batch_id = ${batch.id} AND item.state IN ('waiting', 'running', 'unsure')
      ORDER BY item.id FOR UPDATE OF item`.execute(trx)
    const stop = rows.filter((row) => !row.sent).map((row) => row.id)
    const { numAffectedRows = 0n } = await sql`
      UPDATE batch_items SET state = 'cancelled', finished_at = clock_timestamp(), starts = 0
      WHERE id = ANY(${stop}) AND state IN ('waiting', 'running')`.execute(trx)
    const cancelled = Number(numAffectedRows)
    await trx
      .updateTable('batches')
      .set((eb) => ({ cancelled_ads: eb('cancelled_ads', '+', cancelled) }))
      .where('id', '=', batch.id)
      .execute()
    await addEvent(trx, { id: null, companyId, batchId: batch.id }, 'batch.cancelled', { cancelled })
    await finishBatchIfDone(trx, companyId, batch.id)
    return { cancelled, stillRunning: rows.length - cancelled }
  })
}
