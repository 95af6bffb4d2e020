import { z } from 'zod'
import { contentTypes, exportFormats } from '../../../core/reports/query/export.ts'
import type { ExportFormat } from '../../../core/reports/query/export.ts'
import { prepare } from '../../../core/reports/query/query.ts'
import { accountsOf, unlistedPlatforms } from '../../../core/reports/query/accounts.ts'
import { missingAccounts, withMissing } from '../../../core/reports/query/metadata.ts'
import type { ReportMetadata } from '../../../core/reports/query/metadata.ts'
import { checkQuestion, questionParams } from '../../../core/reports/query/question.ts'
import { Answer, defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'

const rules = { usualLimit: null, mostRows: 1_000_000_000, peopleByDefault: false }

export const reportExport = defineEndpoint({
  method: 'GET',
  path: '/v1/reports/export',
  section: 'Reporting',
  summary: 'The rows of a report as a file: CSV, NDJSON or Parquet.',
  description:
    'Takes what the query takes. The file is streamed, however long it is, in the order in which rows are stored unless sortBy ' +
    'is given. Reach and frequency are in it only when they are asked for. The headers X-Report-Partial, X-Report-Missing and ' +
    'X-Report-Fresh-At say what the metadata of the query says.',
  scope: 'read',
  query: z.object({
    ...questionParams,
    format: z
      .string()
      .optional()
      .meta({ description: `${exportFormats.join(', ')} (default csv).` }),
    limit: z.coerce.number().int().optional().meta({ description: 'At most so many rows. Left out: all.' }),
  }),
  replyType: 'text/csv',
  reply: z.string(),
  async handle({ query, caller, services, signal }) {
    const format = formatOf(query.format)
    const { scope, question } = checkQuestion(query, rules, format ? [] : [unknownFormat(query.format)])
    const company = companyOf(caller)
    const accounts = await accountsOf(services, company, scope)
    const inOrderAsked = query.sortBy ? question : { ...question, sort: [] }
    const unlisted = await unlistedPlatforms(services, company, scope, accounts)
    const { sources, metadata } = await prepare(services, company, accounts, inOrderAsked)
    const file = await services.exports.open({
      companyId: company.id,
      question: inOrderAsked,
      sources,
      format: format!,
      signal,
    })
    const name = `report-${scope.range.from}-${scope.range.to}.${format}`
    return new Answer(200, file, {
      'content-type': contentTypes[format!],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      ...headersOf(withMissing(metadata, missingAccounts(unlisted, scope.range))),
    })
  },
})

function formatOf(word: string | undefined): ExportFormat | null {
  return exportFormats.find((format) => format === (word ?? 'csv').toLowerCase()) ?? null
}

function unknownFormat(word: string | undefined) {
  return { path: 'format', message: `${word} is no format`, expected: exportFormats.join(', ') }
}

function headersOf({ partial, missing, freshAt }: ReportMetadata): Record<string, string> {
  const accounts = [...new Set(missing.map(({ accountId, platform }) => accountId ?? platform))]
  return {
    'x-report-partial': String(partial),
    ...(accounts.length > 0 ? { 'x-report-missing': accounts.slice(0, 50).join(',') } : {}),
    ...(freshAt ? { 'x-report-fresh-at': freshAt } : {}),
  }
}
