import { brokenRules } from '../../../errors.ts'
import { dayCount } from '../../../days.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'
import { problemText } from '../sync/keep/state.ts'
import type { ReportAccount } from '../sync/types.ts'
import { reconcileAccount } from './reconcile.ts'

export const maxDaysNow = 31
const maxAccountsNow = 10

/** While somebody waits for it. Answers which accounts could not be compared, and why. */
export async function compareNow(
  deps: Pick<ReportDeps, 'readings'>,
  accounts: ReportAccount[],
  range: DayRange,
): Promise<{ accountId: string; reason: string }[]> {
  const issues = [
    ...(dayCount(range) > maxDaysNow
      ? [{ path: 'endDate', message: `is at most ${maxDaysNow} days after startDate with refresh` }]
      : []),
    ...(accounts.length > maxAccountsNow
      ? [{ path: 'accountIds', message: `names at most ${maxAccountsNow} accounts with refresh; or ask page by page` }]
      : []),
  ]
  if (issues.length > 0) throw brokenRules(issues)
  const failed = await Promise.all(
    accounts.map(async (account) => {
      const name = `totals ${account.key} ${range.from} ${range.to}`
      return deps.readings.ask(account.companyId, name, async (own) => {
        try {
          const { isReported } = await reconcileAccount(own, account, { range })
          return isReported
            ? []
            : [{ accountId: account.accountId, reason: 'The platform tells no totals of accounts.' }]
        } catch (error) {
          return [{ accountId: account.accountId, reason: problemText(own, account, error) }]
        }
      })
    }),
  )
  return failed.flat()
}
