import { z } from 'zod'
import { Day, daysAsked } from '../../../../core/days.ts'
import { breakdown } from '../../../../core/reports/live/breakdown.ts'
import {
  breakdownFields,
  BreakdownMetadata,
  CountryList,
  MetricList,
  openReport,
} from '../../../../core/reports/live/request.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { companyOf } from '../../../caller.ts'
import { AccountIdParam } from '../../../shapes.ts'

export const countryBreakdown = defineEndpoint({
  method: 'GET',
  path: '/v1/reports/primary/country-breakdown',
  section: 'Primary platform',
  summary: 'Figures of an account by country, the most expensive first.',
  description: 'The totals of several countries have no reach and no frequency: people cannot be added up.',
  scope: 'read',
  tool: 'country_breakdown',
  query: z.object({
    accountId: AccountIdParam,
    startDate: Day,
    endDate: Day,
    countries: CountryList,
    metrics: MetricList,
  }),
  reply: z.object({
    data: z.array(z.object({ country: z.string(), ...breakdownFields })),
    count: z.number().int(),
    totals: z.object(breakdownFields),
    metadata: BreakdownMetadata,
  }),
  async handle({ query, caller, services, signal }) {
    const range = daysAsked(query)
    const { countries, metrics } = query
    const { insights, account, metadata } = await openReport(services, companyOf(caller), query.accountId, 'primary')
    const only = countries.length > 0 ? countries : undefined
    const { data, totals, missing } = await breakdown(insights, account.account_id, {
      range,
      by: 'country',
      metrics,
      only,
      signal,
    })
    return { data, count: data.length, totals, metadata: { ...metadata, missing } }
  },
})
