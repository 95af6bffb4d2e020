import type { Issue } from '../../../errors.ts'
import type { BudgetAmounts, EntityType } from '../../contract/manage.ts'
import { createBudgetRules } from '../../kit/money.ts'
import { toMicro } from '../map.ts'

/** The largest amount that is still exact in the platform's millionths. */
export const { checkBudget, roundBudget } = createBudgetRules({
  largest: 9e9,
  tooFine: (currency, decimals) => `${currency} has ${decimals === 0 ? 'no decimals' : `${decimals} decimals`}`,
})

/** The least budget for a day or for all days, in main units, whatever the currency. */
const min: Record<EntityType, number> = { campaign: 20, adset: 5, ad: 0 }

/** A campaign's spend cap has no least amount; its daily budget and an ad set's budgets have. */
export function minIssues(type: EntityType, { dailyBudget, lifetimeBudget }: BudgetAmounts): Issue[] {
  const amounts = { dailyBudget, ...(type === 'adset' ? { lifetimeBudget } : {}) }
  return Object.entries(amounts).flatMap(([path, amount]) =>
    amount !== undefined && toMicro(amount) < toMicro(min[type])
      ? [{ path, message: `must be at least ${min[type]}: the platform takes no less` }]
      : [],
  )
}
