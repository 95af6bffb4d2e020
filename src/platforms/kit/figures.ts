import type { Paged, PerformanceRow } from '../contract/manage.ts'
import type { AdDay } from '../contract/report.ts'

export type Figures = Pick<PerformanceRow, 'spend' | 'impressions' | 'clicks' | 'results' | 'costPerResult'>

/** What was counted over the days; spend in main units, results null where the platform tells none. */
export interface Counted {
  spend: number
  impressions: number
  clicks: number
  results: number | null
}

/** Null where no days were asked for; nothing delivered is zero. */
export function figuresFrom(all: Map<string, Counted> | null, id: string): Figures {
  if (!all) return { spend: null, impressions: null, clicks: null, results: null, costPerResult: null }
  const counted = all.get(id) ?? { spend: 0, impressions: 0, clicks: 0, results: 0 }
  const { spend, results } = counted
  return { ...counted, costPerResult: results ? Math.round((spend / results) * 10_000) / 10_000 : null }
}

/** What an account holds, without what it cost and brought. */
export type PerformanceStructure = Omit<PerformanceRow, keyof Figures>

/** A page of what an account holds, each with its own. */
export function withFigures(
  page: Paged<PerformanceStructure>,
  all: Map<string, Counted> | null,
): Paged<PerformanceRow> {
  return { ...page, items: page.items.map((row) => ({ ...row, ...figuresFrom(all, row.id) })) }
}

export function addCounted(all: Map<string, Counted>, id: string, more: Counted): void {
  const sum = all.get(id)
  if (!sum) {
    all.set(id, more)
    return
  }
  all.set(id, {
    // Amounts have at most six decimals on any platform.
    spend: Math.round((sum.spend + more.spend) * 1e6) / 1e6,
    impressions: sum.impressions + more.impressions,
    clicks: sum.clicks + more.clicks,
    results: addKnown(sum.results, more.results),
  })
}

/** One day given means that day alone; null: none was. */
export function rangeAsked({ startDate, endDate }: { startDate?: string; endDate?: string }) {
  const from = startDate ?? endDate
  const to = endDate ?? startDate
  return from && to ? { from, to } : null
}

/** The figures that may be added up over ads and days. */
export type DayCounts = Omit<AdDay, 'day' | 'adId' | 'adSetId' | 'campaignId'>

/** Where one side has nothing that counts as a result (or nothing that is known), the other's results are all there are. */
function addKnown(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return a + b
}

/** Conversions and plays that one side does not know are not known of both. */
export function sumCounts(one: DayCounts, other: DayCounts): DayCounts {
  const both = (a: number | null = null, b: number | null = null) => (a === null || b === null ? null : a + b)
  return {
    spendMicros: one.spendMicros + other.spendMicros,
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    conversions: both(one.conversions, other.conversions),
    conversionValueMicros: both(one.conversionValueMicros, other.conversionValueMicros),
    results: addKnown(one.results, other.results),
    plays3s: both(one.plays3s, other.plays3s),
    plays15s: both(one.plays15s, other.plays15s),
    thruplays: both(one.thruplays, other.thruplays),
  }
}

/** Two letters, whatever else the platform may say. */
export function countryOf(text: string | null | undefined): string {
  return /^[a-z]{2}$/i.test(text ?? '') ? String(text).toUpperCase() : 'unknown'
}
