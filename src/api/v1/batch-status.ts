import { z } from 'zod'
import {
  adsOf,
  batchProgress,
  currentMessage,
  elapsedMs,
  failedAdsOf,
  findBatch,
  statusWords,
} from '../../core/launch/batch/batch-view.ts'
import { waitReasons } from '../../core/launch/engine/waits.ts'
import type { WaitReason } from '../../core/launch/engine/waits.ts'
import { notFound } from '../../errors.ts'
import { defineEndpoint } from '../../call/endpoint.ts'

/** Where a launch that was taken can be followed. */
export function followBatch({ adBatchId }: Record<string, unknown>): string {
  return `/v1/batch-status/${Number(adBatchId)}`
}

export const BatchId = z.string().min(1).max(100).meta({ description: 'Id or slug of the batch.' })

export const BatchIdParams = z.object({ id: BatchId })

export const FailedAd = z.object({
  index: z.number().int(),
  adName: z.string(),
  clientRef: z.string().optional(),
  platform: z.string(),
  adAccountId: z.string(),
  adSetId: z.string(),
  step: z.string(),
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  platformCode: z.union([z.number(), z.string()]).optional(),
  platformSubcode: z.union([z.number(), z.string()]).optional(),
  traceId: z.string().optional(),
  retryable: z.boolean(),
  hint: z.string().optional(),
})

export const BatchAd = z.object({
  index: z.number().int(),
  adName: z.string(),
  clientRef: z.string().optional(),
  platform: z.string(),
  adAccountId: z.string(),
  adSetId: z.string(),
  status: z.enum(['waiting', 'running', 'launched', 'failed', 'unsure', 'cancelled', 'undone']),
  step: z.string().nullable(),
  adId: z.string().optional(),
  creativeId: z.string().optional(),
  adsManagerUrl: z.string().optional(),
  undoneAt: z.string().optional().meta({ description: 'When undo removed the ad again.' }),
  error: z.record(z.string(), z.unknown()).optional(),
  waitingFor: z
    .enum(Object.keys(waitReasons) as [WaitReason, ...WaitReason[]])
    .optional()
    .meta({
      description: `What the ad waits for. ${Object.entries(waitReasons)
        .map(([reason, words]) => `${reason}: ${words}`)
        .join('; ')}.`,
    }),
  waitsUntil: z.string().optional().meta({ description: 'When the ad goes on, where that is known.' }),
})

export const batchStatus = defineEndpoint({
  method: 'GET',
  path: '/v1/batch-status/{id}',
  section: 'Launching',
  summary: 'How far a batch is. Ask until summaryStatus is success or error.',
  description:
    'A draft that was not launched has the status draft and the summaryStatus error, because nothing is on its way; the message says so.',
  scope: 'read',
  tool: 'get_batch_status',
  params: BatchIdParams,
  query: z.object({
    include: z.string().max(100).optional().meta({ description: 'ads: list every ad of the batch.' }),
  }),
  reply: z.object({
    adBatchId: z.number().int(),
    adBatchSlug: z.string(),
    status: z.string(),
    summaryStatus: z.enum(['in_progress', 'success', 'error']),
    rawStatus: z.string(),
    progress: z.number(),
    totalAds: z.number().int(),
    successfulAds: z.number().int(),
    undoneAds: z.number().int().meta({ description: 'Of the successful ads, those that were removed again by undo.' }),
    failedAds: z.array(FailedAd),
    message: z.string(),
    elapsedTimeMs: z.number().int(),
    elapsedTimeSeconds: z.number().int(),
    ads: z.array(BatchAd).optional(),
  }),
  async handle({ params, query, caller, services }) {
    const { db } = services
    const batch = await findBatch(services, caller.companyId, params.id)
    if (!batch) throw notFound('batch', params.id)
    const elapsed = elapsedMs(batch)
    return {
      adBatchId: batch.id,
      adBatchSlug: batch.slug,
      ...statusWords(batch.state),
      progress: batchProgress(batch),
      totalAds: batch.total_ads,
      successfulAds: batch.launched_ads,
      undoneAds: batch.undone_ads,
      failedAds: batch.failed_ads > 0 ? await failedAdsOf(db, caller.companyId, batch.id) : [],
      message: await currentMessage(db, caller.companyId, batch),
      elapsedTimeMs: elapsed,
      elapsedTimeSeconds: Math.floor(elapsed / 1000),
      ...(query.include?.split(',').includes('ads') ? { ads: await adsOf(db, caller.companyId, batch.id) } : {}),
    }
  },
})
