import { required } from '../../../../../client/src/required.ts'
import { maxAdsPerLaunch } from '../../../../../client/src/sheet/limits.ts'
import { count } from '../../../ui/words/format.ts'
import { cellsOfLine } from '../intake/titles.ts'
import type { Understood } from '../intake/titles.ts'
import { isColumn } from './columns.ts'
import { addRows, newRow, setInRows } from './edits.ts'
import type { Content } from './edits.ts'
import { heightOf, isOneCell } from './range.ts'
import type { Range } from './range.ts'
import { isEmpty } from './rows.ts'
import type { Row } from './rows.ts'
import { t } from '../../../languages/t.ts'

/** What comes of a paste: the sheet with it, or why nothing was pasted. */
export type Pasted = { content: Content; rows: number; range: Range } | { refusal: string }

function tooMany(rows: number, what: string): string {
  return t(
    '{what} has {rows} rows, and a launch takes at most {most} ads: rows {first} to {rows} are too many. Nothing was put into the sheet. Split it, or launch it with the command line, which does that by itself.',
    { what, rows: count(rows), most: count(maxAdsPerLaunch), first: count(maxAdsPerLaunch + 1) },
  )
}

interface Table {
  /** Without its titles. */
  lines: readonly (readonly string[])[]
  told: Understood['told']
  at: number
  what: string
}

/** A table: each of its columns goes where it belongs, from this row down. */
export function pasteTable(content: Content, { lines, told, at, what }: Table): Pasted {
  const names = told.map(({ column }) => column).filter(isColumn)
  if (names.length === 0) return { refusal: t('{what} has no column that the sheet knows.', { what }) }
  const cells = lines.filter(isFilled).map((line) => cellsOfLine(line, told))
  const columns = [...content.columns, ...names.filter((name) => !content.columns.includes(name))]
  const left = Math.min(...names.map((name) => columns.indexOf(name)))
  const sameColumns = columns.length === content.columns.length ? content.columns : columns
  return put({ ...content, columns: sameColumns }, cells, { at, left, right: columns.length - 1, what })
}

export const isFilled = (line: readonly string[]) => line.some((cell) => cell.trim() !== '')

/** Cells without titles: from the active cell to the right and down; one cell fills all that is chosen. */
export function pasteCells(content: Content, lines: string[][], range: Range): Pasted {
  const [single, ...others] = lines.flat()
  if (single !== undefined && lines.length === 1 && others.length === 0 && !isOneCell(range)) {
    const names = content.columns.slice(range.left, range.right + 1)
    const next = setInRows(content, range, () => Object.fromEntries(names.map((name) => [name, single])))
    return { content: next, rows: heightOf(range), range }
  }
  const names = content.columns.slice(range.left)
  const widest = Math.max(...lines.map((line) => line.length))
  if (widest > names.length) {
    return {
      refusal: t(
        'The paste is {widest} columns wide, and from here on the sheet has {names}. Nothing was pasted: begin farther left, or copy the titles along.',
        { widest, names: names.length },
      ),
    }
  }
  const cells = lines.map((line) =>
    Object.fromEntries(line.map((text, place) => [required(names[place], 'column'), text.trim()])),
  )
  return put(content, cells, {
    at: range.top,
    left: range.left,
    right: range.left + widest - 1,
    what: t('The paste'),
  })
}

interface PutAt {
  at: number
  left: number
  right: number
  what: string
}

function put(content: Content, cells: Record<string, string>[], { at, left, right, what }: PutAt): Pasted {
  const needed = at + cells.length
  const behind = content.rows.slice(needed).filter((row) => !isEmpty(row)).length
  if (needed > maxAdsPerLaunch) return { refusal: tooMany(cells.length, what) }
  if (cells.length === 0) return { refusal: t('{what} has titles, and no rows below them.', { what }) }
  const missing = Math.max(0, needed - content.rows.length)
  const long = missing > 0 ? addRows(content, missing) : content
  const next = setInRows(long, { top: at, bottom: needed - 1 }, (_row, place) => required(cells[place], 'pasted row'))
  const spare = behind === 0 && next.rows.length === needed && needed < maxAdsPerLaunch
  const range = { top: at, left, bottom: needed - 1, right }
  return { content: spare ? addRows(next, 1) : next, rows: cells.length, range }
}

/** The rows of a draft, as a sheet. */
export function contentOfCells(cells: Record<string, string>[], columns: readonly string[]): Content {
  const used = new Set(cells.flatMap((row) => Object.keys(row)))
  const more = [...used].filter((name) => !columns.includes(name))
  const rows: Row[] = cells.map((row) => newRow(row))
  return addRows({ columns: [...columns, ...more], rows }, 1)
}
