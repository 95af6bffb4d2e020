import { AppError } from '../../../errors.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { ensureDays } from '../../reports/sync/ensure/days.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import type { ReportingFacts } from '../../reports/sync/keep/days.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import type { Unreadable } from '../evaluate/calendar.ts'
import type { CheckContext } from '../evaluate/check.ts'
import { accountsFor, isInScope } from '../rule/accounts.ts'
import type { Rule } from '../rule/rule.ts'

export interface FactedAccount {
  account: ReportAccount
  facts: ReportingFacts
}

/** With what is missing of the days that the rule looks at, as far as it could not be read while the caller waited. */
export async function accountsOf(deps: ReportDeps, { company }: CheckContext, rule: Rule, days: DayRange) {
  const { accounts, left } = await accountsFor(deps, company)
  const missing: Unreadable[] = left.filter((account) => isInScope(rule, account))
  const found: FactedAccount[] = []
  for (const account of accounts.filter((each) => isInScope(rule, each))) {
    try {
      found.push({ account, facts: await deps.readings.facts(account) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      missing.push({ accountId: account.accountId, reason: error.message })
    }
  }
  const coverage = await ensureDays(
    deps,
    found.map(({ account }) => account),
    days,
  )
  for (const { account, reason } of coverage)
    if (reason !== null) missing.push({ accountId: account.accountId, reason })
  return { accounts: found, missing: missing.map(({ accountId, reason }) => ({ accountId, reason })) }
}
