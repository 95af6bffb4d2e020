import { z } from 'zod'
import { findBatch } from '../../../core/launch/batch/batch-view.ts'
import { streamEvents } from '../../../core/launch/batch/event-stream.ts'
import { notFound } from '../../../errors.ts'
import { Answer, defineEndpoint } from '../../../call/endpoint.ts'
import { BatchIdParams } from '../batch-status.ts'

export const batchEvents = defineEndpoint({
  method: 'GET',
  path: '/v1/batches/{id}/events',
  section: 'Launching',
  summary: 'Follow a batch as it happens (server-sent events): progress, ad.launched, ad.failed, batch.finished.',
  description:
    'Every event names its adBatchId. batch.finished comes last, in the words of batch-status. A reader that comes back with the header ' +
    'Last-Event-ID misses nothing.',
  scope: 'read',
  params: BatchIdParams,
  reply: z.string(),
  replyType: 'text/event-stream',
  async handle({ params, caller, services, headers }) {
    const batch = await findBatch(services, caller.companyId, params.id)
    if (!batch) throw notFound('batch', params.id)
    const last = Number(headers['last-event-id'])
    const from = Number.isSafeInteger(last) && last > 0 ? last : 0
    const stream = streamEvents(services, { id: batch.id, companyId: caller.companyId }, from)
    return new Answer(200, stream, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  },
})
