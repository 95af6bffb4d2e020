import { countPeople, meet } from '../../core/figures/audiences.ts'
import type { People } from '../../core/figures/audiences.ts'
import { noPlays } from '../../core/figures/creative-days.ts'
import type { Cell, Counts } from './delivery.ts'

/** Everything that one row of a report is computed from. */
export interface Totals {
  counts: Counts
  people: People
}

export function emptyTotals(): Totals {
  return {
    counts: { impressions: 0, clicks: 0, spend: 0, conversions: 0, conversionValue: 0, results: 0, ...noPlays },
    people: new Map(),
  }
}

/** `counts` are those of the cell or of a part of it. */
export function addCell(totals: Totals, cell: Cell, counts: Counts = cell.counts): void {
  const sum = totals.counts
  totals.counts = {
    impressions: sum.impressions + counts.impressions,
    clicks: sum.clicks + counts.clicks,
    spend: sum.spend + counts.spend,
    conversions: sum.conversions + counts.conversions,
    conversionValue: sum.conversionValue + counts.conversionValue,
    plays3s: sum.plays3s + counts.plays3s,
    plays15s: sum.plays15s + counts.plays15s,
    thruplays: sum.thruplays + counts.thruplays,
    results: sum.results === null || counts.results === null ? null : sum.results + counts.results,
  }
  meet(totals.people, cell.ad.id, cell.audience, cell.reach)
}

export function reachOf({ people, counts }: Totals): number {
  return countPeople(people, counts.impressions)
}
