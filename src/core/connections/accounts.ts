import { notFound } from '../../errors.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { ifGiven, sql } from '../../db/sql.ts'
import type { Scoped } from '../../db/sql.ts'
import type { AccountRef, EntityType } from '../../platforms/contract/manage.ts'
import type { AccountState } from '../../platforms/contract/health.ts'
import type { AccountDeps, OpenConnection } from '../deps.ts'
import type { Context } from '../context.ts'
import { discoverAccounts } from './discover.ts'
import { openWorking } from './working.ts'
import { amongWorkspaces, seenBefore, notifiesNobody } from '../reach.ts'

export interface CachedAccount {
  platform: string
  account_id: string
  name: string
  currency: string
  time_zone: string
  status: AccountState
  workspace_id: number
  connection_id: number | null
  is_sandbox: boolean
  /** Whether something opens it; where nothing does, its history is all there is. */
  is_connected: boolean
  /** Whether rules may act in it by themselves. */
  is_taken_in: boolean
}

type Asking = Pick<Context, 'company'>

const freshForMs = 5 * 60_000
/** An unknown id is worth asking the platforms again, but not on every request. */
const askAgainAfterMs = 10_000

/** Asks the platforms whose accounts were read too long ago. Tells which did not answer. */
async function refresh(
  deps: AccountDeps,
  context: Asking,
  { olderThanMs, only }: { olderThanMs: number; only?: string },
): Promise<{ unread: AccountPage['unread']; isRead: boolean }> {
  const select = deps.db.selectFrom('account_reads').where('company_id', '=', context.company.id).selectAll()
  const reads = await select.execute()
  const due = dueIn(deps, reads, olderThanMs).filter((name) => !only || name === only)
  await Promise.all(due.map((name) => discoverAccounts(deps, context, name)))
  const newest = due.length === 0 ? reads : await select.execute()
  const unread = unreadIn(newest).filter(({ platform }) => !only || platform === only)
  return { unread, isRead: due.length > 0 }
}

/** Asks a platform for the company's accounts where that was not done lately. Answers why that did not work; null: it did. */
export async function readAccountsOf(deps: AccountDeps, context: Asking, platform: string): Promise<string | null> {
  const { unread } = await refresh(deps, context, { olderThanMs: freshForMs, only: platform })
  return unread[0]?.reason ?? null
}

/** When the accounts of a platform were read, as JSON or the driver tells it. */
export interface AccountReadRow {
  platform: string
  read_at: string | Date
  error: string | null
}

export function accountReadsQuery({ company }: Asking): Scoped<AccountReadRow> {
  return sql<AccountReadRow>`SELECT platform, read_at, error FROM account_reads WHERE company_id = ${company.id}`
}

/** The connected accounts of all workspaces, in the order of their platforms: for who counts what the whole company spends. */
export function accountsQuery({ company }: Asking, platforms: readonly string[], limit: number): Scoped<CachedAccount> {
  return sql<CachedAccount>`
    SELECT platform, account_id, name, currency, time_zone, status, workspace_id, connection_id, is_sandbox, is_connected, is_taken_in
    FROM ad_accounts WHERE company_id = ${company.id} AND is_connected AND ${notifiesNobody}
    ORDER BY array_position(${platforms}::text[], platform), id LIMIT ${limit}`
}

/** The platforms whose accounts were read too long ago. */
function dueIn(
  { connections }: Pick<AccountDeps, 'connections'>,
  reads: AccountReadRow[],
  olderThanMs: number,
): string[] {
  const byPlatform = new Map(reads.map((row) => [row.platform, row]))
  return connections.platforms.names.filter((name) => {
    const read = byPlatform.get(name)
    if (!read) return true
    return Date.now() - new Date(read.read_at).getTime() > (read.error === null ? olderThanMs : askAgainAfterMs)
  })
}

function unreadIn(reads: AccountReadRow[]): AccountPage['unread'] {
  return reads.flatMap(({ platform, error }) => (error === null ? [] : [{ platform, reason: error }]))
}

/** What the rows of both tables tell of a company's accounts; null: a platform has to be asked first. */
export function accountsIn(
  deps: Pick<AccountDeps, 'connections'>,
  { accounts, reads }: { accounts: CachedAccount[]; reads: AccountReadRow[] },
): AllAccounts | null {
  return dueIn(deps, reads, freshForMs).length > 0 ? null : { accounts, unread: unreadIn(reads) }
}

export interface AllAccounts {
  accounts: CachedAccount[]
  /** Platforms that did not answer when they were last asked: their accounts are as they were known before, if at all. */
  unread: { platform: string; reason: string }[]
}

export interface AccountPage extends AllAccounts {
  accounts: (CachedAccount & { workspace_name: string })[]
  total: number
}

export async function listAccounts(
  deps: AccountDeps,
  context: Asking,
  { platform, offset, limit }: { platform?: string; offset: number; limit: number },
): Promise<AccountPage> {
  const { id: companyId } = context.company
  const query = deps.db
    .selectFrom('ad_accounts')
    .where('ad_accounts.company_id', '=', companyId)
    .where(amongWorkspaces(context.company, 'ad_accounts.workspace_id'))
    .innerJoin('workspaces', 'workspaces.id', 'ad_accounts.workspace_id')
    .$call(ifGiven(platform, (some, platform) => some.where('platform', '=', platform)))
  const list = query
    .selectAll('ad_accounts')
    .select('workspaces.name as workspace_name')
    .orderBy(sql`array_position(${deps.connections.platforms.names}::text[], ad_accounts.platform)`)
    .orderBy('ad_accounts.id')
    .limit(limit)
    .offset(offset)
  const [{ unread, isRead }, known] = await Promise.all([
    refresh(deps, context, { olderThanMs: freshForMs, only: platform }),
    list.execute(),
  ])
  const accounts = isRead ? await list.execute() : known
  const isAll = offset === 0 && accounts.length < limit
  if (isAll) return { accounts, total: accounts.length, unread }
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { accounts, total, unread }
}

/** The company's accounts among these ids, asking the platforms once more when one is not known. Keyed by the id as given. */
export async function findAccounts(
  deps: AccountDeps,
  context: Asking,
  ids: string[],
): Promise<Map<string, CachedAccount>> {
  const wanted = [...new Set(ids)]
  let found = await known(deps, context, wanted)
  if (found.size < wanted.length) {
    await refresh(deps, context, { olderThanMs: askAgainAfterMs })
    found = await known(deps, context, wanted)
  }
  const lost = new Set([...found.values()].flatMap((each) => (each.is_connected ? [] : [each.platform])))
  if (lost.size === 0) return found
  // What was connected again, or chosen, a moment ago may not have been listed yet.
  const asked = [...lost].map((only) => refresh(deps, context, { olderThanMs: askAgainAfterMs, only }))
  return (await Promise.all(asked)).some(({ isRead }) => isRead) ? known(deps, context, wanted) : found
}

/** Of accounts that a platform lists those that the caller sees: a connection opens more than that. */
export async function seenAccounts<T extends { id: string }>(
  deps: AccountDeps,
  context: Asking,
  listed: T[],
): Promise<T[]> {
  const ids = listed.map(({ id }) => id)
  if (context.company.workspaces === undefined) {
    const unused = await unusedAccounts(deps.db, context, ids)
    return listed.filter(({ id }) => !unused.has(id))
  }
  const seen = await findAccounts(deps, context, ids)
  return listed.filter(({ id }) => seen.has(id))
}

/** Those of these ids that a connection opens and the company does not use: nobody is shown what is in them. */
export async function unusedAccounts(db: Db, { company }: Asking, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT account_id AS id FROM connection_accounts AS opened
    WHERE company_id = ${company.id} AND account_id = ANY (${ids}::text[]) AND NOT EXISTS (
      SELECT FROM ad_accounts AS account WHERE account.company_id = opened.company_id
        AND (account.platform, account.account_id) = (opened.platform, opened.account_id) AND ${notifiesNobody})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The company's accounts that are called so, whatever the case, by the name as it was given. */
export async function accountsCalled(
  { db }: Pick<AccountDeps, 'db'>,
  { company }: Asking,
  names: string[],
): Promise<Map<string, CachedAccount[]>> {
  if (names.length === 0) return new Map()
  const plain = (name: string) => name.trim().toLowerCase()
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(amongWorkspaces(company, 'workspace_id'))
    .selectAll()
    .where(sql<string>`lower(name)`, 'in', [...new Set(names.map(plain))])
    .orderBy('id')
    .execute()
  return new Map(names.map((name) => [name, rows.filter((row) => plain(row.name) === plain(name))]))
}

async function known(
  { db, connections }: AccountDeps,
  { company }: Asking,
  ids: string[],
): Promise<Map<string, CachedAccount>> {
  const { all: drivers } = connections.platforms
  const forms = new Map(ids.map((id) => [id, [id, ...drivers.map((platform) => platform.fullAccountId?.(id) ?? id)]]))
  const all = [...new Set([...forms.values()].flat())]
  if (all.length === 0) return new Map()
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(amongWorkspaces(company, 'workspace_id'))
    .selectAll()
    .where('account_id', 'in', all)
    .execute()
  const found = new Map<string, CachedAccount>()
  for (const [id, candidates] of forms) {
    const row = candidates.map((candidate) => rows.find((each) => each.account_id === candidate)).find(Boolean)
    if (row) found.set(id, row)
  }
  return found
}

/** An account with the session that leads to it. */
export type OpenAccount = OpenConnection & {
  account: CachedAccount
  /** The account as its driver needs it. */
  ref: AccountRef
}

/** The account, or 404, whether it does not exist or is somebody else's. */
export async function requireAccount(deps: AccountDeps, context: Asking, accountId: string): Promise<CachedAccount> {
  const account = (await findAccounts(deps, context, [accountId])).get(accountId)
  if (!account) throw notFound('ad account', accountId)
  return account
}

/** The same, opened. Throws where its platform refuses the connection. */
export async function openAccount(deps: AccountDeps, context: Asking, accountId: string): Promise<OpenAccount> {
  return openCached(deps, context, await requireAccount(deps, context, accountId))
}

export async function openCached(
  { connections }: Pick<AccountDeps, 'connections'>,
  { company }: Asking,
  account: CachedAccount,
): Promise<OpenAccount> {
  const ref = { id: account.account_id, currency: account.currency, timeZone: account.time_zone }
  return { ...(await openWorking(connections, company, account)), account, ref }
}

/** Remembers where something was made. */
export function noteMade(
  { connections }: Pick<AccountDeps, 'connections'>,
  { company }: Asking,
  { platform, account }: OpenAccount,
  { level, id }: { level: EntityType; id: string },
): void {
  connections.noteSeen(company, { platform: platform.name, accountId: account.account_id, level, ids: [id] })
}

/** The company's accounts in the sandbox, as `<platform> <account>`. */
export async function sandboxAccounts(db: Db, companyId: CompanyId): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', companyId)
    .where(seenBefore)
    .select(['platform', 'account_id'])
    .where('is_sandbox', '=', true)
    .execute()
  return new Set(rows.map(({ platform, account_id: account }) => `${platform} ${account}`))
}
