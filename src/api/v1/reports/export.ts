import { z } from 'zod'
import { Answer, fileReply, operation } from '../../../call/operation.ts'
import { accountsOf, unlistedPlatforms } from '../../../core/reports/query/accounts.ts'
import { contentTypes, exportFormats } from '../../../core/reports/query/export/export.ts'
import { takeExportRows } from '../../../core/reports/query/export/quota.ts'
import { missingAccounts, withMissing } from '../../../core/reports/query/metadata.ts'
import type { ReportMetadata } from '../../../core/reports/query/metadata.ts'
import { prepare } from '../../../core/reports/query/query.ts'
import { checkQuestion, questionFields } from '../../../core/reports/query/question.ts'
import { refuseTermsElsewhere } from '../../../core/reports/query/splits/search-terms.ts'
import { forReader } from '../../../core/reports/query/readers.ts'
import { exampleDays } from '../../examples.ts'

/** Far more than any company has. */
const maxRows = 1_000_000_000

const Format = z
  .string()
  .toLowerCase()
  .pipe(z.enum(exportFormats))
  .default('csv')
  .meta({ description: `${exportFormats.join(', ')} (default csv).` })

export const reportExport = operation({
  name: 'export_report',
  rest: { method: 'GET', path: '/v1/reports/export' },
  section: 'Reporting',
  summary: 'The rows of a report as a file: CSV, NDJSON or Parquet.',
  description:
    'Takes what the query takes. The file is streamed, however long it is, in the order in which rows are stored unless sortBy ' +
    'is given. Reach and frequency are in it only when they are asked for. The headers X-Report-Partial, X-Report-Missing, ' +
    'X-Report-Excluded, X-Report-Fresh-At, X-Report-As-Of and X-Report-Notes say what the metadata of the query says.',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    ...questionFields,
    format: Format,
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxRows)
      .optional()
      .meta({ description: 'At most so many rows. Left out: all.' }),
  }),
  example: { ...exampleDays, groupBy: 'day,campaign', format: 'csv' },
  reply: fileReply('text/csv'),
  async handle(deps, call, { format, limit = null, ...input }) {
    const { scope, question: asked } = checkQuestion(
      deps.connections.platforms,
      { ...input, limit },
      { peopleByDefault: false },
    )
    const question = input.sortBy ? asked : { ...asked, sort: [] }
    const found = await accountsOf(deps, call, scope)
    const { accounts, excluded } = forReader(deps.connections.platforms, call, { ...scope, accounts: found })
    refuseTermsElsewhere(deps.connections.platforms, question, scope, accounts)
    const unlisted = await unlistedPlatforms(deps, call, { ...scope, accounts: found })
    const { sources, metadata } = await prepare(deps, call, { accounts, question })
    await takeExportRows(deps, call, { question, sources })
    const { signal } = call
    const { result: file, asOf } = await deps.exports.open({
      companyId: call.company.id,
      question,
      sources,
      format,
      signal,
    })
    const name = `report-${scope.range.from}-${scope.range.to}.${format}`
    return new Answer(200, file, {
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      ...headersOf(
        withMissing(
          { ...metadata, asOf: asOf?.toISOString() ?? null },
          missingAccounts(unlisted, scope.range),
          excluded,
        ),
      ),
    })
  },
})

function headersOf({ partial, missing, excluded, freshAt, asOf, notes }: ReportMetadata): Record<string, string> {
  const accounts = [...new Set(missing.map(({ accountId, platform }) => accountId ?? platform))]
  return {
    'x-report-partial': String(partial),
    ...(accounts.length > 0 ? { 'x-report-missing': shown(accounts) } : {}),
    ...(excluded.length > 0 ? { 'x-report-excluded': shown(excluded.map(({ accountId }) => accountId)) } : {}),
    ...(freshAt ? { 'x-report-fresh-at': freshAt } : {}),
    ...(asOf ? { 'x-report-as-of': asOf } : {}),
    ...(notes.length > 0 ? { 'x-report-notes': notes.join(' ') } : {}),
  }
}

/** A header holds only so much. */
function shown(accounts: string[]): string {
  return accounts.slice(0, 50).join(',')
}
