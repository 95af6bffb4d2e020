import type pg from 'pg'
import type { BaseSum } from '../../../reports/query/measures.ts'
import type { KeptLevel } from '../../check/parts.ts'
import { eachTuple } from './tuples.ts'

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
  /** How many rows did not have the figure, in the same places. */
  readonly gaps: Float64Array[]
  /** By sum, then by entity: before the first day. */
  readonly earlier: Float64Array[]

  constructor(input: FiguresInput) {
    const { sums, places, from, to } = input
    this.input = input
    this.stride = to - from + 2
    const cells = places.size * this.stride
    this.running = sums.map(() => new Float64Array(cells))
    this.gaps = sums.map(() => new Float64Array(cells))
    this.earlier = sums.map(() => new Float64Array(places.size))
  }

  /** Over days, both included, without what is unknown. */
  sum(place: number, sum: number, first: number, last: number): number {
    const before = first < this.input.from ? this.earlier[sum]![place]! : 0
    return before + this.#difference(this.running[sum]!, place, first, last)
  }

  /** How many figures are unknown in these days. */
  gapsIn(place: number, sum: number, first: number, last: number): number {
    return this.#difference(this.gaps[sum]!, place, first, last)
  }

  #difference(cells: Float64Array, place: number, first: number, last: number): number {
    const { from } = this.input
    const base = place * this.stride
    return cells[base + Math.max(0, last - from + 1)]! - cells[base + Math.max(0, first - from)]!
  }
}

export function scaleOf(sum: BaseSum): number {
  return columns[sum].scale
}

export const dayColumn = (table: string) => `${table}.day - date '2000-01-01'`
export const keysText = (keys: number[]) => `'{${keys.join(',')}}'::bigint[]`
export const sumsText = (table: string, sums: BaseSum[]) => sums.map((sum) => `${table}.${columns[sum].column}`)
export const dateText = (day: number) => `date '2000-01-01' + ${day}`

export async function readFigures(client: pg.ClientBase, input: FiguresInput): Promise<PastFigures> {
  const { level, accountKeys, sums, places, from, to } = input
  const figures = new PastFigures(input)
  const wanted = `d.account_key = ANY (${keysText(accountKeys)}) AND d.day BETWEEN ${dateText(from)} AND ${dateText(to)}`
  const values = [dayColumn('d'), ...sumsText('d', sums)]
  await eachTuple(client, { key: `d.${keyColumns[level]}`, values, from: `FROM ad_days d WHERE ${wanted}` }, (row) => {
    const place = places.get(row[0]!)
    if (place === undefined) return
    const cell = place * figures.stride + row[1]! - from + 1
    for (let sum = 0; sum < sums.length; sum++) {
      const value = row[sum + 2]!
      if (Number.isNaN(value)) figures.gaps[sum]![cell]!++
      else figures.running[sum]![cell]! += Math.round(value * columns[sums[sum]!].scale)
    }
  })
  if (input.withEarlier) await readEarlier(client, figures)
  accumulate(figures)
  return figures
}

async function readEarlier(client: pg.ClientBase, { input, earlier }: PastFigures): Promise<void> {
  const { level, accountKeys, sums, places, from } = input
  const wanted = `d.account_key = ANY (${keysText(accountKeys)}) AND d.day < ${dateText(from)}`
  const values = sumsText('d', sums)
  await eachTuple(client, { key: `d.${keyColumns[level]}`, values, from: `FROM ad_days d WHERE ${wanted}` }, (row) => {
    const place = places.get(row[0]!)
    if (place === undefined) return
    // A figure that was unknown once leaves the whole unknown.
    for (let sum = 0; sum < sums.length; sum++)
      earlier[sum]![place]! += Math.round(row[sum + 1]! * columns[sums[sum]!].scale)
  })
}

function accumulate({ running, gaps, stride }: PastFigures): void {
  for (const cells of [...running, ...gaps]) {
    for (let start = 0; start < cells.length; start += stride) {
      for (let cell = start + 1; cell < start + stride; cell++) cells[cell]! += cells[cell - 1]!
    }
  }
}
