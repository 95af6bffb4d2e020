import { brokenRules } from '../../../errors.ts'
import type { AccountRef, BudgetChange, Budgets, EntityState, PlannedWrite } from '../../contract/manage.ts'
import { createBudgetRules } from '../../kit/money.ts'
import type { Api } from '../client.ts'
import { fromMicros, toMicros } from '../map.ts'
import type { BudgetFields } from '../wire.ts'
import { setFields } from './set-fields.ts'

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

export function setBudget(api: Api, account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite {
  const path = change.dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  const other = path === 'dailyBudget' ? 'lifetimeBudget' : 'dailyBudget'
  const { budgetHolder: holder } = entity
  if (!holder)
    throw brokenRules([{ path, message: 'there is no budget to change here: its campaign holds the budget' }])
  if (entity[path] === null && entity[other] !== null)
    throw brokenRules([{ path, message: `the budget here is a ${other}, and its kind cannot be changed` }])
  if (change.endTime) throw brokenRules([{ path: 'endTime', message: 'cannot be changed together with a budget here' }])
  if (holder.isShared && change.allowShared !== true) throw sharedBudget(holder.campaigns)
  const field = path === 'dailyBudget' ? 'amountMicros' : 'totalAmountMicros'
  const amount = toMicros(change[path] ?? 0)
  return setFields(api, account, {
    id: entity.id,
    kind: 'campaignBudgets',
    nameOf: async () => `customers/${account.id}/campaignBudgets/${holder.id}`,
    fields: { [field]: amount },
  })
}

function sharedBudget(campaigns: { id: string; name: string }[]) {
  const names = campaigns.map(({ id, name }) => `${name} (${id})`).join(', ')
  const message =
    `is needed: the budget is shared, and a change moves all campaigns that spend from it: ${names}. ` +
    'POST /v1/google-ads/update-budget takes allowShared: true'
  return brokenRules([{ path: 'allowShared', message, expected: 'true' }])
}
