import { countPeople, joinPeople, meet } from '../../core/figures/audiences.ts'
import type { People } from '../../core/figures/audiences.ts'
import { noPlays } from '../../core/figures/creative-days.ts'
import type { Part } from './breakdowns.ts'
import type { Cell, Counts } from './delivery.ts'
import { textOf } from '../graph/params.ts'

/** Everything that one row of a report is computed from. */
export interface Totals {
  counts: Counts
  met: People
  /** What the ad sets were there for, and how often it happened. */
  results: Map<string, number>
}

export function emptyTotals(): Totals {
  return {
    counts: {
      impressions: 0,
      clicks: 0,
      linkClicks: 0,
      landingPageViews: 0,
      engagements: 0,
      ...noPlays,
      conversations: 0,
      addsToCart: 0,
      purchases: 0,
      pixelPurchases: 0,
      leads: 0,
      installs: 0,
      spend: 0,
      value: 0,
    },
    met: new Map(),
    results: new Map(),
  }
}

export function addPart(totals: Totals, cell: Cell, part: Part): void {
  const { counts, met, results } = totals
  for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += part.counts[name]
  meet(met, cell.ad.id, part.audience, part.reach)
  const { indicator, count } = resultOf(cell, part.counts)
  results.set(indicator, (results.get(indicator) ?? 0) + count)
}

export function mergeTotals(rows: Totals[]): Totals {
  const merged = emptyTotals()
  for (const { counts, met, results } of rows) {
    for (const name of Object.keys(counts) as (keyof Counts)[]) merged.counts[name] += counts[name]
    joinPeople(merged.met, met)
    for (const [indicator, count] of results)
      merged.results.set(indicator, (merged.results.get(indicator) ?? 0) + count)
  }
  return merged
}

export function reachOf({ met, counts }: Totals): number {
  return countPeople(met, counts.impressions)
}

function resultOf({ adset }: Cell, counts: Counts): { indicator: string; count: number } {
  const event = textOf(adset.promoted_object?.['custom_event_type'])
  switch (adset.optimization_goal) {
    case 'LANDING_PAGE_VIEWS':
      return { indicator: 'actions:landing_page_view', count: counts.landingPageViews }
    case 'OFFSITE_CONVERSIONS':
    case 'VALUE':
      return event === 'LEAD'
        ? { indicator: 'actions:offsite_conversion.fb_pixel_lead', count: counts.leads }
        : { indicator: 'actions:offsite_conversion.fb_pixel_purchase', count: counts.pixelPurchases }
    case 'LEAD_GENERATION':
    case 'QUALITY_LEAD':
      return { indicator: 'actions:onsite_conversion.lead_grouped', count: counts.leads }
    case 'APP_INSTALLS':
      return { indicator: 'actions:mobile_app_install', count: counts.installs }
    case 'POST_ENGAGEMENT':
      return { indicator: 'actions:post_engagement', count: counts.engagements }
    case 'CONVERSATIONS':
      return {
        indicator: 'actions:onsite_conversion.messaging_conversation_started_7d',
        count: counts.conversations,
      }
    case 'THRUPLAY':
      return { indicator: 'video_thruplay_watched_actions', count: counts.thruplays }
    case 'REACH':
      // Filled in from the reach of the whole row: it does not add up.
      return { indicator: 'reach', count: 0 }
    case 'IMPRESSIONS':
      return { indicator: 'impressions', count: counts.impressions }
    default:
      return { indicator: 'actions:link_click', count: counts.linkClicks }
  }
}
