import { addMonths, localTime } from '../../core/figures/account-days.ts'
import { supportedBreakdowns, hourly } from './breakdowns.ts'
import type { GraphCall } from '../call.ts'
import { GraphError, badParameter, notOneOf } from '../errors.ts'
import { parseFields } from '../graph/read/field-selection.ts'
import { insightFields } from '../graph/read/field-names.ts'
import { readSlices } from './dates.ts'
import type { DateRange } from './dates.ts'
import { attributionWindows, readInsight } from './values.ts'
import { emptyTotals } from './totals.ts'
import { buildTest } from '../graph/read/lists.ts'
import type { Account } from '../campaigns/objects.ts'
import { booleanParam, isObject, listParam, textListParam, textParam } from '../graph/params.ts'
import type { Params } from '../graph/params.ts'

export const levels = ['account', 'campaign', 'adset', 'ad'] as const
export type InsightLevel = (typeof levels)[number]

interface Condition {
  field: string
  test: (value: unknown) => boolean
}

export interface InsightQuery {
  level: InsightLevel
  fields: string[]
  slices: DateRange[]
  breakdowns: string[]
  windows: string[]
  /** About ads, ad sets and campaigns: `adset.id`. */
  objectConditions: Condition[]
  /** About numbers and breakdowns of a finished row: `spend`. */
  rowConditions: Condition[]
  sort?: { field: string; sign: 1 | -1 }
  /** Fields of the summary; none means no summary. */
  summary: string[]
  hidesReach: boolean
  /** Breakdowns that the account never opted in to: nothing comes back. */
  isEmpty: boolean
}

const defaultFields = ['impressions', 'spend', 'date_start', 'date_stop']
const needOptIn = new Set(['impression_device', 'hourly_stats_aggregated_by_audience_time_zone', 'frequency_value'])

export function readInsightQuery(
  { world }: Pick<GraphCall, 'world'>,
  params: Params,
  { ownLevel, isAsync }: { ownLevel: InsightLevel; isAsync: boolean },
  account: Account,
): InsightQuery {
  const today = localTime(world.now(), account.timezone_name).day
  const asked = textParam(params, 'fields') ?? listFields(params)
  const fields = asked === undefined ? defaultFields : parseFields(asked).map(({ name }) => name)
  const unknown = fields.find((field) => !insightFields.has(field))
  if (unknown) throw badParameter(`${unknown} is not valid for fields param. please check the documentation`, 'fields')
  const slices = readSlices(params, today)
  const breakdowns = readBreakdowns(params)
  const { objectConditions, rowConditions } = readConditions(params)
  const isLongAgo = slices.some(({ since }) => since < addMonths(today, -13))
  return {
    level: readLevel(params, ownLevel),
    fields,
    slices,
    breakdowns,
    windows: readWindows(params),
    objectConditions,
    rowConditions,
    sort: readSort(params),
    summary: readSummary(params, fields),
    hidesReach: breakdowns.includes(hourly) || (breakdowns.length > 0 && isLongAgo && !isAsync),
    isEmpty: !isAsync && breakdowns.some((name) => needOptIn.has(name)),
  }
}

/** Some clients send the fields as a list. */
function listFields(params: Params): string | undefined {
  return Array.isArray(params['fields']) ? params['fields'].join(',') : undefined
}

function readLevel(params: Params, ownLevel: InsightLevel): InsightLevel {
  const asked = textParam(params, 'level') ?? ownLevel
  const level = levels.find((name) => name === asked)
  if (!level) throw notOneOf('level', levels)
  if (levels.indexOf(level) < levels.indexOf(ownLevel))
    throw new GraphError({ code: 1, subcode: 99, message: 'An unknown error occurred', status: 500 })
  return level
}

function readBreakdowns(params: Params): string[] {
  const breakdowns = textListParam(params, 'breakdowns') ?? []
  if (breakdowns.includes('dma'))
    throw badParameter('The breakdown dma is not available any more; use comscore_market', 'breakdowns')
  for (const name of breakdowns)
    if (!supportedBreakdowns.has(name) && !needOptIn.has(name)) throw notOneOf('breakdowns', supportedBreakdowns)
  const actions = textListParam(params, 'action_breakdowns') ?? []
  if (actions.some((name) => name !== 'action_type')) throw notOneOf('action_breakdowns', ['action_type'])
  return [...new Set(breakdowns)]
}

function readWindows(params: Params): string[] {
  const windows = textListParam(params, 'action_attribution_windows') ?? []
  if (windows.some((window) => !attributionWindows.has(window)))
    throw notOneOf('action_attribution_windows', attributionWindows)
  return windows
}

const objectField = /^(ad|adset|campaign)\.(id|name|effective_status)$/

function readConditions(params: Params): Pick<InsightQuery, 'objectConditions' | 'rowConditions'> {
  const conditions = (listParam(params, 'filtering') ?? []).map((entry) => {
    if (!isObject(entry)) throw badParameter('Param filtering must be an array of objects', 'filtering')
    const field = String(entry['field'])
    return { field, test: buildTest(String(entry['operator']), entry['value']) }
  })
  const isMetric = (field: string) =>
    readInsight(field, emptyTotals(), { currency: 'USD', windows: [], hidesReach: false }) !== undefined ||
    ratios.has(field)
  for (const { field } of conditions)
    if (!objectField.test(field) && !isMetric(field) && !supportedBreakdowns.has(field))
      throw badParameter(`Filtering field '${field}' is not supported`, 'filtering')
  return {
    objectConditions: conditions.filter(({ field }) => objectField.test(field)),
    rowConditions: conditions.filter(({ field }) => !objectField.test(field)),
  }
}

/** Empty for a row without anything to divide by, and yet fields to filter and sort by. */
const ratios = new Set(['ctr', 'cpc', 'cpm', 'cpp', 'frequency', 'unique_ctr', 'cost_per_unique_click'])

function readSort(params: Params): InsightQuery['sort'] {
  const orders = textListParam(params, 'sort')
  if (!orders) return undefined
  const [, field = '', direction] = /^(\w+)_(ascending|descending)$/.exec(orders[0] ?? '') ?? []
  if (orders.length !== 1 || !field)
    throw badParameter('Param sort must be one field followed by _ascending or _descending', 'sort')
  if (!insightFields.has(field) && !supportedBreakdowns.has(field))
    throw badParameter(`${field} cannot be sorted by`, 'sort')
  return { field, sign: direction === 'ascending' ? 1 : -1 }
}

function readSummary(params: Params, fields: string[]): string[] {
  if (booleanParam(params, 'default_summary')) return fields
  const summary = textListParam(params, 'summary') ?? []
  const unknown = summary.find((field) => !insightFields.has(field))
  if (unknown) throw badParameter(`${unknown} is not valid for summary param`, 'summary')
  return summary
}
