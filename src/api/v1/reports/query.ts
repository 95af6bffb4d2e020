import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { unlistedPlatforms, withAccounts } from '../../../core/reports/query/accounts.ts'
import { missingAccounts, ReportMetadata, withMissing } from '../../../core/reports/query/metadata.ts'
import { askReport } from '../../../core/reports/query/query.ts'
import { checkQuestion, questionFields } from '../../../core/reports/query/question.ts'
import { forReader } from '../../../core/reports/query/readers.ts'
import { ReportRow } from '../../../core/reports/query/row-shape.ts'
import { refuseTermsElsewhere } from '../../../core/reports/query/splits/search-terms.ts'
import { exampleDays } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { Pagination } from '../../../call/whole-list.ts'

const maxRows = 1000
const usualRows = 50

const { page: _none, ...pageInput } = pageFields(maxRows, usualRows)

const ReportPagination = Pagination.omit({ page: true })
  .extend({ offset: z.number().int().meta({ description: 'How many rows come before these.' }) })
  .meta({ id: 'ReportPagination' })

export const reportQuery = operation({
  name: 'query_reports',
  rest: { method: 'GET', path: '/v1/reports/query' },
  section: 'Reporting',
  summary: 'Figures of ads, ad sets, campaigns, accounts, platforms, days, countries or searches.',
  description:
    'Sums are exact, ratios are made from sums, and currencies are never added up. Reach and frequency are counted by the ' +
    'platform for exactly the rows asked for, and null where it has none. metadata says how fresh everything is and what is missing.',
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  tool: true,
  input: z.object({ ...questionFields, ...pageInput }),
  example: { ...exampleDays, groupBy: 'campaign', metrics: 'spend,clicks,ctr', limit: 10 },
  reply: pageOf(ReportRow).extend({
    pagination: ReportPagination.meta({ description: 'How to get the rest.' }),
    metadata: ReportMetadata.meta({ description: 'How fresh the figures are, and what is missing.' }),
  }),
  async handle(deps, call, { cursor, ...input }) {
    const window = cursor === undefined ? input : windowOf({ ...input, cursor })
    const { scope, question } = checkQuestion(
      deps.connections.platforms,
      { ...input, ...window },
      { peopleByDefault: true },
    )
    const { rows, total, metadata, unlisted, excluded } = await withAccounts(deps, call, scope, async (found) => {
      const { accounts, excluded: left } = forReader(deps.connections.platforms, call, { ...scope, accounts: found })
      refuseTermsElsewhere(deps.connections.platforms, question, scope, accounts)
      return {
        ...(await askReport(deps, call, { accounts, question })),
        unlisted: await unlistedPlatforms(deps, call, { ...scope, accounts: found }),
        excluded: left,
      }
    })
    const { offset } = question
    const { pagination, ...list } = pageWith(rows, { offset, limit: input.limit }, total)
    const { page: _page, ...paging } = pagination
    return {
      ...list,
      pagination: { offset, ...paging },
      metadata: withMissing(metadata, missingAccounts(unlisted, scope.range), excluded),
    }
  },
})
