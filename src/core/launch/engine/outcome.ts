import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { PlatformError } from '../../../errors.ts'
import type { MediaErrorCode } from '../../../files/media-error.ts'
import { isOpenItem, openItemStates } from '../../journal/states.ts'
import { BrokenItem, MediaFailure } from './item-errors.ts'
import { isPassing } from './retry.ts'

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

export function failureOf(error: unknown, step: string): Failure {
  if (error instanceof PlatformError) {
    const { code, subcode, message, traceId, field, hint } = error.failure
    return {
      step,
      code: error.retryable ? 'platform_unavailable' : 'platform_error',
      message,
      field,
      platformCode: code,
      platformSubcode: subcode,
      traceId,
      retryable: error.retryable,
      hint:
        hint ??
        (error.retryable
          ? 'Launch the failed ads again later.'
          : 'Change what the platform refused, then launch this ad again.'),
    }
  }
  if (error instanceof BrokenItem) {
    return {
      step,
      code: 'unprocessable_entity',
      message: error.message,
      field: error.issues[0]?.path,
      retryable: false,
      hint: 'Nothing was made for this ad. Change what is named, or choose another ad set, and launch it again.',
    }
  }
  if (error instanceof MediaFailure) {
    return {
      step,
      code: error.reason.code,
      message: error.message,
      field: `media.${error.index}.${error.field}`,
      retryable: isPassing(error.reason),
      hint: mediaHints[error.reason.code],
    }
  }
  return {
    step,
    code: 'internal_server_error',
    message: 'Something went wrong on our side.',
    retryable: true,
    hint: 'Launch the failed ads again. If it happens again, the log of the service says more.',
  }
}

const mediaHints: Record<MediaErrorCode, string> = {
  URL_NOT_ACCESSIBLE:
    'Check that the address opens in a browser without signing in, or upload the file and use the address you get.',
  INVALID_FORMAT: 'Send the file in a format that is taken, and launch this ad again.',
  FILE_TOO_LARGE: 'Send a smaller file, and launch this ad again.',
  FILE_REQUIRED: 'Check that the address opens in a browser without signing in.',
}

export interface ItemRef {
  id: number
  companyId: number
  batchId: number
}

/** The item's ad exists. Counts it on its batch, and ends the batch when it was the last. */
export async function markLaunched(trx: Db, item: ItemRef, adId: string, creativeId: string | null): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('batch_items')
    .set({
      state: 'launched',
      step: null,
      ad_id: adId,
      creative_id: creativeId,
      failure: null,
      starts: 0,
      finished_at: sql`clock_timestamp()`,
    })
    .where('id', '=', item.id)
    .where('state', 'in', openItemStates)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await count(trx, item, 'launched_ads', 'ad.launched', { adId })
}

/** The item's ad does not exist and will not be tried again. */
export async function markFailed(trx: Db, item: ItemRef, failure: Failure): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('batch_items')
    .set({
      state: 'failed',
      step: failure.step,
      failure: JSON.stringify(failure),
      starts: 0,
      finished_at: sql`clock_timestamp()`,
    })
    .where('id', '=', item.id)
    .where('state', 'in', openItemStates)
    .executeTakeFirst()
  if (numUpdatedRows === 1n)
    await count(trx, item, 'failed_ads', 'ad.failed', { code: failure.code, message: failure.message })
}

/** Ends an item of a cancelled batch whose ad turned out not to exist. False: nobody wants it stopped, or its ad may exist. */
export async function markCancelled(trx: Db, item: ItemRef): Promise<boolean> {
  if ((await stopUnsent(trx, [item.id])) === 0) return false
  await count(trx, item, 'cancelled_ads', 'ad.cancelled', {})
  return true
}

/** Of items that are wanted stopped, stops those whose ad surely does not exist. Answers how many. */
export async function stopUnsent(trx: Db, itemIds: number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE batch_items AS item SET state = 'cancelled', finished_at = clock_timestamp(), starts = 0
    WHERE id = ANY(${itemIds}) AND stop_wanted AND ${isOpenItem()} AND NOT EXISTS (
      SELECT 1 FROM journal WHERE journal.item_id = item.id AND journal.kind = 'ad' AND journal.state IN ('open', 'done')
    )`.execute(trx)
  return Number(numAffectedRows)
}

async function count(
  trx: Db,
  item: ItemRef,
  counter: 'launched_ads' | 'failed_ads' | 'cancelled_ads',
  kind: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await addEvent(trx, item, kind, detail)
  await sql`UPDATE batches SET ${sql.ref(counter)} = ${sql.ref(counter)} + 1 WHERE id = ${item.batchId}`.execute(trx)
  await finishBatchIfDone(trx, item.companyId, item.batchId)
}

/** Ends a batch whose every ad has come to its end. */
export async function finishBatchIfDone(trx: Db, companyId: number, batchId: number): Promise<void> {
  const { rows } = await sql<{ state: string; launched_ads: number; failed_ads: number; cancelled_ads: number }>`
    UPDATE batches SET finished_at = clock_timestamp(), state = CASE
      WHEN launched_ads = total_ads THEN 'success'
      WHEN cancelled_ads > 0 THEN 'cancelled'
      WHEN launched_ads > 0 THEN 'partial'
      ELSE 'error' END
    WHERE id = ${batchId} AND launched_ads + failed_ads + cancelled_ads = total_ads AND state IN ('queued', 'processing')
    RETURNING state, launched_ads, failed_ads, cancelled_ads`.execute(trx)
  const [batch] = rows
  if (!batch) return
  const { state, launched_ads: launched, failed_ads: failed, cancelled_ads: cancelled } = batch
  await addEvent(trx, { id: null, companyId, batchId }, 'batch.finished', { state, launched, failed, cancelled })
}

/**
 * Writes down what happened to a batch. The batch is locked first, so that the numbers of its events grow in the order in which
 * they become visible: a reader that has seen one never misses an earlier one.
 */
export async function addEvent(
  trx: Db,
  item: { id: number | null; companyId: number; batchId: number },
  kind: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await sql`
    INSERT INTO batch_events (company_id, batch_id, item_id, kind, detail)
    SELECT ${item.companyId}::bigint, locked.id, ${item.id}::bigint, ${kind}, ${JSON.stringify(detail)}::jsonb
    FROM (SELECT id FROM batches WHERE id = ${item.batchId} FOR NO KEY UPDATE) AS locked`.execute(trx)
}
