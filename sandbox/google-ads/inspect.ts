import { daysBetween, isDay } from '../core/figures/account-days.ts'
import { ControlError } from '../core/control/error.ts'
import { idOf, textOf } from './objects/objects.ts'
import type { Customer, Fields } from './objects/objects.ts'
import type { World } from './world.ts'
import { createDelivery, todayOf, unitsOf } from './report/delivery.ts'
import type { Cell } from './report/delivery.ts'
import type { Unit } from './report/timeline.ts'
import { addCounts, conversionParts, emptyCounts, minimumUnit } from './report/metrics.ts'

type Query = Record<string, string | undefined>

/** What figures are filed under. Those of Performance Max campaigns reach down to the campaign only. */
const levels: Record<string, (unit: Unit) => string | undefined> = {
  account: ({ campaign }) => campaign.customer,
  campaign: ({ campaign }) => idOf(campaign.name),
  adset: ({ adGroup }) => adGroup?.name && idOf(adGroup.name),
  ad: ({ adGroup, entity }) => (adGroup ? textOf((entity.fields['ad'] as Fields)['id']) : undefined),
}

/** `GET /_control/google-ads/<name>`. */
export function inspect(world: World, name: string, query: Query): Record<string, unknown> {
  if (name === 'totals') return totalsOf(world, query)
  throw new ControlError('name', `There is nothing called ${name} to look at; there is: totals`)
}

/** What the reports are made of: per object and day, per object, and in all; money in the smallest unit. */
function totalsOf(world: World, query: Query): Record<string, unknown> {
  const customer = world.customers.get(query['accountId'] ?? '')
  if (!customer || customer.isManager)
    throw new ControlError('accountId', `There is no account ${query['accountId'] ?? ''}`)
  const today = todayOf(world, customer)
  const from = readDay('from', query['from'], today)
  const to = readDay('to', query['to'], today)
  const level = query['level'] ?? 'ad'
  const idAt = Object.hasOwn(levels, level) ? levels[level] : undefined
  if (!idAt) throw new ControlError('level', `level is one of ${Object.keys(levels).join(', ')}`)
  const delivery = createDelivery(world, customer)
  const cells = unitsOf(world, customer.id)
    .filter((unit) => idAt(unit) !== undefined)
    .flatMap((unit) => daysBetween(from, to).flatMap((day) => delivery.cell(unit, day) ?? []))
  const byObject = Map.groupBy(cells, ({ unit }) => idAt(unit)!)
  return {
    accountId: customer.id,
    currency: customer.currency,
    timezone: customer.timeZone,
    from,
    to,
    level,
    rows: [...byObject].flatMap(([id, own]) =>
      [...Map.groupBy(own, ({ day }) => day)].map(([day, some]) => ({ id, day, ...described(customer, some) })),
    ),
    objects: [...byObject].map(([id, own]) => ({ id, ...described(customer, own) })),
    total: described(customer, cells),
  }
}

function readDay(field: string, value: string | undefined, fallback: string): string {
  const day = value ?? fallback
  if (!isDay(day)) throw new ControlError(field, `${field} must be a day such as ${fallback}`)
  return day
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
