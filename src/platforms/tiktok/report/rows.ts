import type { z } from 'zod'
import { stretchesOf } from '../../kit/time/days.ts'
import { ReportRowWire } from '../wire.ts'
import { maxDays, names, questionParams } from './question.ts'
import type { Deps, Question } from './question.ts'

const rowsPerPage = 1000

export type ReportRow = z.output<typeof ReportRowWire>

/** While we wait, page by page; deleted objects are among them. */
export async function* readRows(
  deps: Pick<Deps, 'api' | 'accountId' | 'options'>,
  question: Question,
): AsyncGenerator<ReportRow[]> {
  const params = questionParams(deps, question)
  for (let page = 1, isLast = false; !isLast; page++) {
    const paging = { page, page_size: rowsPerPage }
    const found = await deps.api.page(ReportRowWire, 'report/integrated/get', { ...params, ...paging }, deps.options)
    if (found.items.length > 0) yield found.items
    isLast = found.isLast
  }
}

/** All of them, in as many questions as that takes. */
export async function readAllRows(
  deps: Pick<Deps, 'api' | 'accountId' | 'options'>,
  question: Question,
): Promise<ReportRow[]> {
  const found: ReportRow[] = []
  const max = question.isDaily ? maxDays.daily : maxDays.whole
  for (const range of stretchesOf(question.range, max)) {
    for await (const rows of readRows(deps, { ...question, range })) found.push(...rows)
  }
  return found
}

/** Of what the row is about; null for the whole account, and for the whole range. */
export function placeOf({ dimensions }: ReportRow, { level, isDaily }: Pick<Question, 'level' | 'isDaily'>) {
  return {
    id: level === 'account' ? null : (dimensions[names[level].id] ?? ''),
    day: isDaily ? (dimensions.stat_time_day ?? '').slice(0, 10) : null,
  }
}

/** Figures are text; a dash stands for one that there is none of. */
export function figureOf({ metrics }: ReportRow, name: string): number | null {
  const value = metrics[name]
  if (value === undefined || value === null || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export function micros(amount: number): number {
  return Math.round(amount * 1e6)
}
