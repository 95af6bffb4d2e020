import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { only } from '../../lookup.ts'
import { countEnded } from './batch-end.ts'
import { addEvent } from './events.ts'
import type { EventDetails } from './events.ts'
import { isOpenItem } from './states.ts'

export interface ItemRef {
  id: number
  companyId: CompanyId
  batchId: number
}

/** Why an ad did not come to be, as `failedAds` shows it. */
export interface Failure {
  step: string
  code: string
  message: string
  field?: string
  platformCode?: number | string
  platformSubcode?: number | string
  traceId?: string
  retryable: boolean
  hint?: string
}

/** The item's ad exists. */
export async function markLaunched(trx: Db, item: ItemRef, adId: string, creativeId: string | null): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE batch_items SET state = 'launched', step = NULL, ad_id = ${adId}, creative_id = ${creativeId}, failure = NULL,
      starts = 0, finished_at = clock_timestamp()
    WHERE id = ${item.id} AND ${isOpenItem()}`.execute(everyCompany(trx))
  if (numAffectedRows !== 1n) return
  await addEvent(trx, item, 'ad.launched', { adId })
  await countEnded(trx, item, { launched: 1 })
}

/** The item's ad does not exist and will not be tried again. */
export async function markFailed(trx: Db, item: ItemRef, failure: Failure): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE batch_items SET state = 'failed', step = ${failure.step}, failure = ${JSON.stringify(failure)},
      starts = 0, finished_at = clock_timestamp()
    WHERE id = ${item.id} AND ${isOpenItem()}`.execute(everyCompany(trx))
  if (numAffectedRows !== 1n) return
  await addEvent(trx, item, 'ad.failed', { code: failure.code, message: failure.message })
  await countEnded(trx, item, { failed: 1 })
}

/** Ends an item of a cancelled batch whose ad turned out not to exist. False: nobody wants it stopped, or its ad may exist. */
export async function markCancelled(trx: Db, item: ItemRef): Promise<boolean> {
  if ((await stopUnsent(trx, [item.id])) === 0) return false
  await addEvent(trx, item, 'ad.cancelled', {})
  await countEnded(trx, item, { cancelled: 1 })
  return true
}

/** Of items that are wanted stopped, stops those whose ad surely does not exist. Answers how many. */
async function stopUnsent(trx: Db, itemIds: number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE batch_items AS item SET state = 'cancelled', finished_at = clock_timestamp(), starts = 0
    WHERE id = ANY(${itemIds}) AND stop_wanted AND ${isOpenItem()} AND NOT EXISTS (
      SELECT 1 FROM journal WHERE journal.item_id = item.id AND journal.kind = 'ad' AND journal.state IN ('open', 'done')
    )`.execute(everyCompany(trx))
  return Number(numAffectedRows)
}

type BatchRef = Omit<ItemRef, 'id'>

/** Stops every open item of the batch whose ad was not sent; the others are not sent again. Answers how many of each. */
export async function stopItems(
  trx: Db,
  { companyId, batchId }: BatchRef,
): Promise<{ cancelled: number; stillRunning: number }> {
  // The lock decides between us and a worker that is about to write down an intent for one of them. What that worker wrote
  // while we waited for the lock is seen by the next statement, not by this one.
  const { rows: locked } = await sql<{ id: number }>`
    SELECT id FROM batch_items WHERE company_id = ${companyId} AND batch_id = ${batchId} AND ${isOpenItem()}
    ORDER BY id FOR UPDATE`.execute(trx)
  const ids = locked.map((row) => row.id)
  await sql`UPDATE batch_items SET stop_wanted = true WHERE id = ANY(${ids})`.execute(everyCompany(trx))
  const cancelled = await stopUnsent(trx, ids)
  return { cancelled, stillRunning: ids.length - cancelled }
}

/** What failed or was cancelled waits again, as if for the first time. Answers the account of each. */
export async function reopenItems(
  trx: Db,
  { companyId, batchId }: BatchRef,
): Promise<{ platform: string; accountId: string }[]> {
  const { rows } = await sql<{ platform: string; accountId: string }>`
    UPDATE batch_items SET state = 'waiting', step = NULL, tries = 0, starts = 0, stop_wanted = false, failure = NULL,
      finished_at = NULL, run_after = clock_timestamp()
    WHERE batch_id = ${batchId} AND company_id = ${companyId} AND state IN ('failed', 'cancelled')
    RETURNING platform, account_id AS "accountId"`.execute(trx)
  return rows
}

/** The item's ad was removed again. */
export async function markUndone(trx: Db, item: ItemRef, adId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE batch_items SET state = 'undone' WHERE id = ${item.id} AND state = 'launched'`.execute(everyCompany(trx))
  if (numAffectedRows === 1n) await addEvent(trx, item, 'ad.undone', { adId })
}

/**
 * An undo has come to its end: how it went, with what an earlier one removed that was killed before it could tell. Of several at
 * once each removal is told by the first that ends after it. `isWhole`: nothing was left that it could not remove.
 */
export async function notifyUndone(trx: Db, { companyId, batchId }: BatchRef, isWhole: boolean): Promise<void> {
  await sql`SELECT id FROM batches WHERE id = ${batchId} FOR NO KEY UPDATE`.execute(everyCompany(trx))
  const { rows } = await sql<EventDetails['batch.undone']>`
    SELECT
      (SELECT count(*)::int FROM events WHERE batch_id = ${batchId} AND kind = 'ad.undone' AND id > (
        SELECT coalesce(max(id), 0) FROM events WHERE batch_id = ${batchId} AND kind = 'batch.undone')) AS removed,
      (SELECT count(*)::int FROM batch_items WHERE batch_id = ${batchId} AND state = 'launched') AS "notRemoved"`.execute(
    everyCompany(trx),
  )
  const { removed, notRemoved } = only(rows)
  if (removed === 0 && (isWhole || notRemoved === 0)) return
  await addEvent(trx, { id: null, companyId, batchId }, 'batch.undone', { removed, notRemoved })
}
