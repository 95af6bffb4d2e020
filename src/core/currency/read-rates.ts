import { isDay } from '../days.ts'
import type { Issue } from '../../errors.ts'
import { isCurrency } from './codes.ts'

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

/** `today`: rates of later days cannot be known; null: whoever made the file is trusted. */
export interface ReadingRules {
  source: string
  today: string | null
}

/** `{ "date": "2026-11-01", "usd": { "eur": 0.88 } }`: what one dollar is worth. Words that are no currency are passed over. */
export function readDailyRates(value: unknown, { source, today }: ReadingRules): ReadRates {
  if (!isRecord(value)) return wrong('', 'must be an object such as { "date": "2026-11-01", "usd": { "eur": 0.88 } }')
  const base = Object.keys(value).find((name) => isCurrency(name.toUpperCase()))
  const figures = base === undefined ? undefined : value[base]
  if (base === undefined || !isRecord(figures)) return wrong('', 'has no rates under the name of a currency')
  const day = String(value.date)
  const issues = dayIssues('date', day, today)
  const named = typeof value.source === 'string' ? value.source : source
  const rates: NewRate[] = []
  for (const [word, rate] of Object.entries(figures)) {
    const inCurrency = word.toUpperCase()
    if (!isCurrency(inCurrency) || inCurrency === base.toUpperCase()) continue
    issues.push(...rateIssues(`${base}.${word}`, rate))
    rates.push({ currency: base.toUpperCase(), inCurrency, day, rate: String(rate), source: named })
  }
  if (rates.length === 0) issues.push({ path: base, message: 'has no rate of any currency' })
  return { rates, issues: [...issues, ...twice(rates)] }
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
