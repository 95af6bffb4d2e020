import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { AppError } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import type { Passed } from '../../guards/changes/launches.ts'
import type { BatchRow } from '../../batches/row.ts'
import { originRow } from '../../batches/origin.ts'
import { addEvent } from '../../journal/events.ts'
import { reopenItems } from '../../journal/item-ends.ts'
import { requireStaying } from '../../people/staying.ts'
import { wakeLanes } from '../../journal/lane/lanes.ts'

/** Sends what failed or was cancelled on its way again; what launched stays as it is. Answers how many ads that is. */
export async function relaunchFailed(
  { db: trx }: { db: Db },
  { company: { id: companyId }, requestId, trace }: Pick<Context, 'company' | 'requestId' | 'trace'>,
  { batch, passed }: { batch: BatchRow; passed: Passed },
): Promise<number> {
  if (batch.state !== 'error' && batch.state !== 'partial' && batch.state !== 'cancelled') {
    throw new AppError('conflict', `A batch that is ${batch.state} has nothing to launch again.`, {
      state: batch.state,
    })
  }
  const { request_id, traceparent, tracestate } = originRow({ requestId, trace })
  const { rows: begun } = await sql<{ id: number }>`
    UPDATE batches SET state = 'queued', failed_ads = 0, cancelled_ads = 0, finished_at = NULL, started_at = NULL, queued_at = clock_timestamp(),
      request_id = ${request_id}, traceparent = ${traceparent}, tracestate = ${tracestate}
    WHERE id = ${batch.id} AND company_id = ${companyId} AND state = ${batch.state} RETURNING id`.execute(trx)
  if (begun.length === 0) throw new AppError('conflict', 'This batch was just launched again by another call.')
  await passed.madeBy(trx, batch.id)
  const items = await reopenItems(trx, { companyId, batchId: batch.id })
  await addEvent(trx, { id: null, companyId, batchId: batch.id }, 'queued', { again: items.length })
  await requireStaying(trx, companyId)
  await wakeLanes(trx, companyId, items)
  return items.length
}
