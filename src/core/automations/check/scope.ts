import type { ReportAccount } from '../../reports/sync/types.ts'
import type { Rule } from '../rule/rule.ts'

/** Whether a rule looks at an account. */
export function isInScope(
  { scope }: Rule,
  { platform, accountId }: Pick<ReportAccount, 'platform' | 'accountId'>,
): boolean {
  if (scope.platform !== undefined && scope.platform !== platform) return false
  return !scope.accountIds?.length || scope.accountIds.includes(accountId)
}
