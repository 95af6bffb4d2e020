import type { World } from '../world.ts'
import { clean, cutTo, styled, widthOf } from './style.ts'

export interface TableColumn {
  title: string
  /** Numbers stand on the right. */
  isNumber?: boolean
}

const gap = '  '
const narrowest = 8

/** Rows under titles, fitted to the terminal; in a pipe nothing is cut. */
export function formatTable(world: World, columns: readonly TableColumn[], rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map(clean))
  const wanted = columns.map(({ title }, place) =>
    cells.reduce((most, row) => Math.max(most, widthOf(row[place] ?? '')), widthOf(title)),
  )
  const widths = world.stdout.isTTY
    ? fit(wanted, (world.stdout.columns ?? 80) - gap.length * (wanted.length - 1))
    : wanted
  const line = (row: string[]) =>
    columns
      .map(({ isNumber }, place) => padded(cutTo(row[place] ?? '', widths[place]!), widths[place]!, isNumber === true))
      .join(gap)
      .trimEnd()
  const titles = line(columns.map(({ title }) => title))
  return [styled(world, world.stdout, 'bold', titles), ...cells.map(line)].join('\n')
}

/** The widest columns give, until all have room. */
function fit(wanted: number[], room: number): number[] {
  const widths = [...wanted]
  for (;;) {
    const excess = widths.reduce((sum, width) => sum + width, 0) - room
    if (excess <= 0) return widths
    const widest = Math.max(...widths)
    if (widest <= narrowest) return widths
    const place = widths.indexOf(widest)
    const next = Math.max(narrowest, ...widths.filter((width) => width < widest))
    widths[place] = Math.max(widest - excess, Math.min(next, widest - 1))
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
