import { createRandom, hashText } from './random.ts'
import type { Random } from './random.ts'

/** What one ad did on one day; money in whole units of the account's currency. */
export interface DayMetrics {
  impressions: number
  reach: number
  clicks: number
  linkClicks: number
  spend: number
  purchases: number
  purchaseValue: number
}

/**
 * The same question always has the same answer: nothing is stored. `day` is `2026-11-14`.
 * `unit` scales money: 1 for dollars, about 150 for yen.
 */
export function metricsOfDay(seed: number, adId: string, day: string, unit: number): DayMetrics {
  const ofAd = createRandom(hashText(`${seed} ${adId}`))
  const size = sizeOf(ofAd)
  const costPerThousand = 4 + ofAd.next() * 9
  const clickRate = 0.006 + ofAd.next() * 0.02
  const purchaseRate = 0.01 + ofAd.next() * 0.04
  const basket = 30 + ofAd.next() * 70

  const ofDay = createRandom(hashText(`${seed} ${adId} ${day}`))
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  const impressions = Math.round(size * (0.7 + ofDay.next() * 0.6) * (isWeekend ? 1.2 : 1))
  const clicks = Math.round(impressions * clickRate * (0.8 + ofDay.next() * 0.4))
  const linkClicks = Math.round(clicks * (0.6 + ofDay.next() * 0.3))
  const purchases = Math.round(linkClicks * purchaseRate * (0.5 + ofDay.next()))
  return {
    impressions,
    reach: Math.round(impressions * (0.72 + ofDay.next() * 0.2)),
    clicks,
    linkClicks,
    spend: roundMoney((impressions / 1000) * costPerThousand * unit, unit),
    purchases,
    purchaseValue: roundMoney(purchases * basket * (0.8 + ofDay.next() * 0.4) * unit, unit),
  }
}

function sizeOf(ofAd: Random): number {
  return 800 + ofAd.next() * 9000
}

/** How many people the ad can ever meet: what one day reaches is drawn from them, so days overlap. */
export function audienceOf(seed: number, adId: string): number {
  return sizeOf(createRandom(hashText(`${seed} ${adId}`))) * 10
}

function roundMoney(amount: number, unit: number): number {
  return unit === 1 ? Math.round(amount * 100) / 100 : Math.round(amount)
}
