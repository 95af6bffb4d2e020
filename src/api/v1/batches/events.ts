import { z } from 'zod'
import { findBatch } from '../../../core/batches/find.ts'
import { eventNotes, describeEvents } from '../../../core/launch/batch/event-shapes.ts'
import { streamEvents } from '../../../core/launch/batch/event-stream.ts'
import { Answer, fileReply, operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { BatchId } from '../batch-status.ts'

export const batchEvents = operation({
  name: 'follow_batch',
  rest: { method: 'GET', path: '/v1/batches/{id}/events', headers: { 'last-event-id': 'lastEventId' } },
  section: 'Launching',
  summary: `Follow a batch as it happens (server-sent events): ${Object.keys(describeEvents).join(', ')}.`,
  description:
    'A reader that comes back with the header Last-Event-ID misses nothing. The data of each event is a JSON object:\n\n' +
    eventNotes(),
  scope: 'read',
  effect: 'reads',
  input: z.object({
    id: BatchId,
    lastEventId: z.string().optional().meta({ description: 'The id of the last event that was read.' }),
  }),
  example: { id: demo.batch },
  reply: fileReply('text/event-stream'),
  async handle(deps, call, { id, lastEventId }) {
    const batch = await findBatch(deps, call, { id })
    const last = Number(lastEventId)
    const lastId = Number.isSafeInteger(last) && last > 0 ? last : 0
    const stream = streamEvents(deps, call, { batchId: batch.id, lastId })
    return new Answer(200, stream, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  },
})
