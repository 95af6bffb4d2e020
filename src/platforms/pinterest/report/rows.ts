import { z } from 'zod'
import type { DayCounts } from '../../kit/figures.ts'
import { addDays, daysStillKept, stretchesOf } from '../../kit/time/days.ts'
import type { Api, CallOptions } from '../client.ts'
import { attribution, idsInCall, levels, maxIdsInCall, rangeOf } from './question.ts'
import type { Question } from './question.ts'
import { FlatRowWire, reportDays, reportDaysBack, runReport } from './run.ts'
import type { FlatRow, RunPace } from './run.ts'

/** Days older than this are told in reports alone. */
const daysAtOnce = 90
/** So many answers are asked for at once; what is more goes into a report. */
const maxCalls = 20

export interface Row {
  id: string
  /** null: the whole range. */
  day: string | null
  figures: Record<string, number>
}

/** Figures by id. Recent ones of not too many are answered at once, all others are put into a report. */
export async function* readRows(
  api: Api,
  { today, pace }: { today: string; pace: RunPace },
  question: Question,
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

async function* readAtOnce(api: Api, question: Question, options: CallOptions): AsyncGenerator<Row[]> {
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

async function* readReports(api: Api, question: Question, pace: RunPace, options: CallOptions): AsyncGenerator<Row[]> {
  const { level, range, isDaily, columns } = question
  for (const stretch of isDaily ? stretchesOf(range, reportDays) : [range]) {
    const about = { level: levels[level].report, report_format: 'JSON', columns, ...attribution }
    const body = { ...about, ...rangeOf({ range: stretch, isDaily }) }
    const report = await runReport(api, body, pace, options)
    for (const some of chunksOf(Object.entries(report), maxIdsInCall))
      yield some.flatMap(([id, rows]) => rows.map((row) => rowOf(id, row, columns)))
  }
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

export const columns = [
  'SPEND_IN_MICRO_DOLLAR',
  'TOTAL_IMPRESSION',
  'TOTAL_CLICKTHROUGH',
  'OUTBOUND_CLICK_1',
  'OUTBOUND_CLICK_2',
  'TOTAL_VIDEO_3SEC_VIEWS',
  'TOTAL_VIDEO_MRC_VIEWS',
  'TOTAL_VIDEO_P100_COMPLETE',
  'TOTAL_CHECKOUT',
  'TOTAL_SIGNUP',
  'TOTAL_LEAD',
  'TOTAL_CONVERSIONS',
  'TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR',
]

/**
 * What counts as a result, by the campaign's objective. SALES and LEADS take the place of WEB_CONVERSION and CATALOG_SALES; the last
 * two are no longer given to new campaigns.
 */
const resultColumns: Record<string, string[]> = {
  AWARENESS: ['TOTAL_IMPRESSION'],
  CONSIDERATION: ['OUTBOUND_CLICK_1', 'OUTBOUND_CLICK_2'],
  VIDEO_COMPLETION: ['TOTAL_VIDEO_P100_COMPLETE'],
  SALES: ['TOTAL_CHECKOUT'],
  LEADS: ['TOTAL_SIGNUP', 'TOTAL_LEAD'],
  WEB_CONVERSION: ['TOTAL_CHECKOUT'],
  CATALOG_SALES: ['TOTAL_CHECKOUT'],
  VIDEO_VIEW: ['TOTAL_VIDEO_MRC_VIEWS'],
  WEB_SESSIONS: ['TOTAL_CLICKTHROUGH'],
}

/** "Dollar" means the account's currency, and clicks are those on the pin. */
export function countsOf(figures: Record<string, number>, objective: string | null | undefined): DayCounts {
  const figure = (column: string) => figures[column] ?? 0
  const counted = objective ? resultColumns[objective] : undefined
  return {
    spendMicros: Math.round(figure('SPEND_IN_MICRO_DOLLAR')),
    impressions: figure('TOTAL_IMPRESSION'),
    clicks: figure('TOTAL_CLICKTHROUGH'),
    conversions: figure('TOTAL_CONVERSIONS'),
    conversionValueMicros: Math.round(figure('TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR')),
    results: counted ? counted.reduce((sum, column) => sum + figure(column), 0) : null,
    plays3s: figure('TOTAL_VIDEO_3SEC_VIEWS'),
  }
}

export function isSomething({ figures }: Row): boolean {
  return Object.values(figures).some((figure) => figure !== 0)
}
