import { z } from 'zod'
import { findBatch } from '../../../core/launch/batch/batch-view.ts'
import { undoBatch } from '../../../core/launch/batch/undo.ts'
import { notFound } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'
import { BatchIdParams } from '../batch-status.ts'

export const undoBatchEndpoint = defineEndpoint({
  method: 'POST',
  path: '/v1/batches/{id}/undo',
  section: 'Launching',
  summary: 'Pause, then delete what a batch created, newest first.',
  description:
    'With dryRun it only says what would be removed. Ads are removed; creatives and media stay in the account, where they cost nothing; ' +
    'what was spent stays spent.',
  scope: 'manage',
  tool: 'undo_batch',
  params: BatchIdParams,
  body: z.object({ dryRun: z.boolean().optional() }),
  reply: z.object({
    adBatchId: z.number().int(),
    dryRun: z.boolean(),
    depth: z.enum(['platform']),
    message: z.string(),
    results: z.array(
      z.object({
        index: z.number().int(),
        adName: z.string(),
        adSetId: z.string(),
        adId: z.string(),
        outcome: z.enum(['done', 'would be removed', 'gone already', 'cannot']),
        reason: z.string().optional(),
      }),
    ),
    doneCount: z.number().int(),
    cannotCount: z.number().int(),
  }),
  async handle({ params, body, caller, services }) {
    const batch = await findBatch(services, caller.companyId, params.id)
    if (!batch) throw notFound('batch', params.id)
    const dryRun = body.dryRun ?? false
    const results = await undoBatch(services, companyOf(caller), batch, dryRun)
    const cannotCount = results.filter((result) => result.outcome === 'cannot').length
    const doneCount = results.length - cannotCount
    const message = dryRun
      ? `${doneCount} of ${results.length} ads would be removed. Nothing was changed.`
      : `${doneCount} of ${results.length} ads are gone. Creatives and media stay in the account; what was spent stays spent.`
    return { adBatchId: batch.id, dryRun, depth: 'platform', message, results, doneCount, cannotCount }
  },
})
