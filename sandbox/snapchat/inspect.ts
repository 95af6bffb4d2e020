import { readRange, requireTotals, totalsOfCells } from '../core/control/totals.ts'
import type { TotalsQuery } from '../core/control/totals.ts'
import { daysBetween, localTime } from '../core/figures/account-days.ts'
import { ControlError } from '../core/control/error.ts'
import { createDelivery, differentPeople } from './report/delivery.ts'
import type { Cell, Counts } from './report/delivery.ts'
import { idAt } from './report/question.ts'
import { squadOf } from './world.ts'
import type { Account, Entity, World } from './world.ts'

const kinds = { campaign: 'campaigns', adset: 'adsquads', ad: 'ads' } as const

/** `GET /_control/snapchat/<name>`. */
export function inspect(world: World, name: string, query: TotalsQuery): Record<string, unknown> {
  requireTotals(name)
  return totalsOf(world, query)
}

/** What the reports are made of: per object and day, per object, and in all; money in the smallest unit. */
function totalsOf(world: World, query: TotalsQuery): Record<string, unknown> {
  const account = world.accounts.get(query['accountId'] ?? '')
  if (!account) throw new ControlError('accountId', `There is no ad account ${query['accountId'] ?? ''}`)
  const today = localTime(world.now(), account.timezone).day
  const range = readRange(query, today)
  const { level } = range
  const ads = world.ads.lookup('account', account.id)
  const idOf = new Map(ads.map((ad) => [ad.id, level === 'account' ? account.id : idAt(world, ad, kindOf(level))]))
  const cells = [...createDelivery(world, account).cells(ads, daysBetween(range.from, range.to))]
  return {
    accountId: account.id,
    currency: account.currency,
    timezone: account.timezone,
    ...range,
    ...totalsOfCells(
      cells,
      ({ adId }) => idOf.get(adId) ?? '',
      (some) => described(world, account, some),
    ),
  }
}

function kindOf(level: string): 'campaigns' | 'adsquads' | 'ads' {
  if (level === 'campaign' || level === 'adset' || level === 'ad') return kinds[level]
  throw new ControlError('level', 'level is one of account, campaign, adset, ad')
}

function described(world: World, { currency }: Account, cells: Cell[]): Record<string, number | null> {
  const perMinor = currency === 'JPY' ? 1_000_000 : 10_000
  const all = { impressions: 0, clicks: 0, conversions: 0, spendMinor: 0, valueMinor: 0 }
  const results: (number | null)[] = []
  for (const { adId, counts } of cells) {
    results.push(resultsOf(counts, world.ads.get(adId), world))
    all.impressions += counts.impressions
    all.clicks += counts.swipes
    all.conversions += counts.purchases
    all.spendMinor += counts.spend / perMinor
    all.valueMinor += counts.value / perMinor
  }
  const added = results.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0)
  return { ...all, results: added, reach: differentPeople(cells, all.impressions) }
}

/** What the ad squad was there for; null where that is nothing the figures know. */
function resultsOf(counts: Counts, ad: Entity | undefined, world: World): number | null {
  switch (ad && squadOf(world, ad)?.fields['optimization_goal']) {
    case 'SWIPES':
      return counts.swipes
    case 'IMPRESSIONS':
      return counts.impressions
    case 'VIDEO_VIEWS':
      return counts.plays3s
    case 'PIXEL_PURCHASE':
    case 'APP_INSTALLS':
    case 'LEAD_FORM_SUBMISSIONS':
      return counts.purchases
    case 'PIXEL_SIGNUP':
      return counts.purchases * 2
    case 'PIXEL_ADD_TO_CART':
      return counts.purchases * 3
    case 'PIXEL_PAGE_VIEW':
      return counts.pageViews
    default:
      return null
  }
}
