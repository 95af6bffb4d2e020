import { required } from '../../src/required.ts'
import { numbers } from '../context.ts'
import type { Context } from '../context.ts'
import type { WatchedBatch } from './watch.ts'

/** How batches ended, for people: by account, then what failed and why, then what to do next. `lineOf` names an ad's place in the sheet. */
export function describeEnd(
  context: Context,
  batches: readonly WatchedBatch[],
  lineOf?: (batchId: number, index: number) => string,
): string {
  return batches
    .flatMap((batch) => [
      `Batch ${batch.adBatchId}: ${batch.message}`,
      accountTable(context, batch),
      ...failureTable(context, batch, lineOf),
      ...nextSteps(batch),
    ])
    .join('\n')
}

function accountTable(context: Context, { ads = [] }: WatchedBatch): string {
  const accounts = [...new Set(ads.map(({ adAccountId }) => adAccountId))]
  const rows = accounts.map((account) => {
    const own = ads.filter(({ adAccountId }) => adAccountId === account)
    const count = (...states: string[]) => String(own.filter(({ status }) => states.includes(status)).length)
    const { platform, sandbox } = required(own[0], 'first ad')
    return [
      account,
      sandbox ? `${platform} (sandbox)` : platform,
      String(own.length),
      count('launched', 'undone'),
      count('failed'),
      count('cancelled'),
    ]
  })
  return context.table(
    ['ACCOUNT', 'PLATFORM', numbers('ADS'), numbers('LAUNCHED'), numbers('FAILED'), numbers('CANCELLED')],
    rows,
  )
}

function failureTable(context: Context, batch: WatchedBatch, lineOf?: (id: number, index: number) => string): string[] {
  if (batch.failedAds.length === 0) return []
  const rows = batch.failedAds.map(({ index, adName, adSetId, message, hint, platformCode }) => {
    const line = lineOf?.(batch.adBatchId, index) ?? String(index)
    const code = platformCode === undefined ? '' : ` (code ${platformCode})`
    return [line, adName, adSetId, `${message}${code}${hint ? ` ${hint}` : ''}`]
  })
  return ['', context.table([lineOf ? 'ROW' : 'AD', 'NAME', 'AD SET', { title: 'WHY IT FAILED', isText: true }], rows)]
}

function nextSteps({ adBatchId, failedAds, successfulAds }: WatchedBatch): string[] {
  const steps = [
    ...(successfulAds > 0 ? [`What the platform stored: flightdeck batch receipts ${adBatchId}`] : []),
    ...(failedAds.length > 0 ? [`Launch what failed again:  flightdeck batch retry ${adBatchId}`] : []),
  ]
  return steps.length > 0 ? ['', ...steps] : []
}
