import { z } from 'zod'
import { adsOf, currentMessage, failedAdsOf } from '../../core/launch/batch/batch-view.ts'
import { findBatch } from '../../core/batches/find.ts'
import { batchProgress, elapsedMs, statusWords } from '../../core/launch/batch/batch-words.ts'
import { BatchAd, FailedAd, statusFields } from '../../core/launch/batch/shapes.ts'
import { operation } from '../../call/operation.ts'
import { demo } from '../examples.ts'
import { sandboxOrUnnamed } from '../shapes.ts'

/** Where a launch that was taken can be followed. */
export function followBatch({ adBatchId }: Record<string, unknown>): string {
  return `/v1/batch-status/${Number(adBatchId)}`
}

export const BatchId = z.string().min(1).max(100).meta({ description: 'Id or slug of the batch.' })

/** What is told of every batch, in whatever form it is shown. */
export const batchFields = {
  adBatchId: z.number().int().meta({ description: 'Id of the batch.' }),
  adBatchSlug: z.string().meta({ description: 'Name of the batch; it may stand wherever its id may.' }),
  name: z.string().nullable().meta({ description: 'What people call it; null: nothing, or you see a part of it.' }),
  ...statusFields,
  sandbox: sandboxOrUnnamed,
  totalAds: z.number().int().meta({ description: 'How many ads it has: one for each ad set of each ad.' }),
  successfulAds: z.number().int().meta({ description: 'How many of them were launched.' }),
  undoneAds: z.number().int().meta({ description: 'Of the successful ads, those that were removed again by undo.' }),
}

/** How far a batch is. */
export const progressFields = {
  progress: z.number().meta({ description: 'How many of 100 parts are done.' }),
  message: z.string().meta({ description: 'How far it is and what holds it up, for people.' }),
}

const BatchStatus = z
  .object({
    ...batchFields,
    ...progressFields,
    failedAds: z.array(FailedAd).meta({ description: 'The ads that were not made, and why.' }),
    elapsedTimeMs: z.number().int().meta({ description: 'How long it has taken, in milliseconds.' }),
    elapsedTimeSeconds: z.number().int().meta({ description: 'The same in whole seconds.' }),
    ads: z.array(BatchAd).optional().meta({ description: 'Every ad; only with include=ads.' }),
  })
  .meta({ id: 'BatchStatus' })

export const batchStatus = operation({
  name: 'get_batch_status',
  rest: { method: 'GET', path: '/v1/batch-status/{id}' },
  section: 'Launching',
  summary: 'How far a batch is. Ask until summaryStatus is success or error.',
  description:
    'A draft that was not launched has the status draft and the summaryStatus error, because nothing is on its way; the message says so.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    id: BatchId,
    include: z.enum(['ads']).optional().meta({ description: 'ads: list every ad of the batch.' }),
  }),
  example: { id: demo.batch, include: 'ads' },
  reply: BatchStatus,
  async handle(deps, call, { id, include }) {
    const batch = await findBatch(deps, call, { id })
    const of = { batchId: batch.id }
    const elapsed = elapsedMs(batch)
    return {
      adBatchId: batch.id,
      adBatchSlug: batch.slug,
      name: batch.name,
      ...statusWords(batch.state),
      sandbox: batch.is_sandbox,
      progress: batchProgress(batch),
      totalAds: batch.total_ads,
      successfulAds: batch.launched_ads,
      undoneAds: batch.undone_ads,
      failedAds: batch.failed_ads > 0 ? await failedAdsOf(deps, call, of) : [],
      message: await currentMessage(deps, call, batch),
      elapsedTimeMs: elapsed,
      elapsedTimeSeconds: Math.floor(elapsed / 1000),
      ...(include === 'ads' ? { ads: await adsOf(deps, call, of) } : {}),
    }
  },
})
