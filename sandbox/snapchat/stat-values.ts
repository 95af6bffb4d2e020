import { localTime } from '../account-days.ts'
import { metricsOfDay } from '../meta/metrics.ts'
import type { Account, Entity, World } from './world.ts'

export type Stats = Record<string, number>

/** How the fields come from what an ad did in all; money in millionths. */
const values: Record<string, (sums: Sums) => number> = {
  spend: ({ spend }) => Math.round(spend * 1e6),
  impressions: ({ impressions }) => impressions,
  swipes: ({ clicks }) => clicks,
  video_views: ({ impressions }) => Math.round(impressions * 0.3),
  uniques: ({ reach }) => reach,
  frequency: ({ impressions, reach }) => (reach > 0 ? impressions / reach : 0),
  conversion_purchases: ({ purchases }) => purchases,
  conversion_purchases_value: ({ purchaseValue }) => Math.round(purchaseValue * 1e6),
  conversion_sign_ups: ({ purchases }) => purchases * 2,
  conversion_add_cart: ({ purchases }) => purchases * 3,
  conversion_page_views: ({ linkClicks }) => linkClicks,
  total_installs: ({ purchases }) => purchases,
  native_leads: ({ purchases }) => purchases,
}

export const fieldNames = Object.keys(values)

type Sums = ReturnType<typeof metricsOfDay>

const yenPerDollar = 150

/** A pure function of the ads and the days: nothing is stored. */
export function statsOf(world: World, account: Account, ads: Entity[], days: string[], fields: string[]): Stats {
  const today = localTime(world.now(), account.timezone).day
  const unit = account.currency === 'JPY' ? yenPerDollar : 1
  const sums: Sums = { impressions: 0, reach: 0, clicks: 0, linkClicks: 0, spend: 0, purchases: 0, purchaseValue: 0 }
  for (const ad of ads) {
    const first = localTime(ad.created, account.timezone).day
    for (const day of days) {
      if (day < first || day > today) continue
      const metrics = metricsOfDay(world.context.seed(), ad.id, day, unit)
      for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += metrics[name]
    }
  }
  return Object.fromEntries(fields.map((field) => [field, values[field]!(sums)]))
}
