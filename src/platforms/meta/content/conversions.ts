import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Issue } from '../../../errors.ts'
import type { AccountRef, ConversionEvent, CustomConversion, Pixel, PlannedWrite, Spec } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { nodeId } from '../map.ts'
import { snakeKeys } from '../create/targeting-location.ts'
import { lookUp } from '../../../lookup.ts'

const PixelWire = z.object({ id: z.string(), name: z.string().default(''), last_fired_time: z.string().optional() })

export async function listPixels(graph: Graph, account: AccountRef): Promise<Pixel[]> {
  const node = nodeId(account.id)
  const fields = 'id,name,last_fired_time'
  const pixels = await graph.list(PixelWire, `${node}/adspixels`, { fields }, { accountId: node, limit: 500 })
  return pixels.map(({ id, name, last_fired_time: fired }) => ({
    id,
    name,
    lastFiredTime: fired ?? null,
    accountId: node,
  }))
}

const CustomConversionWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  rule: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  pixel: z.object({ id: z.string() }).optional(),
})

export async function listCustomConversions(graph: Graph, account: AccountRef): Promise<CustomConversion[]> {
  const node = nodeId(account.id)
  const fields = 'id,name,rule,pixel{id}'
  const found = await graph.list(
    CustomConversionWire,
    `${node}/customconversions`,
    { fields },
    { accountId: node, limit: 500 },
  )
  return found.map(({ id, name, rule, pixel }) => ({
    id,
    name,
    rule: rule === undefined ? null : typeof rule === 'string' ? rule : JSON.stringify(rule),
    pixelId: pixel?.id ?? null,
  }))
}

/** The platform's short names, and the ones that people use. */
const userFields: Record<string, string> = {
  email: 'em',
  emails: 'em',
  phone: 'ph',
  phones: 'ph',
  first_name: 'fn',
  last_name: 'ln',
  city: 'ct',
  state: 'st',
  zip: 'zp',
  gender: 'ge',
  date_of_birth: 'db',
  ip: 'client_ip_address',
  user_agent: 'client_user_agent',
}

const hashedFields = new Set(['em', 'ph', 'fn', 'ln', 'ct', 'st', 'zp', 'country', 'ge', 'db', 'external_id'])
const sources = 'website app email phone_call chat physical_store system_generated business_messaging other'.split(' ')

const oldestDays = 7

/** What the platform throws a whole call away for, so it is found before. */
export function checkEvent(event: ConversionEvent, now: Date): Issue[] {
  const issues: Issue[] = []
  const wrong = (path: string, message: string) => issues.push({ path, message })
  const ageSeconds = now.getTime() / 1000 - event.eventTime
  if (event.eventName.trim() === '') wrong('eventName', 'is required')
  if (!Number.isInteger(event.eventTime) || event.eventTime < 0) wrong('eventTime', 'must be a time in Unix seconds')
  else if (ageSeconds > oldestDays * 86_400) wrong('eventTime', `is more than ${oldestDays} days ago`)
  else if (ageSeconds < -60) wrong('eventTime', 'is in the future')
  if (event.actionSource !== undefined && !sources.includes(event.actionSource)) {
    wrong('actionSource', `must be one of ${sources.join(', ')}`)
  }
  if (Object.keys(wireUser(event.userData)).length === 0) {
    wrong('userData', 'needs at least one thing to know the person by, such as an email')
  }
  const custom = snakeKeys(event.customData ?? {})
  if (event.eventName === 'Purchase' && (custom.value === undefined || custom.currency === undefined)) {
    wrong('customData', 'a Purchase needs value and currency')
  }
  return issues
}

/** Names in the platform's own short form, and everything personal as a digest. */
export function wireUser(userData: Spec): Spec {
  const user: Spec = {}
  for (const [key, value] of Object.entries(snakeKeys(userData))) {
    const field = lookUp(userFields, key) ?? key
    if (value === undefined || value === null || value === '') continue
    user[field] = hashedFields.has(field) ? hashAll(field, value) : value
  }
  return user
}

function hashAll(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => hashOne(field, String(one)))
  return hashOne(field, String(value))
}

/** What is a SHA-256 digest already stays as it is. */
function hashOne(field: string, value: string): string {
  const text = value.trim()
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  return createHash('sha256').update(normalize(field, text)).digest('hex')
}

/** The forms that the platform digests on its own side: anything else would never match. */
function normalize(field: string, text: string): string {
  const lower = text.toLowerCase()
  if (field === 'ph') return text.replace(/\D/g, '').replace(/^0+/, '')
  if (field === 'ct' || field === 'st') return lower.replace(/[^\p{L}]/gu, '')
  if (field === 'zp') return lower.replace(/[\s-].*$/, '')
  if (field === 'fn' || field === 'ln') return lower.replace(/[^\p{L}\p{N}]/gu, '')
  if (field === 'ge') return lower.charAt(0)
  if (field === 'db') return text.replace(/\D/g, '')
  return lower
}

const ReceivedWire = z.object({ events_received: z.number() })

export function sendEvents(
  graph: Graph,
  account: AccountRef,
  {
    pixelId,
    events,
    testEventCode,
  }: { pixelId: string; events: (ConversionEvent & { eventId: string })[]; testEventCode: string | undefined },
): PlannedWrite {
  const data = events.map((event) => ({
    ...event.more,
    event_name: event.eventName,
    event_time: event.eventTime,
    event_id: event.eventId,
    action_source: event.actionSource ?? 'website',
    event_source_url: event.eventSourceUrl,
    user_data: wireUser(event.userData),
    custom_data: event.customData && snakeKeys(event.customData),
  }))
  return {
    asks: data,
    async send() {
      const params = { data, test_event_code: testEventCode }
      const options = { accountId: nodeId(account.id) }
      const { events_received: received } = await graph.post(ReceivedWire, `${pixelId}/events`, params, options)
      return { id: pixelId, received }
    },
    readBack: { kind: 'repeatable', because: 'the platform drops an event whose event_id it has seen' },
  }
}
