import { z } from 'zod'
import { openAccount } from '../../core/accounts.ts'
import { Day, daysAsked } from '../../core/days.ts'
import { requireVerb } from '../../core/verbs.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { companyOf } from '../caller.ts'
import { AccountIdParam, listOf } from '../shapes.ts'
import { effectiveStatusNote, ownStatusNote } from './manage/structure-row.ts'

export const campaigns = defineEndpoint({
  method: 'GET',
  path: '/v1/campaigns',
  section: 'Accounts and people',
  summary: 'Campaigns of an account, with budgets and, for the days asked for, spend.',
  scope: 'read',
  tool: 'list_campaigns',
  query: z.object({
    accountId: AccountIdParam,
    status: z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED']).optional(),
    startDate: Day.optional(),
    endDate: Day.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: listOf(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string().meta({ description: ownStatusNote }),
      effectiveStatus: z.string().meta({ description: effectiveStatusNote }),
      objective: z.string().nullable(),
      dailyBudget: z.number().nullable(),
      lifetimeBudget: z.number().nullable(),
      spend: z
        .number()
        .nullable()
        .meta({ description: 'null when no days were asked for, or the platform has no figure.' }),
    }),
  ),
  async handle({ query, caller, services }) {
    const { accountId, status, limit } = query
    const days = daysAsked(query)
    const { session, account, platform } = await openAccount(services, companyOf(caller), accountId)
    const found = await requireVerb(session, platform.name, 'listCampaigns')(account.account_id, { status, limit })
    const spend =
      days && session.spendByCampaign && (await session.spendByCampaign(account.account_id, days.from, days.to))
    const data = found.map((campaign) => ({ ...campaign, spend: spend ? (spend.get(campaign.id) ?? 0) : null }))
    return { data, count: data.length }
  },
})
