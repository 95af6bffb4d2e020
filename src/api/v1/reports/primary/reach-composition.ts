import { z } from 'zod'
import { requestedDays } from '../../../../core/days/range.ts'
import { reachComposition } from '../../../../core/reports/live/reach-composition.ts'
import { CountryList, LiveReportMetadata } from '../../../../core/reports/live/request.ts'
import { operation } from '../../../../call/operation.ts'
import { reportExample, reportFields } from './days.ts'

const figure = (description: string) => z.number().nullable().meta({ description })
const country = z.string().optional().meta({ description: 'The country, where countries were asked for.' })

const ReachTotals = z
  .object({
    country,
    reach: figure('People reached in all; null for several countries, because people cannot be added up.'),
    spend: figure("What it cost, in the account's currency."),
    costPerReach: figure('spend / reach.'),
  })
  .meta({ id: 'ReachTotals' })

const ReachMonth = z
  .object({
    month: z.string().meta({ description: 'YYYY-MM; the first and the last month are cut to the days asked for.' }),
    country,
    reach: figure('People reached in the month.'),
    cumulativeReach: figure('People reached from startDate to the end of the month.'),
    incrementalReach: figure('People reached for the first time since startDate.'),
    incrementalShare: figure('incrementalReach / reach, from 0 to 1.'),
    spend: figure("What the month cost, in the account's currency."),
    costPerIncrementalReach: figure('spend / incrementalReach.'),
  })
  .meta({ id: 'ReachMonth' })

export const reachCompositionReport = operation({
  name: 'reach_composition',
  rest: { method: 'GET', path: '/v1/reports/primary/reach-composition' },
  section: 'Primary platform',
  summary: 'Reach by month: how many people, how many in all so far, and how many for the first time.',
  description:
    'People are counted by the platform and never added up. With countries there is a row for each month and country, and the total reach of several countries is null. A month without delivery has null for every figure.',
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ ...reportFields, countries: CountryList }),
  example: { ...reportExample, countries: 'US' },
  reply: z.object({
    data: z.array(ReachMonth).meta({ description: 'Month by month.' }),
    count: z.number().int().meta({ description: 'How many rows there are.' }),
    totals: ReachTotals.meta({ description: 'The whole range.' }),
    countries: z.array(ReachTotals).optional().meta({ description: 'The whole range of each country asked for.' }),
    metadata: LiveReportMetadata.meta({ description: 'What the figures are in.' }),
  }),
  async handle(deps, call, { accountId, countries, ...days }) {
    const report = await reachComposition(deps, call, { accountId, range: requestedDays(days), countries })
    return { ...report, count: report.data.length }
  },
})
