import type { Issue } from '../../../errors.ts'
import type { AccountRef } from '../../contract/manage.ts'
import { createBudgetRules } from '../../kit/money.ts'
import { minorUnits, money } from '../map.ts'

/** The largest amount that is still exact in the platform's numbers, in minor units. */
const largest = 1e13

export const { checkAmount, checkAmounts, checkBudget, roundBudget } = createBudgetRules({
  largest: (currency) => largest / minorUnits(currency),
  ...money,
})

export function toMinor(amount: number, { currency }: AccountRef): number {
  return Math.round(amount * minorUnits(currency))
}

export function optionalMinor(amount: number | undefined, account: AccountRef): number | undefined {
  return amount === undefined ? undefined : toMinor(amount, account)
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
