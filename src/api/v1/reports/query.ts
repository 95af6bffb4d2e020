import { z } from 'zod'
import { askReport } from '../../../core/reports/query/query.ts'
import { unlistedPlatforms, withAccounts } from '../../../core/reports/query/accounts.ts'
import { missingAccounts, ReportMetadata, withMissing } from '../../../core/reports/query/metadata.ts'
import { checkQuestion, questionParams } from '../../../core/reports/query/question.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'
import { ReportPagination, ReportRow } from './report-row.ts'

const rules = { usualLimit: 50, mostRows: 1000, peopleByDefault: true }

export const reportQuery = defineEndpoint({
  method: 'GET',
  path: '/v1/reports/query',
  section: 'Reporting',
  summary: 'Figures of ads, ad sets, campaigns, accounts, platforms, days or countries.',
  description:
    'Sums are exact, ratios are made from sums, and currencies are never added up. Reach and frequency are counted by the ' +
    'platform for exactly the rows asked for, and null where it has none. metadata says how fresh everything is and what is missing.',
  scope: 'read',
  tool: 'query_reports',
  query: z.object({
    ...questionParams,
    limit: z.coerce.number().int().optional().meta({ description: 'How many rows: 1 to 1000 (default 50).' }),
  }),
  reply: z.object({
    data: z.array(ReportRow),
    count: z.number().int(),
    pagination: ReportPagination,
    metadata: ReportMetadata,
  }),
  async handle({ query, caller, services }) {
    const { scope, question } = checkQuestion(query, rules)
    const company = companyOf(caller)
    const { rows, total, metadata, unlisted } = await withAccounts(services, company, scope, async (accounts) => ({
      ...(await askReport(services, company, accounts, question)),
      unlisted: await unlistedPlatforms(services, company, scope, accounts),
    }))
    const { offset } = question
    const hasMore = offset + rows.length < total
    return {
      data: rows,
      count: rows.length,
      pagination: { offset, limit: question.limit ?? rules.usualLimit, total, hasMore },
      metadata: withMissing(metadata, missingAccounts(unlisted, scope.range)),
    }
  },
})
