import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { BatchRow } from './batch-view.ts'
import { wakeLane } from '../../journal/lanes.ts'
import { addEvent } from '../engine/outcome.ts'

/** Sends what failed or was cancelled on its way again; what launched stays as it is. Answers how many ads that is. */
export async function relaunchFailed(trx: Db, companyId: number, batch: BatchRow): Promise<number> {
  if (batch.state !== 'error' && batch.state !== 'partial' && batch.state !== 'cancelled') {
    throw new AppError('conflict', `A batch that is ${batch.state} has nothing to launch again.`, {
      state: batch.state,
    })
  }
  const { rows: begun } = await sql<{ id: number }>`
    UPDATE batches SET state = 'queued', failed_ads = 0, cancelled_ads = 0, finished_at = NULL, started_at = NULL, queued_at = clock_timestamp()
    WHERE id = ${batch.id} AND company_id = ${companyId} AND state = ${batch.state} RETURNING id`.execute(trx)
  if (begun.length === 0) throw new AppError('conflict', 'This batch was just launched again by another call.')
  const { rows } = await sql<{ platform: string; account_id: string }>`
    UPDATE batch_items SET state = 'waiting', step = NULL, tries = 0, starts = 0, stop_wanted = false, failure = NULL, finished_at = NULL, run_after = clock_timestamp()
    WHERE batch_id = ${batch.id} AND company_id = ${companyId} AND state IN ('failed', 'cancelled')
    RETURNING platform, account_id`.execute(trx)
  await addEvent(trx, { id: null, companyId, batchId: batch.id }, 'queued', { again: rows.length })
  const lanes = new Map(rows.map((row) => [`${row.platform} ${row.account_id}`, row]))
  for (const { platform, account_id: accountId } of lanes.values())
    await wakeLane(trx, { companyId, platform, accountId })
  return rows.length
}
