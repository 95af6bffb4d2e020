import { daysIn } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { EntityLevel, ReachQuestion } from '../../contract/report.ts'
import type { CallOptions, Graph, Params } from '../client.ts'

export interface Deps {
  graph: Graph
  /** `act_...` */
  account: string
  isSandbox: boolean
  options: CallOptions
}

export interface Question {
  /** Absent: the parameters name the days. */
  range?: DayRange
  params: Params
  /** Have the platform prepare it in the background from the start. */
  isLarge: boolean
  /** A row for each day: half of the days is then a smaller question with the same answers. */
  isDaily?: boolean
}

export function paramsOf({ params, range, isDaily }: Question): Params {
  const days = range ? { time_range: { since: range.from, until: range.to } } : {}
  return { ...params, ...days, ...(isDaily ? { time_increment: 1 } : {}) }
}

const ofAll = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES']
const ofAds = [
  'PENDING_REVIEW',
  'DISAPPROVED',
  'PREAPPROVED',
  'PENDING_BILLING_INFO',
  'CAMPAIGN_PAUSED',
  'ADSET_PAUSED',
]

/** Everything that lists still show; deleted objects are in none. */
export function listedStatuses(level: EntityLevel): string[] {
  if (level === 'campaign') return ofAll
  return level === 'adset' ? [...ofAll, 'CAMPAIGN_PAUSED'] : [...ofAll, ...ofAds]
}

export function allStatuses(level: EntityLevel): string[] {
  return [...listedStatuses(level), 'DELETED']
}

/** Longer stretches of single ads and days are prepared in the background. */
const askedDays = 31
/** As are figures of whole stretches from this length on. */
const longDays = 186

type Level = ReachQuestion['level']

export function isLong(range: DayRange, level: Level, isDaily: boolean): boolean {
  return daysIn(range) > (isDaily && level !== 'account' ? askedDays : longDays)
}

/** Without naming every status, what is archived or deleted would be left out. */
export function ofLevel(level: Level): Params {
  if (level === 'account') return { level }
  return { level, filtering: [{ field: `${level}.effective_status`, operator: 'IN', value: allStatuses(level) }] }
}

export const idField: Record<EntityLevel, string> = { campaign: 'campaign_id', adset: 'adset_id', ad: 'ad_id' }

export function idFields(level: Level): string {
  return level === 'account' ? '' : `${idField[level]},`
}
