import { z } from 'zod'
import { Day, usualDays } from '../../../core/days/range.ts'
import { readMetrics } from '../../../core/network/network.ts'
import { operation } from '../../../call/operation.ts'
import { networkMetrics, pivots } from '../../../platforms/contract/network.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam, platformIds } from '../../shapes.ts'
import { workspaceField } from '../manage/fields.ts'
import { CurrencyMetadata } from '../manage/structure-row.ts'
import { section, wordList } from './fields.ts'

const upper = (word: unknown) => (typeof word === 'string' ? word.trim().toUpperCase() : word)
const Pivot = z.enum(pivots).meta({ id: 'NetworkPivot' })
const Granularity = z.enum(['ALL', 'DAILY', 'MONTHLY']).meta({ id: 'NetworkGranularity' })

const usualMetrics = ['spend', 'impressions', 'clicks'] as const
const maxMetrics = 15
const maxIds = 1000

const NetworkFigures = z.object({
  value: z.string().meta({ description: "What the row is about: an id, or the platform's own word or URN." }),
  name: z.string().nullable().meta({ description: 'Its name; null where it has none.' }),
  startDate: z.string().meta({ description: 'First day of the row.', format: 'date' }),
  endDate: z.string().meta({ description: 'Last day of the row.', format: 'date' }),
})
const figure = z
  .number()
  .nullable()
  .optional()
  .meta({ description: 'The figure, where it was asked for; null where there is none, as with a ratio by nothing.' })
const NetworkMetricsRow = NetworkFigures.extend(
  Object.fromEntries(networkMetrics.map((metric) => [metric, figure])) as Record<
    (typeof networkMetrics)[number],
    typeof figure
  >,
).meta({ id: 'NetworkMetricsRow' })

export const networkFigures = operation({
  name: 'read_network_metrics',
  rest: { method: 'GET', path: '/v1/linkedin/metrics' },
  section,
  summary: 'Figures of the professional network by what is asked for, as the platform counts them now.',
  description:
    `The last ${usualDays} days unless startDate and endDate say otherwise, in days of UTC. Rows exist only where there was ` +
    'delivery. What people are (MEMBER_...) is told late, and not where there are few of them. Money is in the currency of the account; ctr in percent.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    accountId: AccountIdParam,
    pivot: z.preprocess(upper, Pivot).default('CAMPAIGN').meta({ description: 'What rows are about.' }),
    entityIds: platformIds(maxIds)
      .optional()
      .meta({ description: 'Only these campaign groups, campaigns or creatives, as the pivot says, by comma.' }),
    startDate: Day.optional().meta({ description: 'First day of the figures; alone it is the only day.' }),
    endDate: Day.optional().meta({ description: 'Last day of the figures; alone it is the only day.' }),
    granularity: z
      .preprocess(upper, Granularity)
      .default('ALL')
      .meta({ description: 'One row for all days, for each day, or for each month.' }),
    metrics: wordList(networkMetrics, maxMetrics)
      .default([...usualMetrics])
      .meta({ description: `Which figures, by comma, at most ${maxMetrics}.` }),
    ...pageFields(1000, 100),
    ...workspaceField,
  }),
  example: {
    accountId: demo.networkAccount,
    pivot: 'CAMPAIGN',
    metrics: ['spend', 'impressions', 'clicks', 'ctr', 'leads'],
  },
  reply: pageOf(NetworkMetricsRow).extend({
    metadata: CurrencyMetadata.extend({
      startDate: z.string().meta({ description: 'First day of all rows.', format: 'date' }),
      endDate: z.string().meta({ description: 'Last day of all rows.', format: 'date' }),
    })
      .meta({ id: 'NetworkMetricsMetadata' })
      .meta({ description: 'What holds for all entries.' }),
  }),
  async handle(deps, call, { limit, cursor, page, workspaceId: _workspace, ...asked }) {
    const { rows, range, currency } = await readMetrics(deps, call, asked)
    const described = rows.map(({ value, name, from, to, metrics }) => {
      return { value, name, startDate: from, endDate: to, ...metrics }
    })
    const metadata = { currency, startDate: range.from, endDate: range.to }
    return { ...sliceOf(described, windowOf({ limit, cursor, page }), true), metadata }
  },
})
