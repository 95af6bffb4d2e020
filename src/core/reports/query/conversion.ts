import { dayCount, daysOf, stretchesOf } from '../../../days.ts'
import { metricNames, metricDefinitions } from '../../../platforms/contract/metrics.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { decimalsOf } from '../../currency/codes.ts'
import { companyCurrency } from '../../currency/company-currency.ts'
import { showRate } from '../../currency/convert.ts'
import type { Rate } from '../../currency/convert.ts'
import { numberOf } from '../../currency/decimal.ts'
import { ratesByDay } from '../../currency/rates.ts'
import type { AccountDeps } from '../../deps.ts'
import type { ReportAccount } from '../sync/types.ts'
import { withMissing } from './metadata.ts'
import type { Missing, ReportMetadata } from './metadata.ts'
import type { Question } from './question.ts'

/** What other currencies are worth in one, day by day. */
export interface DailyRates {
  to: string
  range: DayRange
  /** For each other currency a rate for every day of the range; null: there was none yet. */
  rates: ReadonlyMap<string, (Rate | null)[]>
}

/** How amounts of accounts become amounts in one currency: each day's by the rate of that day. */
export interface Conversion extends DailyRates {
  currencyOf: ReadonlyMap<number, string>
}

/** null: amounts stay in the currencies of their accounts. */
export async function conversionOf(
  deps: AccountDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  { currency, range }: Question,
): Promise<Conversion | null> {
  if (currency === undefined) return null
  const from = accounts.map((account) => account.currency)
  const found = await ratesInto(deps, company, from, { currency, range })
  return found && { ...found, currencyOf: new Map(accounts.map((account) => [account.key, account.currency])) }
}

/** null: nobody knows the company's currency yet. */
export async function ratesInto(
  { db, connections }: AccountDeps,
  company: CompanyRef,
  from: string[],
  { currency, range }: { currency: string; range: DayRange },
): Promise<DailyRates | null> {
  const to = currency === 'company' ? await companyCurrency({ db }, { company }, connections.platforms.names) : currency
  return to === null ? null : { to, range, rates: await ratesByDay({ db }, { company }, { from, to, range }) }
}

/** Whether any amount is in another currency than the answer. */
export function needsRates(conversion: DailyRates | null): boolean {
  return conversion !== null && conversion.rates.size > 0
}

/** In millionths, the smallest amount to which sums are rounded. */
export function smallestAmount(currency: string): number {
  return 10 ** (6 - decimalsOf(currency))
}

/** The rates of a part of the range, one for each of its days, as a list of PostgreSQL. */
export function rateList({ range, rates }: DailyRates, currency: string, part: DayRange): string {
  const known = rates.get(currency) ?? []
  const wanted = known.slice(dayCount({ ...range, to: part.from }) - 1, dayCount({ ...range, to: part.to }))
  return `{${wanted.map((rate) => (rate ? numberOf(rate.rate) : 'NULL')).join(',')}}`
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
    conversion: shownConversion(conversion),
  }
}

/** By which rates amounts were converted. */
export function shownConversion(conversion: DailyRates): NonNullable<ReportMetadata['conversion']> {
  return { currency: conversion.to, rates: shownRates(conversion), earlier: earlierRates(conversion) }
}

function shownRates({ rates }: DailyRates) {
  return [...rates.values()].flatMap((days) => {
    const known = days.filter((rate) => rate !== null)
    const last = known.at(-1)
    if (!last) return []
    const values = known.map(({ rate }) => numberOf(rate))
    return { ...showRate(last), lowest: Math.min(...values), highest: Math.max(...values) }
  })
}

/** Stretches of days that had no rate of their own, with the day of the one that was used. */
function earlierRates({ rates, range }: DailyRates) {
  const days = daysOf(range)
  return [...rates].flatMap(([currency, list]) => {
    const byDate = Map.groupBy(
      days.filter((day, place) => list[place] && list[place].date < day),
      (day) => list[days.indexOf(day)]!.date,
    )
    return [...byDate].map(([date, used]) => ({ currency, from: used[0]!, to: used.at(-1)!, date }))
  })
}

/** What is unknown without a rate. */
export const amounts = metricNames.filter((name) => metricDefinitions[name].unit === 'currency' || name === 'roas')

function withoutRates({ rates, range, to }: DailyRates, { accountId, platform, currency }: ReportAccount): Missing[] {
  const list = rates.get(currency)
  const days = stretchesOf(daysOf(range).filter((_, place) => list?.[place] === null))
  const last = days.at(-1)
  if (!list || !last) return []
  return [{ accountId, platform, reason: noRateOn(last.to, currency, to), days, metrics: amounts }]
}

/** Why amounts are unknown, and the way out. */
export function noRateOn(day: string, currency: string, to: string): string {
  return (
    `There is no rate of ${currency} in ${to} from ${day} or before, so its amounts are unknown. ` +
    `The operator reads older ones from a file with: flightdeck rates import <file> --company <slug>`
  )
}
