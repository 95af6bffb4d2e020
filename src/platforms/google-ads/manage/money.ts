import type { Budgets } from '../../contract/manage.ts'
import { createBudgetRules } from '../../kit/money.ts'
import { fromMicros } from '../map.ts'
import type { BudgetFields } from '../wire.ts'

export const { checkAmount, checkBudget, roundBudget } = createBudgetRules({ largest: 1e9 })

/** A budget is for each day, or for all of the campaign's time. */
export function budgetsOf(budget: BudgetFields | undefined): Budgets {
  const isDaily = budget?.period !== 'CUSTOM_PERIOD'
  return {
    dailyBudget: isDaily ? fromMicros(budget?.amountMicros) : null,
    lifetimeBudget: isDaily ? null : fromMicros(budget?.totalAmountMicros),
  }
}

export function isShared({ explicitlyShared, referenceCount }: BudgetFields): boolean {
  return explicitlyShared || referenceCount > 1
}
