import type { Issue } from '../../../errors.ts'
import type { AccountRef, BudgetAmounts } from '../../contract/manage.ts'
import { minorUnits } from '../map.ts'

/** The largest amount that is still exact in the platform's numbers, in minor units. */
const largest = 1e13

export function toMinor(amount: number, { currency }: AccountRef): number {
  return Math.round(amount * minorUnits(currency))
}

export function optionalMinor(amount: number | undefined, account: AccountRef): number | undefined {
  return amount === undefined ? undefined : toMinor(amount, account)
}

/** An amount that the currency cannot hold exactly is refused: rounding money in silence is not ours to do. */
export function checkAmount(path: string, amount: number | undefined, { currency }: AccountRef): Issue[] {
  if (amount === undefined) return []
  const minor = amount * minorUnits(currency)
  if (!(amount > 0)) return [{ path, message: 'must be more than 0' }]
  if (minor > largest) return [{ path, message: 'is too large' }]
  if (Math.abs(minor - Math.round(minor)) < 1e-6) return []
  const digits = minorUnits(currency) === 1 ? 'no decimals' : 'two decimals'
  return [{ path, message: `${currency} has ${digits} on this platform` }]
}

export function checkAmounts(fields: Record<string, number | undefined>, account: AccountRef): Issue[] {
  return Object.entries(fields).flatMap(([path, amount]) => checkAmount(path, amount, account))
}

export function checkBudget(account: AccountRef, { dailyBudget, lifetimeBudget }: BudgetAmounts): Issue[] {
  return checkAmounts({ dailyBudget, lifetimeBudget }, account)
}

export function roundBudget(account: AccountRef, amount: number): number {
  return toMinor(amount, account) / minorUnits(account.currency)
}

/** Daily or lifetime, not both. */
export function checkOneBudget({
  dailyBudget,
  lifetimeBudget,
}: {
  dailyBudget?: number
  lifetimeBudget?: number
}): Issue[] {
  if (dailyBudget === undefined || lifetimeBudget === undefined) return []
  return [{ path: 'lifetimeBudget', message: 'give dailyBudget or lifetimeBudget, not both' }]
}
