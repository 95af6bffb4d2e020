import { z } from 'zod'
import { accountsOf } from '../../../core/reports/query-accounts.ts'
import { Missing } from '../../../core/reports/query-metadata.ts'
import { checkScopeOnly, scopeParams } from '../../../core/reports/query-request.ts'
import { dailySpend } from '../../../core/reports/spend-daily.ts'
import { defineEndpoint } from '../../../http/endpoint.ts'
import { companyOf } from '../../caller.ts'

const Amounts = z.record(z.string(), z.number())

export const spendDaily = defineEndpoint({
  method: 'GET',
  path: '/v1/spend/daily',
  section: 'Reporting',
  summary: 'What each account spent on each day.',
  description:
    'A day without delivery is 0. A day that could not be read has no row and is listed under missing, never as 0. ' +
    'totalSpend is null when several currencies are involved (see byCurrency) or nothing could be read.',
  scope: 'read',
  tool: 'get_daily_spend',
  query: z.object(scopeParams),
  reply: z.object({
    data: z.array(
      z.object({
        date: z.string(),
        accountId: z.string(),
        accountName: z.string(),
        platform: z.string(),
        currency: z.string(),
        spend: z.number(),
      }),
    ),
    count: z.number().int(),
    metadata: z.object({
      totalSpend: z.number().nullable(),
      byPlatform: z.record(z.string(), Amounts).meta({ description: 'By platform, then by currency.' }),
      byCurrency: Amounts,
      missing: z.array(Missing),
    }),
  }),
  async handle({ query, caller, services }) {
    const { range, ...scope } = checkScopeOnly(query)
    const accounts = await accountsOf(services, companyOf(caller), scope)
    const { days, ...metadata } = await dailySpend(services, accounts, range)
    return { data: days, count: days.length, metadata }
  },
})
