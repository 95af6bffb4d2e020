import { isEmpty, readRow } from './rows.ts'
import type { Row } from './rows.ts'
import { cellKey } from './store.ts'
import type { SheetStore } from './store.ts'
import { t } from '../../../languages/t.ts'

/** What is wrong with a cell, or better known. */
export interface Finding {
  /** null: the row as a whole. */
  column: string | null
  message: string
  tone: 'bad' | 'warn'
  /** The ad has no use for what stands there. */
  isUnused?: boolean
  /** The page says it, in its reader's language. */
  isOurs?: boolean
  /** It is what a platform said when this was launched. */
  isRecalled?: boolean
  /** Of a text that is too long: how many characters it may have. */
  longest?: number
}

/** What is known of each row: what the sheet itself sees at once, and what the service said of just this content. */
export interface Problems {
  ofRow(row: Row): Finding[]
  /** Whether the service was asked about this content. */
  isKnown(row: Row): boolean
  learn(row: Row, findings: Finding[]): void
  /** What a platform said of this content when it was launched: it stands beside all else until the row is another. */
  recall(row: Row, findings: Finding[]): void
}

/** What the reader of sheets says of what most rows lack before they are whole. */
const empty = 'is empty.'
const inOurWords = ({ message }: { message: string }) =>
  message === empty ? { message: t('is empty.'), isOurs: true } : {}

export function createProblems(sheet: SheetStore): Problems {
  const said = new WeakMap<Row, Finding[]>()
  const recalled = new WeakMap<Row, Finding[]>()
  /** What was said last of each row, whatever its content was. */
  const lastSaid = new Map<number, { row: Row; findings: Finding[] }>()
  const shown = new Map<number, { row: Row; findings: Finding[] }>()

  function ofService(row: Row): Finding[] {
    const known = said.get(row)
    if (known) return known
    const last = lastSaid.get(row.id)
    if (!last) return []
    // Until it was asked again: what was said of cells that have not changed since.
    return last.findings.filter(({ column }) => column !== null && last.row.cells[column] === row.cells[column])
  }

  function ofRow(row: Row): Finding[] {
    if (isEmpty(row)) return []
    const own = readRow(row).problems.map((problem): Finding => ({ ...problem, ...inOurWords(problem), tone: 'bad' }))
    const isNew = ({ column }: Finding) => column === null || !own.some((problem) => problem.column === column)
    return [...own, ...(recalled.get(row) ?? []), ...ofService(row).filter(isNew)]
  }

  /** Tells the cells whose findings have changed. */
  function show(row: Row): boolean {
    const before = shown.get(row.id)?.findings ?? []
    const now = ofRow(row)
    shown.set(row.id, { row, findings: now })
    const columns = new Set([...before, ...now].map(({ column }) => column))
    const changed = [...columns].filter((column) => textIn(before, column) !== textIn(now, column))
    for (const column of changed) sheet.signals.notify(cellKey(row.id, column ?? ''))
    return changed.length > 0
  }

  function look(): void {
    const { rows } = sheet.content()
    let changed = false
    for (const row of rows) if (shown.get(row.id)?.row !== row) changed = show(row) || changed
    if (changed || shown.size !== rows.length) sheet.signals.notify('problems')
  }

  sheet.signals.subscribe('content', look)
  look()
  return {
    ofRow,
    isKnown: (row) => said.has(row),
    learn(row, findings) {
      said.set(row, findings)
      lastSaid.set(row.id, { row, findings })
      if (show(row)) sheet.signals.notify('problems')
    },
    recall(row, findings) {
      recalled.set(row, findings)
      if (show(row)) sheet.signals.notify('problems')
    },
  }
}

function textIn(findings: Finding[], column: string | null): string {
  return findings
    .filter((finding) => finding.column === column)
    .map(({ message, tone }) => tone + message)
    .join()
}
