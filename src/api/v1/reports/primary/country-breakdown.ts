import { z } from 'zod'
import { requestedDays } from '../../../../core/days/range.ts'
import { breakdown } from '../../../../core/reports/live/breakdown.ts'
import { breakdownFields, BreakdownMetadata, CountryList, MetricList } from '../../../../core/reports/live/request.ts'
import { InCurrency } from '../../../../core/reports/query/question.ts'
import { operation } from '../../../../call/operation.ts'
import { reportExample, reportFields } from './days.ts'

const CountryRow = z
  .object({
    country: z.string().meta({ description: 'The country, by two letters; unknown: the platform does not tell.' }),
    ...breakdownFields,
  })
  .meta({ id: 'CountryRow' })

export const countryBreakdown = operation({
  name: 'country_breakdown',
  rest: { method: 'GET', path: '/v1/reports/primary/country-breakdown' },
  section: 'Primary platform',
  summary: 'Figures of an account by country, the most expensive first.',
  description: 'The totals of several countries have no reach and no frequency: people cannot be added up.',
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ ...reportFields, countries: CountryList, metrics: MetricList, currency: InCurrency }),
  example: { ...reportExample, countries: 'US', metrics: 'spend,impressions,clicks' },
  reply: z.object({
    data: z.array(CountryRow).meta({ description: 'A row for each country.' }),
    count: z.number().int().meta({ description: 'How many rows there are.' }),
    totals: z.object(breakdownFields).meta({ description: 'The countries asked for together, or the whole account.' }),
    account: z.object(breakdownFields).meta({ description: 'The account as a whole.' }),
    rest: z.object(breakdownFields).meta({ description: 'What of the account stands in none of the rows.' }),
    metadata: BreakdownMetadata.meta({ description: 'What the figures are in.' }),
  }),
  async handle(deps, call, { accountId, countries, metrics, currency, ...days }) {
    const range = requestedDays(days)
    const only = countries.length > 0 ? countries : undefined
    const report = await breakdown(deps, call, { accountId, range, by: 'country', metrics, only, currency })
    const data = report.rows.map(({ value, figures }) => ({ country: value, ...figures }))
    const { totals, account, rest, metadata } = report
    return { data, count: data.length, totals, account, rest, metadata }
  },
})
