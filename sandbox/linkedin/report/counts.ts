import { apportion } from '../../core/figures/apportion.ts'
import { noPlays, playsOf, wearOf } from '../../core/figures/creative-days.ts'
import { audienceOf, metricsOfDay } from '../../core/figures/metrics.ts'

/** What adds up over creatives, days and splits: whole numbers all of them, money in the smallest unit of the currency. */
export interface Counts {
  impressions: number
  clicks: number
  landingPageClicks: number
  cost: number
  conversions: number
  value: number
  leads: number
  likes: number
  comments: number
  shares: number
  follows: number
  videoStarts: number
  videoViews: number
  videoCompletions: number
}

const names = [
  ...(['impressions', 'clicks', 'landingPageClicks', 'cost', 'conversions', 'value', 'leads'] as const),
  ...(['likes', 'comments', 'shares', 'follows', 'videoStarts', 'videoViews', 'videoCompletions'] as const),
]

/** What decides which figures there are besides those of every ad. */
export interface Traits {
  /** What tells the post from others, and when the creative was made. */
  post: string
  since: number
  isVideo: boolean
  isForLeads: boolean
}

export interface DayFigures {
  counts: Counts
  reach: number
  audience: number
}

/** How many of a currency a dollar is about, and how many of its smallest units make one of it. */
export function currencyUnits(currency: string): { unit: number; minor: number } {
  return currency === 'JPY' ? { unit: 150, minor: 1 } : { unit: 1, minor: 100 }
}

/** The same question always has the same answer: nothing is stored. `share` is how much of the day it was. */
export function figuresOf(
  seed: number,
  { id, day, currency }: { id: string; day: string; currency: string },
  { isVideo, isForLeads, post, since }: Traits,
  share: number,
): DayFigures {
  const { unit, minor } = currencyUnits(currency)
  const shown = { seed, creative: post, adId: id, day, since }
  const wear = wearOf(shown)
  const full = metricsOfDay(seed, id, day, unit)
  const part = (amount: number) => Math.round(amount * share)
  const impressions = part(full.impressions)
  const clicks = Math.min(impressions, part(full.clicks * wear.clicks))
  const landingPageClicks = Math.min(clicks, part(full.linkClicks * wear.clicks))
  const conversions = Math.min(landingPageClicks, part(full.purchases * wear.clicks))
  const { plays3s, plays15s } = isVideo ? playsOf(shown, impressions, wear) : noPlays
  const counts: Counts = {
    impressions,
    clicks,
    landingPageClicks,
    cost: impressions === 0 ? 0 : part(full.spend * minor),
    conversions,
    value: conversions === 0 ? 0 : part(full.purchaseValue * wear.clicks * minor),
    leads: isForLeads ? Math.floor(landingPageClicks / 6) : 0,
    likes: Math.floor(impressions / 400),
    comments: Math.floor(impressions / 3000),
    shares: Math.floor(impressions / 5000),
    follows: Math.floor(impressions / 4000),
    videoStarts: Math.floor(plays3s * 1.3),
    videoViews: plays3s,
    videoCompletions: plays15s,
  }
  return { counts, reach: Math.min(impressions, part(full.reach * wear.reach)), audience: audienceOf(seed, id) }
}

export function emptyCounts(): Counts {
  return Object.fromEntries(names.map((name) => [name, 0])) as unknown as Counts
}

export function addCounts(sum: Counts, part: Counts): void {
  for (const name of names) sum[name] += part[name]
}

/** Parts that add up to the whole exactly. */
export function splitCounts(whole: Counts, weights: number[]): Counts[] {
  const parts = weights.map(() => emptyCounts())
  for (const name of names)
    apportion(whole[name], weights).forEach((amount, index) => {
      parts[index]![name] = amount
    })
  return parts
}
