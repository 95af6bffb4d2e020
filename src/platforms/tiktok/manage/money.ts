import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { AccountRef, BudgetAmounts, EntityState } from '../../contract/manage.ts'
import { minorUnits } from '../map.ts'

const largest = 1e11

export function roundBudget({ currency }: AccountRef, amount: number): number {
  const units = minorUnits(currency)
  return Math.round(amount * units) / units
}

/** An amount that the currency cannot hold exactly is refused: rounding money in silence is not ours to do. */
export function checkBudget(account: AccountRef, change: BudgetAmounts): Issue[] {
  return Object.entries(change).flatMap(([path, amount]: [string, number | undefined]) => {
    if (amount === undefined) return []
    if (!(amount > 0)) return [{ path, message: 'must be more than 0' }]
    if (amount > largest) return [{ path, message: 'is too large' }]
    if (Math.abs(roundBudget(account, amount) - amount) < 1e-6) return []
    const digits = minorUnits(account.currency) === 1 ? 'no decimals' : 'two decimals'
    return [{ path, message: `${account.currency} has ${digits} on this platform` }]
  })
}

/** The amount to set. Whether a budget is daily or for the whole time is settled when it is first made. */
export function wantedAmount(entity: EntityState, { dailyBudget, lifetimeBudget }: BudgetAmounts): number {
  const path = dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  const other = path === 'dailyBudget' ? 'lifetimeBudget' : 'dailyBudget'
  if (entity[path] === null && entity[other] !== null)
    throw brokenRules([{ path, message: `the budget is a ${other} here, and the platform cannot change its kind` }])
  return (dailyBudget ?? lifetimeBudget)!
}
