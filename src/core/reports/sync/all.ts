import pMap, { pMapSkip } from 'p-map'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { ifGiven, sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { staysIn } from '../../people/staying.ts'
import { listAccounts } from '../../connections/accounts.ts'
import { syncAccount } from './sync.ts'
import type { ReportAccount, SyncOptions, SyncOutcome, SyncWant } from './types.ts'
import type { SyncDeps } from '../../deps.ts'

export interface AccountFilter {
  companyId?: CompanyId
  accountId?: string
  /** Leaves out accounts that failed a moment ago, and those that nothing opens. */
  onlyReady?: boolean
}

export async function reportAccounts(db: Db, filter: AccountFilter = {}): Promise<ReportAccount[]> {
  const { companyId, accountId, onlyReady = false } = filter
  return everyCompany(db)
    .selectFrom('ad_accounts')
    .leftJoin('report_syncs', 'report_syncs.account_key', 'ad_accounts.id')
    .select([
      'ad_accounts.id as key',
      'ad_accounts.company_id as companyId',
      'ad_accounts.account_id as accountId',
      'platform',
      'name',
      'currency',
      'time_zone as timeZone',
      'connection_id as connectionId',
      'is_sandbox as isSandbox',
    ])
    .$call(ifGiven(companyId, (some, companyId) => some.where('ad_accounts.company_id', '=', companyId)))
    .$call(ifGiven(accountId, (some, accountId) => some.where('ad_accounts.account_id', '=', accountId)))
    .where(staysIn('ad_accounts.company_id'))
    .$if(onlyReady, (some) => some.where(sql<boolean>`is_connected AND coalesce(retry_after <= ${new Date()}, true)`))
    .orderBy('ad_accounts.id')
    .execute()
}

/** Asks the platforms which accounts the companies have, where that was not asked within minutes. */
export async function discoverAccounts(deps: SyncDeps, companyId?: CompanyId): Promise<void> {
  const companies = await everyCompany(deps.db)
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where(staysIn('companies.id'))
    .$call(ifGiven(companyId, (some, companyId) => some.where('id', '=', companyId)))
    .orderBy('id')
    .execute()
  for (const company of companies) {
    await listAccounts(deps, { company }, { offset: 0, limit: 1 }).catch((error: unknown) => {
      deps.log.warn({ companyId: company.id, err: error }, 'the accounts of a company could not be listed')
    })
  }
}

/** Reads accounts, a few at a time. One that fails does not stop the others. */
export function syncAccounts(
  deps: SyncDeps,
  accounts: ReportAccount[],
  want: SyncWant,
  { atOnce = 2, ...options }: SyncOptions & { atOnce?: number } = {},
): Promise<SyncOutcome[]> {
  const read = (account: ReportAccount) =>
    options.signal?.aborted ? pMapSkip : syncAccount(deps, account, want, options)
  return pMap(accounts, read, { concurrency: atOnce })
}
