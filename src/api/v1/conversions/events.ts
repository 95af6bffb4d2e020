import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { sendEvents } from '../../../core/manage/events.ts'
import { SpecObject } from '../../../core/manage/request.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'

const Event = z.looseObject({
  eventName: z.string().max(200).meta({ description: 'Purchase, Lead or a name of your own.' }),
  eventTime: z.coerce.number().meta({ description: 'Unix seconds, at most 7 days ago.' }),
  eventId: z.string().min(1).max(200).optional().meta({ description: 'Two events with the same id count once.' }),
  actionSource: z.string().max(50).optional().meta({ description: 'website unless given.' }),
  eventSourceUrl: z.string().max(4000).optional(),
  userData: SpecObject.meta({ description: 'email, phone, ... Hashed here unless it is a SHA-256 digest already.' }),
  customData: SpecObject.optional(),
})

const own = ['eventName', 'eventTime', 'eventId', 'actionSource', 'eventSourceUrl', 'userData', 'customData']
const known = new Set([...own, ...own.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))])

/** What is in the platform's own words beyond the documented fields goes along as it is. */
function withRest(event: z.output<typeof Event>) {
  const more = Object.fromEntries(Object.entries(event).filter(([key]) => !known.has(key) && /^[a-z_]+$/.test(key)))
  const { eventName, eventTime, eventId, actionSource, eventSourceUrl, userData, customData } = event
  return { eventName, eventTime, eventId, actionSource, eventSourceUrl, userData, customData, more }
}

export const conversionEvents = defineEndpoint({
  method: 'POST',
  path: '/v1/conversions/events',
  section: 'Primary platform',
  summary: 'Send conversion events of a pixel, 1 to 1,000 at once.',
  description:
    'Names, emails, phones and the like are normalized and hashed before they leave, unless they are hashed already. ' +
    'Events that break a rule are left out and named in failed; the others are sent.',
  scope: 'manage',
  tool: 'send_conversion_events',
  body: z.object({
    accountId: PlatformId,
    pixelId: PlatformId,
    events: z.array(Event),
    testEventCode: z.string().min(1).max(100).optional(),
    workspaceId: PlatformId.optional(),
  }),
  reply: z.object({
    received: z.number().int(),
    failed: z.array(z.object({ index: z.number().int(), message: z.string() })),
  }),
  handle(call) {
    const { accountId, pixelId, events, testEventCode } = call.body
    return sendEvents(call, { accountId, pixelId, events: events.map(withRest), testEventCode })
  },
})
