import { z } from 'zod'
import { adsOf, currentMessage, eventsOf, requestOf } from '../../../core/launch/batch/batch-view.ts'
import { findBatch, findWholeBatch } from '../../../core/batches/find.ts'
import { renameBatch } from '../../../core/batches/rename.ts'
import { BatchName } from '../../../core/launch/plan/request.ts'
import { batchProgress } from '../../../core/launch/batch/batch-words.ts'
import { BatchEvent } from '../../../core/launch/batch/event-shapes.ts'
import { BatchAd } from '../../../core/launch/batch/shapes.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { BatchId, progressFields } from '../batch-status.ts'
import { BatchSummary, summarize } from './index.ts'

const Batch = BatchSummary.extend({
  ...progressFields,
  request: z.record(z.string(), z.unknown()).meta({
    description: 'The request as it was accepted, with the fields of POST /v1/launch. A draft may lack some of them.',
  }),
  ads: z.array(BatchAd).meta({ description: 'Every ad. A draft has none yet.' }),
  events: z.array(BatchEvent).meta({ description: 'What happened, oldest first.' }),
}).meta({ id: 'Batch' })

export const batchById = operation({
  name: 'get_batch',
  rest: { method: 'GET', path: '/v1/batches/{id}' },
  section: 'Launching',
  summary: 'One launch whole: the request as accepted, every ad, and what happened when.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ id: BatchId }),
  example: { id: demo.batch },
  reply: Batch,
  async handle(deps, call, { id }) {
    const batch = await findBatch(deps, call, { id })
    const of = { batchId: batch.id }
    return {
      ...summarize(batch),
      progress: batchProgress(batch),
      message: await currentMessage(deps, call, batch),
      request: await requestOf(deps, call, batch),
      ads: await adsOf(deps, call, of),
      events: await eventsOf(deps, call, batch),
    }
  },
})

export const renameBatchOperation = operation({
  name: 'rename_batch',
  rest: { method: 'PATCH', path: '/v1/batches/{id}' },
  section: 'Launching',
  summary: 'Give a batch another name, or none. Nothing on a platform changes.',
  scope: 'launch',
  effect: 'changes',
  input: z.object({
    id: BatchId,
    name: BatchName.nullable().meta({ description: 'What it is called from now on; null: it has no name.' }),
  }),
  example: { id: demo.batch, name: 'Spring sale, first wave' },
  reply: BatchSummary,
  async handle(deps, call, { id, name }) {
    const batch = await findWholeBatch(deps, call, { id })
    call.touched({ before: { name: batch.name } })
    await renameBatch(deps, call, { batchId: batch.id, name: name || null })
    return summarize(await findWholeBatch(deps, call, { id }))
  },
})
