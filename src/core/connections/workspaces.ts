import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError, notFound } from '../../errors.ts'
import { findAccounts } from './accounts.ts'
import type { CachedAccount } from './accounts.ts'
import type { Context } from '../context.ts'
import { amongWorkspaces } from '../reach.ts'
import type { AccountDeps } from '../deps.ts'

export interface Workspace {
  id: string
  name: string
  slug: string
  accountIds: string[]
}

/** The company's workspaces with their ad accounts, the oldest first. */
export async function listWorkspaces(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ workspaces: Workspace[]; total: number }> {
  const all = db.selectFrom('workspaces').where('company_id', '=', company.id).where(amongWorkspaces(company, 'id'))
  const { total } = await all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await all.select(['id', 'name', 'slug']).orderBy('id').limit(limit).offset(offset).execute()
  const accounts = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(amongWorkspaces(company, 'workspace_id'))
    .select(['workspace_id', 'account_id'])
    .orderBy('id')
    .execute()
  const byWorkspace = Map.groupBy(accounts, (account) => account.workspace_id)
  const workspaces = rows.map(({ id, name, slug }) => {
    const accountIds = (byWorkspace.get(id) ?? []).map((account) => account.account_id)
    return { id: String(id), name, slug, accountIds }
  })
  return { workspaces, total }
}

/** Ids of the company's workspaces, as callers write them. */
export async function workspaceIds({ db }: { db: Db }, { company }: Pick<Context, 'company'>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('workspaces')
    .where('company_id', '=', company.id)
    .select('id')
    .where(amongWorkspaces(company, 'id'))
    .execute()
  return new Set(rows.map((row) => String(row.id)))
}

/** What is wrong with asking for an account in a workspace; null: nothing. */
export function workspaceProblem(
  workspaceId: string,
  account: CachedAccount | undefined,
  workspaces: Set<string>,
): string | null {
  if (!workspaces.has(workspaceId))
    return `there is no workspace ${workspaceId} in this company (GET /v1/workspaces lists them)`
  if (!account || String(account.workspace_id) === workspaceId) return null
  return `the ad account ${account.account_id} belongs to workspace ${account.workspace_id}, not ${workspaceId}`
}

const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/
export const slugRule = 'use a to z, 0 to 9 and dashes, at most 40 characters'

export function isSlug(text: string): boolean {
  return slugForm.test(text)
}

type Within = Pick<Context, 'company'>
type Deps = { db: Db }

export async function createWorkspace(
  { db }: Deps,
  { company }: Within,
  { name, slug }: { name: string; slug: string },
): Promise<Workspace> {
  const row = await db
    .insertInto('workspaces')
    .values({ company_id: company.id, name, slug })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(['id', 'name', 'slug'])
    .executeTakeFirst()
  if (!row) throw slugTaken(slug)
  return { id: String(row.id), name: row.name, slug: row.slug, accountIds: [] }
}

export interface WorkspaceChange {
  id: string
  name?: string
  slug?: string
  /** The accounts that are to be in it: they leave the workspaces that they are in. */
  accountIds?: string[]
}

export async function changeWorkspace(
  deps: AccountDeps,
  context: Within,
  { id, name, slug, accountIds }: WorkspaceChange,
): Promise<{ before: Workspace; after: Workspace }> {
  const { company } = context
  const accounts = await findAccounts(deps, context, accountIds ?? [])
  const unknown = (accountIds ?? []).find((each) => !accounts.has(each))
  if (unknown !== undefined) throw notFound('ad account', unknown)
  return inTransaction(deps.db, async (db) => {
    const before = await findWorkspace({ db }, context, id)
    if (slug !== undefined && slug !== before.slug) {
      const taken = await everyCompany(db)
        .selectFrom('workspaces')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirst()
      if (taken) throw slugTaken(slug)
    }
    await db
      .updateTable('workspaces')
      .where('company_id', '=', company.id)
      .set({ name: name ?? before.name, slug: slug ?? before.slug })
      .where('id', '=', Number(id))
      .execute()
    for (const { platform, account_id } of accounts.values()) {
      await db
        .updateTable('ad_accounts')
        .where('company_id', '=', company.id)
        .set({ workspace_id: Number(id) })
        .where('platform', '=', platform)
        .where('account_id', '=', account_id)
        .execute()
    }
    return { before, after: await findWorkspace({ db }, context, id) }
  })
}

/** Its accounts go to the company's first workspace, which stays. */
export async function deleteWorkspace({ db }: Deps, context: Within, id: string): Promise<Workspace> {
  return inTransaction(db, async (trx) => {
    const gone = await findWorkspace({ db: trx }, context, id)
    const first = await trx
      .selectFrom('workspaces')
      .where('company_id', '=', context.company.id)
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow()
    if (String(first.id) === id)
      throw new AppError('conflict', 'This is the workspace that new accounts come to: it stays.')
    await trx
      .updateTable('ad_accounts')
      .where('company_id', '=', context.company.id)
      .set({ workspace_id: first.id })
      .where('workspace_id', '=', Number(id))
      .execute()
    await letPeopleGo(trx, context, id)
    await trx
      .deleteFrom('workspaces')
      .where('company_id', '=', context.company.id)
      .where('id', '=', Number(id))
      .execute()
    return gone
  })
}

/** People go on in their other workspaces. Who has no other would work in all of them: that is for somebody to decide. */
async function letPeopleGo(trx: Db, { company }: Within, id: string): Promise<void> {
  await sql`SELECT FROM workspaces WHERE id = ${id} AND company_id = ${company.id} FOR UPDATE`.execute(trx)
  const { rows: alone } = await sql<{ name: string }>`
    SELECT users.name FROM member_workspaces AS here JOIN users ON users.id = here.user_id
    WHERE here.company_id = ${company.id} AND here.workspace_id = ${id} AND NOT EXISTS (
      SELECT FROM member_workspaces AS other
      WHERE (other.company_id, other.user_id) = (here.company_id, here.user_id) AND other.workspace_id <> here.workspace_id)
    ORDER BY users.id LIMIT 20`.execute(trx)
  if (alone.length > 0) {
    const names = alone.map(({ name }) => name).join(', ')
    throw new AppError(
      'conflict',
      `Nowhere else work: ${names}. Give them other workspaces first (PATCH /v1/people/{id}).`,
    )
  }
  await trx
    .deleteFrom('member_workspaces')
    .where('company_id', '=', company.id)
    .where('workspace_id', '=', Number(id))
    .execute()
}

async function findWorkspace(deps: Deps, context: Within, id: string): Promise<Workspace> {
  const { workspaces } = await listWorkspaces(deps, context, { offset: 0, limit: maxWorkspaces })
  const found = workspaces.find((each) => each.id === id)
  if (!found) throw notFound('workspace', id)
  return found
}

const maxWorkspaces = 10_000

function slugTaken(slug: string): AppError {
  return new AppError('conflict', `The slug "${slug}" is taken.`)
}
