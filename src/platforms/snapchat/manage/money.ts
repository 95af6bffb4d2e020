import type { Issue } from '../../../errors.ts'
import type { AccountRef, BudgetAmounts, EntityType } from '../../contract/manage.ts'
import { decimalsOf, toMicro } from '../map.ts'

/** The largest amount that is still exact in the platform's millionths. */
const largest = 9e9

/** The least budget for a day or for all days, in main units, whatever the currency. */
const least: Record<EntityType, number> = { campaign: 20, adset: 5, ad: 0 }

/** An amount that the currency cannot hold exactly is refused: rounding money in silence is not ours to do. */
export function checkBudget({ currency }: AccountRef, change: BudgetAmounts): Issue[] {
  return Object.entries(change).flatMap(([path, amount]: [string, number | undefined]) => {
    if (amount === undefined) return []
    if (!(amount > 0)) return [{ path, message: 'must be more than 0' }]
    if (amount > largest) return [{ path, message: 'is too large' }]
    const decimals = decimalsOf(currency)
    const smallest = amount * 10 ** decimals
    if (Math.abs(smallest - Math.round(smallest)) < 1e-6) return []
    return [{ path, message: `${currency} has ${decimals === 0 ? 'no decimals' : `${decimals} decimals`}` }]
  })
}

/** A campaign's spend cap has no least amount; its daily budget and an ad set's budgets have. */
export function leastIssues(type: EntityType, { dailyBudget, lifetimeBudget }: BudgetAmounts): Issue[] {
  const amounts = { dailyBudget, ...(type === 'adset' ? { lifetimeBudget } : {}) }
  return Object.entries(amounts).flatMap(([path, amount]) =>
    amount !== undefined && toMicro(amount) < toMicro(least[type])
      ? [{ path, message: `must be at least ${least[type]}: the platform takes no less` }]
      : [],
  )
}

export function roundBudget({ currency }: AccountRef, amount: number): number {
  const units = 10 ** decimalsOf(currency)
  return Math.round(amount * units) / units
}
