import { brokenRules } from '../../../errors.ts'
import { dayCount, daysOf } from '../../../days.ts'
import type { InsightsRow } from '../../../platforms/contract/insights.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { numberOf } from '../../currency/decimal.ts'
import type { AccountDeps } from '../../deps.ts'
import { amounts, needsRates, noRateOn, ratesInto, shownConversion, smallestAmount } from '../query/conversion.ts'
import type { DailyRates } from '../query/conversion.ts'
import type { MissingMetrics } from './breakdown-results.ts'
import { withAmounts } from './parts.ts'
import type { SplitAmounts, SplitRow } from './parts.ts'
import type { BreakdownRequest } from './request.ts'
import type { OpenReport } from './request.ts'

/** The platform is asked for each day of such a split, so there are fewer of them than otherwise. */
const maxConvertedDays = 92

/** Amounts of a split in the currency that was asked for. */
export interface AmountsIn {
  currency: string
  /** null: nothing was converted. */
  shown: ReturnType<typeof shownConversion> | null
  /** The same row, or without `by` the whole account, with its amounts in that currency. */
  convert: <Row extends SplitRow>(row: Row, by?: string | null) => Row
  missing: MissingMetrics[]
}

/** Each day's amounts by the rate of that day: so where one is needed, the platform is asked day by day. */
export async function amountsIn(
  deps: AccountDeps,
  company: CompanyRef,
  { insights, metadata: { currency: own } }: OpenReport,
  { range, by, currency }: Pick<BreakdownRequest, 'range' | 'by' | 'currency'>,
): Promise<AmountsIn> {
  const conversion = currency ? await ratesInto(deps, company, [own], { currency, range }) : null
  if (!conversion) return { currency: own, shown: null, convert: (row) => row, missing: [] }
  const shown = shownConversion(conversion)
  if (!needsRates(conversion)) return { currency: conversion.to, shown, convert: (row) => row, missing: [] }
  if (dayCount(range) > maxConvertedDays) {
    const message = `amounts of a split are converted day by day, for at most ${maxConvertedDays} days; ask for fewer, or for account`
    throw brokenRules([{ path: 'currency', message }])
  }
  const ranges = [range]
  const days = await Promise.all([insights({ ranges, by, isDaily: true }), insights({ ranges, isDaily: true })])
  const rates = ratesOf(conversion, own)
  const sums = new Map<string | null, SplitAmounts>()
  let lastUnknown = ''
  for (const row of days.flat()) {
    const rate = rates.get(row.from) ?? null
    if (rate === null && row.from > lastUnknown) lastUnknown = row.from
    const before = sums.get(row.by) ?? { spend: 0, conversionValue: 0 }
    sums.set(row.by, added(before, row, rate))
  }
  const unit = smallestAmount(conversion.to) / 1e6
  const none = { spend: null, conversionValue: null }
  return {
    currency: conversion.to,
    shown,
    convert: (row, by = null) => withAmounts(row, rounded(sums.get(by) ?? none, unit)),
    missing: lastUnknown === '' ? [] : [{ metrics: amounts, reason: noRateOn(lastUnknown, own, conversion.to) }],
  }
}

function ratesOf({ rates, range }: DailyRates, currency: string): Map<string, number | null> {
  const list = rates.get(currency) ?? []
  return new Map(daysOf(range).map((day, place) => [day, list[place] ? numberOf(list[place].rate) : null]))
}

function added(sums: SplitAmounts, { metrics }: InsightsRow, rate: number | null): SplitAmounts {
  const plus = (sum: number | null, value: number | null) =>
    sum === null || value === null || rate === null ? null : sum + value * rate
  return {
    spend: plus(sums.spend, metrics.spend),
    conversionValue: plus(sums.conversionValue, metrics.conversionValue),
  }
}

function rounded({ spend, conversionValue }: SplitAmounts, unit: number): SplitAmounts {
  const round = (value: number | null) => (value === null ? null : Number((Math.round(value / unit) * unit).toFixed(6)))
  return { spend: round(spend), conversionValue: round(conversionValue) }
}
