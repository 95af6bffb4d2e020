import { conversionParts } from '../report/metrics.ts'
import type { Counts } from '../report/metrics.ts'
import { required } from '../../core/required.ts'

const micro = 1_000_000

/** A ratio to nothing is left out. */
const ratio = (amount: number, per: number) => (per === 0 ? undefined : amount / per)
const conversions = (counts: Counts) => counts.conversions / conversionParts
const value = (counts: Counts) => counts.value / micro
const clickRate = ({ clicks, impressions }: Counts) => ratio(clicks, impressions)
const clickCost = ({ cost, clicks }: Counts) => ratio(cost, clicks)

/** The figures as they stand in answers. */
const values: Record<string, (counts: Counts) => string | number | undefined> = {
  impressions: ({ impressions }) => String(impressions),
  clicks: ({ clicks }) => String(clicks),
  costMicros: ({ cost }) => String(cost),
  conversions,
  conversionsValue: value,
  allConversions: conversions,
  allConversionsValue: value,
  interactions: ({ clicks }) => String(clicks),
  viewThroughConversions: () => '0',
  ctr: clickRate,
  interactionRate: clickRate,
  averageCpc: clickCost,
  averageCost: clickCost,
  averageCpm: ({ cost, impressions }) => ratio(cost * 1000, impressions),
  costPerConversion: (counts) => ratio(counts.cost, conversions(counts)),
  valuePerConversion: (counts) => ratio(value(counts), conversions(counts)),
  conversionsFromInteractionsRate: (counts) => ratio(conversions(counts), counts.clicks),
}

export function metricOf(name: string, counts: Counts): string | number | undefined {
  return required(values[name], 'value of the metric')(counts)
}
