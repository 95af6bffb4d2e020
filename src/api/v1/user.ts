import { z } from 'zod'
import { defineEndpoint } from '../../call/endpoint.ts'

const Named = z.object({ id: z.string(), name: z.string() })

export const user = defineEndpoint({
  method: 'GET',
  path: '/v1/user',
  alsoAt: ['/v1/user/extended2'],
  section: 'Accounts and people',
  summary: 'Who the key belongs to: user, company, default workspace and account, the key itself.',
  scope: 'read',
  tool: 'who_am_i',
  reply: z.object({
    user: Named.extend({ email: z.string() }).nullable(),
    company: Named.extend({ slug: z.string() }),
    defaultWorkspace: Named.extend({ slug: z.string() }).nullable(),
    defaultAdAccountId: z.string().nullable(),
    key: Named.extend({ scopes: z.array(z.string()), expiresAt: z.string().nullable() }),
  }),
  async handle({ caller, services: { db } }) {
    const company = await db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', caller.companyId)
      .executeTakeFirstOrThrow()
    const person = caller.userId
      ? await db.selectFrom('users').selectAll().where('id', '=', caller.userId).executeTakeFirst()
      : undefined
    const workspace = await db
      .selectFrom('workspaces')
      .selectAll()
      .where('company_id', '=', caller.companyId)
      .where('is_default', '=', true)
      .executeTakeFirst()
    const account = await db
      .selectFrom('ad_accounts')
      .select('account_id')
      .where('company_id', '=', caller.companyId)
      .orderBy('id')
      .executeTakeFirst()
    const key = await db
      .selectFrom('api_keys')
      .select(['id', 'name', 'scopes', 'expires_at'])
      .where('company_id', '=', caller.companyId)
      .where('id', '=', caller.keyId)
      .executeTakeFirstOrThrow()
    return {
      user: person ? { id: String(person.id), name: person.name, email: person.email } : null,
      company: { id: String(company.id), name: company.name, slug: company.slug },
      defaultWorkspace: workspace ? { id: String(workspace.id), name: workspace.name, slug: workspace.slug } : null,
      defaultAdAccountId: account?.account_id ?? null,
      key: { id: String(key.id), name: key.name, scopes: key.scopes, expiresAt: key.expires_at?.toISOString() ?? null },
    }
  },
})
