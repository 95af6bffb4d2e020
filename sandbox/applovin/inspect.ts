import { ControlError } from '../core/control/error.ts'
import { isDay } from '../core/figures/account-days.ts'
import type { Limiter } from './limiter.ts'
import type { Account } from './objects/objects.ts'
import type { World } from './world.ts'
import { cellsOf, dayOf, sumOf } from './report/delivery.ts'
import type { Cell } from './report/delivery.ts'

type Query = Record<string, string | undefined>

const idOf: Record<string, (cell: Cell, account: Account) => string> = {
  account: (_, { id }) => id,
  campaign: ({ campaign }) => campaign.id,
  adset: ({ campaign }) => campaign.id,
  ad: ({ set }) => set.id,
}

/** `GET /_control/applovin/<name>`. */
export function inspect(world: World, limiter: Limiter, name: string, query: Query): Record<string, unknown> {
  const account = world.accounts.get(query['accountId'] ?? '')
  if (!account) throw new ControlError('accountId', `There is no ad account ${query['accountId'] ?? ''}`)
  if (name === 'totals') return totalsOf(world, account, query)
  if (name === 'errors') return { accountId: account.id, errors: limiter.errorsOf(account.id) }
  throw new ControlError('name', `There is nothing called ${name} to look at; there is: totals, errors`)
}

/** What the reports are made of: per object and day, per object, and in all; money in cents. */
function totalsOf(world: World, account: Account, query: Query): Record<string, unknown> {
  const today = dayOf(world.now())
  const from = readDay('from', query['from'], today)
  const to = readDay('to', query['to'], today)
  const level = query['level'] ?? 'ad'
  const idAt = idOf[level]
  if (!idAt) throw new ControlError('level', `level is one of ${Object.keys(idOf).join(', ')}`)
  const cells = [...cellsOf(world, account, from, to)]
  const byObject = Map.groupBy(cells, (cell) => idAt(cell, account))
  return {
    accountId: account.id,
    currency: account.currency,
    timezone: 'UTC',
    from,
    to,
    level,
    rows: [...byObject].flatMap(([id, own]) =>
      [...Map.groupBy(own, ({ day }) => day)].map(([day, some]) => ({ id, day, ...described(some) })),
    ),
    objects: [...byObject].map(([id, own]) => ({ id, ...described(own) })),
    total: described(cells),
  }
}

function readDay(field: string, value: string | undefined, fallback: string): string {
  const day = value ?? fallback
  if (!isDay(day)) throw new ControlError(field, `${field} must be a day such as ${fallback}`)
  return day
}

function described(cells: Cell[]): Record<string, number | null> {
  const { impressions, clicks, conversions, costCents, revenueCents } = sumOf(cells)
  return {
    impressions,
    clicks,
    conversions,
    results: cells.reduce((sum, cell) => sum + resultsOf(cell), 0),
    spendMinor: costCents,
    valueMinor: revenueCents,
    // People are not counted here.
    reach: null,
  }
}

/** What the campaign was there for. */
function resultsOf({ campaign, conversions, targetEvents }: Cell): number {
  const { goal_type: goal } = campaign.fields['goal'] as { goal_type: string }
  return goal === 'CPE' ? targetEvents : conversions
}
