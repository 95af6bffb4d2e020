import { AppError, PlatformError } from '../../../errors.ts'
import type { ReportingVerbs } from '../../../platforms/contract/report.ts'
import { requireWorking, waitOr } from '../../connections/working.ts'
import { lacks } from '../../connections/verbs.ts'
import { keptDays } from '../past/months.ts'
import type { ReportAccount } from './types.ts'
import type { OpenConnection, SyncDeps } from '../../deps.ts'

/** What the account's platform can tell about its days. Throws when it cannot be reached at all or has no such figures. */
export async function openReporting(deps: SyncDeps, account: ReportAccount): Promise<ReportingVerbs> {
  const opened = await openWay(deps, account)
  await requireWorking(opened)
  const { reporting } = opened.session
  if (!reporting) {
    throw lacks(deps.connections.platforms, account.platform, 'reporting', 'gives no daily figures of ads')
  }
  const { figuresMonths } = deps
  if (figuresMonths === undefined || figuresMonths === null) return reporting
  // What would leave at once is not read.
  return { ...reporting, historyDays: Math.min(reporting.historyDays, keptDays(figuresMonths)) }
}

/** Why nothing is read from the account by itself, in words; null: it is. */
export async function whyUnread(deps: SyncDeps, account: ReportAccount): Promise<string | null> {
  try {
    await requireWorking(await openWay(deps, account))
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** What stood against reading the account: that its platform refused a call, or that it refuses the connection, which is waited for. */
export async function obstacleIn(deps: SyncDeps, account: ReportAccount, error: unknown): Promise<unknown> {
  if (!(error instanceof PlatformError) || error.kind !== 'auth') return error
  return waitOr(await openWay(deps, account), error)
}

async function openWay({ db, connections }: SyncDeps, account: ReportAccount): Promise<OpenConnection> {
  const company = await db
    .selectFrom('companies')
    .where('id', '=', account.companyId)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
  return connections.openFor(company, { platform: account.platform, account_id: account.accountId })
}
