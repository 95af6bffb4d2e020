import { atLevel, readRange, requireTotals, totalsOfCells } from '../core/control/totals.ts'
import type { TotalsQuery } from '../core/control/totals.ts'
import { ControlError } from '../core/control/error.ts'
import { idOf } from './report/analytics.ts'
import type { Level } from './report/analytics.ts'
import { cellsOf, dayOf, sumCells } from './report/delivery.ts'
import type { Cell } from './report/delivery.ts'
import type { Account } from './objects/objects.ts'
import type { World } from './world.ts'

const levels: Record<string, Level> = {
  account: 'AD_ACCOUNT_ID',
  campaign: 'CAMPAIGN_ID',
  adset: 'AD_GROUP_ID',
  ad: 'AD_ID',
}

/** `GET /_control/pinterest/<name>`. */
export function inspect(world: World, name: string, query: TotalsQuery): Record<string, unknown> {
  requireTotals(name)
  return totalsOf(world, query)
}

/** What the reports are made of: per object and day, per object, and in all; money in the smallest unit. */
function totalsOf(world: World, query: TotalsQuery): Record<string, unknown> {
  const account = world.accounts.get(query['accountId'] ?? '')
  if (!account) throw new ControlError('accountId', `There is no ad account ${query['accountId'] ?? ''}`)
  const today = dayOf(world.now())
  const range = readRange(query, today)
  const idName = atLevel(levels, range.level)
  const cells = [...cellsOf(world, account, range.from, range.to)]
  return {
    accountId: account.id,
    currency: account.currency,
    timezone: 'UTC',
    ...range,
    ...totalsOfCells(
      cells,
      ({ ad }) => idOf[idName](ad),
      (some) => described(world, account, some),
    ),
  }
}

function described(world: World, { currency }: Account, cells: Cell[]): Record<string, number | null> {
  const perMinor = currency === 'JPY' ? 1_000_000 : 10_000
  const { figures, people } = sumCells(cells)
  return {
    impressions: figures.impressions,
    clicks: figures.clicks,
    conversions: figures.checkouts,
    results: cells.reduce<number | null>((sum, cell) => added(sum, resultsOf(world, cell)), 0),
    spendMinor: figures.spendMicro / perMinor,
    valueMinor: figures.checkoutValueMicro / perMinor,
    reach: people,
  }
}

function added(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other
}

/** What the campaign was there for; null where that is nothing the figures know. */
function resultsOf(world: World, { ad, figures }: Cell): number | null {
  switch (world.campaigns.get(ad.campaign_id)?.objective_type) {
    case 'AWARENESS':
      return figures.impressions
    case 'CONSIDERATION':
      return figures.outboundClicks + figures.earnedOutboundClicks
    case 'VIDEO_COMPLETION':
      return figures.videoCompletions
    case 'SALES':
    case 'WEB_CONVERSION':
    case 'CATALOG_SALES':
      return figures.checkouts
    case 'LEADS':
      return figures.signups + figures.leads
    default:
      return null
  }
}
