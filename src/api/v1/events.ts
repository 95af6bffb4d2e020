import { z } from 'zod'
import { Answer, operation } from '../../call/operation.ts'
import { momentRange, requireRange } from '../../core/days/range.ts'
import { catalogue, eventNames } from '../../core/events/catalogue.ts'
import { retentionKinds } from '../../config/retention.ts'
import { CompanyEvent } from '../../core/events/present.ts'
import { listEvents, placeAfter } from '../../core/events/read.ts'
import { followEvents } from '../../core/events/stream.ts'
import { required } from '../../lookup.ts'
import { limitField } from '../pages.ts'
import { Pagination } from '../../call/whole-list.ts'

const streamType = 'text/event-stream'

/** One word, several by comma, or the field several times. */
const EventTypes = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : given),
    z
      .array(z.string().trim().pipe(z.enum(eventNames)))
      .min(1)
      .max(eventNames.length),
  )
  .meta({ description: `Only events of these types, by comma: ${eventNames.join(', ')}.` })

export const events = operation({
  name: 'list_events',
  rest: {
    method: 'GET',
    path: '/v1/events',
    headers: { 'last-event-id': 'lastEventId', accept: 'accept' },
  },
  section: 'Events and safety',
  summary: 'What happened in the company, oldest first; or as it happens (server-sent events).',
  description:
    'Go on with `after`, the id of the last event that you have: nothing is missed, whatever is written at the same time. With ' +
    `the header Accept: ${streamType} the answer stays open, and every event is told as it happens; a reader that comes back with ` +
    `Last-Event-ID misses nothing. Events are kept for ${retentionKinds.events.default} days, unless this installation sets otherwise. Types:\n\n` +
    catalogue.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n'),
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    after: z
      .string()
      .max(60)
      .optional()
      .meta({ description: 'The id of the last event that is known. Left out: from the oldest that is kept.' }),
    type: EventTypes.optional(),
    ...momentRange,
    limit: limitField(500, 100),
    lastEventId: z
      .string()
      .max(60)
      .optional()
      .meta({ description: 'The same as `after`, as readers of streams send it.' }),
    accept: z
      .string()
      .optional()
      .meta({ description: `${streamType}: the answer stays open.` }),
  }),
  example: { limit: 10 },
  reply: z.object({
    data: z.array(CompanyEvent).meta({ description: 'The events.' }),
    count: z.number().int().meta({ description: 'How many events this page has.' }),
    pagination: Pagination.meta({ description: 'How to get the rest.' }),
  }),
  files: [streamType],
  async handle(deps, call, { after, lastEventId, accept, type: types, from, to, limit }) {
    if (from && to) requireRange(from, new Date(to.getTime() - 1), { start: 'from', end: 'to' })
    const id = lastEventId ?? after
    const wanted = { after: id === undefined ? 0 : await placeAfter(deps, call, { id }), types, from, to }
    if (accept?.includes(streamType)) return new Answer(200, followEvents(deps, call, wanted), streamHeaders, true)
    const { events: data, hasMore } = await listEvents(deps, call, { ...wanted, limit })
    const nextCursor = hasMore ? required(data.at(-1), 'last event').id : null
    return { data, count: data.length, pagination: { limit, hasMore, nextCursor } }
  },
})

const streamHeaders = {
  'content-type': `${streamType}; charset=utf-8`,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}
