import { z } from 'zod'
import { required } from '../../../lookup.ts'
import { statusFields, WaitingFor } from './shapes.ts'
import { adFields, failureFields } from '../../events/catalogue/launching.ts'

const When = z.string().meta({ description: 'When it happened.', format: 'date-time' })
const adId = z.string().meta({ description: 'The id of the ad on the platform.' })

const waitFields = {
  step: z.string().meta({ description: 'The step that it goes on with.' }),
  until: z.string().meta({ description: 'When it goes on.', format: 'date-time' }),
  reason: WaitingFor.optional().meta({ description: 'What it waits for, in the words of waitingFor.' }),
}

const batchFields = { adBatchId: z.number().int().meta({ description: 'Id of the batch.' }) }
const countFields = {
  totalAds: z.number().int().meta({ description: 'How many ads the batch has.' }),
  successfulAds: z.number().int().meta({ description: 'How many of them were launched.' }),
  failedCount: z.number().int().meta({ description: 'How many of them failed.' }),
}

const BatchWait = z.object({
  waitingFor: WaitingFor.meta({ description: 'What they wait for.' }),
  ads: z.number().int().meta({ description: 'How many ads do.' }),
  waitsUntil: z
    .string()
    .optional()
    .meta({ description: 'When the first of them goes on, where that is known.', format: 'date-time' }),
})

/** What the stream of a batch tells, by the name of the event. */
export const describeEvents = {
  progress: z
    .object({
      ...batchFields,
      progress: z.number().meta({ description: 'How many of 100 parts are done.' }),
      ...countFields,
    })
    .meta({ description: 'how far the batch is' }),
  'ad.launched': z
    .object({ ...batchFields, at: When, ...adFields, adId })
    .meta({ description: 'an ad exists on its platform' }),
  'ad.failed': z
    .object({ ...batchFields, at: When, ...adFields, ...failureFields })
    .meta({ description: 'an ad was not made, and is not tried again' }),
  'ad.waiting': z
    .object({ ...batchFields, at: When, ...adFields, ...waitFields })
    .meta({ description: 'an ad waits, and goes on by itself' }),
  'ad.unsure': z
    .object({ ...batchFields, at: When, ...adFields, ...waitFields })
    .meta({ description: 'the answer to a write was lost, and what it made is looked for' }),
  'batch.waiting': z
    .object({
      ...batchFields,
      message: z
        .string()
        .meta({ description: 'How far the batch is and what it waits for, in the words of batch-status.' }),
      waits: z.array(BatchWait).meta({ description: 'What its ads wait for, most of them first; none: they go on.' }),
    })
    .meta({
      description: 'what ads of the batch wait for and until when; told when that changes, looked at every 3 s',
    }),
  'batch.finished': z
    .object({
      ...batchFields,
      at: When,
      ...statusFields,
      ...countFields,
      message: z.string().meta({ description: 'How the batch ended, for people.' }),
    })
    .meta({ description: 'the last event, in the words of batch-status' }),
}

export type DescribedEvents = { [Name in keyof typeof describeEvents]: z.output<(typeof describeEvents)[Name]> }

/** Every event with its fields, for the documents. */
export function eventNotes(): string {
  return Object.entries(describeEvents)
    .map(([name, shape]) => `- \`${name}\`: ${required(shape.meta(), 'description').description}. ${fieldNotes(shape)}`)
    .join('\n')
}

function fieldNotes({ shape }: z.ZodObject): string {
  const notes = Object.entries(shape as Record<string, z.ZodType>).map(([field, type]) => {
    const about = (type.meta()?.description ?? '').replace(/\.$/, '').replace(/^./, (first) => first.toLowerCase())
    return `\`${field}\`${type.safeParse(undefined).success ? ' (if any)' : ''}: ${about}`
  })
  return `${notes.join('; ')}.`
}

/** What is written down of a batch. Which of the other fields there are goes by the kind. */
export const BatchEvent = z
  .object({
    id: z.number().int().meta({ description: 'Grows from event to event.' }),
    at: When,
    kind: z
      .enum([
        'queued',
        'ad.launched',
        'ad.failed',
        'ad.waiting',
        'ad.unsure',
        'ad.cancelled',
        'ad.undone',
        'batch.cancelled',
        'batch.finished',
        'batch.undone',
      ])
      .meta({
        id: 'BatchEventKind',
        description:
          'What happened. queued: the launch was taken; ad.unsure: the answer to a write was lost, and what it made is looked for.',
      }),
    index: adFields.index.optional(),
    adSetId: adFields.adSetId.optional(),
    totalAds: z.number().int().optional().meta({ description: 'queued: how many ads there are.' }),
    again: z.number().int().optional().meta({ description: 'queued again: how many ads are launched again.' }),
    adId: adId.optional(),
    code: failureFields.code.optional(),
    message: failureFields.message.optional(),
    step: z.string().optional().meta({ description: 'ad.waiting and ad.unsure: the step that it goes on with.' }),
    until: z
      .string()
      .optional()
      .meta({ description: 'ad.waiting and ad.unsure: when it goes on.', format: 'date-time' }),
    reason: WaitingFor.optional().meta({ description: 'ad.waiting and ad.unsure: what it waits for.' }),
    state: z
      .enum(['success', 'error', 'partial', 'cancelled'])
      .optional()
      .meta({ description: 'batch.finished: how it ended.' }),
    launched: z.number().int().optional().meta({ description: 'batch.finished: how many ads were launched.' }),
    failed: z.number().int().optional().meta({ description: 'batch.finished: how many ads failed.' }),
    cancelled: z.number().int().optional().meta({ description: 'How many ads were stopped before they were sent.' }),
    removed: z.number().int().optional().meta({ description: 'batch.undone: how many ads were removed.' }),
    notRemoved: z.number().int().optional().meta({ description: 'batch.undone: how many could not be.' }),
  })
  .meta({ id: 'BatchEvent' })
export type BatchEvent = z.output<typeof BatchEvent>
