import type { World } from '../world.ts'
import { clean, cutTo, styled, widthOf } from './style.ts'

export interface TableColumn {
  title: string
  /** Numbers stand on the right, and are never cut. */
  isNumber?: boolean
  /** Left off where a terminal is too narrow for all. */
  isOptional?: boolean
  /** Sentences: they go on in the next line, and are never cut. */
  isText?: boolean
}

interface Measured extends TableColumn {
  place: number
  width: number
  min: number
}

const gap = '  '
const narrowest = 8
const narrowestText = 24

/**
 * Rows under titles, fitted to the terminal; in a pipe nothing is cut. Where what must not be cut has no room beside each other, each
 * row is a block of lines.
 */
export function formatTable(world: World, columns: readonly TableColumn[], rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map(clean))
  const measured = columns.map((column, place) => measure(column, place, cells))
  const { isTTY, columns: room = 80 } = world.stdout
  const fitted = isTTY ? fit(measured, room) : measured
  if (isTTY && taken(fitted) > room) return blocks(world, columns, cells)
  const titles = lineOf(
    fitted,
    columns.map(({ title }) => title),
  )
  return [styled(world, world.stdout, 'bold', titles), ...cells.map((row) => lineOf(fitted, row))].join('\n')
}

/** One row: a line, or as many as its longest text takes. */
function lineOf(columns: readonly Measured[], row: readonly string[]): string {
  const parts = columns.map(({ place, width, isText }) => {
    const text = row[place] ?? ''
    return isText ? wrapped(text, width) : [cutTo(text, width)]
  })
  const height = Math.max(...parts.map(({ length }) => length))
  return Array.from({ length: height }, (_none, at) =>
    columns
      .map(({ width, isNumber }, place) => padded(parts[place]?.[at] ?? '', width, isNumber === true))
      .join(gap)
      .trimEnd(),
  ).join('\n')
}

function blocks(world: World, columns: readonly TableColumn[], cells: readonly string[][]): string {
  const width = Math.max(...columns.map(({ title }) => widthOf(title)))
  const block = (row: string[]) =>
    columns.flatMap(({ title }, place) => {
      const text = row[place] ?? ''
      return text === '' ? [] : [`${styled(world, world.stdout, 'bold', padded(title, width, false))}${gap}${text}`]
    })
  return cells.map((row) => block(row).join('\n')).join('\n\n')
}

/** Words are kept whole as long as they have room. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const taken = (columns: readonly Measured[]) =>
  columns.reduce((sum, { width }) => sum + width, gap.length * (columns.length - 1))

/** As platforms have them: a part of one is another. */
const id = /^(?:act_|urn:)?[\w:-]*\d{9,}$/

/** Digits and addresses that are cut off make others: such columns give only what their title has too much. */
function measure(column: TableColumn, place: number, cells: string[][]): Measured {
  const value = cells.reduce((max, row) => Math.max(max, widthOf(row[place] ?? '')), 0)
  const width = Math.max(value, widthOf(column.title))
  const own = cells.map((row) => row[place] ?? '')
  const isWhole = column.isNumber || own.some((text) => id.test(text) || /^https?:/.test(text))
  if (column.isText) {
    const longest = Math.max(0, ...own.flatMap((text) => text.split(' ').map(widthOf)))
    return { ...column, place, width, min: Math.min(width, Math.max(narrowestText, longest)) }
  }
  return { ...column, place, width, min: Math.min(width, isWhole ? Math.max(value, 3) : narrowest) }
}

/** What may be left off goes first, from the right; then the widest columns give, until all have room. */
function fit(wanted: Measured[], room: number): Measured[] {
  const spaces = (count: number) => gap.length * (count - 1)
  let kept = wanted
  for (;;) {
    const min = kept.reduce((sum, column) => sum + column.min, spaces(kept.length))
    const optional = kept.filter(({ isOptional }) => isOptional)
    const spare = optional.findLast(({ isNumber }) => !isNumber) ?? optional.at(-1)
    if (min <= room || !spare) break
    kept = kept.filter((column) => column !== spare)
  }
  const columns = kept.map((column) => ({ ...column }))
  for (;;) {
    const excess = columns.reduce((sum, { width }) => sum + width, spaces(columns.length)) - room
    const giving = columns.filter(({ width, min }) => width > min)
    if (excess <= 0 || giving.length === 0) return columns
    const widest = giving.reduce((max, column) => (column.width > max.width ? column : max))
    const next = Math.max(0, ...giving.filter((column) => column !== widest).map(({ width }) => width))
    widest.width = Math.max(widest.min, widest.width - excess, Math.min(next, widest.width - 1))
  }
}

function padded(text: string, width: number, isNumber: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return isNumber ? space + text : text + space
}

/** 1234.5 -> 1,234.50; whole numbers stay whole. */
export function formatNumber(value: string | number | null | undefined, digits?: number): string {
  if (typeof value !== 'number') return value ?? '-'
  const places = digits ?? (Number.isInteger(value) ? 0 : 2)
  return value.toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places })
}

/** Minutes are exact enough for a table. */
export function formatTime(time: unknown): string {
  return typeof time === 'string' ? `${time.slice(0, 16).replace('T', ' ')} UTC` : '-'
}
