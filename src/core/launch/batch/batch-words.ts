import type { BatchState } from '../../../db/tables/tables.ts'
import type { BatchRow } from '../../batches/row.ts'
import type { StatusWords } from './shapes.ts'

const wordsOf: Record<BatchState, StatusWords> = {
  // A draft is not on its way: whoever waits for its end would wait for ever.
  draft: { status: 'draft', summaryStatus: 'error', rawStatus: 'Draft' },
  queued: { status: 'queued', summaryStatus: 'in_progress', rawStatus: 'Queued' },
  processing: { status: 'processing', summaryStatus: 'in_progress', rawStatus: 'Processing' },
  success: { status: 'success', summaryStatus: 'success', rawStatus: 'Success' },
  error: { status: 'error', summaryStatus: 'error', rawStatus: 'Error' },
  // A part that launched is still an error to a simple client.
  partial: { status: 'error', summaryStatus: 'error', rawStatus: 'Partial' },
  cancelled: { status: 'cancelled', summaryStatus: 'error', rawStatus: 'Cancelled' },
}

/** The words under which the outside knows a state. */
export function statusWords(state: BatchState): StatusWords {
  return wordsOf[state]
}

export function batchProgress(batch: BatchRow): number {
  const done = batch.launched_ads + batch.failed_ads + batch.cancelled_ads
  return batch.total_ads === 0 ? 0 : Math.floor((100 * done) / batch.total_ads)
}

export function batchMessage(batch: BatchRow): string {
  const { undone_ads: undone, launched_ads: launched } = batch
  if (undone === 0) return outcomeMessage(batch)
  const never = batch.total_ads - launched
  const others = never > 0 ? `; ${never} never existed` : ''
  if (undone < launched)
    return `Undone in part: of ${ads(launched)} that existed ${undone} ${undone === 1 ? 'was' : 'were'} removed again${others}.`
  const which = launched === 1 ? 'the ad that existed was' : `all ${ads(launched)} that existed were`
  return `Undone: ${which} removed again${others}.`
}

const ads = (n: number) => `${n} ${n === 1 ? 'ad' : 'ads'}`

function outcomeMessage(batch: BatchRow): string {
  const { state, total_ads: total, launched_ads: launched, failed_ads: failed } = batch
  switch (state) {
    case 'draft':
      return 'A draft that was not launched: there is nothing to wait for. POST /v1/launch/from-draft launches it.'
    case 'queued':
      return `${ads(total)} waiting to be launched.`
    case 'processing':
      return `${launched} of ${ads(total)} launched${failed > 0 ? `, ${failed} failed` : ''}.`
    case 'success':
      return `${total === 1 ? 'The ad was' : `All ${ads(total)} were`} launched.`
    case 'cancelled':
      return `Cancelled; ${launched} of ${ads(total)} had been launched.`
    default:
      return `${launched} of ${ads(total)} launched, ${failed} failed. failedAds says why.`
  }
}

export function elapsedMs(batch: BatchRow): number {
  if (!batch.queued_at) return 0
  return Math.max(0, (batch.finished_at ?? new Date()).getTime() - batch.queued_at.getTime())
}
