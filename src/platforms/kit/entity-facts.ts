import type { Budgets } from '../contract/manage.ts'
import type { ReportEntity } from '../contract/report.ts'

type BudgetFacts = Pick<ReportEntity, 'dailyBudgetMicros' | 'lifetimeBudgetMicros'>

/** Budgets in main units, as reports keep them. */
export function budgetFacts({ dailyBudget, lifetimeBudget }: Budgets): BudgetFacts {
  return { dailyBudgetMicros: inMicros(dailyBudget), lifetimeBudgetMicros: inMicros(lifetimeBudget) }
}

function inMicros(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 1e6)
}

/** A moment that a platform told as text or in milliseconds; null: none, or nothing that is one. */
export function createdAt(givenTime: string | number | null | undefined): Date | null {
  const time = new Date(givenTime ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time
}
