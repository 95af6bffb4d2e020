import type { ReportAccount } from '../../reports/sync/types.ts'
import type { Rule } from '../rule/rule.ts'

type AccountFacts = Pick<ReportAccount, 'platform' | 'accountId' | 'currency'>

/** Whether a rule looks at an account. */
export function isInScope(rule: Rule, account: AccountFacts): boolean {
  return scopeOf(rule)(account)
}

/** The same for those who ask about many accounts. */
export function scopeOf({ scope }: Rule): (account: AccountFacts) => boolean {
  const ids = new Set(scope.accountIds)
  return ({ platform, accountId, currency }) => {
    if (scope.platform !== undefined && scope.platform !== platform) return false
    if (scope.currency !== undefined && scope.currency !== currency) return false
    return ids.size === 0 || ids.has(accountId)
  }
}
