import type { Issue } from '../../errors.ts'
import { isObject, required } from '../../lookup.ts'
import { currencyIssues, dayIssues, rateIssues, readDailyRates, twice, wrong } from './read-rates.ts'
import type { NewRate, ReadingRules, ReadRates } from './read-rates.ts'

const fields = ['currency', 'rate', 'date', 'in', 'source'] as const
const needed = ['currency', 'rate', 'date'] as const
type Line = Partial<Record<(typeof fields)[number], unknown>>

/**
 * A list of `{ currency, rate, date, in?, source? }` as JSON or CSV with these names in its first line: one unit of
 * currency is worth rate units of in. Or what one unit of a currency is worth, as the daily rates come.
 */
export function readRatesFile(text: string, rules: ReadingRules): ReadRates {
  const start = text.trimStart()[0]
  if (start !== '{' && start !== '[') return readCsv(text, rules)
  const value = parsedJson(text)
  if (value === undefined) return wrong('', 'is not JSON')
  if (!Array.isArray(value)) return readDailyRates(value, rules)
  return readLines(
    value.map((line, place) => ({ path: `[${place}]`, line: isObject(line) ? line : {} })),
    rules,
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Neither codes, numbers nor days have commas in them, so nothing is quoted. */
function readCsv(text: string, rules: ReadingRules): ReadRates {
  const rows = text.split(/\r?\n/).map((line) => line.split(',').map((cell) => cell.trim()))
  const head = required(rows[0], 'first line')
  if (!needed.every((name) => head.includes(name))) {
    return wrong('line 1', `must name the columns ${fields.join(',')} (in and source may be left out)`)
  }
  const lines = rows.map((cells, place) => ({
    path: `line ${place + 1}`,
    line: Object.fromEntries(head.map((name, column) => [name, cells[column] || undefined])),
  }))
  return readLines(
    lines.slice(1).filter(({ line }) => Object.values(line).some((cell) => cell !== undefined)),
    rules,
  )
}

function readLines(lines: { path: string; line: Line }[], { source, today, inCurrency }: ReadingRules): ReadRates {
  const issues: Issue[] = []
  const rates = lines.map(({ path, line }): NewRate => {
    const rate = {
      currency: wordIn(line.currency).toUpperCase(),
      inCurrency: wordIn(line.in ?? inCurrency).toUpperCase(),
      day: wordIn(line.date),
      rate: wordIn(line.rate),
      source: wordIn(line.source ?? source),
    }
    issues.push(
      ...currencyIssues(`${path} currency`, rate.currency),
      ...currencyIssues(`${path} in`, rate.inCurrency),
      ...dayIssues(`${path} date`, rate.day, today),
      ...rateIssues(`${path} rate`, rate.rate),
    )
    const sides = [rate.currency, rate.inCurrency]
    if (sides[0] === sides[1]) issues.push({ path: `${path} currency`, message: 'is what the rate is in' })
    if (!sides.includes(inCurrency)) issues.push({ path: `${path} in`, message: `must be ${inCurrency}` })
    return rate
  })
  if (rates.length === 0) issues.push({ path: '', message: 'has no rates' })
  return { rates, issues: [...issues, ...twice(rates)] }
}

function wordIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
