import type pg from 'pg'
import type { BaseSum } from '../../../reports/query/measures.ts'
import type { KeptLevel } from '../../check/parts.ts'
import { readPacked } from './packed.ts'
import type { Field, Packed } from './packed.ts'

/** Where each sum lies in a row of the daily table, and what it is multiplied by to be a whole number. */
const columns: Record<BaseSum, { column: string; scale: number }> = {
  spend: { column: 'spend_micros', scale: 1 },
  impressions: { column: 'impressions', scale: 1 },
  clicks: { column: 'clicks', scale: 1 },
  // Sums of fractions would have crumbs.
  conversions: { column: 'conversions', scale: 1e6 },
  value: { column: 'conversion_value_micros', scale: 1 },
  results: { column: 'results', scale: 1e6 },
}
export const keyColumns = {
  ad: 'ad_key',
  adset: 'adset_key',
  campaign: 'campaign_key',
  account: 'account_key',
} as const

export interface FiguresInput {
  level: KeptLevel
  accountKeys: number[]
  sums: BaseSum[]
  /** Which place an entity has, by its key. */
  places: ReadonlyMap<number, number>
  /** The days that are held one by one. */
  from: number
  to: number
  /** What came before them is added up: a rule looks at everything there is. */
  withEarlier: boolean
}

/** The latest figures of some entities: running sums, so that those of any days are a difference of two. */
export class PastFigures {
  readonly input: FiguresInput
  /** Days and one more: before the first day nothing has been added. */
  readonly stride: number
  /** By sum, then by entity and day. */
  readonly running: Float64Array[]
  /** How many rows did not have the figure, in the same places; undefined: all of them had it. */
  readonly gaps: (Float64Array | undefined)[]
  /** By sum, then by entity: before the first day. */
  readonly earlier: Float64Array[]

  constructor(input: FiguresInput) {
    const { sums, places, from, to } = input
    this.input = input
    this.stride = to - from + 2
    this.running = sums.map(() => new Float64Array(places.size * this.stride))
    this.gaps = sums.map(() => undefined)
    this.earlier = sums.map(() => new Float64Array(places.size))
  }

  /** Over days, both included, without what is unknown. */
  sum(place: number, sum: number, first: number, last: number): number {
    const before = first < this.input.from ? this.earlier[sum]![place]! : 0
    return before + this.#difference(this.running[sum]!, place, first, last)
  }

  /** How many figures are unknown in these days. */
  gapsIn(place: number, sum: number, first: number, last: number): number {
    const gaps = this.gaps[sum]
    return gaps ? this.#difference(gaps, place, first, last) : 0
  }

  #difference(cells: Float64Array, place: number, first: number, last: number): number {
    const { from } = this.input
    const base = place * this.stride
    return cells[base + Math.max(0, last - from + 1)]! - cells[base + Math.max(0, first - from)]!
  }

  /** While rows are read: the cell of an entity's day, in which its figure is added. */
  add(cell: number, sum: number, value: number): void {
    if (Number.isNaN(value)) {
      const gaps = (this.gaps[sum] ??= new Float64Array(this.running[sum]!.length))
      gaps[cell]! += 1
    } else this.running[sum]![cell]! += Math.round(value * columns[this.input.sums[sum]!].scale)
  }
}

export function scaleOf(sum: BaseSum): number {
  return columns[sum].scale
}

export const keysText = (keys: number[]) => `'{${keys.join(',')}}'::bigint[]`
export const dateText = (day: number) => `date '2000-01-01' + ${day}`
export const sumFields = (table: string, sums: readonly BaseSum[]): Field[] =>
  sums.map((sum) => ({ sql: `${table}.${columns[sum].column}`, as: 'number' }))

/** Asks for the figures; what comes is put together once it is known which entities there are. */
export async function readFigures(
  client: pg.ClientBase,
  input: Omit<FiguresInput, 'places'>,
): Promise<(places: FiguresInput['places']) => PastFigures> {
  const { level, accountKeys, sums, from, to, withEarlier } = input
  const ofAccounts = `d.account_key = ANY (${keysText(accountKeys)})`
  const key: Field = { sql: `d.${keyColumns[level]}`, as: 'whole' }
  const read = (fields: Field[], days: string) =>
    readPacked(client, fields, { from: `FROM ad_days d WHERE ${ofAccounts} AND ${days}`, account: 'd.account_key' })
  const days = await read(
    [key, { sql: 'd.day', as: 'day' }, ...sumFields('d', sums)],
    `d.day BETWEEN ${dateText(from)} AND ${dateText(to)}`,
  )
  const earlier = withEarlier ? await read([key, ...sumFields('d', sums)], `d.day < ${dateText(from)}`) : []
  return (places) => {
    const figures = new PastFigures({ ...input, places })
    for (const rows of days) addDays(figures, rows)
    for (const rows of earlier) addEarlier(figures, rows)
    for (const cells of [...figures.running, ...figures.gaps]) if (cells) accumulate(cells, figures.stride)
    return figures
  }
}

function addDays(figures: PastFigures, rows: Packed): void {
  const { places, from, sums } = figures.input
  for (let row = 0; row < rows.count; row++) {
    const place = places.get(rows.whole(row, 0))
    if (place === undefined) continue
    const cell = place * figures.stride + rows.day(row, 1) - from + 1
    for (let sum = 0; sum < sums.length; sum++) figures.add(cell, sum, rows.number(row, sum + 2))
  }
}

/** A figure that was unknown once leaves the whole unknown. */
function addEarlier({ input, earlier }: PastFigures, rows: Packed): void {
  const { places, sums } = input
  for (let row = 0; row < rows.count; row++) {
    const place = places.get(rows.whole(row, 0))
    if (place === undefined) continue
    for (let sum = 0; sum < sums.length; sum++) {
      earlier[sum]![place]! += Math.round(rows.number(row, sum + 1) * columns[sums[sum]!].scale)
    }
  }
}

function accumulate(cells: Float64Array, stride: number): void {
  for (let start = 0; start < cells.length; start += stride) {
    for (let cell = start + 1; cell < start + stride; cell++) cells[cell]! += cells[cell - 1]!
  }
}
