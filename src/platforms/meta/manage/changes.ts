import { z } from 'zod'
import type { AccountRef, ChangeEvent, ChangeQuery, Paged } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { unixSeconds } from '../create/adset.ts'
import { nodeId } from '../map.ts'
import { isObject } from '../create/targeting-location.ts'

const fields = [
  'event_time',
  'event_type',
  'translated_event_type',
  'object_id',
  'object_name',
  'object_type',
  'actor_id',
  'actor_name',
  'extra_data',
].join(',')

const ActivityWire = z.object({
  event_time: z.string(),
  event_type: z.string(),
  translated_event_type: z.string().default(''),
  object_id: z.string().default(''),
  object_name: z.string().default(''),
  object_type: z.string().default(''),
  actor_id: z.string().default(''),
  actor_name: z.string().default(''),
  extra_data: z.string().default(''),
})

/** The history still calls things by the names they had ten years ago. */
const modernTypes: Record<string, string> = {
  CAMPAIGN_GROUP: 'campaign',
  CAMPAIGN: 'adset',
  ADGROUP: 'ad',
  ACCOUNT: 'account',
}

/** One page of the history; what the platform leaves in although another object was asked for is taken out here. */
export async function listChanges(graph: Graph, account: AccountRef, query: ChangeQuery): Promise<Paged<ChangeEvent>> {
  const { objectId, since, until, limit, after } = query
  const node = nodeId(account.id)
  const params = {
    fields,
    // Without both ends the platform shows the last days only.
    since: unixSeconds(since),
    // The second that has begun counts as well: what was just done is to be seen.
    until: Math.ceil(until.getTime() / 1000),
    limit,
    ...(objectId ? { oid: objectId } : {}),
    ...(after ? { after } : {}),
  }
  const page = await graph.page(ActivityWire, `${node}/activities`, params, { accountId: node })
  const wanted = page.items.filter((activity) => !objectId || activity.object_id === objectId)
  return { ...page, items: wanted.map((activity) => eventOf(activity, account.timeZone)) }
}

function eventOf(activity: z.output<typeof ActivityWire>, timeZone: string): ChangeEvent {
  const time = new Date(activity.event_time)
  return {
    eventTime: unixSeconds(time),
    dateTimeInTimezone: inTimeZone(time, timeZone),
    eventType: activity.event_type,
    translatedEventType: activity.translated_event_type,
    objectId: activity.object_id,
    objectName: activity.object_name,
    objectType: modernTypes[activity.object_type] ?? activity.object_type.toLowerCase(),
    actorId: activity.actor_id,
    actorName: activity.actor_name,
    changes: changesIn(activity.extra_data, activity.event_type),
  }
}

/** 2026-11-14T18:30:00-05:00: the platform's own text for it is for people, without an offset. */
export function inTimeZone(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
  const offset = part.timeZoneName?.replace('GMT', '') || '+00:00'
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}${offset}`
}

function changesIn(extra: string, eventType: string): ChangeEvent['changes'] {
  const change = parseObject(extra)
  if (!change || (change.old_value === undefined && change.new_value === undefined)) return {}
  const field = fieldOf(change, eventType)
  if (change.type === 'run_status' && isObject(change.run_status)) {
    const codes = change.run_status
    return {
      [field]: { old: statusOf(codes.old_value, change.old_value), new: statusOf(codes.new_value, change.new_value) },
    }
  }
  return { [field]: { old: unwrap(change.old_value), new: unwrap(change.new_value) } }
}

const wrappers = new Set(['composite_data', 'payment_amount', 'status_string'])

function fieldOf({ type }: Record<string, unknown>, eventType: string): string {
  if (type === 'run_status') return 'status'
  if (type === 'targets_spec') return 'targeting'
  if (typeof type === 'string' && !wrappers.has(type)) return type
  // `update_ad_set_budget` is about the budget: what is left when the verb and the level are gone.
  const rest = eventType.replace(/^(update|create|edit)_(campaign_group|campaign|ad_set|adset|ad|account)_/, '')
  return rest === eventType ? 'value' : rest
}

/** The texts beside these codes are in the language of whoever asks. */
const statusCodes: Record<number, string> = { 1: 'ACTIVE', 15: 'PAUSED', 17: 'PAUSED' }

function statusOf(code: unknown, text: unknown): unknown {
  return statusCodes[Number(code)] ?? unwrap(text)
}

/** Values come bare, as marked-up text, or inside an envelope that repeats the amount under its own key. */
function unwrap(value: unknown): unknown {
  if (value === undefined) return null
  if (Array.isArray(value)) return value.map(unwrap)
  if (!isObject(value)) return value
  if (typeof value.__html === 'string') return value.__html
  if (value.old_value !== undefined) return unwrap(value.old_value)
  if (value.new_value !== undefined) return unwrap(value.new_value)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unwrap(inner)]))
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
