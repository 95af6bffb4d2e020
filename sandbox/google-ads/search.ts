import { hashText } from '../core/figures/random.ts'
import { customerOf, inCamelCase, optionalFlag, optionalText, readBody } from './call.ts'
import type { AdsCall } from './call.ts'
import { badJson, refusal } from './errors.ts'
import type { Customer, Fields } from './objects/objects.ts'
import { parseQuery } from './query/parser.ts'
import { planQuery, refuseManagerMetrics } from './query/plan.ts'
import type { Plan } from './query/plan.ts'
import { runQuery } from './query/run.ts'
import type { Row } from './query/run.ts'
import { fieldMask, showRow, summaryRow } from './query/show-rows.ts'
import { todayOf } from './report/delivery.ts'

const tokenMs = 2 * 3600 * 1000
const keptResults = 8
/** A stream comes in pieces of this many rows. */
const chunkRows = 10_000

interface Question {
  customer: Customer
  query: string
  plan: Plan
}

function ask(call: AdsCall, customer: Customer, fields: Fields): Question {
  const query = optionalText(fields, 'query')
  if (query === '')
    throw refusal('requestError.REQUIRED_FIELD_MISSING', 'The query is missing.', { path: [{ fieldName: 'query' }] })
  const plan = planQuery(parseQuery(query), todayOf(call.world, customer))
  if (customer.isManager) refuseManagerMetrics(plan)
  return { customer, query, plan }
}

function answer({ world }: AdsCall, { customer, plan }: Question): Row[] {
  return runQuery({ world, customer }, plan, todayOf(world, customer))
}

function shown({ world }: AdsCall, rows: Row[], plan: Plan): { results?: Fields[] } {
  const omitsZeros = world.settings().zeroMetrics === 'omitted'
  return rows.length === 0 ? {} : { results: rows.map((row) => showRow(row, plan, omitsZeros)) }
}

const consumption = (rows: Row[]) => String(100 + rows.length)

/** `googleAds:searchStream`: everything at once, as a list of pieces. */
export function searchStream(call: AdsCall, [id = '']: string[]): object[] {
  const customer = customerOf(call, id)
  const fields = readBody(call, ['query', 'summaryRowSetting'])
  const question = ask(call, customer, fields)
  call.limiter.charge(call.tenant, id, 1)
  const rows = answer(call, question)
  const mask = { fieldMask: fieldMask(question.plan), requestId: call.requestId }
  const pieces: object[] = []
  for (let at = 0; at === 0 || at < rows.length; at += chunkRows)
    pieces.push({ ...shown(call, rows.slice(at, at + chunkRows), question.plan), ...mask })
  if (fields['summaryRowSetting'] === 'SUMMARY_ROW_WITH_RESULTS' && rows.length > 0)
    pieces.push({ summaryRow: summaryRow(rows, question.plan), ...mask })
  const last = pieces.pop()
  return [...pieces, { ...last, queryResourceConsumption: consumption(rows) }]
}

interface PageToken {
  offset: number
  question: number
  at: number
}

/** `googleAds:search`: page by page; the pages after the first are free. */
export function search(call: AdsCall, [id = '']: string[]): object {
  const customer = customerOf(call, id)
  const fields = readBody(call, ['query', 'pageToken', 'pageSize', 'validateOnly', 'searchSettings', 'customerId'])
  if (fields['pageSize'] !== undefined)
    throw refusal(
      'requestError.PAGE_SIZE_NOT_SUPPORTED',
      'Setting the page size is not supported. Search Responses will have fixed page size of 10000 rows.',
      {
        path: [{ fieldName: 'page_size' }],
      },
    )
  const question = ask(call, customer, fields)
  const pageToken = optionalText(fields, 'pageToken')
  if (optionalFlag(fields, 'validateOnly')) {
    if (pageToken)
      throw refusal(
        'requestError.VALIDATE_ONLY_REQUEST_HAS_PAGE_TOKEN',
        'A validate-only request cannot have a page token.',
      )
    return {}
  }
  const settings = readSettings(fields['searchSettings'], question.plan)
  const number = hashText(`${id} ${question.query}`)
  const offset = pageToken ? readToken(call, pageToken, number) : 0
  if (!pageToken) call.limiter.charge(call.tenant, id, 1)
  const rows = rowsOf(call, question, pageToken)
  const { pageRows } = call.world.settings()
  const page = rows.slice(offset, offset + pageRows)
  const hasMore = offset + pageRows < rows.length
  const next = hasMore ? writeToken({ offset: offset + pageRows, question: number, at: call.world.now() }) : undefined
  if (next) remember(call, `${id} ${question.query}`, rows)
  return {
    ...(settings.omitResults ? {} : shown(call, page, question.plan)),
    ...(next ? { nextPageToken: next } : {}),
    ...(settings.returnTotalResultsCount ? { totalResultsCount: String(countAll(call, question, rows)) } : {}),
    fieldMask: fieldMask(question.plan),
    ...(settings.returnSummaryRow && !hasMore ? { summaryRow: summaryRow(rows, question.plan) } : {}),
    queryResourceConsumption: consumption(page),
  }
}

const settingNames = ['omitResults', 'returnSummaryRow', 'returnTotalResultsCount']

function readSettings(given: unknown, { select }: Plan) {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw badJson('search_settings', "Invalid value at 'search_settings' (type SearchSettings)")
  const settings = inCamelCase(given ?? {}, settingNames, 'search_settings')
  const returnSummaryRow = optionalFlag(settings, 'returnSummaryRow')
  if (returnSummaryRow && !select.some(({ resource }) => resource === 'metrics'))
    throw refusal(
      'requestError.CANNOT_RETURN_SUMMARY_ROW_FOR_REQUEST_WITHOUT_METRICS',
      'There is no summary row without metrics.',
    )
  return {
    returnSummaryRow,
    omitResults: optionalFlag(settings, 'omitResults'),
    returnTotalResultsCount: optionalFlag(settings, 'returnTotalResultsCount'),
  }
}

/** However many the query asked for at most. */
function countAll(call: AdsCall, question: Question, rows: Row[]): number {
  const { plan } = question
  return plan.limit === null ? rows.length : answer(call, { ...question, plan: { ...plan, limit: null } }).length
}

function rowsOf(call: AdsCall, question: Question, pageToken: string): Row[] {
  const known = pageToken ? call.results.get(`${question.customer.id} ${question.query}`) : undefined
  return known ?? answer(call, question)
}

function remember({ results }: AdsCall, key: string, rows: Row[]): void {
  results.delete(key)
  results.set(key, rows)
  for (const oldest of results.keys()) if (results.size > keptResults) results.delete(oldest)
}

function writeToken(token: PageToken): string {
  return Buffer.from(`${token.offset} ${token.question} ${token.at}`).toString('base64url')
}

/** A token goes on with the query that it was given for, for some hours. */
function readToken({ world }: AdsCall, text: string, question: number): number {
  const [, offset, number, at] = /^(\d+) (\d+) (\d+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const path = [{ fieldName: 'page_token' }]
  if (offset === undefined || Number(number) !== question)
    throw refusal('requestError.INVALID_PAGE_TOKEN', 'Page token is invalid.', { path })
  if (world.now() > Number(at) + tokenMs)
    throw refusal('requestError.EXPIRED_PAGE_TOKEN', 'Page token has expired.', { path })
  return Number(offset)
}

/** `customers:listAccessibleCustomers`: the accounts that the caller was invited to; what is under managers is asked for there. */
export function listAccessibleCustomers({ world, tenant, limiter, opened }: AdsCall): object {
  limiter.charge(tenant, `user ${tenant}`, 1)
  const direct = world.customers.lookup('tenant', tenant).filter(({ isDirect, id }) => isDirect && opened.opens(id))
  return { resourceNames: direct.map(({ id }) => `customers/${id}`) }
}
