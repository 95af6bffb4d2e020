import { z } from 'zod'
import { adsOf, batchProgress, currentMessage, eventsOf, findBatch } from '../../../core/launch/batch/batch-view.ts'
import { notFound } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { BatchAd, BatchIdParams } from '../batch-status.ts'
import { BatchSummary, summarize } from '../batches.ts'

export const batchById = defineEndpoint({
  method: 'GET',
  path: '/v1/batches/{id}',
  section: 'Launching',
  summary: 'One launch whole: the request as accepted, every ad, and what happened when.',
  scope: 'read',
  tool: 'get_batch',
  params: BatchIdParams,
  reply: BatchSummary.extend({
    progress: z.number(),
    message: z.string(),
    request: z.record(z.string(), z.unknown()),
    ads: z.array(BatchAd),
    events: z.array(z.looseObject({ id: z.number().int(), at: z.string(), kind: z.string() })),
  }),
  async handle({ params, caller, services }) {
    const { db } = services
    const batch = await findBatch(services, caller.companyId, params.id)
    if (!batch) throw notFound('batch', params.id)
    const { request } = await db
      .selectFrom('batches')
      .select('request')
      .where('company_id', '=', caller.companyId)
      .where('id', '=', batch.id)
      .executeTakeFirstOrThrow()
    return {
      ...summarize(batch),
      progress: batchProgress(batch),
      message: await currentMessage(db, caller.companyId, batch),
      request,
      ads: await adsOf(db, caller.companyId, batch.id),
      events: await eventsOf(db, caller.companyId, batch.id),
    }
  },
})
