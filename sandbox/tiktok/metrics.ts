import { createRandom, hashText } from '../random.ts'

/** What one ad did on one day; money in the account's currency. */
export interface DayFigures {
  impressions: number
  clicks: number
  spend: number
  conversions: number
  conversionValue: number
  reach: number
}

export const noFigures: DayFigures = {
  impressions: 0,
  clicks: 0,
  spend: 0,
  conversions: 0,
  conversionValue: 0,
  reach: 0,
}

/** The same question always has the same answer: nothing is stored. */
export function figuresOfDay(seed: number, adId: string, day: string, unit: number): DayFigures {
  const ofAd = createRandom(hashText(`tiktok ${seed} ${adId}`))
  const size = 1500 + ofAd.next() * 12_000
  const costPerThousand = 3 + ofAd.next() * 6
  const clickRate = 0.005 + ofAd.next() * 0.015
  const conversionRate = 0.01 + ofAd.next() * 0.04
  const basket = 20 + ofAd.next() * 60

  const ofDay = createRandom(hashText(`tiktok ${seed} ${adId} ${day}`))
  const impressions = Math.round(size * (0.6 + ofDay.next() * 0.8))
  const clicks = Math.round(impressions * clickRate * (0.8 + ofDay.next() * 0.4))
  const conversions = Math.round(clicks * conversionRate * (0.5 + ofDay.next()))
  const money = (amount: number) => (unit === 1 ? Math.round(amount * 100) / 100 : Math.round(amount * unit))
  return {
    impressions,
    clicks,
    spend: money((impressions / 1000) * costPerThousand),
    conversions,
    conversionValue: money(conversions * basket),
    reach: Math.round(impressions * (0.7 + ofDay.next() * 0.2)),
  }
}

/** Reach does not add up over days and ads; what is left of the sum is a fair guess. */
export function addFigures(sum: DayFigures, more: DayFigures): DayFigures {
  return {
    impressions: sum.impressions + more.impressions,
    clicks: sum.clicks + more.clicks,
    spend: Math.round((sum.spend + more.spend) * 100) / 100,
    conversions: sum.conversions + more.conversions,
    conversionValue: Math.round((sum.conversionValue + more.conversionValue) * 100) / 100,
    reach: sum.reach === 0 ? more.reach : Math.round(Math.max(sum.reach, more.reach) * 1.1),
  }
}
