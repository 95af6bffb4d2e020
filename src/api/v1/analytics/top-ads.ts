import { z } from 'zod'
import { sameWord } from '../../../core/reports/dimensions.ts'
import { accountsOf } from '../../../core/reports/query-accounts.ts'
import { ReportMetadata } from '../../../core/reports/query-metadata.ts'
import { checkScopeOnly, scopeParams } from '../../../core/reports/query-request.ts'
import { accountsWithTopAds, topAds } from '../../../core/reports/top-ads.ts'
import type { Issue } from '../../../errors.ts'
import { defineEndpoint } from '../../../http/endpoint.ts'
import { metricNames } from '../../../platforms/insights.ts'
import { companyOf } from '../../caller.ts'
import { ReportRow } from '../reports/report-row.ts'

const mostAds = 100

const TopAd = ReportRow.extend({
  thumbnail: z.string().nullable().meta({ description: 'Address of a picture of the ad.' }),
  link: z.string().nullable().meta({ description: "Where the ad is in the platform's own tools." }),
})

export const topAdsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/v1/analytics/top-ads',
  section: 'Reporting',
  summary: 'The best ads by one metric, with picture and link.',
  description:
    'By a cost (cpm, cpc, cpa, costPerResult) the cheapest ads come first, otherwise the largest figures. Amounts of several ' +
    'currencies are compared as they are: ask for one account when that matters. 501 for platforms whose ads cannot be shown.',
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
    minSpend: z.coerce.number().optional().meta({ description: 'Only ads that spent at least this much.' }),
  }),
  reply: z.object({ data: z.array(TopAd), count: z.number().int(), metadata: ReportMetadata }),
  async handle({ query, caller, services }) {
    const metric = sameWord(metricNames, query.metric)
    const { limit, minSpend = null } = query
    const { range, ...scope } = checkScopeOnly(query, issuesOf({ metric, limit, minSpend }, query.metric))
    const company = companyOf(caller)
    const isAskedByName = scope.accountIds.length > 0 || scope.platform !== null
    const accounts = accountsWithTopAds(await accountsOf(services, company, scope), isAskedByName)
    const report = await topAds(services, company, accounts, { range, metric: metric!, limit, minSpend })
    return { data: report.rows, count: report.rows.length, metadata: report.metadata }
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
