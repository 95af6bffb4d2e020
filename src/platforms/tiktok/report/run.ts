import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import { dimensionsOf, questionParams } from './question.ts'
import type { Deps, Question } from './question.ts'
import type { ReportRow } from './rows.ts'
import { Id } from '../wire.ts'

const CreatedWire = z.object({ task_id: Id })
const ProgressWire = z.object({ status: z.string() })

const maxWaitMs = 5 * 60_000
const looksMs = { real: [2_000, 5_000, 10_000], sandbox: [250] }
const downloadMs = 120_000

/** Has the platform make the report in the background. null: it could not, or not in a form that can be read. */
export async function runReport(deps: Deps, question: Question): Promise<ReportRow[] | null> {
  const { api, accountId, options } = deps
  const params = {
    ...questionParams(deps, question, true),
    output_format: 'CSV_STRING',
    // Otherwise the columns have names in the language of the account.
    enable_report_title_translation: false,
  }
  const { task_id: id } = await api.post(CreatedWire, 'report/task/create', params, options).catch(nothingWritten)
  const task = { advertiser_id: accountId, task_id: id }
  if (!(await isFinished(deps, task))) return null
  const text = await api.get(z.string(), 'report/task/download', task, { ...options, timeoutMs: downloadMs })
  return rowsIn(text, dimensionsOf(question), question.metrics)
}

/** Sent with POST, but a report that nobody reads does no harm: an answer that got lost may be asked for again. */
function nothingWritten(error: unknown): never {
  if (error instanceof PlatformError && error.kind === 'unknown')
    throw new PlatformError({ ...error.failure, kind: 'transient' })
  throw error
}

async function isFinished({ api, isSandbox, options }: Deps, task: Record<string, string>): Promise<boolean> {
  const waits = isSandbox ? looksMs.sandbox : looksMs.real
  const until = Date.now() + maxWaitMs
  for (let look = 0; Date.now() < until; look++) {
    await delay(waits[Math.min(look, waits.length - 1)], undefined, { signal: options.signal })
    const { status } = await api.get(ProgressWire, 'report/task/check', task, options)
    if (status === 'SUCCESS') return true
    if (status === 'FAILED' || status === 'CANCELED') return false
  }
  return false
}

/** The lines under their titles; null when a title is missing. */
export function rowsIn(text: string, dimensions: string[], metrics: string[]): ReportRow[] | null {
  const [titles = [], ...lines] = cellsIn(text.replace(/^\uFEFF/, ''))
  const columns = new Map(titles.map((title, index) => [title.trim(), index]))
  if ([...dimensions, ...metrics].some((name) => !columns.has(name))) return null
  return lines.map((line) => {
    const pick = (names: string[]) => Object.fromEntries(names.map((name) => [name, line[columns.get(name)!] ?? '']))
    return { dimensions: pick(dimensions), metrics: pick(metrics) }
  })
}

const cell = /("(?:[^"]|"")*"|[^",\n]*)(,|\n|$)/y

/** Values with commas, quotes or line ends in them stand in quotes, in which a quote is written twice. */
function cellsIn(text: string): string[][] {
  const plain = text.replaceAll('\r\n', '\n').trimEnd()
  const lines: string[][] = []
  let line: string[] = []
  cell.lastIndex = 0
  while (cell.lastIndex <= plain.length) {
    const found = cell.exec(plain)
    if (!found) break
    const [, value = '', end] = found
    line.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === ',') continue
    lines.push(line)
    line = []
    if (end === '') break
  }
  return lines
}
