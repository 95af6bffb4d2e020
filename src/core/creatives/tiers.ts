/** What others come to by what they spend a month, as Motion published it (creative benchmarks 2026). */
export interface Tier {
  /** Dollars a month; null: no end. */
  from: number
  to: number | null
  newPerWeek: number
  /** Winners among a hundred creatives. */
  hitRatePercent: number
}

const tiers: Tier[] = [
  { from: 0, to: 10_000, newPerWeek: 2.8, hitRatePercent: 4 },
  { from: 10_000, to: 50_000, newPerWeek: 4.1, hitRatePercent: 6.4 },
  { from: 50_000, to: 200_000, newPerWeek: 6.6, hitRatePercent: 8.1 },
  { from: 200_000, to: 1_000_000, newPerWeek: 11.2, hitRatePercent: 8.6 },
  { from: 1_000_000, to: null, newPerWeek: 18.8, hitRatePercent: 8.8 },
]

export function tierOf(dollarsAMonth: number): Tier | undefined {
  return tiers.find(({ to }) => to === null || dollarsAMonth < to)
}
