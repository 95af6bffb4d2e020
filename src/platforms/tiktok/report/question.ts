import type { z } from 'zod'
import type { DayRange } from '../../contract/insights.ts'
import type { ReachQuestion } from '../../contract/report.ts'
import type { Api, CallOptions, Params } from '../client.ts'
import { ReportRowWire } from '../wire.ts'

/** The longest stretches that one question may cover: day by day, and as a whole. */
export const maxDays = { daily: 30, whole: 365 }
const rowsPerPage = 1000

type Level = ReachQuestion['level']
export type ReportRow = z.output<typeof ReportRowWire>

export interface ReportDeps {
  api: Api
  accountId: string
  isSandbox: boolean
  /** Days up to this one are counted to their end, wherever the account is. */
  settledDay: string
  options: CallOptions
}

const names: Record<Level, { level: string; id: string; status: string | null }> = {
  account: { level: 'AUCTION_ADVERTISER', id: 'advertiser_id', status: null },
  campaign: { level: 'AUCTION_CAMPAIGN', id: 'campaign_id', status: 'campaign_status' },
  adset: { level: 'AUCTION_ADGROUP', id: 'adgroup_id', status: 'adgroup_status' },
  ad: { level: 'AUCTION_AD', id: 'ad_id', status: 'ad_status' },
}

export interface Question {
  level: Level
  range: DayRange
  isDaily: boolean
  metrics: string[]
  byCountry?: boolean
  /** Of what is asked about: only these. */
  ids?: string[]
}

export function dimensionsOf({ level, isDaily, byCountry }: Question): string[] {
  return [names[level].id, ...(isDaily ? ['stat_time_day'] : []), ...(byCountry ? ['country_code'] : [])]
}

/** Reports in the background cannot be asked for deleted objects: they take no filter by status. */
export function questionParams(
  { accountId }: Pick<ReportDeps, 'accountId'>,
  question: Question,
  isTask = false,
): Params {
  const { level, id, status } = names[question.level]
  const isIn = (field: string, values: string[]) => ({
    field_name: field,
    filter_type: 'IN',
    filter_value: JSON.stringify(values),
  })
  const filtering = [
    ...(status && !isTask ? [isIn(status, ['STATUS_ALL'])] : []),
    ...(question.ids ? [isIn(`${id}s`, question.ids)] : []),
  ]
  return {
    advertiser_id: accountId,
    report_type: question.byCountry ? 'AUDIENCE' : 'BASIC',
    data_level: level,
    dimensions: dimensionsOf(question),
    metrics: question.metrics,
    start_date: question.range.from,
    end_date: question.range.to,
    ...(filtering.length > 0 ? { filtering } : {}),
  }
}

/** While we wait, page by page; deleted objects are among them. */
export async function* askedRows(
  deps: Pick<ReportDeps, 'api' | 'accountId' | 'options'>,
  question: Question,
): AsyncGenerator<ReportRow[]> {
  const params = questionParams(deps, question)
  for (let page = 1, isLast = false; !isLast; page++) {
    const paging = { page, page_size: rowsPerPage }
    const found = await deps.api.page(ReportRowWire, 'report/integrated/get', { ...params, ...paging }, deps.options)
    if (found.items.length > 0) yield found.items
    isLast = found.isLast
  }
}

/** Of what the row is about; null for the whole account, and for the whole range. */
export function placeOf({ dimensions }: ReportRow, { level, isDaily }: Pick<Question, 'level' | 'isDaily'>) {
  return {
    id: level === 'account' ? null : (dimensions[names[level].id] ?? ''),
    day: isDaily ? (dimensions.stat_time_day ?? '').slice(0, 10) : null,
  }
}

/** Figures are text; a dash stands for one that there is none of. */
export function figureOf({ metrics }: ReportRow, name: string): number | null {
  const value = metrics[name]
  if (value === undefined || value === null || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export function micros(amount: number): number {
  return Math.round(amount * 1e6)
}
