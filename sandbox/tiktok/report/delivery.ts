import { factorOn } from '../../core/figures/corrections.ts'
import { endOfDay, intersect, shareOfDay, spansThrough, spansWith } from '../../core/figures/delivery-spans.ts'
import { noPlays, playsOf, wearOf } from '../../core/figures/creative-days.ts'
import type { DayPlays } from '../../core/figures/creative-days.ts'
import type { Span } from '../../core/figures/delivery-spans.ts'
import type { World } from '../world.ts'
import { parseStamp, textOf } from '../call.ts'
import { audienceOf, figuresOfDay } from './metrics.ts'
import type { Ad, AdGroup, Advertiser, Campaign, Switched } from '../objects/objects.ts'

/** What adds up over ads and days; money in the smallest unit of the currency. */
export interface Counts extends DayPlays {
  impressions: number
  clicks: number
  spend: number
  conversions: number
  conversionValue: number
  /** null: what the ad group is there for cannot be counted up. */
  results: number | null
}

/** One ad on one day. */
export interface Cell {
  ad: Ad
  adgroup: AdGroup
  day: string
  counts: Counts
  reach: number
  /** Everybody the ad can meet. */
  audience: number
}

/** How many of its smallest unit make one of the currency. */
export function minorUnits({ currency }: Pick<Advertiser, 'currency'>): 1 | 100 {
  return currency === 'JPY' ? 1 : 100
}

/** What ads did, day by day, in the account's own days. */
export function createDelivery(world: World, advertiser: Advertiser) {
  const spans = new Map<string, Span[]>()
  const { corrections } = world.settings()
  const seed = world.context.seed()
  const dollar = advertiser.currency === 'JPY' ? 150 : 100
  return {
    /** Nothing when the ad was not shown that day. */
    cell(ad: Ad, day: string): Cell | undefined {
      const adgroup = world.adgroups.get(ad.adgroup)
      const campaign = world.campaigns.get(ad.campaign)
      if (!adgroup || !campaign) return undefined
      const then = (time: number) => world.adgroups.asOf(adgroup.id, time) ?? adgroup
      const turns = world.adgroups.pastOf(adgroup.id).map(({ until }) => until)
      const known =
        spans.get(ad.id) ?? spansThrough(turns, (time) => deliverySpans(world.now(), ad, then(time), campaign))
      spans.set(ad.id, known)
      const share = shareOfDay(known, day, advertiser.displayTimezone) * factorOn(corrections, day, ad.id)
      if (share === 0) return undefined
      const asset = assetOf(world.ads.asOf(ad.id, endOfDay(day, advertiser.displayTimezone)) ?? ad)
      const shown = { seed, creative: asset.id, adId: ad.id, day, since: ad.created }
      const wear = wearOf(shown)
      const full = figuresOfDay(seed, ad.id, day, dollar)
      const part = (amount: number) => Math.round(amount * share)
      const impressions = part(full.impressions)
      if (impressions === 0) return undefined
      const clicks = part(full.clicks * wear.clicks)
      const conversions = part(full.conversions * wear.clicks)
      const sums = { impressions, clicks, spend: part(full.spend), conversions }
      return {
        ad,
        // For whom and what the ad was shown is what its ad group said that day.
        adgroup: then(endOfDay(day, advertiser.displayTimezone)),
        day,
        counts: {
          ...sums,
          conversionValue: part(full.conversionValue * wear.clicks),
          ...(asset.isVideo ? playsOf(shown, impressions, wear) : noPlays),
          results: resultsOf(then(endOfDay(day, advertiser.displayTimezone)), clicks, conversions),
        },
        reach: Math.max(1, Math.min(impressions, part(full.reach * wear.reach))),
        audience: audienceOf(seed, ad.id),
      }
    },
  }
}

/** The video, post or picture that an ad shows; of several, the first. */
function assetOf({ id, creative }: Ad): { id: string; isVideo: boolean } {
  const [picture] = (Array.isArray(creative['image_ids']) ? creative['image_ids'] : []) as unknown[]
  const video = textOf(creative['video_id']) || textOf(creative['tiktok_item_id'])
  return { id: video || textOf(picture) || id, isVideo: Boolean(video) }
}

function resultsOf({ more }: AdGroup, clicks: number, conversions: number): number | null {
  const goal = textOf(more['optimization_goal'])
  if (goal === 'REACH') return null
  return goal === 'CLICK' ? clicks : conversions
}

/** When everything above and around the ad let it run. */
function deliverySpans(now: number, ad: Ad, adgroup: AdGroup, campaign: Campaign): Span[] {
  const ends = adgroup.scheduleType === 'SCHEDULE_START_END' ? parseStamp(adgroup.scheduleEnd) : now
  const starts = parseStamp(adgroup.scheduleStart)
  let spans: Span[] = [{ from: Number.isNaN(starts) ? 0 : starts, to: Number.isNaN(ends) ? now : Math.min(now, ends) }]
  for (const object of [ad, adgroup, campaign]) spans = intersect(spans, enabledSpans(object, now))
  return spans
}

function enabledSpans({ history, status, created }: Switched, now: number): Span[] {
  return spansWith(history ?? [{ at: created, status }], 'ENABLE', now)
}
