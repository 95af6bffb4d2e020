import type { Db } from '../db/connect.ts'
import type { KnownAccount } from './accounts.ts'

/** Ids of the company's workspaces, as callers write them. */
export async function workspaceIds(db: Db, companyId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('workspaces').select('id').where('company_id', '=', companyId).execute()
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
