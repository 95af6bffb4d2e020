import { createRandom, hashText } from '../random.ts'

/** What one ad did on one day; money in micro units of the account's currency. */
export interface DayFigures {
  impressions: number
  clicks: number
  outboundClicks: number
  spendMicro: number
  checkouts: number
  checkoutValueMicro: number
}

export const noFigures: DayFigures = {
  impressions: 0,
  clicks: 0,
  outboundClicks: 0,
  spendMicro: 0,
  checkouts: 0,
  checkoutValueMicro: 0,
}

/** The same question always has the same answer: nothing is stored. `unit` scales money: 1 for dollars, 150 for yen. */
export function figuresOfDay(seed: number, adId: string, day: string, unit: number): DayFigures {
  const ofAd = createRandom(hashText(`pin ${seed} ${adId}`))
  const usual = 600 + ofAd.next() * 7000
  const costPerThousand = 3 + ofAd.next() * 6
  const clickRate = 0.004 + ofAd.next() * 0.012
  const basket = 25 + ofAd.next() * 60
  const ofDay = createRandom(hashText(`pin ${seed} ${adId} ${day}`))
  const impressions = Math.round(usual * (0.7 + ofDay.next() * 0.6))
  const clicks = Math.round(impressions * clickRate * (0.8 + ofDay.next() * 0.4))
  const outboundClicks = Math.round(clicks * (0.5 + ofDay.next() * 0.4))
  const checkouts = Math.round(outboundClicks * 0.04 * ofDay.next())
  return {
    impressions,
    clicks,
    outboundClicks,
    spendMicro: micro((impressions / 1000) * costPerThousand, unit),
    checkouts,
    checkoutValueMicro: micro(checkouts * basket, unit),
  }
}

/** Whole cents, or whole units of a currency that has none. */
function micro(dollars: number, unit: number): number {
  return unit === 1 ? Math.round(dollars * 100) * 10_000 : Math.round(dollars * unit) * 1_000_000
}

export function sum(one: DayFigures, other: DayFigures): DayFigures {
  return {
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    outboundClicks: one.outboundClicks + other.outboundClicks,
    spendMicro: one.spendMicro + other.spendMicro,
    checkouts: one.checkouts + other.checkouts,
    checkoutValueMicro: one.checkoutValueMicro + other.checkoutValueMicro,
  }
}

type Column = (figures: DayFigures) => number

const ratio = (above: number, below: number): number => (below === 0 ? 0 : above / below)

/** The columns this simulator knows, in the platform's words. */
export const columns: Record<string, Column> = {
  SPEND_IN_MICRO_DOLLAR: (figures) => figures.spendMicro,
  SPEND_IN_DOLLAR: (figures) => figures.spendMicro / 1_000_000,
  TOTAL_IMPRESSION: (figures) => figures.impressions,
  IMPRESSION_1: (figures) => figures.impressions,
  PAID_IMPRESSION: (figures) => figures.impressions,
  TOTAL_CLICKTHROUGH: (figures) => figures.clicks,
  CLICKTHROUGH_1: (figures) => figures.clicks,
  OUTBOUND_CLICK_1: (figures) => figures.outboundClicks,
  CTR: (figures) => ratio(figures.clicks, figures.impressions),
  CPM_IN_MICRO_DOLLAR: (figures) => ratio(figures.spendMicro * 1000, figures.impressions),
  ECPC_IN_MICRO_DOLLAR: (figures) => ratio(figures.spendMicro, figures.clicks),
  TOTAL_CONVERSIONS: (figures) => figures.checkouts,
  TOTAL_CHECKOUT: (figures) => figures.checkouts,
  TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR: (figures) => figures.checkoutValueMicro,
}
