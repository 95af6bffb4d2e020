import type { AdDay } from '../../../platforms/contract/report.ts'

/** The figures of a day, as `ad_days` and all tables of sums have them: where a reading has them, and their type. */
const figures = {
  spend_micros: ['spendMicros', 'bigint'],
  impressions: ['impressions', 'bigint'],
  clicks: ['clicks', 'bigint'],
  conversions: ['conversions', 'float8'],
  conversion_value_micros: ['conversionValueMicros', 'bigint'],
  results: ['results', 'float8'],
  plays_3s: ['plays3s', 'bigint'],
  plays_15s: ['plays15s', 'bigint'],
  thruplays: ['thruplays', 'bigint'],
} as const satisfies Record<string, [keyof AdDay, 'bigint' | 'float8']>

export type FigureColumn = keyof typeof figures
export const figureColumns = Object.keys(figures) as FigureColumn[]
/** Whether it is in the currency of the account. */
export function isAmount(column: string): boolean {
  return column.endsWith('_micros')
}

export const figureTypes = Object.values(figures).map(([, type]) => type)
const fields = Object.values(figures).map(([field]) => field)

/** Where figures lie: by ad and day, and added up. */
export type FigureTable = 'ad_days' | 'ad_months' | 'campaign_days' | 'account_days'

/** Those that are made of `ad_days`. */
export const sumTables = ['account_days', 'campaign_days', 'ad_months'] as const satisfies FigureTable[]

/** In the order of the columns; null is unknown, and so is every sum with it. Beyond what a number holds exactly, a bigint. */
export type FigureSums = (number | bigint | null)[]

export function noFigures(): FigureSums {
  return fields.map(() => 0)
}

export function addFigures(sums: FigureSums, row: AdDay): void {
  for (let place = 0; place < fields.length; place++) {
    const [sum, value] = [sums[place]!, row[fields[place]!] ?? null]
    sums[place] = sum === null || value === null ? null : added(sum, value)
  }
}

function added(sum: number | bigint, value: number): number | bigint {
  if (typeof sum === 'bigint') return sum + BigInt(value)
  const total = sum + value
  const isExact = Math.abs(total) <= Number.MAX_SAFE_INTEGER || !Number.isInteger(value)
  return isExact ? total : BigInt(sum) + BigInt(value)
}
