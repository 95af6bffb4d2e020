import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import { countEnded } from '../../journal/batch-end.ts'
import { addEvent } from '../../journal/events.ts'
import { stopItems } from '../../journal/item-ends.ts'
import type { Context } from '../../context.ts'
import type { BatchRow } from '../../batches/row.ts'

export interface CancelOutcome {
  cancelled: number
  /** Ads whose write is on its way: those that exist are launched, the others are not sent again. */
  stillRunning: number
}

/** Stops everything of a batch whose ad has not been sent yet. What was sent is not guessed at: it ends once its fate is known. */
export async function cancelBatch(
  { db }: { db: Db },
  { company: { id: companyId } }: Pick<Context, 'company'>,
  batch: Pick<BatchRow, 'id' | 'state'>,
): Promise<CancelOutcome> {
  if (batch.state !== 'queued' && batch.state !== 'processing') {
    throw new AppError('conflict', `A batch that is ${batch.state} cannot be cancelled.`, { state: batch.state })
  }
  const of = { companyId, batchId: batch.id }
  return db.transaction().execute(async (trx) => {
    const outcome = await stopItems(trx, of)
    // Its last ad came to its end after we looked: a cancel after the end would be told to those who follow the batch.
    if (outcome.cancelled + outcome.stillRunning === 0) {
      throw new AppError('conflict', 'This batch has just ended: there is nothing left to cancel.')
    }
    await addEvent(trx, { id: null, ...of }, 'batch.cancelled', { cancelled: outcome.cancelled })
    await countEnded(trx, of, { cancelled: outcome.cancelled })
    return outcome
  })
}
