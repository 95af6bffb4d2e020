import type { ReportingVerbs } from '../../../platforms/contract/report.ts'
import { lacks } from '../../connections/verbs.ts'
import { keptDays } from '../past/months.ts'
import type { ReportAccount } from './types.ts'
import type { SyncDeps } from '../../deps.ts'

/** What the account's platform can tell about its days. Throws when it cannot be reached at all or has no such figures. */
export async function openReporting(deps: SyncDeps, account: ReportAccount): Promise<ReportingVerbs> {
  const company = await deps.db
    .selectFrom('companies')
    .where('id', '=', account.companyId)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
  const { session } = await deps.connections.openFor(company, {
    platform: account.platform,
    account_id: account.accountId,
  })
  if (!session.reporting) {
    throw lacks(deps.connections.platforms, account.platform, 'reporting', 'gives no daily figures of ads')
  }
  const { figuresMonths } = deps
  if (figuresMonths === undefined || figuresMonths === null) return session.reporting
  // What would leave at once is not read.
  const historyDays = Math.min(session.reporting.historyDays, keptDays(figuresMonths))
  return { ...session.reporting, historyDays }
}
