import { metricNames } from '../../platforms/insights.ts'
import type { BreakdownName, DayRange, InsightsVerb, MetricName, Metrics } from '../../platforms/insights.ts'

export interface BreakdownRow extends Partial<Metrics> {
  [by: string]: string | number | null | undefined
}

export interface Breakdown {
  data: BreakdownRow[]
  totals: Partial<Metrics>
}

/** The account's figures split by something, the most expensive first, and their totals. */
export async function breakdown(
  insights: InsightsVerb,
  accountId: string,
  query: { range: DayRange; by: BreakdownName; metrics: MetricName[]; only?: string[]; signal?: AbortSignal },
): Promise<Breakdown> {
  const { range, by, metrics, only, signal } = query
  const asked = { level: 'account' as const, ranges: [range], signal }
  const [rows, whole] = await Promise.all([
    insights(accountId, { ...asked, by }),
    // People and ratios of the whole cannot be worked out from the parts: the platform is asked for them.
    only ? [] : insights(accountId, asked),
  ])
  const kept = rows.filter((row) => !only || only.includes(row.by ?? ''))
  const data = kept
    .sort((a, b) => (b.metrics.spend ?? 0) - (a.metrics.spend ?? 0))
    .map((row) => ({ [by]: row.by ?? 'unknown', ...pick(row.metrics, metrics) }))
  const totals = only ? addUp(kept.map((row) => row.metrics)) : (whole[0]?.metrics ?? noMetrics)
  return { data, totals: pick(totals, metrics) }
}

function pick(metrics: Metrics, names: MetricName[]): Partial<Metrics> {
  return Object.fromEntries(names.map((name) => [name, metrics[name]]))
}

const noMetrics = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics

/** Sums, and the ratios of sums. People are not added up: who was reached in two rows would be counted twice. */
export function addUp(rows: Metrics[]): Metrics {
  const [only, ...others] = rows
  if (!only) return noMetrics
  if (others.length === 0) return only
  const sum = (name: MetricName) => {
    const known = rows.flatMap((row) => row[name] ?? [])
    return known.length === 0 ? null : Math.round(known.reduce((total, value) => total + value, 0) * 1e6) / 1e6
  }
  const [spend, impressions, clicks] = [sum('spend'), sum('impressions'), sum('clicks')]
  const [conversions, conversionValue] = [sum('conversions'), sum('conversionValue')]
  // Where a row has results of several kinds, their sum would leave it out and look complete.
  const results = rows.some((row) => row.results === null) ? null : sum('results')
  return {
    spend,
    impressions,
    clicks,
    ctr: ratio(clicks, impressions, 100),
    cpm: ratio(spend, impressions, 1000),
    cpc: ratio(spend, clicks),
    results,
    costPerResult: ratio(spend, results),
    conversions,
    conversionValue,
    roas: ratio(conversionValue, spend),
    reach: null,
    frequency: null,
    cpa: ratio(spend, conversions),
  }
}

function ratio(above: number | null, below: number | null, times = 1): number | null {
  return above === null || below === null || below === 0 ? null : (above / below) * times
}
