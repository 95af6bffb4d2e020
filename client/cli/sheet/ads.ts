import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeColumns } from './columns.ts'
import type { Placed } from './columns.ts'
import { mostRows } from './grid.ts'
import type { Grid, GridRow } from './grid.ts'
import { inSheet, SheetError } from './problem.ts'
import type { SheetProblem } from './problem.ts'
import { CellProblem, readValue, splitList } from './values.ts'

export type LaunchAd = Record<string, unknown> & { media?: MediaItem[] }
export type MediaItem = Record<string, unknown> & { url?: string }

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
  if (grid.rows.length > mostRows) throw new SheetError(file, [tooMany(grid.rows.length)])
  const { placed, problems } = placeColumns(grid.titles, grid.titleRow)
  // Cells of columns that nobody knows would only repeat the complaint.
  if (problems.length > 0) throw new SheetError(file, problems)
  if (grid.rows.length === 0) throw new SheetError(file, [inSheet('It has titles and no ads below them.')])
  const ads = grid.rows.map((row) => ({ row: row.number, ad: adOf(row, placed, problems) }))
  if (problems.length > 0) throw new SheetError(file, problems)
  const titles = new Map(placed.map(({ column, title }) => [keyOf(column.of, column.field.name), title]))
  return { ...origin, ads, shared: {}, titleOf: (field) => titleFor(field, titles), lineName: 'row' }
}

export function tooMany(count: number): SheetProblem {
  const most = mostRows.toLocaleString('en')
  return inSheet(`It has ${count.toLocaleString('en')} ads; one sheet takes at most ${most}. Split it in several.`)
}

const keyOf = (of: string, field: string) => `${of}.${field}`

/** `media.0.url` of an answer came from the column of the media's url. */
function titleFor(field: string, titles: ReadonlyMap<string, string>): string {
  const inMedia = /^media(?:\.\d+)?(?:\.(.+))?$/.exec(field)
  if (inMedia) return titles.get(keyOf('media', inMedia[1] ?? 'url')) ?? titles.get(keyOf('media', 'url')) ?? 'media'
  const [first = field, second] = field.split('.')
  return titles.get(keyOf('ad', `${first}.${second}`)) ?? titles.get(keyOf('ad', first)) ?? first
}

function adOf({ number, cells }: GridRow, placed: Placed[], problems: SheetProblem[]): LaunchAd {
  const ad: LaunchAd = {}
  const ofMedia: [Placed, string][] = []
  for (const each of placed) {
    const text = cells[each.place] ?? ''
    if (text === '') {
      if (each.column.name === 'name' || each.column.name === 'account')
        problems.push({ row: number, column: each.title, message: 'is empty.' })
    } else if (each.column.of === 'media') ofMedia.push([each, text])
    else noting(problems, number, each, () => setField(ad, each.column.field.name, readValue(text, each.column.field)))
  }
  const extra = cells.findIndex((cell, place) => cell !== '' && !placed.some((each) => each.place === place))
  if (extra >= 0) problems.push({ row: number, column: null, message: `"${cells[extra]}" stands in no column.` })
  const media = mediaOf(ofMedia, number, problems)
  return media.length > 0 ? { ...ad, media } : ad
}

/** Every column of media has as many values as there are media, or one for all of them. */
function mediaOf(given: [Placed, string][], row: number, problems: SheetProblem[]): MediaItem[] {
  const lists = given.map(([each, text]) => ({ each, values: splitList(text) }))
  const urls = lists.find(({ each }) => each.column.field.name === 'url')?.values
  const count = urls?.length ?? Math.max(0, ...lists.map(({ values }) => values.length))
  const media: MediaItem[] = Array.from({ length: count }, () => ({}))
  for (const { each, values } of lists) {
    if (values.length !== count && values.length !== 1) {
      const message = `has ${values.length} values for ${count} media: give one for each, or one for all.`
      problems.push({ row, column: each.title, message })
      continue
    }
    noting(problems, row, each, () => {
      const read = values.map((text) => readValue(text, each.column.field))
      for (const [place, item] of media.entries()) {
        setField(item, each.column.field.name, read[read.length === 1 ? 0 : place])
      }
    })
  }
  return media
}

function noting(problems: SheetProblem[], row: number, { title }: Placed, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error
    problems.push({ row, column: title, message: error.message })
  }
}

function setField(target: Record<string, unknown>, name: string, value: unknown): void {
  const [first = name, second] = name.split('.')
  if (second === undefined) target[first] = value
  else target[first] = { ...(target[first] as object | undefined), [second]: value }
}

/** The path of a file on this machine, or null where it is an address. */
export function localPath(url: string, folder: string): string | null {
  if (/^file:/i.test(url)) return fileURLToPath(url)
  // One letter before a colon is a drive, not a scheme.
  if (/^[a-z][a-z\d+.-]+:/i.test(url)) return null
  return isAbsolute(url) ? url : resolve(folder, url)
}
