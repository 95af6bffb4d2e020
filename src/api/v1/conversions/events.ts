import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { maxEvents, sendEvents } from '../../../core/manage/events.ts'
import { SpecObject } from '../manage/fields.ts'
import { operation } from '../../../call/operation.ts'
import { namesFor } from '../../../call/input/field-names.ts'
import type { ConversionEvent } from '../../../platforms/contract/manage.ts'
import { demo } from '../../examples.ts'
import { AccountIdField, WorkspaceIdField } from '../../shapes.ts'

const Event = z
  .looseObject({
    eventName: z.string().max(200).meta({ description: 'Purchase, Lead or a name of your own.' }),
    eventTime: z.coerce
      .number()
      .optional()
      .meta({ description: 'When it happened: Unix seconds, at most 7 days ago. Left out: now.' }),
    eventId: z.string().min(1).max(200).optional().meta({ description: 'Two events with the same id count once.' }),
    actionSource: z.string().max(50).optional().meta({ description: 'Where it happened: website unless given.' }),
    eventSourceUrl: z.string().max(4000).optional().meta({ description: 'The page that it happened on.' }),
    userData: SpecObject.meta({ description: 'email, phone, ... Hashed here unless it is a SHA-256 digest already.' }),
    customData: SpecObject.optional().meta({ description: 'value, currency and more, as the platform knows them.' }),
  })
  .meta({ id: 'ConversionEvent' })

const known = new Set(Object.keys(Event.shape).flatMap(namesFor))

/** What is in the platform's own words beyond the documented fields goes along as it is. */
function withRest(event: z.output<typeof Event>, now: Date): ConversionEvent {
  const more = Object.fromEntries(Object.entries(event).filter(([key]) => !known.has(key) && /^[a-z_]+$/.test(key)))
  const { eventName, eventId, actionSource, eventSourceUrl, userData, customData } = event
  const eventTime = event.eventTime ?? Math.floor(now.getTime() / 1000)
  return { eventName, eventTime, eventId, actionSource, eventSourceUrl, userData, customData, more }
}

const FailedEvent = z
  .object({
    index: z.number().int().meta({ description: 'Which event of the request, counted from 0.' }),
    message: z.string().meta({ description: 'What is wrong with it.' }),
  })
  .meta({ id: 'FailedEvent' })

export const conversionEvents = operation({
  name: 'send_conversion_events',
  rest: { method: 'POST', path: '/v1/conversions/events' },
  section: 'Primary platform',
  summary: `Send conversion events of a pixel, 1 to ${maxEvents.toLocaleString('en')} at once.`,
  description:
    'Names, emails, phones and the like are normalized and hashed before they leave, unless they are hashed already. ' +
    'Events that break a rule are left out and named in failed; the others are sent.',
  scope: 'manage',
  effect: 'changes',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    accountId: AccountIdField,
    pixelId: PlatformId.meta({ description: 'The pixel that is to see them: one of the account.' }),
    events: z.array(Event).min(1).max(maxEvents).meta({ description: 'What happened.' }),
    testEventCode: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Shows the events in the test view of the platform, under this code.' }),
    workspaceId: WorkspaceIdField,
  }),
  example: {
    accountId: demo.account,
    pixelId: demo.pixel,
    events: [
      {
        eventName: 'Purchase',
        eventId: 'order-1001',
        userData: { email: 'dana@example.com' },
        customData: { value: 49.9, currency: 'USD' },
      },
    ],
  },
  reply: z.object({
    received: z.number().int().meta({ description: 'How many events the platform took.' }),
    failed: z.array(FailedEvent).meta({ description: 'Events that were not sent, and why.' }),
  }),
  handle(deps, call, { accountId, pixelId, events, testEventCode }) {
    const asked = events.map((event) => withRest(event, call.now))
    return sendEvents(deps, call, { accountId, pixelId, events: asked, testEventCode })
  },
})
