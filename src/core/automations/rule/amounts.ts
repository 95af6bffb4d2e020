import type { Issue } from '../../../errors.ts'
import { isMoney } from '../../reports/query/comparison.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import type { RuleAction } from './action.ts'
import type { RuleCondition } from './condition.ts'
import { casesOf } from './rule.ts'
import type { Rule } from './rule.ts'

/** A rule's amounts are in the currency of each account: 50 of the one may be a fortune, and 50 of the other nothing. */
export function amountWarnings(rule: Rule, accounts: readonly Pick<ReportAccount, 'currency'>[]): string[] {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort()
  if (rule.currency !== undefined || currencies.length < 2 || !hasAmounts(rule)) return []
  const among = `${currencies.slice(0, -1).join(', ')} and ${currencies.at(-1)}`
  return [
    `Amounts of the rule are in the currency of each account, and these are in ${among}. Have them in one with currency, or name one in scope.currency and make a rule for each.`,
  ]
}

/** Budgets are set in the currency of their account, whatever the figures are told in: both in one rule would be read wrongly. */
export function budgetIssues(rule: Rule): Issue[] {
  const { currency } = rule
  if (currency === undefined) return []
  const message = `budgets are in the currency of their account, and this rule is in ${currency}: change them by percent, or leave currency out and name one in scope.currency`
  const at = (path: string) => ({ path, message })
  const filter = rule.scope.filter?.when
  return [
    ...(filter ? budgetsIn(filter, 'scope.filter.when').map(at) : []),
    ...casesOf(rule).flatMap(({ when, then, path }) => [
      ...budgetsIn(when, path === '' ? 'when' : `${path}.when`).map(at),
      ...then.flatMap((action, place) =>
        amountsOf(action).map((field) => at(`${path === '' ? '' : `${path}.`}then.${place}.${field}`)),
      ),
    ]),
  ]
}

function budgetsIn(condition: RuleCondition, path: string): string[] {
  const parts = (['all', 'any', 'not'] as const).flatMap((kind) =>
    (condition[kind] ?? []).flatMap((part, place) => budgetsIn(part, `${path}.${kind}.${place}`)),
  )
  return isBudget(condition.field) ? [`${path}.field`, ...parts] : parts
}

function hasAmounts(rule: Rule): boolean {
  const cases = casesOf(rule)
  const filter = rule.scope.filter?.when
  return (
    [...cases.map(({ when }) => when), ...(filter ? [filter] : [])].some(isAboutMoney) ||
    cases.some(({ then }) => then.some((action) => amountsOf(action).length > 0))
  )
}

function isAboutMoney({ all = [], any = [], not = [], metric, field, value }: RuleCondition): boolean {
  if ([...all, ...any, ...not].some(isAboutMoney)) return true
  if (value === undefined) return false
  return isBudget(field) || (metric !== undefined && isMoney(metric))
}

const isBudget = (field: RuleCondition['field']) => field === 'dailyBudget' || field === 'lifetimeBudget'

/** Which fields of an action are amounts. */
function amountsOf(action: RuleAction): string[] {
  if (action.action !== 'setBudget' && action.action !== 'changeBudget') return []
  const { amount, min, max } = action
  const monthlyTarget = action.action === 'setBudget' ? action.monthlyTarget : undefined
  return Object.entries({ amount, monthlyTarget, min, max }).flatMap(([name, value]) =>
    value === undefined ? [] : name,
  )
}
