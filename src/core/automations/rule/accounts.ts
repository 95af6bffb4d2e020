import type pg from 'pg'
import type { CompanyRef } from '../../company-ref.ts'
import type { Connections } from '../../deps.ts'
import { accountColumns, inWorkspaces } from '../../reports/query/accounts.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import type { Rule } from './rule.ts'

interface Deps {
  pool: pg.Pool
  connections: Connections
}

export type LeftAccount = ReportAccount & { reason: string }

/** The company's accounts that rules can look at, and those that they cannot, with why. */
export async function accountsFor(
  { pool, connections }: Deps,
  company: CompanyRef,
): Promise<{ accounts: ReportAccount[]; left: LeftAccount[] }> {
  const { rows } = await pool.query<ReportAccount>(
    `SELECT ${accountColumns} FROM ad_accounts WHERE company_id = $1 AND ${inWorkspaces('$2')} ORDER BY id`,
    [company.id, company.workspaces ?? null],
  )
  const accounts: ReportAccount[] = []
  const left: LeftAccount[] = []
  for (const account of rows) {
    const reason = account.isConnected === false ? leftWords : obstacleOf(connections, account.platform)
    if (reason === null) accounts.push(account)
    else left.push({ ...account, reason })
  }
  return { accounts, left }
}

const leftWords = 'It is not connected any more.'

/** Why rules cannot look at a platform; null: they can. */
export function obstacleOf({ platforms }: Pick<Connections, 'platforms'>, platform: string): string | null {
  const driver = platforms.driver(platform)
  if (driver && !driver.verbs.includes('reporting')) return `${platform} has no reports.`
  // What a rule saw is read by keys too.
  return driver?.reportsFor === 'people'
    ? `Figures of ${platform} are for people who are signed in, not for rules.`
    : null
}

type AccountFacts = Pick<ReportAccount, 'platform' | 'accountId' | 'currency' | 'isTakenIn'>

/** Whether a rule looks at an account. */
export function isInScope(rule: Rule, account: AccountFacts): boolean {
  return scopeOf(rule)(account)
}

/** The same for those who ask about many accounts. A rule that acts by itself sees what a person took in. */
export function scopeOf(rule: Rule): (account: AccountFacts) => boolean {
  const isNamed = namedBy(rule)
  return (account) => isNamed(account) && (rule.mode !== 'act' || account.isTakenIn !== false)
}

/** Whether a rule would look at an account that is taken in. */
export function namedBy({ scope }: Rule): (account: AccountFacts) => boolean {
  const ids = new Set(scope.accountIds)
  return ({ platform, accountId, currency }) => {
    if (scope.platform !== undefined && scope.platform !== platform) return false
    if (scope.currency !== undefined && scope.currency !== currency) return false
    return ids.size === 0 || ids.has(accountId)
  }
}
