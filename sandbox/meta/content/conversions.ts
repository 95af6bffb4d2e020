import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import { badParameter, missingParameter, notOneOf, refusal } from '../errors.ts'
import { graphTime, newMediaId } from '../world.ts'
import type { World } from '../world.ts'
import type { Target } from '../graph/target.ts'
import { defineType } from '../graph/node-types.ts'
import type { Account, CustomConversion, Pixel, ServerEvent } from '../campaigns/objects.ts'
import {
  isObject,
  isValidateOnly,
  listParam,
  objectOf,
  objectParam,
  requiredText,
  textOf,
  textParam,
} from '../graph/params.ts'

const maxEvents = 1000
const oldestSeconds = 7 * 24 * 3600
const dedupeSeconds = 48 * 3600
const sources = 'website app email phone_call chat physical_store system_generated business_messaging other'.split(' ')
/** Personal details arrive only as SHA-256 of what was written in small letters. */
const hashedKeys = ['em', 'ph', 'fn', 'ln', 'ct', 'st', 'zp', 'country', 'ge', 'db']

type Event = Record<string, unknown>

/** POST <pixel>/events: one wrong event refuses the whole call. */
export function receiveEvents(call: GraphCall, { object }: Target): object {
  const { world, params } = call
  const events = listParam(params, 'data')
  if (!events) throw missingParameter('data')
  if (events.length === 0) throw badParameter('Param data must not be empty', 'data')
  if (events.length > maxEvents) throw badParameter(`Param data may hold at most ${maxEvents} events`, 'data')
  const checked = events.map((event, index) => checkEvent(event, index, world.now() / 1000))
  const testCode = textParam(params, 'test_event_code')
  for (const event of checked) keepEvent(call, object as Pixel, event, testCode)
  const now = new Date(world.now()).toISOString().replace(/\.\d{3}Z$/, '+0000')
  world.pixels.put(object.id, { ...(object as Pixel), last_fired_time: now })
  return { events_received: events.length, messages: [], fbtrace_id: `A${newMediaId(world)}` }
}

function checkEvent(value: unknown, index: number, now: number): Event {
  const path = ['data', String(index)]
  if (!isObject(value)) throw badParameter('Param data must be an array of objects', ...path)
  if (!textOf(value['event_name'])) throw missingParameter(`data[${index}][event_name]`)
  const time = Number(value['event_time'])
  if (value['event_time'] === undefined) throw missingParameter(`data[${index}][event_time]`)
  if (!Number.isInteger(time)) throw badParameter('event_time must be unix seconds', ...path, 'event_time')
  if (time < now - oldestSeconds)
    throw refusal(2804003, 'Event is too old', 'event_time may be at most seven days ago.', ...path, 'event_time')
  if (time > now + 600) throw badParameter('event_time must not be in the future', ...path, 'event_time')
  const source = textOf(value['action_source'])
  if (!source) throw missingParameter(`data[${index}][action_source]`)
  if (!sources.includes(source)) throw notOneOf(`data[${index}][action_source]`, sources)
  checkPerson(objectOf(value['user_data']), path)
  checkValue(value, path)
  return value
}

function checkPerson(person: Event | undefined, path: string[]): void {
  if (!person || Object.keys(person).length === 0)
    throw refusal(2804050, 'Customer information missing', 'user_data must tell who it was.', ...path, 'user_data')
  for (const key of hashedKeys)
    for (const item of [person[key] ?? []].flat())
      if (!/^[0-9a-f]{64}$/.test(textOf(item) ?? ''))
        throw badParameter(
          `user_data[${key}] must be a SHA-256 hash in small hexadecimal letters`,
          ...path,
          'user_data',
          key,
        )
}

/** A purchase without a price is none. */
function checkValue(event: Event, path: string[]): void {
  const details = objectOf(event['custom_data']) ?? {}
  const value = details['value']
  if (event['event_name'] === 'Purchase' && (value === undefined || !textOf(details['currency'])))
    throw badParameter('A Purchase needs custom_data with value and currency', ...path, 'custom_data')
  if (value !== undefined && !Number.isFinite(Number(value)))
    throw badParameter('custom_data[value] must be a number', ...path, 'custom_data', 'value')
  const currency = textOf(details['currency'])
  if (currency && !/^[A-Za-z]{3}$/.test(currency))
    throw badParameter('custom_data[currency] must be a currency of three letters', ...path, 'custom_data', 'currency')
}

function keepEvent({ world, tenant }: GraphCall, pixel: Pixel, event: Event, testCode: string | undefined): void {
  const id = newMediaId(world)
  const now = world.now()
  const name = String(event['event_name'])
  const eventId = textOf(event['event_id'])
  const time = Number(event['event_time'])
  const same = eventId ? world.serverEvents.lookup('key', `${pixel.id} ${name} ${eventId}`) : []
  const isDuplicate = same.some((other) => Math.abs(other.event_time - time) <= dedupeSeconds)
  world.serverEvents.put(id, {
    ...{ id, tenant, created: now, updated: now, pixel_id: pixel.id, event_name: name, event_time: time },
    ...(eventId ? { event_id: eventId } : {}),
    action_source: event['action_source'],
    custom_data: event['custom_data'],
    is_test: testCode !== undefined,
    is_duplicate: isDuplicate,
  })
}

/** What each pixel was told, for the state. */
export function eventCounts(world: World): Record<string, object> {
  const counts: Record<string, object> = {}
  for (const pixel of world.pixels.values()) {
    const events = world.serverEvents.lookup('pixel', pixel.id)
    if (events.length > 0) counts[pixel.id] = countsOf(events)
  }
  return counts
}

function countsOf(events: ServerEvent[]): object {
  const byName: Record<string, number> = {}
  const real = events.filter(({ is_test, is_duplicate }) => !is_test && !is_duplicate)
  for (const { event_name } of real) byName[event_name] = (byName[event_name] ?? 0) + 1
  return {
    received: events.length,
    unique: real.length,
    duplicates: events.filter(({ is_duplicate }) => is_duplicate).length,
    test: events.filter(({ is_test }) => is_test).length,
    byName,
  }
}

/** POST act_<id>/customconversions. */
export function createCustomConversion(call: GraphCall, account: Account): Created | object {
  const { world, params } = call
  const name = requiredText(params, 'name')
  const pixelId = requiredText(params, 'event_source_id')
  if (world.pixels.get(pixelId)?.account_id !== account.account_id)
    throw badParameter(`Pixel ${pixelId} does not belong to this ad account`, 'event_source_id')
  const rule = objectParam(params, 'rule')
  if (!rule) throw missingParameter('rule')
  const value = textParam(params, 'default_conversion_value')
  if (isValidateOnly(params)) return { success: true }
  const id = newMediaId(world)
  const now = world.now()
  const conversion: CustomConversion = {
    ...{ id, tenant: account.tenant, account_id: account.account_id, created: now, updated: now },
    ...{ name, pixel_id: pixelId, rule: JSON.stringify(rule), is_archived: false },
    custom_event_type: textParam(params, 'custom_event_type') ?? 'OTHER',
    ...(value ? { default_conversion_value: Number(value) } : {}),
  }
  return new Created('CustomConversion', world.customConversions.put(id, conversion))
}

export function defineConversionTypes(): void {
  defineType('CustomConversion', {
    fields: 'account_id name rule custom_event_type default_conversion_value is_archived creation_time',
    computed: {
      pixel: ({ pixel_id }) => ({ id: pixel_id }),
      data_sources: ({ pixel_id }) => [{ id: pixel_id, source_type: 'PIXEL' }],
    },
    defaultFields: 'id,name',
  })
  defineType('CustomAudience', {
    fields:
      'account_id name subtype approximate_count_lower_bound approximate_count_upper_bound description time_created',
    computed: { delivery_status: () => ({ code: 200, description: 'This audience is ready for use.' }) },
    defaultFields: 'id,name',
  })
  defineType('SavedAudience', {
    fields: 'account_id name description run_status targeting sentence_lines',
    computed: { time_created: ({ created }) => graphTime(created), time_updated: ({ updated }) => graphTime(updated) },
    defaultFields: 'id,name',
  })
  defineType('LeadgenForm', {
    fields: 'name status locale questions privacy_policy_url follow_up_action_url page_id leads_count',
    computed: { created_time: ({ created }) => graphTime(created), page: ({ page_id }) => ({ id: page_id }) },
    defaultFields: 'id,locale,name,status',
  })
}
