import { addDays, daysBetween, localTime, startOfDay } from '../account-days.ts'
import { requireAccount, requireEntity } from './call.ts'
import type { SnapCall } from './call.ts'
import { badRequest, newRequestId } from './errors.ts'
import { fieldNames, statsOf } from './stat-values.ts'
import type { Stats } from './stat-values.ts'
import { isoTime, squadOf } from './world.ts'
import type { Account, Entity } from './world.ts'

export type StatLevel = 'adaccounts' | 'campaigns' | 'adsquads' | 'ads'

const day = 24 * 3600 * 1000
/** About a month of days in one call. */
const mostDays = 32
const typeOf = { adaccounts: 'AD_ACCOUNT', campaigns: 'CAMPAIGN', adsquads: 'AD_SQUAD', ads: 'AD' }
const breakdowns: Record<string, 'campaigns' | 'adsquads' | 'ads'> = {
  campaign: 'campaigns',
  adsquad: 'adsquads',
  ad: 'ads',
}

interface Question {
  account: Account
  level: StatLevel
  id: string
  /** The ads that count. */
  ads: Entity[]
  granularity: 'TOTAL' | 'DAY' | 'LIFETIME'
  fields: string[]
  breakdown: string | null
  days: string[]
}

export function readStats(call: SnapCall, level: StatLevel, id: string): object {
  const question = ask(call, level, id)
  const { granularity, account, days } = question
  const name = { TOTAL: 'total_stat', LIFETIME: 'lifetime_stat', DAY: 'timeseries_stat' }[granularity]
  const start = isoTime(startOfDay(days[0]!, account.timezone))
  const end = isoTime(startOfDay(addDays(days.at(-1)!, 1), account.timezone))
  const stat = {
    id,
    type: typeOf[level],
    granularity,
    start_time: start,
    end_time: end,
    finalized_data_end_time: isoTime(call.world.now() - day),
    ...figures(call, question),
  }
  return {
    request_status: 'SUCCESS',
    request_id: newRequestId(),
    [`${name}s`]: [{ sub_request_status: 'SUCCESS', [name]: stat }],
  }
}

function ask(call: SnapCall, level: StatLevel, id: string): Question {
  const { query } = call.request
  const entity = level === 'adaccounts' ? undefined : requireEntity(call, level, id, true)
  const account = requireAccount(call, entity?.account_id ?? id)
  const granularity = query.get('granularity') ?? 'LIFETIME'
  if (granularity !== 'TOTAL' && granularity !== 'DAY' && granularity !== 'LIFETIME')
    throw badRequest(`Unsupported Stats Query: granularity ${granularity}`, 'E1008')
  const fields = (query.get('fields') ?? 'impressions').split(',')
  const unknown = fields.find((field) => !fieldNames.includes(field))
  if (unknown !== undefined) throw badRequest(`Unsupported Stats Query: unknown field ${unknown}`, 'E1008')
  const breakdown = query.get('breakdown')
  if (breakdown !== null && !breakdowns[breakdown])
    throw badRequest(`Unsupported Stats Query: breakdown ${breakdown}`, 'E1008')
  if (level === 'adaccounts' && breakdown === null && fields.some((field) => field !== 'spend'))
    throw badRequest(
      "Unsupported Stats Query: Only field 'spend' should be used when querying AdAccount stats",
      'E1008',
    )
  const ads = call.world.ads.lookup('account', account.id).filter((ad) => belongsTo(call, ad, level, id))
  return { account, level, id, ads, granularity, fields, breakdown, days: daysOf(call, account, granularity) }
}

function belongsTo(call: SnapCall, ad: Entity, level: StatLevel, id: string): boolean {
  return level === 'adaccounts' || idAt(call, ad, level) === id
}

function idAt(call: SnapCall, ad: Entity, level: 'campaigns' | 'adsquads' | 'ads'): string {
  if (level === 'ads') return ad.id
  return level === 'adsquads'
    ? String(ad.fields['ad_squad_id'])
    : String(squadOf(call.world, ad)?.fields['campaign_id'])
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
  if (granularity === 'DAY' && days.length > mostDays)
    throw badRequest(`Unsupported Stats Query: more than ${mostDays} days`, 'E1008')
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

function figures(call: SnapCall, question: Question): object {
  const { breakdown, ads } = question
  const level = breakdown === null ? undefined : breakdowns[breakdown]
  if (breakdown === null || level === undefined) return statsFor(call, question, ads)
  const groups = Map.groupBy(ads, (ad) => idAt(call, ad, level))
  const rows = [...groups].map(([id, own]) => ({ id, type: typeOf[level], ...statsFor(call, question, own) }))
  return { breakdown_stats: { [breakdown]: rows } }
}

function statsFor(
  call: SnapCall,
  { granularity, days, account, fields }: Question,
  ads: Entity[],
): { stats: Stats } | { timeseries: object[] } {
  if (granularity !== 'DAY') return { stats: statsOf(call.world, account, ads, days, fields) }
  const timeseries = days.map((date) => ({
    start_time: isoTime(startOfDay(date, account.timezone)),
    end_time: isoTime(startOfDay(addDays(date, 1), account.timezone)),
    stats: statsOf(call.world, account, ads, [date], fields),
  }))
  return { timeseries }
}
