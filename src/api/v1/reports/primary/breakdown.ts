import { z } from 'zod'
import { Day, daysAsked } from '../../../../core/days.ts'
import { breakdown } from '../../../../core/reports/live/breakdown.ts'
import { breakdownFields, BreakdownMetadata, MetricList, openReport } from '../../../../core/reports/live/request.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { companyOf } from '../../../caller.ts'
import { AccountIdParam } from '../../../shapes.ts'

const dimensions = ['age', 'gender', 'publisher_platform', 'placement', 'device', 'region'] as const
const dimensionFields = Object.fromEntries(dimensions.map((name) => [name, z.string().optional()]))

export const breakdownReport = defineEndpoint({
  method: 'GET',
  path: '/v1/reports/primary/breakdown',
  section: 'Primary platform',
  summary: 'Figures of an account by age, gender, network, placement, device or region, the most expensive first.',
  description: 'Networks are primary, secondary and so on; placements are network:place, such as secondary:reels.',
  scope: 'read',
  tool: 'breakdown_report',
  query: z.object({
    accountId: AccountIdParam,
    startDate: Day,
    endDate: Day,
    by: z.enum(dimensions),
    metrics: MetricList,
  }),
  reply: z.object({
    data: z.array(z.object({ ...dimensionFields, ...breakdownFields })),
    count: z.number().int(),
    totals: z.object(breakdownFields),
    metadata: BreakdownMetadata,
  }),
  async handle({ query, caller, services, signal }) {
    const range = daysAsked(query)
    const { by, metrics } = query
    const { insights, account, metadata } = await openReport(services, companyOf(caller), query.accountId, 'primary')
    const { data, totals, missing } = await breakdown(insights, account.account_id, { range, by, metrics, signal })
    return { data, count: data.length, totals, metadata: { ...metadata, missing } }
  },
})
