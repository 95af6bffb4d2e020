import { daysBetween, isDay } from '../../core/figures/account-days.ts'
import { isGiven, oneOf, requiredList, requiredText, textOf } from '../call.ts'
import { invalid, TikTokError } from '../errors.ts'
import { splitSets } from './splits.ts'
import type { Split } from './splits.ts'
import { metricNames } from './values.ts'

const levels = {
  AUCTION_ADVERTISER: 'advertiser_id',
  AUCTION_CAMPAIGN: 'campaign_id',
  AUCTION_ADGROUP: 'adgroup_id',
  AUCTION_AD: 'ad_id',
} as const
/** An ad of the automation has a row for each of its creatives by the first, and one by the second. */
export type IdField = (typeof levels)[keyof typeof levels] | 'ad_id_v2'

export interface ReportQuery {
  idField: IdField
  isDaily: boolean
  /** What an audience is split by; empty for a plain report. */
  splits: Split[]
  metrics: string[]
  days: string[]
  /** Ids that were asked for, by the field they are ids of. */
  ids: Partial<Record<IdField, Set<string>>>
  deleted: 'without' | 'with' | 'only'
}

const maxDays = { daily: 30, whole: 365 }
const maxIds = 100
/** An audience's parts have no people, results or values of their own. */
const ofAudiences = new Set([
  'spend',
  'impressions',
  'clicks',
  'ctr',
  'cpc',
  'cpm',
  'conversion',
  'cost_per_conversion',
])

type Params = Record<string, unknown>

/** Reports that are made in the background have no limit on their days and take fewer filters. */
export function readReportQuery(params: Params, isTask: boolean): ReportQuery {
  const type = oneOf(params, 'report_type', ['BASIC', 'AUDIENCE'], '')
  const level = oneOf(params, 'data_level', Object.keys(levels), '') as keyof typeof levels
  const isAudience = type === 'AUDIENCE'
  const dimensions = requiredList(params, 'dimensions', 4)
  const idField = level === 'AUCTION_AD' && dimensions.includes('ad_id_v2') ? 'ad_id_v2' : levels[level]
  const others = dimensions.filter((name) => name !== idField && name !== 'stat_time_day')
  const splits = isAudience ? splitSets.find((set) => isSame(set, others)) : isSame([], others) ? [] : undefined
  if (!dimensions.includes(idField) || !splits) {
    const sets = isAudience ? ` and one of ${splitSets.map((set) => set.join(' + ')).join(', ')}` : ''
    throw invalid(`dimensions: ${type} reports of ${level} go with ${idField}, stat_time_day${sets}.`)
  }
  const isDaily = dimensions.includes('stat_time_day')
  const metrics = requiredList(params, 'metrics', 100)
  const unknown = metrics.find((name) => !metricNames.has(name) || (isAudience && isCounted(name)))
  if (unknown) throw invalid(`metrics: ${unknown.slice(0, 60)} is not a valid metric.`)
  const max = isDaily ? maxDays.daily : maxDays.whole
  const days = readDays(params, isTask ? Infinity : max)
  return { idField, isDaily, splits, metrics, days, ...readFilters(params, idField, isTask) }
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}

function isCounted(metric: string): boolean {
  return !ofAudiences.has(metric) && !metric.endsWith('_name') && !metric.endsWith('_id') && metric !== 'currency'
}

export function readDays(params: Params, max: number): string[] {
  const start = requiredText(params, 'start_date')
  const end = requiredText(params, 'end_date')
  if (!isDay(start) || !isDay(end)) throw invalid('start_date: Must be like 2026-01-31.')
  if (end < start) throw invalid('end_date: Must not be before start_date.')
  const days = daysBetween(start, end)
  if (days.length > max) throw invalid(`end_date: The date range must not be longer than ${max} days.`)
  return days
}

const deletedWords: Record<string, ReportQuery['deleted']> = {
  STATUS_ALL: 'with',
  STATUS_NOT_DELETE: 'without',
  STATUS_DELETE: 'only',
}

const idFilters: Record<string, IdField> = {
  campaign_ids: 'campaign_id',
  adgroup_ids: 'adgroup_id',
  ad_ids: 'ad_id',
  ad_ids_v2: 'ad_id_v2',
}
const statusFilters: Partial<Record<IdField, string>> = {
  campaign_id: 'campaign_status',
  adgroup_id: 'adgroup_status',
  ad_id: 'ad_status',
  ad_id_v2: 'ad_status',
}

/** Deleted objects are left out unless the filter of their level says otherwise. */
function readFilters(params: Params, idField: IdField, isTask: boolean): Pick<ReportQuery, 'ids' | 'deleted'> {
  const found: Pick<ReportQuery, 'ids' | 'deleted'> = { ids: {}, deleted: 'without' }
  if (!isGiven(params['filtering'])) return found
  if (!Array.isArray(params['filtering'])) throw invalid('filtering: Not a valid list.')
  for (const filter of params['filtering'] as Params[]) {
    const name = textOf(filter['field_name'])
    const values = readValues(filter)
    const field = idFilters[name]
    if (field) {
      if (values.length > maxIds) throw new TikTokError(40011, `filtering: Too many ids, at most ${maxIds}.`)
      found.ids[field] = new Set(values)
    } else if (!isTask && name === statusFilters[idField]) {
      const word = deletedWords[values[0] ?? '']
      if (!word || values.length !== 1) throw invalid(`filtering: ${name} is not a valid status.`)
      found.deleted = word
    } else throw invalid(`filtering: ${name.slice(0, 60)} is not a valid field_name.`)
  }
  return found
}

/** The values of a filter are a list written as text. */
function readValues(filter: Params): string[] {
  if (textOf(filter['filter_type']) !== 'IN') throw invalid('filtering: filter_type must be IN.')
  try {
    const values = JSON.parse(textOf(filter['filter_value'])) as unknown
    if (Array.isArray(values)) return values.map(textOf)
  } catch {
    // Said below.
  }
  throw invalid('filtering: filter_value must be a list in JSON.')
}
