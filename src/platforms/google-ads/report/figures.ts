import type { AdDay } from '../../contract/report.ts'
import type { Metrics } from '../wire.ts'

export type Counts = Pick<
  AdDay,
  'spendMicros' | 'impressions' | 'clicks' | 'conversions' | 'conversionValueMicros' | 'results'
>

/** What an account bids for is conversions, so those are the results. */
export function countsOf({ costMicros, impressions, clicks, conversions, conversionsValue }: Metrics): Counts {
  return {
    spendMicros: costMicros,
    impressions,
    clicks,
    conversions,
    conversionValueMicros: Math.round(conversionsValue * 1_000_000),
    results: conversions,
  }
}

export function isSomething(metrics: Metrics): boolean {
  return Object.values(metrics).some((figure) => figure !== 0)
}

export function sumCounts(one: Counts, other: Counts): Counts {
  return {
    spendMicros: one.spendMicros + other.spendMicros,
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    conversions: (one.conversions ?? 0) + (other.conversions ?? 0),
    conversionValueMicros: (one.conversionValueMicros ?? 0) + (other.conversionValueMicros ?? 0),
    results: (one.results ?? 0) + (other.results ?? 0),
  }
}
