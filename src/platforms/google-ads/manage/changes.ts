import { brokenRules } from '../../../errors.ts'
import { decimalsOf } from '../../kit/money.ts'
import { addDays } from '../../kit/time/days.ts'
import { wrongCursor } from '../../kit/fill-page.ts'
import { clocksOf, momentOf, offsetAt } from '../../kit/time/local-time.ts'
import type { Clocks } from '../../kit/time/local-time.ts'
import type { AccountRef, ChangeEvent, ChangeQuery, Paged } from '../../contract/manage.ts'
import type { z } from 'zod'
import type { Surroundings } from '../../contract/platform.ts'
import type { Api } from '../client.ts'
import { isMoment } from '../gaql.ts'
import { idIn, wallText } from '../map.ts'
import { ChangeWire } from '../wire.ts'

/** The platform tells of changes so many days back, and so many of them in one answer. */
export const changeDays = 30
const maxChanges = 10_000

const fields = [
  ...['change_date_time', 'change_resource_type', 'change_resource_name', 'client_type', 'user_email'],
  ...['old_resource', 'new_resource', 'resource_change_operation', 'changed_fields'],
]
const select = [
  ...fields.map((name) => `change_event.${name}`),
  ...['campaign.id', 'campaign.name', 'ad_group.id', 'ad_group.name'],
]

type Row = z.output<typeof ChangeWire>

/** Who changed what, newest first. */
export async function listChanges(
  api: Api & Pick<Surroundings, 'now'>,
  account: AccountRef,
  query: ChangeQuery,
): Promise<Paged<ChangeEvent>> {
  const { since, objectId, limit } = query
  const { until, offset } = placeIn(query)
  refuseTooOld(since, account, api.now())
  const field = 'change_event.change_date_time'
  const where = [
    isMoment(field, '>=', wallText(since, account.timeZone)),
    isMoment(field, '<=', `${wallText(until, account.timeZone)}.999999`),
  ]
  // What changed is no field to ask by: all of it is read and looked through.
  const max = objectId === undefined ? Math.min(offset + limit + 1, maxChanges) : maxChanges
  const asked = { select, from: 'change_event', where, orderBy: [`${field} DESC`], limit: max }
  const rows = await api.rows(ChangeWire, asked, { accountId: account.id })
  const wanted = objectId === undefined ? rows : rows.filter((row) => isAbout(row, objectId))
  const items = wanted.slice(offset, offset + limit).map((row) => eventOf(row, account))
  const next = offset + items.length
  return { items, before: null, after: next < wanted.length ? `${until.getTime()}.${next}` : null }
}

/** A list that grows at its front is read on from where it stood. */
function placeIn({ after, until }: ChangeQuery): { until: Date; offset: number } {
  if (after === undefined) return { until, offset: 0 }
  const [, time, offset] = /^(\d{1,15})\.(\d{1,6})$/.exec(after) ?? []
  if (time === undefined || offset === undefined) throw wrongCursor()
  return { until: new Date(Number(time)), offset: Number(offset) }
}

function refuseTooOld(since: Date, { timeZone }: AccountRef, now: Date): void {
  const oldest = addDays(wallText(now, timeZone).slice(0, 10), -changeDays)
  if (wallText(since, timeZone).slice(0, 10) >= oldest) return
  const message = `is too long ago: the platform tells of changes of the last ${changeDays} days only`
  throw brokenRules([{ path: 'since', message, expected: `${oldest} or later` }])
}

function isAbout({ changeEvent }: Row, objectId: string): boolean {
  const id = idIn(changeEvent.changeResourceName)
  return id === objectId || id.endsWith(`~${objectId}`)
}

const objectTypes: Record<string, string> = { CAMPAIGN: 'campaign', AD_GROUP: 'adset', AD_GROUP_AD: 'ad', AD: 'ad' }
const happened: Record<string, string> = { CREATE: 'created', UPDATE: 'changed', REMOVE: 'removed' }

function eventOf(row: Row, account: AccountRef): ChangeEvent {
  const { changeEvent: event } = row
  const { changeResourceType: type, resourceChangeOperation: operation } = event
  const clocks = clocksOf(account.timeZone)
  const time = momentOf(Date.parse(`${event.changeDateTime.slice(0, 19).replace(' ', 'T')}Z`), clocks)
  const thing = type.toLowerCase().replaceAll('_', ' ')
  const id = idIn(event.changeResourceName)
  return {
    eventTime: Math.floor(time / 1000),
    dateTimeInTimezone: withOffset(time, clocks),
    eventType: `${operation}_${type}`,
    translatedEventType: `${thing[0]?.toUpperCase() ?? ''}${thing.slice(1)} ${happened[operation] ?? 'changed'}`,
    objectId: type === 'AD_GROUP_AD' ? (id.split('~')[1] ?? id) : id,
    objectName: nameOf(row, id),
    objectType: objectTypes[type] ?? type.toLowerCase(),
    actorId: event.userEmail || event.clientType,
    actorName: event.userEmail ? `${event.userEmail} (${event.clientType})` : event.clientType,
    changes: changesOf(row, account),
  }
}

function withOffset(time: number, clocks: Clocks): string {
  const offset = offsetAt(time, clocks)
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const zone = `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
  return `${new Date(time + offset).toISOString().slice(0, 19)}${zone}`
}

/** A keyword is known by its text, what stands in an ad group by that, everything else by its campaign. */
function nameOf(
  { changeEvent: { changeResourceType: type, oldResource, newResource }, campaign, adGroup }: Row,
  id: string,
): string {
  const [held = {}] = [...Object.values(newResource), ...Object.values(oldResource)]
  const keyword = held['keyword'] as { text?: unknown } | undefined
  if (typeof keyword?.text === 'string') return keyword.text
  if (typeof held['name'] === 'string') return held['name']
  if (type === 'AD_GROUP' || type === 'AD_GROUP_AD' || type === 'AD_GROUP_CRITERION') return adGroup?.name ?? id
  return campaign?.name ?? id
}

function changesOf({ changeEvent: event }: Row, { currency }: AccountRef): ChangeEvent['changes'] {
  const [before = {}] = Object.values(event.oldResource)
  const [after = {}] = Object.values(event.newResource)
  const paths = event.changedFields
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean)
  return Object.fromEntries(
    paths.map((path) => {
      const isMoney = path.endsWith('_micros')
      const shown = (value: unknown) => (isMoney ? minorOf(value, currency) : (value ?? null))
      const change = { old: shown(valueAt(before, path)), new: shown(valueAt(after, path)) }
      return [isMoney ? path.slice(0, -'_micros'.length) : path, change]
    }),
  )
}

function valueAt(held: Record<string, unknown>, path: string): unknown {
  const keys = path.split('.').map((key) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined | null)?.[key], held)
}

/** Amounts in changes are told in minor units, as on every platform. */
function minorOf(micros: unknown, currency: string): number | null {
  const amount = Number(micros ?? Number.NaN)
  return Number.isNaN(amount) ? null : (amount * 10 ** decimalsOf(currency)) / 1_000_000
}
