import { createRandom, hashText } from '../../core/figures/random.ts'
import type { Random } from '../../core/figures/random.ts'

/** What one ad did on one whole day; money in the smallest unit of the account's currency. */
export interface DayFigures {
  impressions: number
  clicks: number
  spend: number
  conversions: number
  conversionValue: number
  reach: number
}

/** The same question always has the same answer: nothing is stored. `dollar` is what one is worth in smallest units. */
export function figuresOfDay(seed: number, adId: string, day: string, dollar: number): DayFigures {
  const ofAd = createRandom(hashText(`tiktok ${seed} ${adId}`))
  const size = sizeOf(ofAd)
  const costPerThousand = 3 + ofAd.next() * 6
  const clickRate = 0.005 + ofAd.next() * 0.015
  const conversionRate = 0.01 + ofAd.next() * 0.04
  const basket = 20 + ofAd.next() * 60

  const ofDay = createRandom(hashText(`tiktok ${seed} ${adId} ${day}`))
  const impressions = Math.round(size * (0.6 + ofDay.next() * 0.8))
  const clicks = Math.round(impressions * clickRate * (0.8 + ofDay.next() * 0.4))
  const conversions = Math.round(clicks * conversionRate * (0.5 + ofDay.next()))
  return {
    impressions,
    clicks,
    spend: Math.round((impressions / 1000) * costPerThousand * dollar),
    conversions,
    conversionValue: Math.round(conversions * basket * dollar),
    reach: Math.round(impressions * (0.7 + ofDay.next() * 0.2)),
  }
}

function sizeOf(ofAd: Random): number {
  return 1500 + ofAd.next() * 12_000
}

/** How many people the ad can ever meet: what one day reaches is drawn from them, so days overlap. */
export function audienceOf(seed: number, adId: string): number {
  return sizeOf(createRandom(hashText(`tiktok ${seed} ${adId}`))) * 10
}
