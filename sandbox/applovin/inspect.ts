import { atLevel, readRange, totalsOfCells } from '../core/control/totals.ts'
import type { TotalsQuery } from '../core/control/totals.ts'
import { ControlError } from '../core/control/error.ts'
import type { Limiter } from './limiter.ts'
import type { Account } from './objects/objects.ts'
import type { World } from './world.ts'
import { cellsOf, dayOf, sumOf } from './report/delivery.ts'
import type { Cell } from './report/delivery.ts'

const idOf: Record<string, (cell: Cell, account: Account) => string> = {
  account: (_, { id }) => id,
  campaign: ({ campaign }) => campaign.id,
  adset: ({ campaign }) => campaign.id,
  ad: ({ set }) => set.id,
}

/** `GET /_control/applovin/<name>`. */
export function inspect(world: World, limiter: Limiter, name: string, query: TotalsQuery): Record<string, unknown> {
  const account = world.accounts.get(query['accountId'] ?? '')
  if (!account) throw new ControlError('accountId', `There is no ad account ${query['accountId'] ?? ''}`)
  if (name === 'totals') return totalsOf(world, account, query)
  if (name === 'errors') return { accountId: account.id, errors: limiter.errorsOf(account.id) }
  throw new ControlError('name', `There is nothing called ${name} to look at; there is: totals, errors`)
}

/** What the reports are made of: per object and day, per object, and in all; money in cents. */
function totalsOf(world: World, account: Account, query: TotalsQuery): Record<string, unknown> {
  const today = dayOf(world.now())
  const range = readRange(query, today)
  const idAt = atLevel(idOf, range.level)
  const cells = [...cellsOf(world, account, range.from, range.to)]
  return {
    accountId: account.id,
    currency: account.currency,
    timezone: 'UTC',
    ...range,
    ...totalsOfCells(cells, (cell) => idAt(cell, account), described),
  }
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
