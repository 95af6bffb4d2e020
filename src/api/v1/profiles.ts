import { z } from 'zod'
import { openAccount } from '../../core/accounts.ts'
import { requireVerb } from '../../core/verbs.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { companyOf } from '../caller.ts'
import { AccountIdParam, listOf } from '../shapes.ts'

export const profiles = defineEndpoint({
  method: 'GET',
  path: '/v1/profiles',
  section: 'Accounts and people',
  summary: 'Pages that an ad account may speak for, with their profiles on the secondary network.',
  description:
    'On the photo-messaging platform those that speak in creatives of the account, on the pin platform its owner. The ' +
    'short-video platform has none (501): GET /v1/tiktok/identities tells who can speak there.',
  scope: 'read',
  tool: 'list_profiles',
  query: z.object({ businessId: AccountIdParam }),
  reply: listOf(
    z.object({
      page: z.string(),
      primaryName: z.string(),
      secondary: z.string().nullable(),
      secondaryName: z.string().nullable(),
      pictureUrl: z.string().nullable(),
    }),
  ),
  async handle({ query, caller, services }) {
    const { session, account, platform } = await openAccount(services, companyOf(caller), query.businessId)
    const data = await requireVerb(session, platform.name, 'listProfiles')(account.account_id)
    return { data, count: data.length }
  },
})
