import { z } from 'zod'
import { Day, daysAsked } from '../../../../core/days.ts'
import { reachComposition } from '../../../../core/reports/live/reach-composition.ts'
import { CountryList, openReport, ReportMetadata } from '../../../../core/reports/live/request.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { companyOf } from '../../../caller.ts'
import { AccountIdParam } from '../../../shapes.ts'

const figure = z.number().nullable()
const Totals = z.object({ country: z.string().optional(), reach: figure, spend: figure, costPerReach: figure })

export const reachCompositionReport = defineEndpoint({
  method: 'GET',
  path: '/v1/reports/primary/reach-composition',
  section: 'Primary platform',
  summary: 'Reach by month: how many people, how many in all so far, and how many for the first time.',
  description:
    'People are counted by the platform and never added up. With countries there is a row for each month and country, and the total reach of several countries is null. A month without delivery has null for every figure.',
  scope: 'read',
  tool: 'reach_composition',
  query: z.object({ accountId: AccountIdParam, startDate: Day, endDate: Day, countries: CountryList }),
  reply: z.object({
    data: z.array(
      z.object({
        month: z.string().meta({ description: 'YYYY-MM; the first and the last month are cut to the days asked for.' }),
        country: z.string().optional(),
        reach: figure,
        cumulativeReach: figure.meta({ description: 'People reached from startDate to the end of the month.' }),
        incrementalReach: figure.meta({ description: 'People reached for the first time since startDate.' }),
        incrementalShare: figure.meta({ description: 'incrementalReach / reach, from 0 to 1.' }),
        spend: figure,
        costPerIncrementalReach: figure.meta({ description: 'spend / incrementalReach.' }),
      }),
    ),
    count: z.number().int(),
    totals: Totals,
    countries: z.array(Totals).optional(),
    metadata: ReportMetadata,
  }),
  async handle({ query, caller, services, signal }) {
    const range = daysAsked(query)
    const { insights, account, metadata } = await openReport(services, companyOf(caller), query.accountId, 'primary')
    const report = await reachComposition(insights, account.account_id, { range, countries: query.countries, signal })
    return { ...report, count: report.data.length, metadata }
  },
})
