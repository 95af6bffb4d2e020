import { apportion } from '../../core/figures/apportion.ts'
import type { SmartCreative } from '../objects/objects.ts'
import type { Cell, Counts } from './delivery.ts'

/** The parts add up to the whole again; the first has most of it. */
export function splitCounts(counts: Counts, parts: number): Counts[] {
  const weights = Array.from({ length: parts }, (_, index) => 10 / (index + 1))
  const split = (total: number) => apportion(total, weights)
  const impressions = split(counts.impressions)
  const clicks = split(counts.clicks)
  const spend = split(counts.spend)
  const conversions = split(counts.conversions)
  const conversionValue = split(counts.conversionValue)
  const plays3s = split(counts.plays3s)
  const plays15s = split(counts.plays15s)
  const thruplays = split(counts.thruplays)
  const results = counts.results === null ? null : split(counts.results)
  return weights.map((_, index) => ({
    impressions: impressions[index] ?? 0,
    clicks: clicks[index] ?? 0,
    spend: spend[index] ?? 0,
    conversions: conversions[index] ?? 0,
    conversionValue: conversionValue[index] ?? 0,
    plays3s: plays3s[index] ?? 0,
    plays15s: plays15s[index] ?? 0,
    thruplays: thruplays[index] ?? 0,
    results: results && (results[index] ?? 0),
  }))
}

/** Of an ad of the automation, what each of its creatives did; others have none. */
export function splitByCreative({ ad, counts }: Cell): { creative: SmartCreative; counts: Counts }[] {
  const creatives = ad.smart?.creatives ?? []
  const parts = splitCounts(counts, creatives.length)
  return creatives.flatMap((creative, index) => {
    const part = parts[index]
    return part && (part.impressions > 0 || part.spend > 0) ? [{ creative, counts: part }] : []
  })
}
