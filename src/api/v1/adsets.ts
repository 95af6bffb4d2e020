import { z } from 'zod'
import { openAccount } from '../../core/accounts.ts'
import { requireVerb } from '../../core/verbs.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { companyOf } from '../caller.ts'
import { AccountIdParam, listOf } from '../shapes.ts'
import { effectiveStatusNote, ownStatusNote } from './manage/structure-row.ts'

export const adsets = defineEndpoint({
  method: 'GET',
  path: '/v1/adsets',
  section: 'Accounts and people',
  summary: 'Ad sets of an account, ready to be used in a launch.',
  scope: 'read',
  tool: 'list_ad_sets',
  query: z.object({
    accountId: AccountIdParam,
    search: z.string().max(200).optional().meta({ description: 'Part of the name.' }),
    status: z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED']).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: listOf(
    z.object({
      value: z.string(),
      label: z.string(),
      status: z.string().meta({ description: ownStatusNote }),
      effectiveStatus: z.string().meta({ description: effectiveStatusNote }),
      campaignId: z.string(),
      campaignName: z.string(),
      adCount: z.number().int().nullable().meta({ description: 'null: there are too many to be counted.' }),
      capacity: z
        .number()
        .int()
        .nullable()
        .meta({ description: 'How many more ads it takes; null where the platform names no limit.' }),
    }),
  ),
  async handle({ query, caller, services }) {
    const { accountId, ...filter } = query
    const { session, account, platform } = await openAccount(services, companyOf(caller), accountId)
    const data = await requireVerb(session, platform.name, 'listAdSets')(account.account_id, filter)
    return { data, count: data.length }
  },
})
