import { z } from 'zod'
import { sameWord } from '../../../core/reports/query/dimensions.ts'
import { accountsOf, unlistedPlatforms } from '../../../core/reports/query/accounts.ts'
import { missingAccounts, ReportMetadata, withMissing } from '../../../core/reports/query/metadata.ts'
import { checkScopeOnly, minSpendAbout, scopeParams } from '../../../core/reports/query/question.ts'
import { accountsWithTopAds, topAds } from '../../../core/reports/query/top-ads.ts'
import type { Issue } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { hasTopAds } from '../../../platforms/index.ts'
import { metricNames } from '../../../platforms/contract/insights.ts'
import { companyOf } from '../../caller.ts'
import { ReportRow } from '../reports/report-row.ts'

const mostAds = 100

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
})

export const topAdsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/v1/analytics/top-ads',
  section: 'Reporting',
  summary: 'The best ads by one metric, with picture and link.',
  description:
    'By a cost (cpm, cpc, cpa, costPerResult) the cheapest ads come first, otherwise the largest figures. Where the accounts ' +
    "have several currencies, amounts are compared in the company's (see metadata.comparison), and ads without a rate come " +
    'last. 501 for platforms whose ads cannot be shown.',
  scope: 'read',
  tool: 'list_top_ads',
  query: z.object({
    ...scopeParams,
    metric: z
      .string()
      .default('spend')
      .meta({ description: `Default spend. One of ${metricNames.join(', ')}.` }),
    limit: z.coerce
      .number()
      .int()
      .default(10)
      .meta({ description: `How many ads: 1 to ${mostAds} (default 10).` }),
    minSpend: z.coerce.number().optional().meta({ description: minSpendAbout }),
  }),
  reply: z.object({ data: z.array(TopAd), count: z.number().int(), metadata: ReportMetadata }),
  async handle({ query, caller, services }) {
    const metric = sameWord(metricNames, query.metric)
    const { limit, minSpend = null } = query
    const { range, ...scope } = checkScopeOnly(query, issuesOf({ metric, limit, minSpend }, query.metric))
    const company = companyOf(caller)
    const isAskedByName = scope.accountIds.length > 0 || scope.platform !== null
    const accounts = accountsWithTopAds(await accountsOf(services, company, scope), isAskedByName)
    const unlisted = await unlistedPlatforms(services, company, scope, accounts)
    const { rows, metadata } = await topAds(services, company, accounts, { range, metric: metric!, limit, minSpend })
    const missing = missingAccounts(
      unlisted.filter(({ platform }) => hasTopAds(platform)),
      range,
    )
    return { data: rows, count: rows.length, metadata: withMissing(metadata, missing) }
  },
})

function issuesOf(
  { metric, limit, minSpend }: { metric: string | null; limit: number; minSpend: number | null },
  asked: string,
): Issue[] {
  const issues: Issue[] = []
  if (!metric) issues.push({ path: 'metric', message: `${asked} is no metric`, expected: metricNames.join(', ') })
  if (limit < 1 || limit > mostAds) issues.push({ path: 'limit', message: `must be between 1 and ${mostAds}` })
  if (minSpend !== null && minSpend < 0) issues.push({ path: 'minSpend', message: 'must not be negative' })
  return issues
}
