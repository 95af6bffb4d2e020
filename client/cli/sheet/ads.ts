import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adOfRow } from '../../src/sheet/ad-of-row.ts'
import type { GridRow, LaunchAd } from '../../src/sheet/ad-of-row.ts'
import { placeColumns, titleOfField } from '../../src/sheet/columns.ts'
import type { Placed } from '../../src/sheet/columns.ts'
import type { RowProblem } from '../../src/sheet/row-problem.ts'
import { maxRows } from './grid.ts'
import type { Grid } from './grid.ts'
import { inSheet, SheetError } from './problem.ts'

/** One ad as it stands in a sheet. */
export interface SheetAd {
  row: number
  ad: LaunchAd
}

/** A sheet that can be understood: its ads, and how to say where something stands. */
export interface Sheet {
  /** The file's name, for people. */
  file: string
  /** What paths of media are relative to. */
  folder: string
  ads: SheetAd[]
  /** What holds for all ads that say nothing themselves. */
  shared: Record<string, unknown>
  /** The title of the column that a field of an ad came from, as it stands in the sheet. */
  titleOf(field: string): string
  /** What a line of it is called: row, or ad. */
  lineName: 'row' | 'ad'
  /** All that is wrong with what stands in it; its files, and what a launch of it would meet, nobody has looked at yet. */
  problems: RowProblem[]
}

interface Origin {
  file: string
  folder: string
}

/** Turns rows into ads, as far as they can be read. All that is wrong is told at once. */
export function adsOf(grid: Grid, origin: Origin): Sheet {
  const { file } = origin
  if (grid.titles.length === 0) throw new SheetError(file, [inSheet('It is empty: it has no row of titles.')])
  if (grid.rows.length > maxRows) throw new SheetError(file, [tooMany(grid.rows.length)])
  const { placed, problems } = placeColumns(grid.titles, grid.titleRow)
  if (grid.rows.length === 0) {
    throw new SheetError(file, [...problems, inSheet('It has titles and no ads below them.')])
  }
  const inCells: RowProblem[] = []
  const ads = grid.rows.map((row) => ({ row: row.number, ad: adOfRow(knownCells(grid, placed, row), placed, inCells) }))
  const broken = (grid.problems ?? []).map(({ row, column }) => `${row}/${grid.titles[placeOf(column)]}`)
  problems.push(...(grid.problems ?? []), ...inCells.filter(({ row, column }) => !broken.includes(`${row}/${column}`)))
  return { ...origin, ads, shared: {}, titleOf: (field) => titleOfField(field, placed), lineName: 'row', problems }
}

/** Cells of columns that nobody knows would only repeat the complaint. */
function knownCells({ titles }: Grid, placed: readonly Placed[], row: GridRow): GridRow {
  const isUnknown = (place: number) => Boolean(titles[place]) && !placed.some((each) => each.place === place)
  return { ...row, cells: row.cells.map((cell, place) => (isUnknown(place) ? '' : cell)) }
}

/** A is the first, AA the one after Z. */
function placeOf(letters: string | null): number {
  return [...(letters ?? '')].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

export function tooMany(count: number): RowProblem {
  const max = maxRows.toLocaleString('en')
  return inSheet(`It has ${count.toLocaleString('en')} ads; one sheet takes at most ${max}. Split it in several.`)
}

/** The path of a file on this machine, or null where it is an address. */
export function localPath(url: string, folder: string): string | null {
  if (/^file:/i.test(url)) return fileURLToPath(url)
  // One letter before a colon is a drive, not a scheme.
  if (/^[a-z][a-z\d+.-]+:/i.test(url)) return null
  return isAbsolute(url) ? url : resolve(folder, url)
}
