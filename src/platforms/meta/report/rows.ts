import type { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import { daysIn, stretchesOf } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { ReachQuestion } from '../../contract/report.ts'
import type { CallOptions, Graph, Params } from '../client.ts'
import { isOneOf } from '../duplicate/codes.ts'
import { InsightsRowWire } from './map-insights.ts'
import { idField, paramsOf } from './question.ts'
import type { Deps, Question } from './question.ts'
import { prepareReport } from './run.ts'

const tooMuch = [1487534]
const rowsPerPage = 500

/** The rows of a report, page by page, however much it is. */
export async function* readRows(deps: Deps, question: Question): AsyncGenerator<InsightsRowWire[]> {
  const source = question.isLarge ? null : await firstPage(deps, question)
  if (source) {
    yield source.items
    if (source.after) yield* pagesOf(deps, `${deps.account}/insights`, paramsOf(question), source.after)
    return
  }
  const run = await prepared(deps, question)
  if ('id' in run) {
    yield* pagesOf(deps, `${run.id}/insights`, {})
    return
  }
  for (const range of run.halves) yield* readRows(deps, { ...question, range })
}

/** null: it is too much to be made while we wait. */
async function firstPage({ graph, account, options }: Deps, question: Question) {
  const params = { ...paramsOf(question), limit: rowsPerPage }
  try {
    return await graph.page(InsightsRowWire, `${account}/insights`, params, options)
  } catch (error) {
    const isSlow = error instanceof PlatformError && error.kind === 'transient'
    if (isSlow || isOneOf(error, tooMuch)) return null
    throw error
  }
}

/** What is too much even so is halved, if it can be. */
async function prepared(deps: Deps, question: Question): Promise<{ id: string } | { halves: DayRange[] }> {
  const { graph, account, options, isSandbox } = deps
  const { range, isDaily } = question
  try {
    return { id: await prepareReport(graph, `${account}/insights`, paramsOf(question), { options, isSandbox }) }
  } catch (error) {
    if (!isOneOf(error, tooMuch) || !range || !isDaily || daysIn(range) < 2) throw error
    return { halves: stretchesOf(range, Math.ceil(daysIn(range) / 2)) }
  }
}

function pagesOf({ graph, options }: Deps, path: string, params: Params, after?: string) {
  return listPages({ graph, options, schema: InsightsRowWire, path, params: { ...params, limit: rowsPerPage }, after })
}

interface Listing<T> {
  graph: Graph
  options: CallOptions
  schema: z.ZodType<T>
  path: string
  /** With the size of a page. */
  params: Params
  after?: string
}

/** Page after page, beginning with the one after the cursor. */
export async function* listPages<T>({ graph, options, schema, path, params, after }: Listing<T>): AsyncGenerator<T[]> {
  let cursor: string | null = after ?? null
  do {
    const page: Awaited<ReturnType<typeof graph.page<T>>> = await graph.page(
      schema,
      path,
      cursor ? { ...params, after: cursor } : params,
      options,
    )
    if (page.items.length > 0) yield page.items
    cursor = page.items.length > 0 ? page.after : null
  } while (cursor)
}

export function placeOf(row: InsightsRowWire, level: ReachQuestion['level'], isDaily: boolean) {
  return {
    id: level === 'account' ? null : textIn(row, idField[level]),
    day: isDaily ? row.date_start : null,
  }
}

export function textIn(row: InsightsRowWire, field: string): string {
  const value = row[field]
  return typeof value === 'string' ? value : ''
}
