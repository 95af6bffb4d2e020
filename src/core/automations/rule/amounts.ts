import { isMoney } from '../../reports/query/comparison.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import type { RuleAction } from './action.ts'
import type { RuleCondition } from './condition.ts'
import { casesOf } from './rule.ts'
import type { Rule } from './rule.ts'

/** A rule's amounts are in the currency of each account: 50 of the one may be a fortune, and 50 of the other nothing. */
export function amountWarnings(rule: Rule, accounts: readonly Pick<ReportAccount, 'currency'>[]): string[] {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort()
  if (currencies.length < 2 || !hasAmounts(rule)) return []
  const among = `${currencies.slice(0, -1).join(', ')} and ${currencies.at(-1)}`
  return [
    `Amounts of the rule are in the currency of each account, and these are in ${among}. Name one in scope.currency, and make a rule for each.`,
  ]
}

function hasAmounts(rule: Rule): boolean {
  const cases = casesOf(rule)
  const filter = rule.scope.filter?.when
  return (
    [...cases.map(({ when }) => when), ...(filter ? [filter] : [])].some(isAboutMoney) ||
    cases.some(({ then }) => then.some(setsAmount))
  )
}

function isAboutMoney({ all = [], any = [], not = [], metric, field, value }: RuleCondition): boolean {
  if ([...all, ...any, ...not].some(isAboutMoney)) return true
  if (value === undefined) return false
  return field === 'dailyBudget' || field === 'lifetimeBudget' || (metric !== undefined && isMoney(metric))
}

function setsAmount(action: RuleAction): boolean {
  if (action.action === 'setBudget') return true
  if (action.action !== 'changeBudget') return false
  return [action.amount, action.min, action.max].some((amount) => amount !== undefined)
}
