import type { z } from 'zod'
import type { DayCounts } from '../../kit/figures.ts'
import { stretchesOf } from '../../kit/time/days.ts'
import type { EntityLevel } from '../../contract/report.ts'
import { queryOf } from '../client.ts'
import type { CallOptions, Snap } from '../client.ts'
import { daysIn } from './midnight.ts'
import { breakdownOf, daysAtOnce, paramsOf, resultFieldOf } from './question.ts'
import type { Question, Stats } from './question.ts'
import { runReport } from './run.ts'
import { ReportWire } from './wire.ts'
import type { StatRowWire } from './wire.ts'

export interface Row {
  id: string
  /** null: the whole range. */
  day: string | null
  /** As the platform spells it; null: not split by country. */
  country: string | null
  stats: Stats
}

/** Figures by id alone, in the platform's own words. */
export async function* readRows(snap: Snap, question: Question, options: CallOptions): AsyncGenerator<Row[]> {
  const { from, to, isDaily } = question
  for (const stretch of isDaily ? stretchesOf({ from, to }, daysAtOnce) : [{ from, to }])
    yield* readWindow(snap, { ...question, ...stretch }, options)
}

async function* readWindow(snap: Snap, question: Question, options: CallOptions): AsyncGenerator<Row[]> {
  const { accountId, level, timeZone, background } = question
  const path = `adaccounts/${accountId}`
  const params = paramsOf(question)
  if (background) yield rowsIn(await runReport(snap, { path, params }, background, options), level, timeZone)
  let query: string | null = background ? null : queryOf(params)
  while (query !== null) {
    const answer: z.output<typeof ReportWire> = await snap.get(ReportWire, `${path}/stats${query}`, {}, options)
    yield rowsIn(answer, level, timeZone)
    const link: string | undefined = answer.paging?.next_link
    query = link ? (URL.parse(link)?.search ?? null) : null
  }
}

function rowsIn(report: z.output<typeof ReportWire>, level: EntityLevel, timeZone: string): Row[] {
  const stats = [
    ...report.total_stats.map(({ total_stat: stat }) => stat),
    ...report.timeseries_stats.map(({ timeseries_stat: stat }) => stat),
  ]
  const rows: Row[] = []
  const dayAt = daysIn(timeZone)
  for (const { breakdown_stats: parts } of stats)
    for (const entity of parts[breakdownOf[level]] ?? []) {
      rows.push(...figuresIn(entity.id, null, entity))
      for (const day of entity.timeseries ?? [])
        rows.push(...figuresIn(entity.id, dayAt(Date.parse(day.start_time)), day))
    }
  return rows
}

type Figures = Pick<z.output<typeof StatRowWire>, 'stats' | 'dimension_stats'>

/** What is all zero is what was not shown. */
function figuresIn(id: string, day: string | null, { stats, dimension_stats: parts = [] }: Figures): Row[] {
  const rows: Row[] = parts.map(({ country, ...figures }) => ({
    id,
    day,
    country: typeof country === 'string' ? country : 'unknown',
    stats: numbersIn(figures),
  }))
  if (stats) rows.push({ id, day, country: null, stats: numbersIn(stats) })
  return rows.filter((row) => Object.values(row.stats).some((figure) => figure !== 0))
}

function numbersIn(figures: Record<string, unknown>): Stats {
  const numbers: Stats = {}
  for (const [name, figure] of Object.entries(figures)) if (typeof figure === 'number') numbers[name] = figure
  return numbers
}

export function countsOf({ stats }: Row, goal: string | null | undefined): DayCounts {
  const field = resultFieldOf(goal)
  return {
    spendMicros: Math.round(stats.spend ?? 0),
    impressions: stats.impressions ?? 0,
    clicks: stats.swipes ?? 0,
    conversions: stats.conversion_purchases ?? 0,
    conversionValueMicros: Math.round(stats.conversion_purchases_value ?? 0),
    results: field === undefined ? null : (stats[field] ?? 0),
    // Its short views are of 2 seconds; its long ones also count what was seen to the end.
    plays3s: stats.video_views ?? 0,
    thruplays: stats.video_views_15s ?? 0,
  }
}
