import { z } from 'zod'
import { eventKind } from '../event-kind.ts'

export const EntityKind = z.enum(['ad', 'adset', 'campaign']).meta({ id: 'EntityKind' })

const time = (description: string) => z.string().meta({ description, format: 'date-time' })

const ofEnd = {
  platform: z.string().meta({ description: 'Which platform, by its name here.' }),
  accountId: z.string().meta({ description: 'The ad account.' }),
  entityType: EntityKind.meta({ description: 'What ends.' }),
  entityId: z.string().meta({ description: 'Its id on the platform.' }),
  name: z.string().meta({ description: 'Its name when the end was set.' }),
  endTime: time('When it was to end.'),
}
const endedAt = time('When it was paused.')

const end = {
  ...{ platform: 'primary', accountId: 'act_566148315000001', entityType: 'ad' as const },
  ...{ entityId: '120206614831500021', name: 'Lookbook', endTime: '2026-11-01T09:00:00.000Z' },
}

/** Ends that are kept by the service, where a platform cannot. */
export const endEvents = [
  eventKind({
    name: 'end.kept',
    seenBy: 'account',
    description: 'Paused at its end by this service.',
    data: z.object({ ...ofEnd, endedAt }),
    example: { ...end, endedAt: '2026-11-01T09:00:00.412Z' },
  }),
  eventKind({
    name: 'end.overdue',
    seenBy: 'account',
    description: 'Could not be paused at its end yet; it is tried again.',
    data: z.object({
      ...ofEnd,
      reason: z.string().meta({ description: 'Why it could not be paused.' }),
      nextTryAt: time('When it is tried again.'),
    }),
    example: { ...end, reason: 'The platform did not answer.', nextTryAt: '2026-11-01T09:03:00.000Z' },
  }),
  eventKind({
    name: 'end.late',
    seenBy: 'account',
    description: 'Paused more than a minute after its end.',
    data: z.object({
      ...ofEnd,
      endedAt,
      lateSeconds: z.number().int().meta({ description: 'How long after its end.' }),
      spent: z.number().nullable().meta({
        description:
          "What it spent meanwhile, in the account's main unit, as far as the platform tells: what its figures grew by since they were last read before the end. null: it does not tell.",
      }),
      currency: z.string().meta({ description: 'The currency of the amount.', examples: ['EUR'] }),
    }),
    example: { ...end, endedAt: '2026-11-01T11:00:00.000Z', lateSeconds: 7200, spent: 12.4, currency: 'EUR' },
  }),
] as const
