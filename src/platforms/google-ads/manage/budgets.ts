import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type {
  AccountRef,
  BudgetAmounts,
  BudgetChange,
  Budgets,
  EntityState,
  PlannedWrite,
} from '../../contract/manage.ts'
import type { Api } from '../client.ts'
import { decimalsOf, fromMicros, toMicros } from '../map.ts'
import type { BudgetFields } from '../wire.ts'
import { setFields } from './set-fields.ts'

/** The largest amount that the platform takes. */
const largest = 1e9

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

/** An amount that the currency cannot hold exactly is refused: rounding money in silence is not ours to do. */
export function checkBudget({ currency }: AccountRef, change: BudgetAmounts): Issue[] {
  return Object.entries(change).flatMap(([path, amount]: [string, number | undefined]) =>
    checkAmount(currency, path, amount),
  )
}

export function checkAmount(currency: string, path: string, amount: number | undefined): Issue[] {
  if (amount === undefined) return []
  if (!(amount > 0)) return [{ path, message: 'must be more than 0' }]
  if (amount > largest) return [{ path, message: 'is too large' }]
  const decimals = decimalsOf(currency)
  if (Number(amount.toFixed(decimals)) === amount) return []
  return [{ path, message: `has more decimals than ${currency} has: at most ${decimals}` }]
}

export function roundBudget({ currency }: AccountRef, amount: number): number {
  const scale = 10 ** decimalsOf(currency)
  return Math.round(amount * scale) / scale
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
