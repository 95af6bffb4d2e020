import { isDeepStrictEqual } from 'node:util'
import { ifGiven } from '../../../db/sql.ts'
import { notFound } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { findAccounts, listAccounts } from '../../connections/accounts.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Context } from '../../context.ts'
import { reachName } from '../../reach.ts'
import type { QuestionScope } from './question.ts'
import { mayReadFigures } from './readers.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'
import type { ReportAccount } from '../sync/types.ts'
import type { SyncDeps } from '../../deps.ts'

/** What is read of an account for reports. */
export const accountColumns = `id AS key, company_id AS "companyId", account_id AS "accountId", platform, name, currency,
  time_zone AS "timeZone", connection_id AS "connectionId", is_sandbox AS "isSandbox",
  is_connected AS "isConnected", is_taken_in AS "isTakenIn"`

type Company = Pick<Context, 'company'>
type Chosen = Pick<QuestionScope, 'accountIds' | 'platform'>

/** The accounts that a question is about: those it names, or all of the company's. 404 for one that is not the company's. */
export async function accountsOf(
  deps: SyncDeps,
  { company }: Company,
  { accountIds, platform }: Chosen,
): Promise<ReportAccount[]> {
  const found = accountIds.length > 0 ? await namedAccounts(deps, company, accountIds) : await all(deps, company)
  return platform ? found.filter((account) => account.platform === platform) : found
}

/** A platform that did not say which accounts the company has, and of which none is known from before. */
export interface UnlistedPlatform {
  platform: string
  reason: string
}

/** Whoever asks for named accounts misses no others, and nobody misses what is not theirs to read. */
export async function unlistedPlatforms(
  { db, connections }: SyncDeps,
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  { accountIds, platform, accounts }: Chosen & { accounts: ReportAccount[] },
): Promise<UnlistedPlatform[]> {
  if (accountIds.length > 0) return []
  const failed = await db
    .selectFrom('account_reads')
    .where('company_id', '=', company.id)
    .select(['platform', 'error as reason'])
    .where('error', 'is not', null)
    .$narrowType<{ reason: string }>()
    .$call(ifGiven(platform, (query, platform) => query.where('platform', '=', platform)))
    .orderBy('platform')
    .execute()
  return failed
    .filter((read) => mayReadFigures(connections.platforms.driver(read.platform) ?? {}, { actor }))
    .filter((read) => !accounts.some((account) => account.platform === read.platform))
}

/**
 * Works with the accounts that a question names. Those asked about before are worked with at once, while it is looked up
 * whether they are still the company's and still the same: if not, nothing of that work is used.
 */
export async function withAccounts<T>(
  deps: ReportDeps,
  { company }: Company,
  scope: Chosen,
  work: (accounts: ReportAccount[]) => Promise<T>,
): Promise<T> {
  const { accounts: lately } = deps.reportMemory
  const name = JSON.stringify([reachName(company), scope.platform, scope.accountIds])
  const workWith = (accounts: ReportAccount[]) => {
    lately.set(name, accounts)
    return work(accounts)
  }
  const guess = scope.accountIds.length > 0 ? lately.get(name) : undefined
  if (!guess) return workWith(await accountsOf(deps, { company }, scope))
  const [worked, looked] = await Promise.allSettled([work(guess), accountsOf(deps, { company }, scope)])
  if (looked.status === 'rejected') {
    lately.delete(name)
    throw looked.reason
  }
  if (!isDeepStrictEqual(looked.value, guess)) return workWith(looked.value)
  if (worked.status === 'rejected') throw worked.reason
  return worked.value
}

async function namedAccounts(deps: SyncDeps, company: CompanyRef, ids: string[]): Promise<ReportAccount[]> {
  const first = await known(deps, company, ids)
  if (first.missing === null) return first.accounts
  await findAccounts(deps, { company }, ids)
  const second = await known(deps, company, ids)
  if (second.missing !== null) throw notFound('ad account', second.missing)
  return second.accounts
}

async function known({ pool, connections }: SyncDeps, company: CompanyRef, ids: string[]) {
  const forms = ids.map((id) => [
    id,
    ...connections.platforms.all.flatMap((platform) => platform.fullAccountId?.(id) ?? []),
  ])
  const { rows } = await pool.query<ReportAccount>({
    name: 'report_accounts',
    text: `SELECT ${accountColumns} FROM ad_accounts WHERE company_id = $1 AND account_id = ANY ($2) AND ${inWorkspaces('$3')}`,
    values: [company.id, [...new Set(forms.flat())], company.workspaces ?? null],
  })
  const accounts = new Map<number, ReportAccount>()
  let missing: string | null = null
  for (const [index, candidates] of forms.entries()) {
    const account = candidates.map((id) => rows.find((row) => row.accountId === id)).find(Boolean)
    if (account) accounts.set(account.key, account)
    else missing ??= required(ids[index], 'id')
  }
  return { accounts: [...accounts.values()], missing }
}

async function all(deps: SyncDeps, company: CompanyRef): Promise<ReportAccount[]> {
  // Asks the platforms for accounts that are not known yet.
  await listAccounts(deps, { company }, { offset: 0, limit: 1 })
  const { rows } = await deps.pool.query<ReportAccount>(
    `SELECT ${accountColumns} FROM ad_accounts WHERE company_id = $1 AND ${inWorkspaces('$2')} ORDER BY id`,
    [company.id, company.workspaces ?? null],
  )
  return rows
}

/** Whoever works in some workspaces sees the accounts of those alone. */
export function inWorkspaces(parameter: string): string {
  return `(${parameter}::bigint[] IS NULL OR workspace_id = ANY (${parameter}))`
}
