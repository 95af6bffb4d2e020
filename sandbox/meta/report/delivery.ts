import { factorOn } from '../../core/figures/corrections.ts'
import { endOfDay, intersect, shareOfDay, spansThrough, spansWith } from '../../core/figures/delivery-spans.ts'
import type { Span } from '../../core/figures/delivery-spans.ts'
import { noPlays, playsOf, wearOf } from '../../core/figures/creative-days.ts'
import type { DayPlays, ShownCreative } from '../../core/figures/creative-days.ts'
import { audienceOf, metricsOfDay } from '../../core/figures/metrics.ts'
import type { World } from '../world.ts'
import { currencyOf } from '../campaigns/money.ts'
import { assetOf } from '../creatives/story.ts'
import type { Account, Ad, AdSet, Campaign, Deliverable } from '../campaigns/objects.ts'
import { textOf } from '../graph/params.ts'

/** What adds up over ads, days and breakdowns; money in the smallest unit of the currency. */
export interface Counts extends DayPlays {
  impressions: number
  clicks: number
  linkClicks: number
  landingPageViews: number
  engagements: number
  conversations: number
  addsToCart: number
  purchases: number
  /** Those of the purchases that happened on the website. */
  pixelPurchases: number
  leads: number
  installs: number
  spend: number
  value: number
}

/** One ad on one day. */
export interface Cell {
  ad: Ad
  adset: AdSet
  campaign: Campaign
  day: string
  counts: Counts
  reach: number
  /** Everybody the ad can meet. */
  audience: number
}

/** What ads did, day by day; asks for each ad and day only once. */
export function createDelivery(world: World, account: Account) {
  const seed = world.context.seed()
  const { corrections } = world.settings()
  const spans = new Map<string, Span[]>()
  const cells = new Map<string, Cell | undefined>()
  const spansOf = (ad: Ad, adset: AdSet, campaign: Campaign): Span[] => {
    const known = spans.get(ad.id)
    if (known) return known
    const turns = [...world.ads.pastOf(ad.id), ...world.adsets.pastOf(adset.id)].map(({ until }) => until)
    const found = spansThrough(turns, (time) =>
      deliverySpans(
        world.now(),
        world.ads.asOf(ad.id, time) ?? ad,
        world.adsets.asOf(adset.id, time) ?? adset,
        campaign,
      ),
    )
    spans.set(ad.id, found)
    return found
  }
  const compute = (ad: Ad, day: string): Cell | undefined => {
    const adset = world.adsets.get(ad.adset_id)
    const campaign = world.campaigns.get(ad.campaign_id)
    if (!adset || !campaign) return undefined
    const share = shareOfDay(spansOf(ad, adset, campaign), day, account.timezone_name)
    const corrected = share * factorOn(corrections, day, ad.id)
    if (corrected <= 0) return undefined
    // For whom and what the ad was shown is what its ad set said that day.
    const then = world.adsets.asOf(adset.id, endOfDay(day, account.timezone_name)) ?? adset
    const asset = assetOf(world, world.ads.asOf(ad.id, endOfDay(day, account.timezone_name))?.creative_id ?? '')
    const shown = { seed, creative: asset.id ?? ad.id, adId: ad.id, day, since: ad.created }
    const where = { ad, adset: then, campaign, day }
    return measure(account, where, { ...shown, isVideo: asset.isVideo }, corrected)
  }
  return {
    /** Nothing when the ad was not shown that day. */
    cell(ad: Ad, day: string): Cell | undefined {
      const key = `${ad.id} ${day}`
      if (!cells.has(key)) cells.set(key, compute(ad, day))
      return cells.get(key)
    },
  }
}

/** When everything above and around the ad let it run. */
function deliverySpans(now: number, ad: Ad, adset: AdSet, campaign: Campaign): Span[] {
  if (ad.is_rejected) return []
  const from = Math.max(ad.reviewed, adset.start, Number(ad['schedule_start'] ?? 0))
  const to = Math.min(now, adset.end ?? now, Number(ad['schedule_end'] ?? now))
  let spans: Span[] = from < to ? [{ from, to }] : []
  for (const object of [ad, adset, campaign]) spans = intersect(spans, activeSpans(object, now))
  return spans
}

function activeSpans({ history, status, created }: Deliverable, now: number): Span[] {
  return spansWith(history ?? [{ at: created, status }], 'ACTIVE', now)
}

function measure(
  account: Account,
  where: Pick<Cell, 'ad' | 'adset' | 'campaign' | 'day'>,
  shown: ShownCreative & { isVideo: boolean },
  share: number,
): Cell | undefined {
  const { offset } = currencyOf(account.currency)
  const full = metricsOfDay(shown.seed, where.ad.id, where.day, offset === 1 ? 150 : 1)
  const wear = wearOf(shown)
  const part = (amount: number) => Math.round(amount * share)
  const impressions = part(full.impressions)
  if (impressions === 0) return undefined
  const linkClicks = part(full.linkClicks * wear.clicks)
  const conversions = part(full.purchases * wear.clicks)
  const kind = conversionKind(where.adset, where.campaign)
  const purchases = kind === 'purchase' ? conversions : 0
  const counts: Counts = {
    impressions,
    clicks: part(full.clicks * wear.clicks),
    linkClicks,
    landingPageViews: Math.floor(linkClicks * 0.8),
    engagements: part(full.clicks * wear.clicks) + Math.floor(impressions / 100),
    ...(shown.isVideo ? playsOf(shown, impressions, wear) : noPlays),
    conversations: Math.floor(linkClicks * 0.3),
    addsToCart: purchases * 3,
    purchases,
    pixelPurchases: purchases - Math.floor(purchases / 10),
    leads: kind === 'lead' ? conversions : 0,
    installs: kind === 'install' ? conversions : 0,
    spend: part(full.spend * offset),
    value: purchases === 0 ? 0 : part(full.purchaseValue * wear.clicks * offset),
  }
  const reach = Math.max(1, Math.min(impressions, part(full.reach * wear.reach)))
  return { ...where, counts, reach, audience: audienceOf(shown.seed, where.ad.id) }
}

/** What people do after the click depends on what the ad set is there for. */
function conversionKind(adset: AdSet, campaign: Campaign): 'purchase' | 'lead' | 'install' | 'none' {
  const event = textOf(adset.promoted_object?.['custom_event_type'])
  if (event === 'LEAD' || adset.optimization_goal.includes('LEAD')) return 'lead'
  if (campaign.objective === 'OUTCOME_APP_PROMOTION') return 'install'
  return campaign.objective === 'OUTCOME_SALES' || campaign.objective === 'OUTCOME_TRAFFIC' ? 'purchase' : 'none'
}
