import type { BaseSum } from '../../../../platforms/contract/metrics.ts'
import { relationOf } from '../../../reports/sums/pieces.ts'
import type { FigurePiece } from '../../../reports/sums/pieces.ts'
import type { KeptLevel } from '../../evaluate/parts.ts'
import { rateSql } from '../../evaluate/rates.ts'
import type { RuleRates } from '../../evaluate/rates.ts'
import { madeOf } from '../../rule/compiled/rule-sum.ts'
import type { RuleSum } from '../../rule/compiled/rule-sum.ts'
import type { Column, Field, PackedQuery } from './packed.ts'
import { nowhere } from './places.ts'
import type { Places } from './places.ts'

/** Where each sum lies in a row of the daily table, and of those that are added up, and what it is multiplied by to be a whole number. */
const columns: Record<BaseSum, { column: string; scale: number }> = {
  spend: { column: 'spend_micros', scale: 1 },
  impressions: { column: 'impressions', scale: 1 },
  clicks: { column: 'clicks', scale: 1 },
  // Sums of fractions would have crumbs.
  conversions: { column: 'conversions', scale: 1e6 },
  value: { column: 'conversion_value_micros', scale: 1 },
  results: { column: 'results', scale: 1e6 },
  plays3s: { column: 'plays_3s', scale: 1 },
  plays15s: { column: 'plays_15s', scale: 1 },
  thruplays: { column: 'thruplays', scale: 1 },
}
export const keyColumns = {
  ad: 'ad_key',
  adset: 'adset_key',
  campaign: 'campaign_key',
  account: 'account_key',
} as const

export interface FiguresInput {
  level: KeptLevel
  accountKeys: readonly number[]
  sums: RuleSum[]
  /** What amounts are worth in one currency, and the accounts by the currency that theirs are in. */
  rates: RuleRates
  currencies: ReadonlyMap<string, readonly number[]>
  /** Which place an entity has. */
  places: Places
  /** The days that are held one by one. */
  from: number
  to: number
  /** What came before them is added up: a rule looks at everything there is. */
  withEarlier: boolean
}

/** The latest figures of some entities: running sums, so that those of any days are a difference of two. */
export class PastFigures {
  readonly input: FiguresInput
  /** So many entities stand in the row of a day. */
  readonly width: number
  /** By sum, then by day and entity, as the rows mostly come; before the first day nothing has been added. */
  readonly running: Float64Array[]
  /** How many rows did not have the figure, in the same places; undefined: all of them had it. */
  readonly gaps: (Float64Array | undefined)[]
  /** By sum, then by entity: before the first day. */
  readonly earlier: Float64Array[]

  constructor(input: FiguresInput) {
    const { sums, places, from, to } = input
    this.input = input
    this.width = places.size
    this.running = sums.map(() => new Float64Array((to - from + 2) * places.size))
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
    return (
      cells[Math.max(0, last - from + 1) * this.width + place]! - cells[Math.max(0, first - from) * this.width + place]!
    )
  }

  /** While rows are read: to the cells of entities' days their figures are added. */
  add(sum: number, cells: Int32Array, values: Column): void {
    const [running, scale] = [this.running[sum]!, scaleOf(this.input.sums[sum]!)]
    for (let row = 0; row < cells.length; row++) {
      const [cell, value] = [cells[row]!, values.number(row)]
      if (cell === nowhere) continue
      if (Number.isNaN(value)) {
        const gaps = (this.gaps[sum] ??= new Float64Array(running.length))
        gaps[cell]! += 1
      } else running[cell]! += Math.round(value * scale)
    }
  }
}

export function scaleOf(sum: RuleSum): number {
  return columns[madeOf(sum).base].scale
}

export function columnOf(sum: RuleSum): string {
  return columns[madeOf(sum).base].column
}

export const keysText = (keys: readonly number[]) => `'{${keys.join(',')}}'::bigint[]`
export const dateText = (day: number) => `date '2000-01-01' + ${day}`

export function sumFields(
  table: string,
  { sums, rates, currencies }: Pick<FiguresInput, 'sums' | 'rates' | 'currencies'>,
): Field[] {
  return sums.map((sum) => {
    const { currency: to } = madeOf(sum)
    const column = `${table}.${columnOf(sum)}`
    if (to === null) return { sql: column, as: 'number' }
    const cases = [...currencies].map(([currency, keys]) => {
      const rate = rateSql(rates, to, { currency, day: `${table}.day` })
      return `WHEN ${table}.account_key = ANY (${keysText(keys)}) THEN ${column}${rate === null ? '' : ` * ${rate}`}`
    })
    return { sql: `CASE ${cases.join(' ')} END`, as: 'number' }
  })
}

type FiguresRequest = Omit<FiguresInput, 'places'>

/** In a row stand the entity's key, the day and the sums. */
export function daysQuestion(request: FiguresRequest, pieces: FigurePiece[]): PackedQuery {
  return {
    fields: [keyField(request.level), { sql: 'd.day', as: 'day' }, ...sumFields('d', request)],
    from: `FROM ${rowsOf(pieces)}`,
  }
}

/** In a row stand the entity's key and the sums. */
export function earlierQuestion(request: FiguresRequest, pieces: FigurePiece[]): PackedQuery {
  return { fields: [keyField(request.level), ...sumFields('d', request)], from: `FROM ${rowsOf(pieces)}` }
}

function rowsOf(pieces: FigurePiece[]): string {
  return relationOf(pieces, { accounts: (keys) => `= ANY (${keysText(keys)})`, day: (day) => `date '${day}'` })
}

function keyField(level: KeptLevel): Field {
  return { sql: `d.${keyColumns[level]}`, as: 'whole' }
}

export function putTogether(input: FiguresInput, days: Column[], earlier: Column[] | undefined): PastFigures {
  const figures = new PastFigures(input)
  addDays(figures, days)
  if (earlier) addEarlier(figures, earlier)
  for (const cells of [...figures.running, ...figures.gaps]) if (cells) accumulate(cells, figures.width)
  return figures
}

function addDays(figures: PastFigures, [keys, days, ...values]: Column[]): void {
  const { places, from } = figures.input
  const cells = new Int32Array(keys!.count)
  for (let row = 0; row < cells.length; row++) {
    const place = places.of(keys!.whole(row))
    cells[row] = place === nowhere ? nowhere : (days!.day(row) - from + 1) * figures.width + place
  }
  for (const [sum, column] of values.entries()) figures.add(sum, cells, column)
}

/** A figure that was unknown once leaves the whole unknown. */
function addEarlier({ input, earlier }: PastFigures, [keys, ...values]: Column[]): void {
  const { places, sums } = input
  const scales = sums.map(scaleOf)
  for (let row = 0; row < keys!.count; row++) {
    const place = places.of(keys!.whole(row))
    if (place === nowhere) continue
    for (let sum = 0; sum < sums.length; sum++)
      earlier[sum]![place]! += Math.round(values[sum]!.number(row) * scales[sum]!)
  }
}

/** Each day has what the day before had, and its own. */
function accumulate(cells: Float64Array, width: number): void {
  for (let cell = width; cell < cells.length; cell++) cells[cell]! += cells[cell - width]!
}
