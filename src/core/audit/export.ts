import { Readable } from 'node:stream'
import type { Db } from '../../db/connect.ts'
import { required } from '../../lookup.ts'
import type { Context } from '../context.ts'
import { listKept, readable } from './read.ts'
import type { KeptEntry, WantedEntries } from './read.ts'

export const auditFormats = ['json', 'ndjson', 'csv'] as const
type FileFormat = Exclude<(typeof auditFormats)[number], 'json'>

export const auditFileTypes: Record<FileFormat, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

const atOnce = 1_000
const columns = [
  'seq',
  'at',
  'actor',
  'action',
  'targets',
  'outcome',
  'requestId',
  'asked',
  'before',
  'after',
  'error',
  'hash',
]

type Filter = Omit<WantedEntries, 'order' | 'beyond' | 'limit'>

/** The log as a file, oldest first, however long it is: in the order in which its chain is checked. */
export function exportEntries(
  deps: { db: Db },
  context: Pick<Context, 'company'>,
  { format, ...filter }: Filter & { format: FileFormat },
): Readable {
  return Readable.from(lines(deps, context, { format, ...filter }))
}

async function* lines(
  deps: { db: Db },
  context: Pick<Context, 'company'>,
  { format, ...filter }: Filter & { format: FileFormat },
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.join(',')}\n`
  let beyond = 0
  for (;;) {
    const rows = await listKept(deps, context, { ...filter, order: 'oldest', beyond, limit: atOnce })
    if (rows.length > 0) yield rows.map(format === 'csv' ? csvLine : jsonLine).join('')
    if (rows.length < atOnce) return
    beyond = required(rows.at(-1), 'last row').seq
  }
}

/** The entry stands in it as it was hashed, and beside it what it has digests of. */
function jsonLine({ seq, at, hash, entry, personal }: KeptEntry): string {
  return `${JSON.stringify({ seq, at, hash, entry, ...(personal ? { personal } : {}) })}\n`
}

function csvLine(kept: KeptEntry): string {
  const row = readable(kept)
  const { kind, id, name } = row.actor
  const actor = id === undefined ? `${name} (${kind})` : `${name} (${kind}:${id})`
  const values = [
    ...[row.seq, row.at, actor, row.action, row.targets.join(' '), row.outcome, row.requestId ?? ''],
    ...[row.asked, row.before, row.after, row.error].map((value) => (value === null ? '' : JSON.stringify(value))),
    row.hash,
  ]
  return `${values.map(csvCell).join(',')}\n`
}

/** Spreadsheets take what begins with one of these for a formula. */
function csvCell(value: string | number): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
