import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import type { AccountState } from '../../../platforms/contract/health.ts'
import { sql } from '../../../db/sql.ts'
import { AppError, badRequest, notFound } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Context } from '../../context.ts'
import type { AccountDeps } from '../../deps.ts'
import { requireFreshSignIn } from '../../people/step-up.ts'
import { amongWorkspaces, requireWholeCompany, notifiesNobody } from '../../reach.ts'
import { readAccountsOf } from '../accounts.ts'
import { workspaceIds } from '../workspaces.ts'
import { lockAccounts, settleAccounts } from './settle.ts'

type Within = Pick<Context, 'company'>

/** A connection, with what becomes of the accounts that it opens. */
interface ChoosableConnection {
  id: number
  platform: string
  label: string
  is_sandbox: boolean
  accounts_mode: 'all' | 'chosen'
}

/** An account that a connection opens, whether the company uses it or not. */
export interface OpenedAccount {
  account_id: string
  name: string
  currency: string
  time_zone: string
  status: AccountState
  is_sandbox: boolean
  /** A person chose it, or the connection uses whatever it opens. */
  is_chosen: boolean
  /** Its platform listed it the last time. */
  is_listed: boolean
  first_seen_at: Date
  /** null: the company does not use it. */
  workspace_id: number | null
  /** The connection that it is reached through now; null: none. */
  reached_through: number | null
  /** null: the company does not use it. */
  is_taken_in: boolean | null
}

/** 404 also for one that opens nothing that somebody with workspaces sees. */
async function findConnection(db: Db, { company }: Within, id: number): Promise<ChoosableConnection> {
  const row = await db
    .selectFrom('connections')
    .where('company_id', '=', company.id)
    .select(['id', 'platform', 'label', 'is_sandbox', 'accounts_mode'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('connection', id)
  return row
}

export interface OpenedList {
  connection: ChoosableConnection
  accounts: OpenedAccount[]
  /** Why the platform could not be asked just now; null: it was. */
  unread: string | null
}

/** All that a connection opens; whoever works in some workspaces sees what is used in those. */
export async function listOpened(deps: AccountDeps, context: Within, id: number): Promise<OpenedList> {
  const connection = await findConnection(deps.db, context, id)
  const unread = await readAccountsOf(deps, context, connection.platform)
  const accounts = await openedBy(deps.db, context.company, connection)
  if (context.company.workspaces !== undefined && accounts.length === 0) throw notFound('connection', id)
  return { connection, accounts, unread }
}

/** All that it opens or opened, as the caller sees it. */
export async function openedBy(db: Db, company: CompanyRef, { id }: { id: number }): Promise<OpenedAccount[]> {
  const { rows } = await sql<OpenedAccount>`
    SELECT opened.account_id, opened.name, opened.currency, opened.time_zone, opened.status, connection.is_sandbox,
      opened.is_chosen OR connection.accounts_mode = 'all' AS is_chosen, opened.is_listed, opened.first_seen_at,
      account.workspace_id, account.connection_id AS reached_through, account.is_taken_in
    FROM connection_accounts AS opened JOIN connections AS connection ON connection.id = opened.connection_id
    LEFT JOIN ad_accounts AS account ON (account.company_id, account.platform, account.account_id) = (opened.company_id, opened.platform, opened.account_id)
      AND account.is_sandbox = connection.is_sandbox AND account.is_connected
    WHERE opened.company_id = ${company.id} AND opened.connection_id = ${id} AND ${amongWorkspaces(company, 'account.workspace_id')}
    ORDER BY opened.first_seen_at, opened.account_id`.execute(db)
  return rows
}

export interface AccountChoice {
  accountId: string
  /** Absent: where it is, or the company's first workspace. */
  workspaceId?: string
}

/**
 * From now on the company uses these of the accounts that a connection opens, and no other of them. One that was used keeps its history;
 * a new one waits to be taken in before a rule acts in it.
 */
export async function chooseAccounts(
  deps: AccountDeps,
  context: Pick<Context, 'company' | 'actor'>,
  { id, accounts }: { id: number; accounts: AccountChoice[] },
): Promise<{ before: OpenedAccount[]; list: OpenedList }> {
  requireWholeCompany(context.company)
  const { connection, unread } = await listOpened(deps, context, id)
  await requireFreshSignIn(deps.db, context)
  const workspaces = await workspaceIds(deps, context)
  return inTransaction(deps.db, async (trx) => {
    const { company } = context
    await lockAccounts(trx, { companyId: company.id, platform: connection.platform })
    // It may have gone, or been listed anew, before it was this one's turn.
    const before = await openedBy(trx, company, await findConnection(trx, context, id))
    const issues = issuesIn(accounts, { opened: before, workspaces })
    if (issues.length > 0) throw badRequest(issues)
    await putChoice(trx, company, connection, accounts)
    await requireNoEnds(trx, company, connection, before)
    const after = { connection: { ...connection, accounts_mode: 'chosen' as const }, unread }
    return { before, list: { ...after, accounts: await openedBy(trx, company, connection) } }
  })
}

function issuesIn(
  accounts: AccountChoice[],
  { opened, workspaces }: { opened: OpenedAccount[]; workspaces: Set<string> },
): Issue[] {
  const known = new Set(opened.filter((each) => each.is_listed || each.is_chosen).map((each) => each.account_id))
  return accounts.flatMap(({ accountId, workspaceId }, place) => {
    const issues: Issue[] = []
    const path = `accounts.${place}`
    if (!known.has(accountId))
      issues.push({ path: `${path}.accountId`, message: 'is no account that this connection opens' })
    else if (accounts.findIndex((each) => each.accountId === accountId) < place)
      issues.push({ path: `${path}.accountId`, message: 'is named twice' })
    if (workspaceId !== undefined && !workspaces.has(workspaceId))
      issues.push({ path: `${path}.workspaceId`, message: 'is no workspace of this company' })
    return issues
  })
}

async function putChoice(
  trx: Db,
  { id: companyId }: CompanyRef,
  { id, platform }: ChoosableConnection,
  accounts: AccountChoice[],
): Promise<void> {
  const ids = accounts.map(({ accountId }) => accountId)
  await sql`UPDATE connections SET accounts_mode = 'chosen' WHERE company_id = ${companyId} AND id = ${id}`.execute(trx)
  await sql`UPDATE connection_accounts SET is_chosen = account_id = ANY (${ids}::text[])
    WHERE company_id = ${companyId} AND connection_id = ${id}`.execute(trx)
  await settleAccounts(trx, { companyId, platform })
  // What a person put out and chooses again is looked at again, too.
  await sql`UPDATE ad_accounts SET is_taken_in = false
    WHERE company_id = ${companyId} AND platform = ${platform} AND NOT is_connected AND account_id IN (
      SELECT account_id FROM connection_accounts WHERE connection_id = ${id} AND NOT is_chosen)`.execute(trx)
  for (const { accountId, workspaceId } of accounts)
    if (workspaceId !== undefined)
      await trx
        .updateTable('ad_accounts')
        .where('company_id', '=', companyId)
        .set({ workspace_id: Number(workspaceId) })
        .where('platform', '=', platform)
        .where('account_id', '=', accountId)
        .execute()
}

/** Nobody keeps an end in an account that is not used any more. */
async function requireNoEnds(
  trx: Db,
  { id: companyId }: CompanyRef,
  { platform }: ChoosableConnection,
  before: OpenedAccount[],
): Promise<void> {
  const used = before.flatMap((each) => (each.workspace_id === null ? [] : [each.account_id]))
  const { rows } = await sql<{ entity_type: string; entity_id: string; account_id: string; end_at: Date }>`
    SELECT entity_type, entity_id, kept.account_id, end_at FROM kept_ends AS kept
    JOIN ad_accounts AS account USING (company_id, platform, account_id)
    WHERE company_id = ${companyId} AND platform = ${platform} AND state = 'waiting' AND NOT account.is_connected AND ${notifiesNobody}
      AND account_id = ANY (${used}::text[])
    ORDER BY end_at LIMIT 20`.execute(trx)
  if (rows.length === 0) return
  const names = rows.map(
    (row) => `${row.entity_type} ${row.entity_id} in ${row.account_id} at ${row.end_at.toISOString()}`,
  )
  throw new AppError(
    'conflict',
    `These ends could no longer be kept: ${names.join('; ')}. Pause what they are about, or remove them (DELETE /v1/ends/{id}), and choose again.`,
    { reason: 'ends' },
  )
}

/** Rules that act by themselves see these accounts from now on. */
export async function takeIn(
  deps: AccountDeps,
  context: Within,
  { id, accountIds }: { id: number; accountIds: string[] },
): Promise<OpenedList> {
  const { accounts, connection, unread } = await listOpened(deps, context, id)
  const issues = accountIds.flatMap((accountId, place) =>
    accounts.some((each) => each.account_id === accountId && each.is_taken_in !== null)
      ? []
      : [{ path: `accountIds.${place}`, message: 'is no account that the company uses through this connection' }],
  )
  if (issues.length > 0) throw badRequest(issues)
  await deps.db
    .updateTable('ad_accounts')
    .where('company_id', '=', context.company.id)
    .set({ is_taken_in: true })
    .where('platform', '=', connection.platform)
    .where('account_id', 'in', accountIds)
    .where('is_connected', '=', true)
    .execute()
  return { connection, unread, accounts: await openedBy(deps.db, context.company, connection) }
}
