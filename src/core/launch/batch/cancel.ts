import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import { isOpenItem } from '../../journal/states.ts'
import type { BatchRow } from './batch-view.ts'
import { addEvent, finishBatchIfDone, stopUnsent } from '../engine/outcome.ts'

export interface CancelOutcome {
  cancelled: number
  /** Ads whose write is on its way: those that exist are launched, the others are not sent again. */
  stillRunning: number
}

/** Stops everything of a batch whose ad has not been sent yet. What was sent is not guessed at: it ends once its fate is known. */
export async function cancelBatch(
  db: Db,
  companyId: number,
  batch: Pick<BatchRow, 'id' | 'state'>,
): Promise<CancelOutcome> {
  if (batch.state !== 'queued' && batch.state !== 'processing') {
    throw new AppError('conflict', `A batch that is ${batch.state} cannot be cancelled.`, { state: batch.state })
  }
  return db.transaction().execute(async (trx) => {
    // The lock decides between us and a worker that is about to write down an intent for one of them. What that worker wrote
    // while we waited for the lock is seen by the next statement, not by this one.
    const { rows: locked } = await sql<{ id: number }>`
      SELECT id FROM batch_items
      WHERE company_id = ${companyId} AND batch_id = ${batch.id} AND ${isOpenItem()}
      ORDER BY id FOR UPDATE`.execute(trx)
    const ids = locked.map((row) => row.id)
    await sql`UPDATE batch_items SET stop_wanted = true WHERE id = ANY(${ids})`.execute(trx)
    const cancelled = await stopUnsent(trx, ids)
    await trx
      .updateTable('batches')
      .set((eb) => ({ cancelled_ads: eb('cancelled_ads', '+', cancelled) }))
      .where('id', '=', batch.id)
      .execute()
    await addEvent(trx, { id: null, companyId, batchId: batch.id }, 'batch.cancelled', { cancelled })
    await finishBatchIfDone(trx, companyId, batch.id)
    return { cancelled, stillRunning: ids.length - cancelled }
  })
}
