import type { GridRow } from '../../src/sheet/ad-of-row.ts'
import type { RowProblem } from '../../src/sheet/row-problem.ts'

/** Most rows with an ad that one sheet may have. */
export const maxRows = 10_000

/** Larger than any sheet of that many rows that people write; nothing larger is read into memory. */
export const largestSheetBytes = 64 * 2 ** 20

/** A sheet as rows of text, before anybody knows what its columns mean. */
export interface Grid {
  /** Where the titles stand. */
  titleRow: number
  titles: string[]
  rows: GridRow[]
  /** What is wrong with single cells, whatever they mean; the column is its letters. */
  problems?: RowProblem[]
}

/** Rows as they stand in the file; those without anything in them are left out. The first with something has the titles. */
export function gridOf(lines: string[][]): Grid {
  const rows = lines
    .map((cells, place) => ({ number: place + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  return { titleRow: rows[0]?.number ?? 1, titles: rows[0]?.cells ?? [], rows: rows.slice(1) }
}
