import { z } from 'zod'
import { listAccounts } from '../../core/accounts.ts'
import { AppError } from '../../errors.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { platformNamed, platformWords } from '../../platforms/index.ts'
import { pageOf, pageQuery, paginate } from '../shapes.ts'
import { companyOf } from '../caller.ts'

export const adaccounts = defineEndpoint({
  method: 'GET',
  path: '/v1/adaccounts',
  section: 'Accounts and people',
  summary: 'Ad accounts of the company, over all platforms.',
  scope: 'read',
  tool: 'list_ad_accounts',
  query: z.object({
    ...pageQuery(200, 50),
    platform: z
      .string()
      .optional()
      .meta({ description: `One of ${platformWords.join(', ')}.` }),
  }),
  reply: pageOf(
    z.object({
      id: z.string(),
      name: z.string(),
      platform: z.string(),
      currency: z.string(),
      timeZone: z.string(),
      status: z.string(),
      workspaceId: z.string(),
      workspaceName: z.string(),
      connectionId: z.string().nullable(),
      sandbox: z.boolean(),
    }),
  ).extend({
    metadata: z.object({
      unread: z.array(z.object({ platform: z.string(), reason: z.string() })).meta({
        description: 'Platforms that could not be asked just now: their accounts may be missing here.',
      }),
    }),
  }),
  async handle({ query, caller, services }) {
    const { page, limit } = query
    const { accounts, total, unread } = await listAccounts(services, companyOf(caller), {
      platform: platformIn(query.platform),
      page,
      limit,
    })
    const data = accounts.map((account) => ({
      id: account.account_id,
      name: account.name,
      platform: account.platform,
      currency: account.currency,
      timeZone: account.time_zone,
      status: account.status,
      workspaceId: String(account.workspace_id),
      workspaceName: account.workspace_name,
      connectionId: account.connection_id === null ? null : String(account.connection_id),
      sandbox: account.is_sandbox,
    }))
    return { data, count: data.length, pagination: paginate(page, limit, total), metadata: { unread } }
  },
})

/** A caller's word for a platform, as ours. */
export function platformIn(word: string | undefined): string | undefined {
  if (word === undefined || word === '') return undefined
  const name = platformNamed(word)
  if (name) return name
  const message = `is not a platform; use one of ${platformWords.join(', ')}`
  throw new AppError('unprocessable_entity', `platform: ${message}`, { issues: [{ path: 'platform', message }] })
}
