import { z } from 'zod'
import { defineEndpoint } from '../../call/endpoint.ts'
import { listOf } from '../shapes.ts'

export const workspaces = defineEndpoint({
  method: 'GET',
  path: '/v1/workspaces',
  section: 'Accounts and people',
  summary: 'Workspaces of the company, each with its ad accounts.',
  scope: 'read',
  tool: 'list_workspaces',
  reply: listOf(z.object({ id: z.string(), name: z.string(), slug: z.string(), accountIds: z.array(z.string()) })),
  async handle({ caller, services }) {
    const rows = await services.db
      .selectFrom('workspaces')
      .select(['id', 'name', 'slug'])
      .where('company_id', '=', caller.companyId)
      .orderBy('id')
      .execute()
    const accounts = await services.db
      .selectFrom('ad_accounts')
      .select(['workspace_id', 'account_id'])
      .where('company_id', '=', caller.companyId)
      .orderBy('id')
      .execute()
    const data = rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      slug: row.slug,
      accountIds: accounts.filter((account) => account.workspace_id === row.id).map((account) => account.account_id),
    }))
    return { data, count: data.length }
  },
})
