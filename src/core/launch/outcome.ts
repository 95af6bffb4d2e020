import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { PlatformError } from '../../errors.ts'
import { MediaError } from '../../media/media-error.ts'
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

/** A failure that knows which of the ad's media it is about. */
export class MediaFailure extends Error {
  readonly index: number
  readonly reason: MediaError

  constructor(index: number, reason: MediaError) {
    super(reason.message)
    this.index = index
    this.reason = reason
  }
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
  if (error instanceof MediaFailure) {
    return {
      step,
      code: error.reason.code,
      message: error.message,
      field: `media.${error.index}.url`,
      retryable: isPassing(error.reason),
      hint: 'Check that the address opens in a browser without signing in, or upload the file and use the address you get.',
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
    .where('state', 'in', ['waiting', 'running', 'unsure'])
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
    .where('state', 'in', ['waiting', 'running', 'unsure'])
    .executeTakeFirst()
  if (numUpdatedRows === 1n)
    await count(trx, item, 'failed_ads', 'ad.failed', { code: failure.code, message: failure.message })
}

async function count(
  trx: Db,
  item: ItemRef,
  counter: 'launched_ads' | 'failed_ads',
  kind: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await addEvent(trx, item, kind, detail)
  const { rows } = await sql<{ state: string }>`
    UPDATE batches SET ${sql.ref(counter)} = ${sql.ref(counter)} + 1 WHERE id = ${item.batchId}
    RETURNING launched_ads + failed_ads + cancelled_ads = total_ads AS finished`.execute(trx)
  if ((rows[0] as unknown as { finished: boolean }).finished) await finishBatch(trx, item)
}

async function finishBatch(trx: Db, item: ItemRef): Promise<void> {
  const { rows } = await sql<{ state: string; launched_ads: number; failed_ads: number }>`
    UPDATE batches SET finished_at = clock_timestamp(), state = CASE
      WHEN launched_ads = total_ads THEN 'success'
      WHEN launched_ads > 0 THEN 'partial'
      WHEN failed_ads > 0 THEN 'error'
      ELSE 'cancelled' END
    WHERE id = ${item.batchId} RETURNING state, launched_ads, failed_ads`.execute(trx)
  const { state, launched_ads: launched, failed_ads: failed } = rows[0]!
  await addEvent(trx, { ...item, id: null }, 'batch.finished', { state, launched, failed })
}

export async function addEvent(
  trx: Db,
  item: { id: number | null; companyId: number; batchId: number },
  kind: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await trx
    .insertInto('batch_events')
    .values({
      company_id: item.companyId,
      batch_id: item.batchId,
      item_id: item.id,
      kind,
      detail: JSON.stringify(detail),
    })
    .execute()
}
