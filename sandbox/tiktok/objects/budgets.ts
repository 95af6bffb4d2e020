import { isGiven, numberOr, oneOf } from '../call.ts'
import { invalid } from '../errors.ts'
import type { Advertiser } from './objects.ts'

const budgetModes = ['BUDGET_MODE_INFINITE', 'BUDGET_MODE_DAY', 'BUDGET_MODE_TOTAL', 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET']

/** In whole currency units; about 150 yen to the dollar. */
export function unitOf({ currency }: Pick<Advertiser, 'currency'>): number {
  return currency === 'JPY' ? 150 : 1
}

export function readBudget(
  params: Record<string, unknown>,
  advertiser: Advertiser,
  min: number,
): { budget: number; budgetMode: string } {
  const budgetMode = oneOf(params, 'budget_mode', budgetModes, 'BUDGET_MODE_INFINITE')
  if (budgetMode === 'BUDGET_MODE_INFINITE') return { budget: 0, budgetMode }
  if (!isGiven(params['budget'])) throw invalid('budget: Missing data for required field.')
  return { budget: checkBudget(numberOr(params, 'budget', 0), advertiser, min), budgetMode }
}

export function checkBudget(budget: number, advertiser: Advertiser, min: number): number {
  const lowest = min * unitOf(advertiser)
  if (budget < lowest) throw invalid(`budget: The budget must be at least ${lowest} ${advertiser.currency}.`)
  const digits = advertiser.currency === 'JPY' ? 0 : 2
  if (Number(budget.toFixed(digits)) !== budget) throw invalid(`budget: At most ${digits} decimals are possible.`)
  return budget
}
