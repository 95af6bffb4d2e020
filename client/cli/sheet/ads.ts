import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adOfRow } from '../../src/sheet/ad-of-row.ts'
import type { LaunchAd } from '../../src/sheet/ad-of-row.ts'
import { placeColumns, titleOfField } from '../../src/sheet/columns.ts'
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
}

interface Origin {
  file: string
  folder: string
}

/** Turns rows into ads. All that is wrong is told at once. */
export function adsOf(grid: Grid, origin: Origin): Sheet {
  const { file } = origin
  if (grid.titles.length === 0) throw new SheetError(file, [inSheet('It is empty: it has no row of titles.')])
  if (grid.rows.length > maxRows) throw new SheetError(file, [tooMany(grid.rows.length)])
  const { placed, problems } = placeColumns(grid.titles, grid.titleRow)
  // Cells of columns that nobody knows would only repeat the complaint.
  if (problems.length > 0) throw new SheetError(file, problems)
  if (grid.rows.length === 0) throw new SheetError(file, [inSheet('It has titles and no ads below them.')])
  const ads = grid.rows.map((row) => ({ row: row.number, ad: adOfRow(row, placed, problems) }))
  if (problems.length > 0) throw new SheetError(file, problems)
  return { ...origin, ads, shared: {}, titleOf: (field) => titleOfField(field, placed), lineName: 'row' }
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
