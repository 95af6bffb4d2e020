import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { accountsOf, unlistedPlatforms } from '../../../core/reports/query/accounts.ts'
import { missingAccounts, ReportMetadata, withMissing } from '../../../core/reports/query/metadata.ts'
import { checkScope, InCurrency, Metric, MinSpend, scopeFields } from '../../../core/reports/query/question.ts'
import { forReader } from '../../../core/reports/query/readers.ts'
import { ReportRow } from '../../../core/reports/query/row-shape.ts'
import { accountsWithTopAds, platformsWithTopAds, topAds } from '../../../core/reports/query/top-ads.ts'
import { isCost, metricNames } from '../../../platforms/contract/metrics.ts'
import { exampleDays } from '../../examples.ts'

const maxAds = 100
const usualAds = 10

const TopAd = ReportRow.extend({
  thumbnail: z.string().nullable().meta({ description: 'Address of a picture of the ad.' }),
  rankValue: z.number().nullable().meta({
    description:
      'What the ad was ranked by: the metric, an amount in rankCurrency. null: not known, or there is no rate.',
  }),
  rankCurrency: z
    .string()
    .nullable()
    .meta({ description: "The ad's own currency, or the company's where ads have several; null: not an amount." }),
  link: z.string().nullable().meta({ description: "Where the ad is in the platform's own tools." }),
}).meta({ id: 'TopAd' })

export const listTopAds = operation({
  name: 'list_top_ads',
  rest: { method: 'GET', path: '/v1/analytics/top-ads' },
  section: 'Reporting',
  summary: 'The best ads by one metric, with picture and link.',
  description:
    `By a cost (${metricNames.filter(isCost).join(', ')}) the cheapest ads come first, otherwise the largest figures. Of several ` +
    "currencies, amounts are compared in the company's (see metadata.comparison), and ads without a rate come " +
    'last. 501 for platforms whose ads cannot be shown.',
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  tool: true,
  input: z.object({
    ...scopeFields,
    metric: Metric.default('spend'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxAds)
      .default(usualAds)
      .meta({ description: `How many ads: 1 to ${maxAds} (default ${usualAds}).` }),
    minSpend: MinSpend,
    currency: InCurrency,
  }),
  example: { ...exampleDays, metric: 'clicks', limit: 5 },
  reply: z.object({
    data: z.array(TopAd).meta({ description: 'The ads, best first.' }),
    count: z.number().int().meta({ description: 'How many ads these are.' }),
    metadata: ReportMetadata.meta({ description: 'How fresh the figures are, and what is missing.' }),
  }),
  async handle(deps, call, { metric, limit, minSpend = null, currency, ...input }) {
    const { platforms } = deps.connections
    const { range, ...scope } = checkScope(platforms, input)
    const isAskedByName = scope.accountIds.length > 0 || scope.platform !== null
    const { accounts: readable, excluded } = forReader(platforms, call, {
      ...scope,
      accounts: await accountsOf(deps, call, scope),
    })
    const accounts = accountsWithTopAds(platforms, call, { accounts: readable, isAskedByName })
    const unlisted = await unlistedPlatforms(deps, call, { ...scope, accounts })
    const { rows, metadata } = await topAds(deps, call, { accounts, range, metric, limit, minSpend, currency })
    const missing = missingAccounts(
      unlisted.filter(({ platform }) => platformsWithTopAds(platforms, call).includes(platform)),
      range,
    )
    return { data: rows, count: rows.length, metadata: withMissing(metadata, missing, excluded) }
  },
})
