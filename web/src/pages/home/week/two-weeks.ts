import type { QueryReportsReply } from '../../../../../client/src/index.ts'

export interface TwoWeeks {
  /** Of the accounts that spent most; null: nothing is known. */
  currency: string | null
  /** A day without a figure is a gap. */
  values: (number | null)[]
  /** How much more, or less, the second half is than the first; null: a day is not known, or there was nothing. */
  change: number | null
  /** An account's amounts are not known in the currency that was asked for. */
  lacksRate: boolean
}

type Reply = Pick<QueryReportsReply, 'data'> & { metadata: Pick<QueryReportsReply['metadata'], 'missing'> }

/** The spend of these days in one currency: amounts of several are never added up. */
export function twoWeeks({ data, metadata }: Reply, days: readonly string[]): TwoWeeks {
  const lacksRate = metadata.missing.some(({ metrics }) => metrics?.includes('spend'))
  const sums = [...Map.groupBy(data, ({ currency }) => currency)].map(
    ([currency, rows]) => [currency, rows.reduce((sum, { spend }) => sum + (spend ?? 0), 0)] as const,
  )
  const [largest] = sums.toSorted(([, a], [, b]) => b - a)
  if (!largest) return { currency: null, values: [], change: null, lacksRate }
  const [currency] = largest
  const byDay = new Map(data.filter((row) => row.currency === currency).map((row) => [row.date, row.spend ?? null]))
  const values = days.map((day) => byDay.get(day) ?? null)
  const half = values.length / 2
  const [first, second] = [sumOf(values.slice(0, half)), sumOf(values.slice(half))]
  return { currency, values, change: first && second !== null ? second / first - 1 : null, lacksRate }
}

function sumOf(values: (number | null)[]): number | null {
  return values.every((value) => value !== null) ? values.reduce((sum, value) => sum + value, 0) : null
}
