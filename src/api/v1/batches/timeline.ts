import { z } from 'zod'
import { TextId } from '../../../core/launch/plan/request.ts'
import { findBatch } from '../../../core/batches/find.ts'
import { BatchEvent } from '../../../core/launch/batch/event-shapes.ts'
import { BatchAd } from '../../../core/launch/batch/shapes.ts'
import { adFields } from '../../../core/events/catalogue/launching.ts'
import { timelinesOf } from '../../../core/launch/batch/timeline.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { BatchId } from '../batch-status.ts'

const TimelineStep = z
  .object({
    name: z.string().meta({ description: 'Which step, unique within the ad.' }),
    kind: z.string().meta({ description: 'What it makes: media, creative or ad.' }),
    state: z.enum(['not_begun', 'open', 'done', 'refused', 'absent', 'forgotten']).meta({
      id: 'TimelineStepState',
      description:
        'How it stands. open: it was sent or is about to be, and there is no answer yet; refused: the platform said no; absent: nothing was made, so it is made ' +
        'anew when the ad goes on; forgotten: it was done so long ago that the journal does not have it any more.',
    }),
    tries: z
      .number()
      .int()
      .meta({ description: 'How often it was about to be sent. What it made exists once, whatever this number.' }),
    begunAt: z
      .string()
      .nullable()
      .meta({ description: 'When it was first about to be sent; null: never, or not known.', format: 'date-time' }),
    lastTriedAt: z
      .string()
      .nullable()
      .meta({ description: 'When it was last about to be sent; null: never, or not known.', format: 'date-time' }),
    endedAt: z
      .string()
      .nullable()
      .meta({ description: 'When the last try came to its end; null: it has not.', format: 'date-time' }),
    platformId: z.string().nullable().meta({ description: 'What the platform calls what it made; null: nothing yet.' }),
    shared: z
      .boolean()
      .meta({ description: 'true: it was made for another ad, perhaps in an earlier batch, and is used by this one.' }),
  })
  .meta({ id: 'TimelineStep', description: 'One write to the platform on the way to an ad.' })

const AdTimeline = z
  .object({
    ...adFields,
    platform: BatchAd.shape.platform,
    adAccountId: BatchAd.shape.adAccountId,
    status: BatchAd.shape.status,
    retries: z.number().int().meta({
      description: 'How often the ad was put back after a failure that may pass. Pauses of the account do not count.',
    }),
    steps: z.array(TimelineStep).meta({ description: 'Its steps in their order; none before the ad was begun.' }),
    readBack: z
      .object({
        at: z.string().meta({ description: 'When.', format: 'date-time' }),
        differences: z.number().int().meta({ description: 'In how many fields it differs from what was asked for.' }),
        error: z.string().optional().meta({ description: 'Why it could not be read.' }),
      })
      .nullable()
      .meta({ description: 'When the ad was last read back for its receipt; null: it was not.' }),
    events: z.array(BatchEvent).meta({
      description: 'What happened to it, oldest first: every wait with why and until when. At most the latest 200.',
    }),
    earlierEvents: z.number().int().meta({ description: 'How many events there were before these.' }),
    notes: z.array(z.string()).meta({
      description: 'What is not told, and why, for people. Closed writes are kept for 180 days, events for 90.',
    }),
  })
  .meta({ id: 'AdTimeline', description: 'What happened to one ad of a batch.' })

export const batchTimeline = operation({
  name: 'get_timeline',
  rest: { method: 'GET', path: '/v1/batches/{id}/timeline' },
  section: 'Launching',
  summary: 'For each ad of a batch: its steps, how many tries each took, its waits and why, with times.',
  description:
    'The ads come in the order of the request; index and adSetId pick one. Read from the journal alone: the platform is not asked.',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    id: BatchId,
    index: z.coerce
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Only this ad of the request, counted from 0: one entry for each of its ad sets.' }),
    adSetId: TextId.optional().meta({ description: 'Only ads for this ad set.' }),
    ...pageFields(50, 20),
  }),
  example: { id: demo.batch, index: 0 },
  reply: pageOf(AdTimeline),
  async handle(deps, call, { id, index, adSetId, ...paged }) {
    const batch = await findBatch(deps, call, { id })
    const window = windowOf(paged)
    const { timelines, total } = await timelinesOf(deps, call, batch, { index, adSetId, ...window })
    return pageWith(timelines, window, total)
  },
})
