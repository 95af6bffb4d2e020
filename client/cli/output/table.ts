import type { World } from '../world.ts'
import { clean, cutTo, styled, widthOf } from './style.ts'

export interface TableColumn {
  title: string
  /** Numbers stand on the right, and are never cut. */
  isNumber?: boolean
  /** Left off where a terminal is too narrow for all. */
  isOptional?: boolean
}

interface Measured extends TableColumn {
  place: number
  width: number
  min: number
}

const gap = '  '
const narrowest = 8

/** Rows under titles, fitted to the terminal; in a pipe nothing is cut. */
export function formatTable(world: World, columns: readonly TableColumn[], rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map(clean))
  const measured = columns.map((column, place) => measure(column, place, cells))
  const { isTTY, columns: room = 80 } = world.stdout
  const fitted = isTTY ? fit(measured, room) : measured
  const line = (row: string[]) =>
    fitted
      .map(({ place, width, isNumber }) => padded(cutTo(row[place] ?? '', width), width, isNumber === true))
      .join(gap)
      .trimEnd()
  const titles = line(columns.map(({ title }) => title))
  return [styled(world, world.stdout, 'bold', titles), ...cells.map(line)].join('\n')
}

/** Digits that are cut off make another number, or another id: such columns give only what their title has too much. */
function measure(column: TableColumn, place: number, cells: string[][]): Measured {
  const value = cells.reduce((max, row) => Math.max(max, widthOf(row[place] ?? '')), 0)
  const width = Math.max(value, widthOf(column.title))
  const isWhole = column.isNumber || /(^| )ID$/.test(column.title)
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
