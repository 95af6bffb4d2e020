import { sql } from 'kysely'
import type { Services } from '../services.ts'
import type { KnownAccount } from './accounts.ts'
import type { Context } from './context.ts'

export interface Workspace {
  id: string
  name: string
  slug: string
  accountIds: string[]
}

/** The company's workspaces with their ad accounts, the oldest first. */
export async function listWorkspaces(
  { db }: Pick<Services, 'db'>,
  { company }: Pick<Context, 'company'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ workspaces: Workspace[]; total: number }> {
  const all = db.selectFrom('workspaces').where('company_id', '=', company.id)
  const { total } = await all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await all.select(['id', 'name', 'slug']).orderBy('id').limit(limit).offset(offset).execute()
  const accounts = await db
    .selectFrom('ad_accounts')
    .select(['workspace_id', 'account_id'])
    .where('company_id', '=', company.id)
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
export async function workspaceIds(
  { db }: Pick<Services, 'db'>,
  { company }: Pick<Context, 'company'>,
): Promise<Set<string>> {
  const rows = await db.selectFrom('workspaces').select('id').where('company_id', '=', company.id).execute()
  return new Set(rows.map((row) => String(row.id)))
}

/** What is wrong with asking for an account in a workspace; null: nothing. */
export function workspaceProblem(
  workspaceId: string,
  account: KnownAccount | undefined,
  workspaces: Set<string>,
): string | null {
  if (!workspaces.has(workspaceId))
    return `there is no workspace ${workspaceId} in this company (GET /v1/workspaces lists them)`
  if (!account || String(account.workspace_id) === workspaceId) return null
  return `the ad account ${account.account_id} belongs to workspace ${account.workspace_id}, not ${workspaceId}`
}
