import type { Wear } from '../../core/figures/creative-days.ts'
import { createRandom, hashText } from '../../core/figures/random.ts'

/** What one ad did on one day; money in micro units of the account's currency. */
export interface DayFigures {
  impressions: number
  clicks: number
  outboundClicks: number
  /** Of people who saw the pin after somebody else had saved it. */
  earnedOutboundClicks: number
  videoPlays: number
  videoViews: number
  videoCompletions: number
  spendMicro: number
  checkouts: number
  signups: number
  leads: number
  checkoutValueMicro: number
}

export interface DayMetrics {
  figures: DayFigures
  reach: number
  /** Everybody the ad can ever meet. */
  audience: number
}

/**
 * The same question always has the same answer: nothing is stored. `unit` scales money: 1 for dollars, 150 for yen;
 * `factor` is another count of the same day.
 */
export function metricsOfDay(
  seed: number,
  adId: string,
  day: string,
  {
    unit,
    factor,
    wear,
    plays3s,
  }: { unit: number; factor: number; wear: Wear; plays3s: (impressions: number) => number },
): DayMetrics {
  const ofAd = createRandom(hashText(`pin ${seed} ${adId}`))
  const usual = 600 + ofAd.next() * 7000
  const costPerThousand = 3 + ofAd.next() * 6
  const clickRate = 0.004 + ofAd.next() * 0.012
  const basket = 25 + ofAd.next() * 60
  const ofDay = createRandom(hashText(`pin ${seed} ${adId} ${day}`))
  const impressions = Math.round(usual * (0.7 + ofDay.next() * 0.6) * factor)
  const clicks = Math.round(impressions * clickRate * wear.clicks * (0.8 + ofDay.next() * 0.4))
  const outboundClicks = Math.round(clicks * (0.5 + ofDay.next() * 0.4))
  const checkouts = Math.round(outboundClicks * 0.04 * ofDay.next())
  const videoPlays = plays3s(impressions)
  const figures = {
    impressions,
    clicks,
    outboundClicks,
    earnedOutboundClicks: Math.floor(outboundClicks / 9),
    videoPlays,
    videoViews: Math.floor(videoPlays * 1.2),
    videoCompletions: Math.floor(videoPlays / 3),
    spendMicro: micro((impressions / 1000) * costPerThousand, unit),
    checkouts,
    signups: Math.floor(outboundClicks / 15),
    leads: Math.floor(outboundClicks / 25),
    checkoutValueMicro: micro(checkouts * basket, unit),
  }
  return {
    figures,
    reach: Math.ceil(impressions * wear.reach * (0.7 + ofDay.next() * 0.2)),
    audience: Math.ceil(usual * 10),
  }
}

/** Whole cents, or whole units of a currency that has none. */
function micro(dollars: number, unit: number): number {
  return unit === 1 ? Math.round(dollars * 100) * 10_000 : Math.round(dollars * unit) * 1_000_000
}

export function sumOf(all: DayFigures[]): DayFigures {
  const sum: DayFigures = {
    impressions: 0,
    clicks: 0,
    outboundClicks: 0,
    earnedOutboundClicks: 0,
    videoPlays: 0,
    videoViews: 0,
    videoCompletions: 0,
    spendMicro: 0,
    checkouts: 0,
    signups: 0,
    leads: 0,
    checkoutValueMicro: 0,
  }
  for (const figures of all) for (const name of Object.keys(sum) as (keyof DayFigures)[]) sum[name] += figures[name]
  return sum
}

type Column = (figures: DayFigures, people: number) => number

const ratio = (above: number, below: number): number => (below === 0 ? 0 : above / below)

/** The columns this simulator knows, in the platform's words: _1 is paid, _2 is earned. */
export const columns: Record<string, Column> = {
  SPEND_IN_MICRO_DOLLAR: (figures) => figures.spendMicro,
  SPEND_IN_DOLLAR: (figures) => figures.spendMicro / 1_000_000,
  TOTAL_IMPRESSION: (figures) => figures.impressions,
  IMPRESSION_1: (figures) => figures.impressions,
  PAID_IMPRESSION: (figures) => figures.impressions,
  TOTAL_IMPRESSION_USER: (_, people) => people,
  TOTAL_IMPRESSION_FREQUENCY: (figures, people) => ratio(figures.impressions, people),
  TOTAL_CLICKTHROUGH: (figures) => figures.clicks,
  CLICKTHROUGH_1: (figures) => figures.clicks,
  OUTBOUND_CLICK_1: (figures) => figures.outboundClicks,
  OUTBOUND_CLICK_2: (figures) => figures.earnedOutboundClicks,
  TOTAL_VIDEO_3SEC_VIEWS: (figures) => figures.videoPlays,
  TOTAL_VIDEO_MRC_VIEWS: (figures) => figures.videoViews,
  TOTAL_VIDEO_P100_COMPLETE: (figures) => figures.videoCompletions,
  CTR: (figures) => ratio(figures.clicks, figures.impressions),
  CPM_IN_MICRO_DOLLAR: (figures) => ratio(figures.spendMicro * 1000, figures.impressions),
  ECPC_IN_MICRO_DOLLAR: (figures) => ratio(figures.spendMicro, figures.clicks),
  TOTAL_CONVERSIONS: (figures) => figures.checkouts,
  TOTAL_CHECKOUT: (figures) => figures.checkouts,
  TOTAL_SIGNUP: (figures) => figures.signups,
  TOTAL_LEAD: (figures) => figures.leads,
  TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR: (figures) => figures.checkoutValueMicro,
}
