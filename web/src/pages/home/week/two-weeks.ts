import type { QueryReportsReply } from '../../../../../client/src/index.ts'

export interface TwoWeeks {
  /** Of the accounts that spent most; null: nothing is known. */
  currency: string | null
  /** A day without a figure is a gap. */
  values: (number | null)[]
  /** How much more, or less, the second half is than the first; null: a day is not known, or there was nothing. */
  change: number | null
}

/** The spend of these days in one currency: amounts of several are never added up. */
export function twoWeeks({ data }: Pick<QueryReportsReply, 'data'>, days: readonly string[]): TwoWeeks {
  const sums = [...Map.groupBy(data, ({ currency }) => currency)].map(
    ([currency, rows]) => [currency, rows.reduce((sum, { spend }) => sum + (spend ?? 0), 0)] as const,
  )
  const [largest] = sums.toSorted(([, a], [, b]) => b - a)
  if (!largest) return { currency: null, values: [], change: null }
  const [currency] = largest
  const byDay = new Map(data.filter((row) => row.currency === currency).map((row) => [row.date, row.spend ?? null]))
  const values = days.map((day) => byDay.get(day) ?? null)
  const half = values.length / 2
  const [first, second] = [sumOf(values.slice(0, half)), sumOf(values.slice(half))]
  return { currency, values, change: first && second !== null ? second / first - 1 : null }
}

function sumOf(values: (number | null)[]): number | null {
  return values.every((value) => value !== null) ? values.reduce((sum, value) => sum + value, 0) : null
}
