import { z } from 'zod'
import { requestedDays } from '../../../../core/days/range.ts'
import { breakdown } from '../../../../core/reports/live/breakdown.ts'
import { breakdownFields, BreakdownMetadata, MetricList } from '../../../../core/reports/live/request.ts'
import { InCurrency } from '../../../../core/reports/query/question.ts'
import { operation } from '../../../../call/operation.ts'
import { reportExample, reportFields } from './days.ts'

const dimensions = ['age', 'gender', 'publisher_platform', 'placement', 'device', 'region'] as const
type Dimension = (typeof dimensions)[number]

const part = (what: string) =>
  z
    .string()
    .optional()
    .meta({ description: `${what}, where it was split by that.` })

const BreakdownRow = z
  .object({
    age: part('The age'),
    gender: part('The gender'),
    publisher_platform: part('The network'),
    placement: part('The placement'),
    device: part('The device'),
    region: part('The region'),
    ...breakdownFields,
  })
  .meta({ id: 'BreakdownRow' })

export const breakdownReport = operation({
  name: 'breakdown_report',
  rest: { method: 'GET', path: '/v1/reports/primary/breakdown' },
  section: 'Primary platform',
  summary: 'Figures of an account by age, gender, network, placement, device or region, the most expensive first.',
  description: 'Networks are primary, secondary and so on; placements are network:place, such as secondary:reels.',
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    ...reportFields,
    by: z.enum(dimensions).meta({ description: 'What to split by.' }),
    metrics: MetricList,
    currency: InCurrency,
  }),
  example: { ...reportExample, by: 'age', metrics: 'spend,impressions,clicks' },
  reply: z.object({
    data: z.array(BreakdownRow).meta({ description: 'A row for each value.' }),
    count: z.number().int().meta({ description: 'How many rows there are.' }),
    totals: z.object(breakdownFields).meta({ description: 'The account as a whole.' }),
    rest: z.object(breakdownFields).meta({ description: 'What of the account stands in none of the rows.' }),
    metadata: BreakdownMetadata.meta({ description: 'What the figures are in.' }),
  }),
  async handle(deps, call, { accountId, by, metrics, currency, ...days }) {
    const range = requestedDays(days)
    const { rows, totals, rest, metadata } = await breakdown(deps, call, { accountId, range, by, metrics, currency })
    const data = rows.map(({ value, figures }) => ({ ...under(by, value), ...figures }))
    return { data, count: data.length, totals, rest, metadata }
  },
})

function under(by: Dimension, value: string): Partial<Record<Dimension, string>> {
  return { [by]: value }
}
