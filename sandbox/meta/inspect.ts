import { readRange, requireTotals } from '../core/control/totals.ts'
import type { TotalsQuery } from '../core/control/totals.ts'
import { daysBetween, localTime } from '../core/figures/account-days.ts'
import { ControlError } from '../core/control/error.ts'
import { createDelivery } from './report/delivery.ts'
import type { Cell } from './report/delivery.ts'
import type { World } from './world.ts'
import { addPart, emptyTotals, reachOf } from './report/totals.ts'
import type { Totals } from './report/totals.ts'
import { levels } from './report/query.ts'
import { objectAt } from './report/insights.ts'
import type { Account } from './campaigns/objects.ts'

/** `GET /_control/meta/<name>`. */
export function inspect(world: World, name: string, query: TotalsQuery): Record<string, unknown> {
  requireTotals(name)
  return totalsOf(world, query)
}

/**
 * What the reports are made of, in whole numbers, money in the smallest unit: per object and day, per object over all
 * days, and all together. Reach does not add up.
 */
function totalsOf(world: World, query: TotalsQuery): Record<string, unknown> {
  const account = findAccount(world, query['accountId'])
  const today = localTime(world.now(), account.timezone_name).day
  const range = readRange(query, today)
  const level = levels.find((known) => known === range.level)
  if (!level) throw new ControlError('level', `level is one of ${levels.join(', ')}`)
  const all = emptyTotals()
  const days = new Map<string, { id: string; day: string; totals: Totals }>()
  const objects = new Map<string, Totals>()
  for (const cell of cellsBetween(world, account, range.from, range.to)) {
    const id = level === 'account' ? account.id : objectAt(level, cell.ad)
    const row = days.get(`${id} ${cell.day}`) ?? { id, day: cell.day, totals: emptyTotals() }
    days.set(`${id} ${cell.day}`, row)
    const whole = objects.get(id) ?? emptyTotals()
    objects.set(id, whole)
    for (const totals of [row.totals, whole, all]) addPart(totals, cell, { values: {}, ...cell })
  }
  const rows = [...days.values()].map(({ id, day, totals }) => ({ id, day, ...described(totals) }))
  const { currency, timezone_name: timezone } = account
  const about = { accountId: account.id, currency, timezone, ...range }
  const wholes = [...objects].map(([id, totals]) => ({ id, ...described(totals) }))
  return { ...about, rows, objects: wholes, total: described(all) }
}

function* cellsBetween(world: World, account: Account, from: string, to: string): Generator<Cell> {
  const delivery = createDelivery(world, account)
  for (const ad of world.ads.lookup('account', account.account_id))
    for (const day of daysBetween(from, to)) {
      const cell = delivery.cell(ad, day)
      if (cell) yield cell
    }
}

function described(totals: Totals): Record<string, unknown> {
  const { spend, value, ...counts } = totals.counts
  // People who were met are no results that can be added up.
  const results = totals.results.has('reach') ? null : [...totals.results.values()].reduce((sum, one) => sum + one, 0)
  const conversions = counts.purchases + counts.leads + counts.installs
  return { ...counts, conversions, results, spendMinor: spend, valueMinor: value, reach: reachOf(totals) }
}

function findAccount(world: World, id: string | undefined): Account {
  const account = world.accounts.get(`act_${(id ?? '').replace(/^act_/, '')}`)
  if (!account) throw new ControlError('accountId', `There is no ad account ${id ?? ''}`)
  return account
}
