import type { World } from '../world.ts'
import { bareNumber } from '../call.ts'
import { minorUnits } from './delivery.ts'
import type { Advertiser } from '../objects/objects.ts'
import { reachOf } from './totals.ts'
import type { Totals } from './totals.ts'

interface Shown {
  world: World
  advertiser: Advertiser
  /** Of the advertiser, campaign, ad group or ad that the row is about. */
  id: string
  totals: Totals
}

const dash = '-'
const perHundred = (part: number, whole: number) => (whole === 0 ? '0.00' : ((part / whole) * 100).toFixed(2))
const each = (part: number, whole: number) => (whole === 0 ? dash : (part / whole).toFixed(2))

/** Figures leave as text; where there is nothing to tell or to divide by, as a dash. */
const metrics: Record<string, (shown: Shown) => string> = {
  spend: (shown) => spendOf(shown).toFixed(2),
  impressions: ({ totals }) => String(totals.counts.impressions),
  clicks: ({ totals }) => String(totals.counts.clicks),
  ctr: ({ totals: { counts } }) => perHundred(counts.clicks, counts.impressions),
  cpc: (shown) => each(spendOf(shown), shown.totals.counts.clicks),
  cpm: (shown) => each(spendOf(shown) * 1000, shown.totals.counts.impressions),
  reach: ({ totals }) => String(reachOf(totals)),
  frequency: ({ totals }) => each(totals.counts.impressions, reachOf(totals)),
  conversion: ({ totals }) => String(totals.counts.conversions),
  cost_per_conversion: (shown) => each(spendOf(shown), shown.totals.counts.conversions),
  result: ({ totals }) => (totals.counts.results === null ? dash : String(totals.counts.results)),
  cost_per_result: (shown) => each(spendOf(shown), shown.totals.counts.results ?? 0),
  // It is the value and not a rate, whatever its name says.
  total_complete_payment_rate: (shown) => valueOf(shown).toFixed(2),
  complete_payment_roas: (shown) => each(valueOf(shown), spendOf(shown)),
  // Nobody sells in an app or on the platform here.
  total_purchase_value: () => dash,
  total_onsite_shopping_value: () => dash,
  video_watched_2s: ({ totals }) => String(totals.counts.plays3s),
  engaged_view_15s: ({ totals }) => String(totals.counts.plays15s),
  campaign_name: ({ world, id }) => world.campaigns.get(campaignOf(world, id))?.name ?? '',
  campaign_id: ({ world, id }) => bareNumber(campaignOf(world, id)),
  adgroup_name: ({ world, id }) => world.adgroups.get(adgroupOf(world, id))?.name ?? '',
  adgroup_id: ({ world, id }) => bareNumber(adgroupOf(world, id)),
  ad_name: ({ world, id }) => world.ads.get(id)?.name ?? '',
  currency: ({ advertiser }) => advertiser.currency,
}

export const metricNames: ReadonlySet<string> = new Set(Object.keys(metrics))

export function metricOf(name: string, shown: Shown): string {
  return metrics[name]?.(shown) ?? dash
}

function spendOf({ totals, advertiser }: Shown): number {
  return totals.counts.spend / minorUnits(advertiser)
}

function valueOf({ totals, advertiser }: Shown): number {
  return totals.counts.conversionValue / minorUnits(advertiser)
}

function campaignOf(world: World, id: string): string {
  return world.ads.get(id)?.campaign ?? world.adgroups.get(id)?.campaign ?? id
}

function adgroupOf(world: World, id: string): string {
  return world.ads.get(id)?.adgroup ?? id
}
