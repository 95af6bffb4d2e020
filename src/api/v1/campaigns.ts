import { z } from 'zod'
import { openAccount } from '../../core/accounts.ts'
import { requireVerb } from '../../core/verbs.ts'
import { defineEndpoint } from '../../http/endpoint.ts'
import { companyOf } from '../caller.ts'
import { AccountIdParam, Day, listOf } from '../shapes.ts'

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
      status: z.string(),
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
    const { session, account, platform } = await openAccount(services, companyOf(caller), accountId)
    const found = await requireVerb(session, platform.name, 'listCampaigns')(account.account_id, { status, limit })
    const spend = await spendByCampaign(session, account.account_id, query)
    const data = found.map((campaign) => ({ ...campaign, spend: spend ? (spend.get(campaign.id) ?? 0) : null }))
    return { data, count: data.length }
  },
})

type Session = Awaited<ReturnType<typeof openAccount>>['session']

/** One day given means that day alone. */
async function spendByCampaign(
  session: Session,
  accountId: string,
  { startDate, endDate }: { startDate?: string; endDate?: string },
): Promise<Map<string, number> | null> {
  const from = startDate ?? endDate
  const to = endDate ?? startDate
  if (!from || !to || !session.spendByCampaign) return null
  return session.spendByCampaign(accountId, from, to)
}
