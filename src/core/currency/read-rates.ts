import { isObject, required } from '../../lookup.ts'
import { isDay } from '../days/range.ts'
import type { Issue } from '../../errors.ts'
import { isCurrency } from './codes.ts'
import { decimalOf, ratio, textOf } from './decimal.ts'
import type { Decimal } from './decimal.ts'
import { rateDigits } from './rates.ts'

/** One unit of currency is worth rate units of inCurrency. */
export interface NewRate {
  currency: string
  inCurrency: string
  day: string
  /** As text, so that no digit is lost. */
  rate: string
  source: string
}

export interface ReadRates {
  rates: NewRate[]
  /** Everything that is wrong; then nothing should be stored. */
  issues: Issue[]
}

/** A rate outside of these is a slip of the hand, or of whoever made the file. */
const smallest = 1e-12
const largest = 1e12

export interface ReadingRules {
  source: string
  /** Rates of later days cannot be known; null: whoever made the file is trusted. */
  today: string | null
  /** What rates are kept in: each has it on one side. */
  inCurrency: string
}

/** `{ "date": "2026-11-01", "usd": { "eur": 0.88 } }`: what one dollar is worth. Words that are no currency are passed over. */
export function readDailyRates(value: unknown, { source, today, inCurrency }: ReadingRules): ReadRates {
  if (!isObject(value)) return wrong('', 'must be an object such as { "date": "2026-11-01", "usd": { "eur": 0.88 } }')
  const word = Object.keys(value).find((name) => isCurrency(name.toUpperCase()))
  const figures = word === undefined ? undefined : value[word]
  if (word === undefined || !isObject(figures)) return wrong('', 'has no rates under the name of a currency')
  const known = Object.entries(figures).filter(([name]) => isCurrency(name.toUpperCase()))
  const day = String(value.date)
  const issues = [
    ...dayIssues('date', day, today),
    ...known.flatMap(([name, rate]) => rateIssues(`${word}.${name}`, rate)),
  ]
  if (issues.length > 0) return { rates: [], issues }
  const sheet = new Map(
    known.map(([name, rate]) => [name.toUpperCase(), required(decimalOf(String(rate)), 'rate as a decimal')]),
  )
  const created = inTheCurrency(word.toUpperCase(), sheet, inCurrency)
  if (created.length === 0) return wrong(word, `has no rates, or none of ${inCurrency}`)
  const named = typeof value.source === 'string' ? value.source : source
  return { rates: created.map((rate) => ({ ...rate, day, source: named })), issues }
}

type Pair = Pick<NewRate, 'currency' | 'inCurrency' | 'rate'>

/** What one unit of `base` is worth, told in another currency if need be. None when that one is not among them. */
function inTheCurrency(base: string, sheet: Map<string, Decimal>, wanted: string): Pair[] {
  const others = [...sheet].filter(([name]) => name !== base && name !== wanted)
  if (base === wanted) return others.map(([name, rate]) => ({ currency: base, inCurrency: name, rate: textOf(rate) }))
  const worth = sheet.get(wanted)
  if (!worth) return []
  const crossed = others.map(([name, rate]): [string, Decimal] => [name, ratio(worth, rate, rateDigits)])
  return [[base, worth] as const, ...crossed].map(([currency, rate]) => {
    return { currency, inCurrency: wanted, rate: textOf(rate) }
  })
}

/** Two rates for the same thing: nobody can say which one is meant. */
export function twice(rates: NewRate[]): Issue[] {
  const seen = new Set<string>()
  return rates.flatMap(({ currency, inCurrency, day }) => {
    const name = `${currency} in ${inCurrency} on ${day}`
    if (!seen.has(name)) return (seen.add(name), [])
    return [{ path: currency, message: `${name} is there more than once` }]
  })
}

export function wrong(path: string, message: string): ReadRates {
  return { rates: [], issues: [{ path, message }] }
}

export function dayIssues(path: string, day: string, today: string | null): Issue[] {
  if (!isDay(day)) return [{ path, message: 'must be a day of the calendar, like 2026-11-01' }]
  if (today !== null && day > today) return [{ path, message: `${day} lies in the future` }]
  return []
}

export function rateIssues(path: string, rate: unknown): Issue[] {
  const value = typeof rate === 'number' || (typeof rate === 'string' && rate.trim() !== '') ? Number(rate) : NaN
  if (Number.isFinite(value) && value >= smallest && value <= largest) return []
  return [{ path, message: `must be a number above 0, at most ${largest}` }]
}

export function currencyIssues(path: string, code: string): Issue[] {
  return isCurrency(code) ? [] : [{ path, message: `${code} is no currency`, expected: 'a code such as EUR' }]
}
