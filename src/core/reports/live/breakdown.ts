import type { z } from 'zod'
import type { BreakdownName, DayRange, InsightsRow, ResultsByType } from '../../../platforms/contract/insights.ts'
import { metricNames, metricsFrom } from '../../../platforms/contract/metrics.ts'
import type { MetricName, Metrics } from '../../../platforms/contract/metrics.ts'
import { missingResults } from './breakdown-results.ts'
import { openReport } from './request.ts'
import type { BreakdownMetadata, LiveContext, LiveDeps } from './request.ts'

type Figures = Partial<Metrics> & { resultsByType?: ResultsByType }

export interface Breakdown {
  /** Each with the value of what it was split by. */
  rows: { value: string; figures: Figures }[]
  totals: Figures
  metadata: z.output<typeof BreakdownMetadata>
}

export interface BreakdownRequest {
  accountId: string
  range: DayRange
  by: BreakdownName
  metrics: MetricName[]
  /** Only rows with one of these values. */
  only?: string[]
}

/** The account's figures split by something, the most expensive first, and their totals. */
export async function breakdown(
  deps: LiveDeps,
  context: LiveContext,
  { accountId, range, by, metrics, only }: BreakdownRequest,
): Promise<Breakdown> {
  const { insights, metadata } = await openReport(deps, context, accountId)
  const ranges = [range]
  const [found, whole] = await Promise.all([
    insights({ ranges, by }),
    // People and ratios of the whole cannot be worked out from the parts: the platform is asked for them.
    only ? [] : insights({ ranges }),
  ])
  const kept = found.filter((row) => !only || only.includes(row.by ?? ''))
  const rows = kept
    .sort((a, b) => (b.metrics.spend ?? 0) - (a.metrics.spend ?? 0))
    .map((row) => ({ value: row.by ?? 'unknown', figures: pick(row, metrics) }))
  const total = only ? together(kept) : (whole[0] ?? nothing)
  const missing = missingResults([...kept, total], metrics)
  return { rows, totals: pick(total, metrics), metadata: { ...metadata, missing } }
}

type Counted = Pick<InsightsRow, 'metrics' | 'resultsByType'>

function pick({ metrics, resultsByType }: Counted, names: MetricName[]): Figures {
  const figures: Partial<Metrics> = Object.fromEntries(names.map((name) => [name, metrics[name]]))
  return names.includes('results') ? { ...figures, resultsByType } : figures
}

function together(rows: Counted[]): Counted {
  return { metrics: addUp(rows.map((row) => row.metrics)), resultsByType: addUpTypes(rows) }
}

/** People of two rows may be the same ones: only a single row can count them. */
function addUpTypes(rows: Counted[]): ResultsByType {
  const sums: ResultsByType = {}
  for (const [type, count] of rows.flatMap((row) => Object.entries(row.resultsByType))) {
    if (type !== 'reach' || rows.length === 1) sums[type] = (sums[type] ?? 0) + count
  }
  return sums
}

const noMetrics = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
const nothing: Counted = { metrics: noMetrics, resultsByType: {} }

/** Sums, and the ratios of sums. People are not added up: who was reached in two rows would be counted twice. */
export function addUp(rows: Metrics[]): Metrics {
  const [only, ...others] = rows
  if (!only) return noMetrics
  if (others.length === 0) return only
  const sum = (name: MetricName) => {
    const known = rows.flatMap((row) => row[name] ?? [])
    return known.length === 0 ? null : Math.round(known.reduce((total, value) => total + value, 0) * 1e6) / 1e6
  }
  return metricsFrom({
    spend: sum('spend'),
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    conversions: sum('conversions'),
    value: sum('conversionValue'),
    // Where a row cannot tell its results, their sum would leave it out and look complete.
    results: rows.some((row) => row.results === null) ? null : sum('results'),
    reach: null,
    frequency: null,
    plays3s: sum('plays3s'),
    plays15s: sum('plays15s'),
    thruplays: sum('thruplays'),
  })
}
