import { decimalsOf } from './codes.ts'
import { divide, numberOf, times } from './decimal.ts'
import type { Decimal } from './decimal.ts'

/** What one unit of `currency` is worth in the currency that is converted to. */
export interface Rate {
  currency: string
  rate: Decimal
  date: string
  source: string
}

/** The rates of one day: the newest that were known then. */
export interface Rates {
  to: string
  day: string
  byCurrency: ReadonlyMap<string, Rate>
}

/** rate is null where nothing had to be converted. */
export type ConvertedAmount = { amount: bigint; rate: Rate | null } | { missing: string }

/** Amounts are in millionths of the main unit. Without a rate there is no amount: nothing is ever taken one to one. */
export function convert({ to, day, byCurrency }: Rates, amount: bigint, from: string): ConvertedAmount {
  if (from === to) return { amount, rate: null }
  const rate = byCurrency.get(from)
  if (!rate) return { missing: noRate(from, to, day) }
  return { amount: times(amount, rate.rate), rate }
}

function noRate(from: string, to: string, day: string): string {
  return (
    `There is no rate of ${from} in ${to} from ${day} or before. ` +
    `The operator sets one with: flightdeck rates set ${from} <rate> --date ${day} --company <slug>`
  )
}

/** Millionths as a plain number, rounded to the smallest amount of the currency. */
export function mainUnits(millionths: bigint, currency: string): number {
  const scale = decimalsOf(currency)
  return numberOf({ units: divide(millionths, 10n ** BigInt(6 - scale)), scale })
}

/** A rate as callers see it. */
export function showRate({ currency, rate, date, source }: Rate) {
  return { currency, rate: numberOf(rate), date, source }
}
