import type { ReportMetric } from '../../../../client/src/index.ts'
import { count, decimals, money } from '../../ui/words/format.ts'

export type Figures = Record<string, number | null | undefined>

/** Percentages come as percentages: 1.5 is 1.5 %. Unknown is a dash. */
export function metricText(
  metric: ReportMetric | undefined,
  value: number | null | undefined,
  currency: string | null,
) {
  if (value === null || value === undefined) return '–'
  switch (metric?.unit) {
    case 'currency':
      return money(value, currency)
    case 'percent':
      return `${decimals(value, 2)} %`
    case 'ratio':
      return decimals(value, 2)
    default:
      return count(value)
  }
}

/** By how much of itself it has changed; null: not known, or from nothing. */
export function change(now: number | null | undefined, then: number | null | undefined): number | null {
  if (typeof now !== 'number' || typeof then !== 'number' || then === 0) return null
  return (now - then) / then
}

export function changeText(share: number | null): string {
  return share === null ? '–' : `${share > 0 ? '+' : share < 0 ? '−' : '±'}${decimals(Math.abs(share * 100), 1)} %`
}
