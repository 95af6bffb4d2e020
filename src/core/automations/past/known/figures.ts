import type pg from 'pg'
import type { BaseSum } from '../../../reports/query/measures.ts'
import type { KeptLevel } from '../../check/rows.ts'
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
const keyColumns = { ad: 'ad_key', adset: 'adset_key', campaign: 'campaign_key', account: 'account_key' } as const

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

const dayColumn = (table: string) => `(${table}.day - date '2000-01-01')::float8`
const keysText = (keys: number[]) => `'{${keys.join(',')}}'::bigint[]`
const sumsText = (table: string, sums: BaseSum[]) => sums.map((sum) => `${table}.${columns[sum].column}::float8`)
const dateText = (day: number) => `date '2000-01-01' + ${day}`

export async function readFigures(client: pg.ClientBase, input: FiguresInput): Promise<PastFigures> {
  const { level, accountKeys, sums, places, from, to } = input
  const figures = new PastFigures(input)
  const shown = [`d.${keyColumns[level]}::float8`, dayColumn('d'), ...sumsText('d', sums)]
  const wanted = `d.account_key = ANY (${keysText(accountKeys)})`
  const days = `d.day BETWEEN ${dateText(from)} AND ${dateText(to)}`
  await eachTuple(client, `SELECT ${shown.join(', ')} FROM ad_days d WHERE ${wanted} AND ${days}`, (row) => {
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
  const added = sums.map((sum) => `sum(coalesce(d.${columns[sum].column}::float8, 'NaN'))`)
  const query = `SELECT d.${keyColumns[level]}::float8, ${added.join(', ')} FROM ad_days d
    WHERE d.account_key = ANY (${keysText(accountKeys)}) AND d.day < ${dateText(from)} GROUP BY d.${keyColumns[level]}`
  await eachTuple(client, query, (row) => {
    const place = places.get(row[0]!)
    if (place === undefined) return
    // A figure that was unknown once leaves the whole unknown.
    for (let sum = 0; sum < sums.length; sum++)
      earlier[sum]![place] = Math.round(row[sum + 1]! * columns[sums[sum]!].scale)
  })
}

function accumulate({ running, gaps, stride }: PastFigures): void {
  for (const cells of [...running, ...gaps]) {
    for (let start = 0; start < cells.length; start += stride) {
      for (let cell = start + 1; cell < start + stride; cell++) cells[cell]! += cells[cell - 1]!
    }
  }
}

/** What was known of an entity's day between two moments, less what is known of it now. */
export interface Correction {
  place: number
  day: number
  /** In milliseconds: from the first on, up to the second. */
  since: number
  until: number
  /** By sum: what is added to the running ones, and to their gaps. */
  values: Float64Array
  gaps: Float64Array
}

/** Every figure that was known otherwise at or after a moment. */
export async function eachCorrection(
  client: pg.ClientBase,
  input: FiguresInput,
  after: Date,
  take: (correction: Correction) => void,
): Promise<void> {
  const { level, accountKeys, sums, places, from, to, withEarlier } = input
  const key = keyColumns[level]
  const time = (column: string) => `extract(epoch FROM ${column})::float8 * 1000`
  const shown = [
    // The key of an account stands in a row also where it tells that there was none.
    ...['s', 'd'].map((table) => `CASE WHEN ${table}.spend_micros IS NOT NULL THEN ${table}.${key} END::float8`),
    ...[dayColumn('s'), time('s.known_since'), time('s.known_until')],
    ...[...sumsText('s', sums), ...sumsText('d', sums)],
  ]
  const query = `SELECT ${shown.join(', ')} FROM (
      SELECT o.*, lag(o.known_until) OVER (PARTITION BY o.account_key, o.day, o.ad_key ORDER BY o.known_until) AS known_since
      FROM ad_days_superseded o WHERE o.account_key = ANY (${keysText(accountKeys)}) AND o.day <= ${dateText(to)}
        ${withEarlier ? '' : `AND o.day >= ${dateText(from)}`} AND o.known_until > '${after.toISOString()}'
    ) s LEFT JOIN ad_days d ON d.account_key = s.account_key AND d.day = s.day AND d.ad_key = s.ad_key`
  const values = new Float64Array(sums.length)
  const gaps = new Float64Array(sums.length)
  await eachTuple(client, query, (row) => {
    const [day, since, until] = [row[2]!, Number.isNaN(row[3]!) ? -Infinity : row[3]!, row[4]!]
    for (const [side, sign] of [
      [0, 1],
      [1, -1],
    ] as const) {
      const place = places.get(row[side]!)
      if (place === undefined) continue
      for (let sum = 0; sum < sums.length; sum++) {
        const value = row[5 + side * sums.length + sum]!
        gaps[sum] = Number.isNaN(value) ? sign : 0
        values[sum] = Number.isNaN(value) ? 0 : sign * Math.round(value * columns[sums[sum]!].scale)
      }
      take({ place, day, since, until, values, gaps })
    }
  })
}
