import { daysOf, stretchesOf } from '../../../days.ts'
import { metricNames, metricDefinitions } from '../../../platforms/contract/metrics.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { decimalsOf } from '../../currency/codes.ts'
import { companyCurrency } from '../../currency/company-currency.ts'
import { showRate } from '../../currency/convert.ts'
import type { Rate } from '../../currency/convert.ts'
import { numberOf } from '../../currency/decimal.ts'
import { ratesByDay } from '../../currency/rates.ts'
import type { SyncDeps } from '../../deps.ts'
import type { ReportAccount } from '../sync/types.ts'
import { withMissing } from './metadata.ts'
import type { Missing, ReportMetadata } from './metadata.ts'
import type { Question } from './question.ts'

/** How amounts of accounts become amounts in one currency: each day's by the rate of that day. */
export interface Conversion {
  to: string
  range: DayRange
  /** For each other currency a rate for every day of the range; null: there was none yet. */
  rates: ReadonlyMap<string, (Rate | null)[]>
  currencyOf: ReadonlyMap<number, string>
}

/** null: amounts stay in the currencies of their accounts. */
export async function conversionOf(
  { db, connections }: SyncDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  { currency, range }: Question,
): Promise<Conversion | null> {
  if (currency === undefined) return null
  const to = currency === 'company' ? await companyCurrency({ db }, { company }, connections.platforms.names) : currency
  if (to === null) return null
  const from = accounts.map((account) => account.currency)
  const rates = await ratesByDay({ db }, { company }, { from, to, range })
  return { to, range, rates, currencyOf: new Map(accounts.map((account) => [account.key, account.currency])) }
}

/** Whether any amount is in another currency than the answer. */
export function needsRates(conversion: Conversion | null): boolean {
  return conversion !== null && conversion.rates.size > 0
}

/** In millionths, the smallest amount to which sums are rounded. */
export function smallestAmount(currency: string): number {
  return 10 ** (6 - decimalsOf(currency))
}

/** The rates of a part of the range, day by day, as PostgreSQL's lists. */
export function rateLists(
  { range, rates }: Conversion,
  currency: string,
  part: DayRange,
): { days: string; rates: string } {
  const known = rates.get(currency) ?? []
  const all = daysOf(range).map((day, place) => ({ day, rate: known[place] ?? null }))
  const wanted = all.filter(({ day }) => day >= part.from && day <= part.to)
  const list = (values: (string | number)[]) => `{${values.join(',')}}`
  return {
    days: list(wanted.map(({ day }) => day)),
    rates: list(wanted.map(({ rate }) => (rate ? numberOf(rate.rate) : 'NULL'))),
  }
}

/** Every account as one whose amounts are in the currency of the answer. */
export function inOneCurrency(accounts: ReportAccount[], conversion: Conversion | null): ReportAccount[] {
  return conversion ? accounts.map((account) => ({ ...account, currency: conversion.to })) : accounts
}

/** The metadata of a report whose amounts were converted. */
export function withConversion(
  metadata: ReportMetadata,
  conversion: Conversion | null,
  accounts: ReportAccount[],
): ReportMetadata {
  if (!conversion) return metadata
  const unknown = accounts.flatMap((account) => withoutRates(conversion, account))
  const { to: currency } = conversion
  return {
    ...withMissing(metadata, unknown),
    currency,
    notes: [...metadata.notes, `Amounts are in ${currency}, those of each day by its rate.`],
    conversion: { currency, rates: shownRates(conversion), earlier: earlierRates(conversion) },
  }
}

function shownRates({ rates }: Conversion) {
  return [...rates.values()].flatMap((days) => {
    const known = days.filter((rate) => rate !== null)
    const last = known.at(-1)
    if (!last) return []
    const values = known.map(({ rate }) => numberOf(rate))
    return { ...showRate(last), lowest: Math.min(...values), highest: Math.max(...values) }
  })
}

/** Stretches of days that had no rate of their own, with the day of the one that was used. */
function earlierRates({ rates, range }: Conversion) {
  const days = daysOf(range)
  return [...rates].flatMap(([currency, list]) => {
    const byDate = Map.groupBy(
      days.filter((day, place) => list[place] && list[place].date < day),
      (day) => list[days.indexOf(day)]!.date,
    )
    return [...byDate].map(([date, used]) => ({ currency, from: used[0]!, to: used.at(-1)!, date }))
  })
}

const amounts = metricNames.filter((name) => metricDefinitions[name].unit === 'currency' || name === 'roas')

function withoutRates({ rates, range, to }: Conversion, { accountId, platform, currency }: ReportAccount): Missing[] {
  const list = rates.get(currency)
  const days = stretchesOf(daysOf(range).filter((_, place) => list?.[place] === null))
  const last = days.at(-1)
  if (!list || !last) return []
  const reason =
    `There is no rate of ${currency} in ${to} from ${last.to} or before, so its amounts are unknown. ` +
    `The operator reads older ones from a file with: flightdeck rates import <file> --company <slug>`
  return [{ accountId, platform, reason, days, metrics: amounts }]
}
