import type { Placed } from './columns.ts'
import type { RowProblem } from './row-problem.ts'
import { CellProblem, readValue, splitList } from './values.ts'

export type LaunchAd = Record<string, unknown> & { media?: MediaItem[] }
export type MediaItem = Record<string, unknown> & { url?: string }

export interface GridRow {
  /** As spreadsheets count: the row of titles is 1. */
  number: number
  cells: string[]
}

/** The ad that a row describes. What of it cannot be read is left out, and told. */
export function adOfRow({ number, cells }: GridRow, placed: Placed[], problems: RowProblem[]): LaunchAd {
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
function mediaOf(given: [Placed, string][], row: number, problems: RowProblem[]): MediaItem[] {
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

function noting(problems: RowProblem[], row: number, { title }: Placed, act: () => void): void {
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
