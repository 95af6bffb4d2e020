import type { InsightsRow, ResultsByType } from '../../../platforms/contract/insights.ts'
import { metricNames, metricsFrom } from '../../../platforms/contract/metrics.ts'
import type { Counts, MetricName, Metrics } from '../../../platforms/contract/metrics.ts'

export type SplitRow = Pick<InsightsRow, 'metrics' | 'resultsByType'>
export type SplitAmounts = Pick<Metrics, 'spend' | 'conversionValue'>

const noMetrics = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
export const nothing: SplitRow = { metrics: noMetrics, resultsByType: {} }

export function together(rows: SplitRow[]): SplitRow {
  return { metrics: addUp(rows.map((row) => row.metrics)), resultsByType: addUpTypes(rows) }
}

/** People of two rows may be the same ones: only a single row can count them. */
function addUpTypes(rows: SplitRow[]): ResultsByType {
  const sums: ResultsByType = {}
  for (const [type, count] of rows.flatMap((row) => Object.entries(row.resultsByType))) {
    if (type !== 'reach' || rows.length === 1) sums[type] = (sums[type] ?? 0) + count
  }
  return sums
}

/** Sums of money in binary fractions have crumbs behind the last digit. */
const withoutCrumbs = (value: number) => Math.round(value * 1e6) / 1e6

/** Sums, and the ratios of sums. People are not added up: who was reached in two rows would be counted twice. */
export function addUp(rows: Metrics[]): Metrics {
  const [only, ...others] = rows
  if (!only) return noMetrics
  if (others.length === 0) return only
  return ofSums((name) => {
    // Where a row cannot tell its results, their sum would leave it out and look complete.
    if (name === 'results' && rows.some((row) => row.results === null)) return null
    const known = rows.flatMap((row) => row[name] ?? [])
    return known.length === 0 ? null : withoutCrumbs(known.reduce((total, value) => total + value, 0))
  })
}

/** What the whole has beyond its parts. */
export function restOf(whole: SplitRow, parts: SplitRow[]): SplitRow {
  const told = addUp(parts.map(({ metrics }) => metrics))
  const metrics = ofSums((name) => {
    const [all, some] = [whole.metrics[name], parts.length === 0 ? 0 : told[name]]
    return all === null || some === null ? null : withoutCrumbs(all - some)
  })
  const types = Object.entries(whole.resultsByType).filter(([type]) => type !== 'reach')
  const reportedTypes = addUpTypes([nothing, ...parts])
  const rest = types.map(([type, count]) => [type, count - (reportedTypes[type] ?? 0)] as const)
  return { metrics, resultsByType: Object.fromEntries(rest.filter(([, count]) => count !== 0)) }
}

/** The same row with other amounts, and what is made of them. */
export function withAmounts<Row extends SplitRow>(row: Row, { spend, conversionValue }: SplitAmounts): Row {
  const { reach, frequency } = row.metrics
  const converted = { ...row.metrics, spend, conversionValue }
  return { ...row, metrics: { ...ofSums((name) => converted[name]), reach, frequency } }
}

function ofSums(sum: (name: MetricName) => number | null): Metrics {
  const counts: Counts = {
    spend: sum('spend'),
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    conversions: sum('conversions'),
    value: sum('conversionValue'),
    results: sum('results'),
    reach: null,
    frequency: null,
    plays3s: sum('plays3s'),
    plays15s: sum('plays15s'),
    thruplays: sum('thruplays'),
  }
  return metricsFrom(counts)
}
