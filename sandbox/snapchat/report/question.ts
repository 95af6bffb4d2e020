import { addDays, daysBetween, localTime, startOfDay } from '../../core/figures/account-days.ts'
import { requireAccount, requireEntity } from '../call.ts'
import type { SnapCall } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { SnapError } from '../errors.ts'
import { fieldNames } from './values.ts'
import { squadOf } from '../world.ts'
import type { Account, Entity, World } from '../world.ts'

export type StatLevel = 'adaccounts' | 'campaigns' | 'adsquads' | 'ads'

/** About a month of days in one call. */
const maxDays = 32

export const breakdowns: Record<string, 'campaigns' | 'adsquads' | 'ads'> = {
  campaign: 'campaigns',
  adsquad: 'adsquads',
  ad: 'ads',
}

/** What each of these may say; absent, the platform chooses. */
const words: Record<string, string[]> = {
  swipe_up_attribution_window: ['1_DAY', '7_DAY', '28_DAY'],
  view_attribution_window: ['none', '1_HOUR', '3_HOUR', '6_HOUR', '1_DAY', '7_DAY', '28_DAY'],
  action_report_time: ['conversion', 'impression'],
  omit_empty: ['true', 'false'],
  report_dimension: ['country', 'COUNTRY'],
}

/** Figures that the platform does not split by where people are. */
const indivisible = ['native_leads']

export interface Question {
  account: Account
  level: StatLevel
  id: string
  /** The ads that count, also deleted ones. */
  ads: Entity[]
  granularity: 'TOTAL' | 'DAY' | 'LIFETIME'
  fields: string[]
  breakdown: string | null
  byCountry: boolean
  omitEmpty: boolean
  days: string[]
}

export function readQuestion(call: SnapCall, level: StatLevel, id: string): Question {
  const { query } = call.request
  const entity = level === 'adaccounts' ? undefined : requireEntity(call, level, id, true)
  const account = requireAccount(call, entity?.account_id ?? id)
  const granularity = query.get('granularity') ?? 'LIFETIME'
  if (granularity !== 'TOTAL' && granularity !== 'DAY' && granularity !== 'LIFETIME')
    throw unsupported(`granularity ${granularity}`)
  for (const [name, allowed] of Object.entries(words)) {
    const word = query.get(name)
    if (word !== null && !allowed.includes(word)) throw unsupported(`${name} ${word}`)
  }
  const byCountry = query.has('report_dimension')
  const breakdown = query.get('breakdown')
  if (breakdown !== null && !breakdowns[breakdown]) throw unsupported(`breakdown ${breakdown}`)
  const isWhole = level === 'adaccounts' && breakdown === null
  const fields = (query.get('fields') ?? 'impressions').split(',')
  checkFields(fields, byCountry, isWhole)
  const { unlistedAds } = call.world.settings()
  const ads = call.world.ads
    .lookup('account', account.id)
    .filter((ad) => belongsTo(call.world, ad, level, id) && (isWhole || !unlistedAds.includes(ad.id)))
  const days = daysOf(call, account, granularity)
  const omitEmpty = query.get('omit_empty') === 'true'
  return { account, level, id, ads, granularity, fields, breakdown, byCountry, omitEmpty, days }
}

function checkFields(fields: string[], byCountry: boolean, isWholeAccount: boolean): void {
  const unknown = fields.find((field) => !fieldNames.includes(field))
  if (unknown !== undefined) throw unsupported(`unknown field ${unknown}`)
  if (isWholeAccount && fields.some((field) => field !== 'spend'))
    throw unsupported("Only field 'spend' should be used when querying AdAccount stats")
  const whole = byCountry ? fields.find((field) => indivisible.includes(field)) : undefined
  if (whole !== undefined) throw unsupported(`${whole} can not be split by a dimension`)
}

function unsupported(what: string): SnapError {
  return badRequest(`Unsupported Stats Query: ${what}`, 'E1008')
}

function belongsTo(world: World, ad: Entity, level: StatLevel, id: string): boolean {
  return level === 'adaccounts' || idAt(world, ad, level) === id
}

export function idAt(world: World, ad: Entity, level: 'campaigns' | 'adsquads' | 'ads'): string {
  if (level === 'ads') return ad.id
  return level === 'adsquads' ? String(ad.fields['ad_squad_id']) : String(squadOf(world, ad)?.fields['campaign_id'])
}

/** Days of the account's own calendar; their ends must be its midnights. */
function daysOf(call: SnapCall, account: Account, granularity: string): string[] {
  const { query } = call.request
  const today = localTime(call.world.now(), account.timezone).day
  if (granularity === 'LIFETIME') return daysBetween(localTime(account.created, account.timezone).day, today)
  const start = midnight(query.get('start_time'), account, 'Start time')
  const end = midnight(query.get('end_time'), account, 'End time')
  if (end <= start) throw badRequest('End time should be after start time')
  const days = daysBetween(start, addDays(end, -1))
  if (granularity === 'DAY' && days.length > maxDays) throw unsupported(`more than ${maxDays} days`)
  return days
}

function midnight(text: string | null, account: Account, what: string): string {
  const time = Date.parse(text ?? '')
  if (Number.isNaN(time)) throw badRequest(`${what} is required`)
  if (time % (3600 * 1000) !== 0) throw badRequest(`${what} should start at the beginning of an hour`)
  const { day: date } = localTime(time, account.timezone)
  if (startOfDay(date, account.timezone) !== time) throw badRequest(`${what} should start at the beginning of a day`)
  return date
}
