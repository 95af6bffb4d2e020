import { z } from 'zod'
import { addDays, daysIn, daysStillKept, stretchesOf } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { EntityLevel } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { FlatRowWire, reportDays, reportDaysBack, runReport } from './run.ts'
import type { FlatRow, RunPace } from './run.ts'

export type Level = 'account' | EntityLevel

/** How each level is called in paths, in lists of ids, in rows and in reports, where an ad is a promoted pin. */
export const levels: Record<Level, { path: string; ids: string | null; id: string; report: string }> = {
  account: { path: '', ids: null, id: 'AD_ACCOUNT_ID', report: 'ADVERTISER' },
  campaign: { path: 'campaigns/', ids: 'campaign_ids', id: 'CAMPAIGN_ID', report: 'CAMPAIGN' },
  adset: { path: 'ad_groups/', ids: 'ad_group_ids', id: 'AD_GROUP_ID', report: 'AD_GROUP' },
  ad: { path: 'ads/', ids: 'ad_ids', id: 'AD_ID', report: 'PIN_PROMOTION' },
}

/** Said with every question, so that the figures do not depend on what the platform takes for granted. */
export const attribution = { click_window_days: 30, engagement_window_days: 30, view_window_days: 1 }

/** Days older than this are told in reports alone. */
const daysAtOnce = 90
const maxIdsInCall = 250
/** An answer is kept to so many rows, and so many answers are asked for; what is more goes into a report. */
const maxRowsInCall = 7_500
const maxCalls = 20

export interface Row {
  id: string
  /** null: the whole range. */
  day: string | null
  figures: Record<string, number>
}

export interface RowsQuestion {
  level: Level
  range: DayRange
  isDaily: boolean
  columns: string[]
  /** Of what is asked about, where that is not the account. */
  ids: string[]
}

/** Figures by id. Recent ones of not too many are answered at once, all others are put into a report. */
export async function* readRows(
  api: Api,
  { today, pace }: { today: string; pace: RunPace },
  question: RowsQuestion,
  options: CallOptions,
): AsyncGenerator<Row[]> {
  // A day less than there is: midnight may pass between our look at the clock and the platform's.
  const range = daysStillKept(question.range, today, reportDaysBack - 1)
  if (!range) return
  const asked = { ...question, range }
  const isRecent = range.from > addDays(today, -daysAtOnce)
  if (isRecent && Math.ceil(question.ids.length / idsInCall(asked)) <= maxCalls) yield* readAtOnce(api, asked, options)
  else yield* readReports(api, asked, pace, options)
}

export function idsInCall({ range, isDaily }: Pick<RowsQuestion, 'range' | 'isDaily'>): number {
  return isDaily ? Math.max(1, Math.min(maxIdsInCall, Math.floor(maxRowsInCall / daysIn(range)))) : maxIdsInCall
}

async function* readAtOnce(api: Api, question: RowsQuestion, options: CallOptions): AsyncGenerator<Row[]> {
  const { level, columns, ids } = question
  const names = levels[level]
  const params = { ...rangeOf(question), ...attribution, columns: columns.join(',') }
  const path = `ad_accounts/${options.accountId}/${names.path}analytics`
  const size = idsInCall(question)
  const groups = names.ids === null ? [undefined] : chunksOf(ids, size)
  for (const some of groups) {
    const query = names.ids === null ? params : { ...params, [names.ids]: some }
    const rows = await api.get(z.array(FlatRowWire), path, query, options)
    yield rows.map((row) => rowOf(String(row[names.id] ?? ''), row, columns))
  }
}

async function* readReports(
  api: Api,
  question: RowsQuestion,
  pace: RunPace,
  options: CallOptions,
): AsyncGenerator<Row[]> {
  const { level, range, isDaily, columns } = question
  for (const stretch of isDaily ? stretchesOf(range, reportDays) : [range]) {
    const about = { level: levels[level].report, report_format: 'JSON', columns, ...attribution }
    const body = { ...about, ...rangeOf({ range: stretch, isDaily }) }
    const report = await runReport(api, body, pace, options)
    for (const some of chunksOf(Object.entries(report), maxIdsInCall))
      yield some.flatMap(([id, rows]) => rows.map((row) => rowOf(id, row, columns)))
  }
}

export function rangeOf({ range, isDaily }: Pick<RowsQuestion, 'range' | 'isDaily'>) {
  return { start_date: range.from, end_date: range.to, granularity: isDaily ? 'DAY' : 'TOTAL' }
}

export function chunksOf<T>(all: T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < all.length; start += size) chunks.push(all.slice(start, start + size))
  return chunks
}

export function rowOf(id: string, row: FlatRow, columns: string[]): Row {
  const figures = Object.fromEntries(columns.map((column) => [column, Number(row[column] ?? 0)]))
  return { id, day: typeof row['DATE'] === 'string' ? row['DATE'] : null, figures }
}
