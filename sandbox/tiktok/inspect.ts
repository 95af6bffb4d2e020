import { atLevel, readRange } from '../core/control/totals.ts'
import type { TotalsQuery } from '../core/control/totals.ts'
import { daysBetween, localTime } from '../core/figures/account-days.ts'
import { ControlError } from '../core/control/error.ts'
import type { World } from './world.ts'
import { createDelivery } from './report/delivery.ts'
import type { Cell } from './report/delivery.ts'
import type { Ad, Advertiser } from './objects/objects.ts'
import { addCell, emptyTotals, reachOf } from './report/totals.ts'
import type { Totals } from './report/totals.ts'

const idAt: Record<string, (ad: Ad) => string> = {
  account: ({ advertiser }) => advertiser,
  campaign: ({ campaign }) => campaign,
  adset: ({ adgroup }) => adgroup,
  ad: ({ id }) => id,
}

/**
 * What the reports are made of, in whole numbers, money in the smallest unit: per object and day, per object over all
 * days, and all together. Reach does not add up.
 */
export function totalsOf(world: World, query: TotalsQuery): Record<string, unknown> {
  const advertiser = world.advertisers.get(query['accountId'] ?? '')
  if (!advertiser) throw new ControlError('accountId', `There is no ad account ${query['accountId'] ?? ''}`)
  const timezone = advertiser.displayTimezone
  const today = localTime(world.now(), timezone).day
  const range = readRange(query, today)
  const idOf = atLevel(idAt, range.level)
  const all = emptyTotals()
  const days = new Map<string, { id: string; day: string; totals: Totals }>()
  const objects = new Map<string, Totals>()
  for (const cell of cellsBetween(world, advertiser, range.from, range.to)) {
    const id = idOf(cell.ad)
    const row = days.get(`${id} ${cell.day}`) ?? { id, day: cell.day, totals: emptyTotals() }
    days.set(`${id} ${cell.day}`, row)
    const whole = objects.get(id) ?? emptyTotals()
    objects.set(id, whole)
    for (const totals of [row.totals, whole, all]) addCell(totals, cell)
  }
  return {
    accountId: advertiser.id,
    currency: advertiser.currency,
    timezone,
    ...range,
    rows: [...days.values()].map(({ id, day, totals }) => ({ id, day, ...described(totals) })),
    objects: [...objects].map(([id, totals]) => ({ id, ...described(totals) })),
    total: described(all),
  }
}

function* cellsBetween(world: World, advertiser: Advertiser, from: string, to: string): Generator<Cell> {
  const delivery = createDelivery(world, advertiser)
  for (const ad of world.ads.lookup('advertiser', advertiser.id))
    for (const day of daysBetween(from, to)) {
      const cell = delivery.cell(ad, day)
      if (cell) yield cell
    }
}

function described(totals: Totals): Record<string, unknown> {
  const { spend, conversionValue, ...counts } = totals.counts
  return { ...counts, spendMinor: spend, valueMinor: conversionValue, reach: reachOf(totals) }
}
