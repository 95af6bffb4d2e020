import { addDays, daysIn, stretchesOf } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { AccountTotal, AdDay } from '../../contract/report.ts'
import { inGroups } from '../groups.ts'
import { maxDays, names } from './question.ts'
import type { Deps, Question } from './question.ts'
import { figureOf, micros, placeOf, readAllRows, readRows } from './rows.ts'
import type { ReportRow } from './rows.ts'
import { runReport } from './run.ts'

/** Purchases on a website, in an app and on the platform itself. The first is a value, whatever its name says. */
export const values = ['total_complete_payment_rate', 'total_purchase_value', 'total_onsite_shopping_value']
const plays = { plays3s: 'video_watched_2s', plays15s: 'engaged_view_15s' } as const
const counts = ['spend', 'impressions', 'clicks', 'conversion', 'result', ...Object.values(plays)]
const metrics = ['campaign_id', 'adgroup_id', ...counts, ...values]
const rowsAtOnce = 1000

/**
 * Up to thirty days are read while we wait. Of more, those that are over come from a report that is made in the
 * background, which has no such limit but may be wrong about the last days.
 */
export async function* readDays(deps: Deps, range: DayRange): AsyncGenerator<AdDay[]> {
  const settled = { from: range.from, to: range.to < deps.settledDay ? range.to : deps.settledDay }
  if (daysIn(settled) <= maxDays.daily) {
    yield* askedDays(deps, range)
    return
  }
  yield* preparedDays(deps, settled)
  if (settled.to < range.to) yield* askedDays(deps, { from: addDays(settled.to, 1), to: range.to })
}

async function* askedDays(deps: Deps, range: DayRange, adIds?: string[]): AsyncGenerator<AdDay[]> {
  for (const stretch of stretchesOf(range, maxDays.daily)) {
    const question: Question = { level: 'ad', range: stretch, isDaily: true, metrics, ids: adIds }
    for await (const rows of readRows(deps, question)) yield rows.map(toAdDay)
  }
}

async function* preparedDays(deps: Deps, range: DayRange): AsyncGenerator<AdDay[]> {
  const rows = await runReport(deps, { level: 'ad', range, isDaily: true, metrics })
  if (!rows) {
    yield* askedDays(deps, range)
    return
  }
  for (const some of inGroups(rows, rowsAtOnce)) yield some.map(toAdDay)
  const known = new Set(rows.map((row) => adOf(row)))
  // Reports in the background leave deleted ads out: those that were delivered in these days are read one by one.
  for (const adIds of inGroups(await otherAds(deps, range, known))) yield* askedDays(deps, range, adIds)
}

async function otherAds(deps: Deps, range: DayRange, known: Set<string>): Promise<string[]> {
  const found = new Set<string>()
  for (const stretch of stretchesOf(range, maxDays.whole)) {
    const question: Question = { level: 'ad', range: stretch, isDaily: false, metrics: ['spend'] }
    for await (const rows of readRows(deps, question)) {
      for (const row of rows) found.add(adOf(row))
    }
  }
  return [...found].filter((id) => !known.has(id))
}

function adOf({ dimensions }: ReportRow): string {
  return dimensions[names.ad.id] ?? ''
}

function toAdDay(row: ReportRow): AdDay {
  const { id, day } = placeOf(row, { level: 'ad', isDaily: true })
  const value = conversionValueOf(row)
  return {
    day: day ?? '',
    adId: id ?? '',
    adSetId: String(row.metrics.adgroup_id ?? ''),
    campaignId: String(row.metrics.campaign_id ?? ''),
    spendMicros: micros(figureOf(row, 'spend') ?? 0),
    impressions: figureOf(row, 'impressions') ?? 0,
    clicks: figureOf(row, 'clicks') ?? 0,
    conversions: figureOf(row, 'conversion'),
    conversionValueMicros: value === null ? null : micros(value),
    results: figureOf(row, 'result'),
    plays3s: figureOf(row, plays.plays3s),
    plays15s: figureOf(row, plays.plays15s),
  }
}

/** null: the platform tells none of its parts. */
export function conversionValueOf(row: ReportRow): number | null {
  const known = values.map((name) => figureOf(row, name)).filter((value) => value !== null)
  return known.length > 0 ? known.reduce((sum, value) => sum + micros(value), 0) / 1e6 : null
}

/** Also what reports by ad leave out. */
export async function readTotals(deps: Deps, range: DayRange): Promise<AccountTotal[]> {
  const question: Question = { level: 'account', range, isDaily: true, metrics: ['spend', 'impressions', 'clicks'] }
  const rows = await readAllRows(deps, question)
  return rows.map((row) => ({
    day: placeOf(row, question).day ?? '',
    spendMicros: micros(figureOf(row, 'spend') ?? 0),
    impressions: figureOf(row, 'impressions') ?? 0,
    clicks: figureOf(row, 'clicks') ?? 0,
  }))
}
