import type { AdDay } from '../../../platforms/contract/report.ts'

/** The figures of a day, as `ad_days` and all tables of sums have them, with their types. */
const figures = {
  spend_micros: 'bigint',
  impressions: 'bigint',
  clicks: 'bigint',
  conversions: 'float8',
  conversion_value_micros: 'bigint',
  results: 'float8',
  plays_3s: 'bigint',
  plays_15s: 'bigint',
  thruplays: 'bigint',
} as const

export type FigureColumn = keyof typeof figures
export const figureColumns = Object.keys(figures) as FigureColumn[]
/** Whether it is in the currency of the account. */
export function isAmount(column: string): boolean {
  return column.endsWith('_micros')
}

export const figureTypes = Object.values(figures)

/** Where figures lie: by ad and day, and added up. */
export type FigureTable = 'ad_days' | 'ad_tens' | 'ad_months' | 'ad_quarters' | 'campaign_days' | 'account_days'

/** Those that are made of `ad_days`. */
export const sumTables = [
  'account_days',
  'campaign_days',
  'ad_tens',
  'ad_months',
  'ad_quarters',
] as const satisfies FigureTable[]

/** In the order of the columns; null is unknown, and so is every sum with it. Beyond what a number holds exactly, a bigint. */
export type FigureSums = (number | bigint | null)[]

export function noFigures(): FigureSums {
  return figureColumns.map(() => 0)
}

/** In the order of the columns. Written out, because a name that is looked up for every figure of every row takes several times as long. */
export function addFigures(sums: FigureSums, row: AdDay): void {
  sums[0] = plus(sums[0], row.spendMicros)
  sums[1] = plus(sums[1], row.impressions)
  sums[2] = plus(sums[2], row.clicks)
  sums[3] = plus(sums[3], row.conversions)
  sums[4] = plus(sums[4], row.conversionValueMicros)
  sums[5] = plus(sums[5], row.results)
  sums[6] = plus(sums[6], row.plays3s)
  sums[7] = plus(sums[7], row.plays15s)
  sums[8] = plus(sums[8], row.thruplays)
}

function plus(sum: FigureSums[number] | undefined, value: number | null | undefined): FigureSums[number] {
  if (sum === null || sum === undefined || value === null || value === undefined) return null
  if (typeof sum === 'bigint') return sum + BigInt(value)
  const total = sum + value
  const isExact = Math.abs(total) <= Number.MAX_SAFE_INTEGER || !Number.isInteger(value)
  return isExact ? total : BigInt(sum) + BigInt(value)
}
