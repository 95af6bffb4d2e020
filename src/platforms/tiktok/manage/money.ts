import { brokenRules } from '../../../errors.ts'
import type { BudgetAmounts, EntityState } from '../../contract/manage.ts'
import { createBudgetRules } from '../../kit/money.ts'
import { money } from '../map.ts'

export const { checkBudget, roundBudget } = createBudgetRules({ largest: 1e11, ...money })

/** The amount to set. Whether a budget is daily or for the whole time is settled when it is first made. */
export function wantedAmount(entity: EntityState, { dailyBudget, lifetimeBudget }: BudgetAmounts): number {
  const path = dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  const other = path === 'dailyBudget' ? 'lifetimeBudget' : 'dailyBudget'
  if (entity[path] === null && entity[other] !== null)
    throw brokenRules([{ path, message: `the budget is a ${other} here, and the platform cannot change its kind` }])
  return (dailyBudget ?? lifetimeBudget)!
}
