import type { Range } from './range.ts'
import type { Row } from './rows.ts'

/** What stands in a sheet. It is never changed, only replaced: rows that stay the same stay the same object. */
export interface Content {
  /** The columns that are shown, in their order. */
  columns: readonly string[]
  rows: readonly Row[]
}

/** Each tab counts from elsewhere: two tabs of one sheet never give the same id. */
let lastId = Math.floor(Math.random() * 2 ** 31) * 2 ** 20

export function newRow(cells: Record<string, string> = {}): Row {
  lastId += 1
  return { id: lastId, cells }
}

export function addRows(content: Content, count: number): Content {
  return { ...content, rows: [...content.rows, ...Array.from({ length: count }, () => newRow())] }
}

function withCells(row: Row, given: Readonly<Record<string, string>>): Row {
  const changed = Object.entries(given).some(([column, text]) => (row.cells[column] ?? '') !== text)
  return changed ? { ...row, cells: { ...row.cells, ...given } } : row
}

export function setCell(content: Content, rowId: number, given: Readonly<Record<string, string>>): Content {
  const index = content.rows.findIndex(({ id }) => id === rowId)
  const row = content.rows[index]
  const next = row && withCells(row, given)
  return next && next !== row ? { ...content, rows: content.rows.with(index, next) } : content
}

/** The same in each of these rows, or for each what the function says. */
export function setInRows(
  content: Content,
  { top, bottom }: Pick<Range, 'top' | 'bottom'>,
  cellsFor: (row: Row, place: number) => Readonly<Record<string, string>>,
): Content {
  const rows = content.rows.map((row, index) =>
    index < top || index > bottom ? row : withCells(row, cellsFor(row, index - top)),
  )
  return rows.every((row, index) => row === content.rows[index]) ? content : { ...content, rows }
}

/** The same cells in rows that lie anywhere. */
export function setInThese(
  content: Content,
  ids: ReadonlySet<number>,
  cellsFor: (row: Row) => Readonly<Record<string, string>>,
): Content {
  const rows = content.rows.map((row) => (ids.has(row.id) ? withCells(row, cellsFor(row)) : row))
  return rows.every((row, index) => row === content.rows[index]) ? content : { ...content, rows }
}

export function clearRange(content: Content, range: Range): Content {
  const empty = Object.fromEntries(shown(content, range).map((column) => [column, '']))
  return setInRows(content, range, () => empty)
}

/** The first row of the range, in all others of it; a single row takes what stands above it. */
export function fillDown(content: Content, range: Range): Content {
  const from = range.top === range.bottom ? range.top - 1 : range.top
  const source = content.rows[from]
  if (!source) return content
  const cells = Object.fromEntries(shown(content, range).map((column) => [column, source.cells[column] ?? '']))
  return setInRows(content, { top: from + 1, bottom: range.bottom }, () => cells)
}

export function deleteRows(content: Content, { top, bottom }: Range): Content {
  const rows = content.rows.filter((_row, index) => index < top || index > bottom)
  return rows.length > 0 ? { ...content, rows } : addRows({ ...content, rows }, 1)
}

export function textsIn(content: Content, range: Range): string[][] {
  const columns = shown(content, range)
  const rows = content.rows.slice(range.top, range.bottom + 1)
  return rows.map(({ cells }) => columns.map((column) => cells[column] ?? ''))
}

export function showColumn(content: Content, name: string): Content {
  return content.columns.includes(name) ? content : { ...content, columns: [...content.columns, name] }
}

export function hideColumn(content: Content, name: string): Content {
  const columns = content.columns.filter((column) => column !== name)
  return columns.length > 0 ? { ...content, columns } : content
}

function shown({ columns }: Content, { left, right }: Range): string[] {
  return columns.slice(left, right + 1)
}
