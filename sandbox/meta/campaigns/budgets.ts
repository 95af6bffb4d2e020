import { badParameter, refusal } from '../errors.ts'
import { currencyOf } from './money.ts'
import type { Account } from './objects.ts'
import { integerParam } from '../graph/params.ts'
import type { Params } from '../graph/params.ts'

export interface Budget {
  daily_budget?: number
  lifetime_budget?: number
}

/** The budget in the call, checked against the account's currency. */
export function readBudget(params: Params, account: Account, factor = 1): Budget {
  const daily = integerParam(params, 'daily_budget')
  const lifetime = integerParam(params, 'lifetime_budget')
  if (daily !== undefined && lifetime !== undefined)
    throw badParameter('Only one of daily_budget and lifetime_budget may be set', 'lifetime_budget')
  checkMinimum('daily_budget', daily, account, factor)
  checkMinimum('lifetime_budget', lifetime, account, factor)
  return {
    ...(daily === undefined ? {} : { daily_budget: daily }),
    ...(lifetime === undefined ? {} : { lifetime_budget: lifetime }),
  }
}

function checkMinimum(field: string, amount: number | undefined, account: Account, factor: number): void {
  const smallest = currencyOf(account.currency).minDaily * factor
  if (amount === undefined || amount >= smallest) return
  throw refusal(
    1885272,
    'Budget is too low',
    `The budget must be at least ${smallest} in the smallest unit of ${account.currency}.`,
    field,
  )
}

export function hasBudget(object: Budget): boolean {
  return object.daily_budget !== undefined || object.lifetime_budget !== undefined
}
