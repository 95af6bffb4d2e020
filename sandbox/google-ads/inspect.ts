import { atLevel, readRange, requireTotals, totalsOfCells } from '../core/control/totals.ts'
import type { TotalsQuery } from '../core/control/totals.ts'
import { daysBetween } from '../core/figures/account-days.ts'
import { ControlError } from '../core/control/error.ts'
import { idOf, textOf } from './objects/objects.ts'
import type { Customer, Fields } from './objects/objects.ts'
import type { World } from './world.ts'
import { createDelivery, todayOf, unitsOf } from './report/delivery.ts'
import type { Cell } from './report/delivery.ts'
import type { Unit } from './report/timeline.ts'
import { addCounts, conversionParts, emptyCounts, minimumUnit } from './report/metrics.ts'
import { required } from '../core/required.ts'

/** What figures are filed under. Those of Performance Max campaigns reach down to the campaign only. */
const levels: Record<string, (unit: Unit) => string | undefined> = {
  account: ({ campaign }) => campaign.customer,
  campaign: ({ campaign }) => idOf(campaign.name),
  adset: ({ adGroup }) => adGroup?.name && idOf(adGroup.name),
  ad: ({ adGroup, entity }) => (adGroup ? textOf((entity.fields['ad'] as Fields)['id']) : undefined),
}

/** `GET /_control/google-ads/<name>`. */
export function inspect(world: World, name: string, query: TotalsQuery): Record<string, unknown> {
  requireTotals(name)
  return totalsOf(world, query)
}

/** What the reports are made of: per object and day, per object, and in all; money in the smallest unit. */
function totalsOf(world: World, query: TotalsQuery): Record<string, unknown> {
  const customer = world.customers.get(query['accountId'] ?? '')
  if (!customer || customer.isManager)
    throw new ControlError('accountId', `There is no account ${query['accountId'] ?? ''}`)
  const today = todayOf(world, customer)
  const range = readRange(query, today)
  const idAt = atLevel(levels, range.level)
  const delivery = createDelivery(world, customer)
  const cells = unitsOf(world, customer.id)
    .filter((unit) => idAt(unit) !== undefined)
    .flatMap((unit) => daysBetween(range.from, range.to).flatMap((day) => delivery.cell(unit, day) ?? []))
  return {
    accountId: customer.id,
    currency: customer.currency,
    timezone: customer.timeZone,
    ...range,
    ...totalsOfCells(
      cells,
      ({ unit }) => required(idAt(unit), 'id of the object'),
      (some) => described(customer, some),
    ),
  }
}

function described({ currency }: Customer, cells: Cell[]): Record<string, number | null> {
  const sum = emptyCounts()
  for (const { counts } of cells) addCounts(sum, counts)
  const unit = minimumUnit(currency)
  return {
    impressions: sum.impressions,
    clicks: sum.clicks,
    conversions: sum.conversions / conversionParts,
    results: sum.conversions / conversionParts,
    spendMinor: sum.cost / unit,
    valueMinor: sum.value / unit,
    // How many people saw an ad of a search is not told.
    reach: null,
  }
}
