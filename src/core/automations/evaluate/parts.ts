import { entryOf, required } from '../../../lookup.ts'
import type { BaseSum } from '../../../platforms/contract/metrics.ts'
import { addDays, monthsTouched } from '../../../days.ts'
import type { FigureTable } from '../../reports/sums/figures.ts'
import type { CheckAccount } from './calendar.ts'
import type { Need, Needs } from './needs.ts'
import { noRates, rateSql } from './rates.ts'
import type { RuleRates } from './rates.ts'
import type { Source } from './source.ts'
import { madeOf } from '../rule/compiled/rule-sum.ts'
import type { RuleSum } from '../rule/compiled/rule-sum.ts'
import { daysIn } from '../rule/compiled/span.ts'

/**
 * Over the rows `d` of the daily table. Whole numbers as floats: they are exact up to nine thousand million units of money, and are
 * added up several times faster. NaN carries along that something is unknown.
 */
const valuesOfDays: Record<BaseSum, string> = {
  spend: 'd.spend_micros::float8',
  impressions: 'd.impressions::float8',
  clicks: 'd.clicks::float8',
  conversions: `coalesce(d.conversions, 'NaN')`,
  value: `coalesce(d.conversion_value_micros::float8, 'NaN')`,
  results: `coalesce(d.results, 'NaN')`,
  plays3s: `coalesce(d.plays_3s::float8, 'NaN')`,
  plays15s: `coalesce(d.plays_15s::float8, 'NaN')`,
  thruplays: `coalesce(d.thruplays::float8, 'NaN')`,
}

/** Which column tells the entities of a level apart. */
const keyColumns = { ad: 'ad_key', adset: 'adset_key', campaign: 'campaign_key', account: 'account_key' } as const

export type KeptLevel = keyof typeof keyColumns

/** What an entity can stand in. */
export type ParentColumn = Exclude<(typeof keyColumns)[KeptLevel], 'ad_key'>

interface DaysOfPart {
  accountKeys: number[]
  /** Of all these accounts, where the part tells amounts in one. */
  currency: string
  from: string | null
  before: string
}

/**
 * Neighbouring days that lie in the same spans: added up once, however many windows they are in. Days before the longest window
 * are not read.
 */
export interface DayPart {
  /** By the key of the span. */
  spans: ReadonlySet<string>
  sums: RuleSum[]
  /** The same stretch is other days for accounts that have another date. */
  days: DaysOfPart[]
}

export function partsOf(accounts: readonly CheckAccount[], needs: Needs): DayPart[] {
  const parts = new Map<string, DayPart>()
  const tellsInOne = [...needs.values()].some(({ sums }) => [...sums].some((sum) => madeOf(sum).currency !== null))
  // Accounts that have the same date are read with the same constants, which lets the database skip months.
  const groups = Map.groupBy(accounts, ({ today, currency }) => (tellsInOne ? `${today} ${currency}` : today))
  for (const group of groups.values()) {
    const { today, currency } = required(group[0], 'account of the group')
    const accountKeys = group.map(({ key }) => key)
    const names = new Set<string>()
    for (const { from, before, spans } of stretchesOf(today, needs)) {
      let name = spans.join(' ')
      // Days around a window that others reach beyond lie in the same spans without being neighbours.
      while (names.has(name)) name += ' again'
      names.add(name)
      const sums = [...new Set(spans.flatMap((span) => [...entryOf(needs, span, 'need').sums]))]
      const part = parts.get(name) ?? { spans: new Set(spans), sums, days: [] }
      part.days.push({ accountKeys, currency, from, before })
      parts.set(name, part)
    }
  }
  return [...parts.values()]
}

interface Stretch {
  /** null: from the beginning. */
  from: string | null
  before: string
  spans: string[]
}

/** Newest first; days that lie in no span are left out. */
function stretchesOf(today: string, needs: Needs): Stretch[] {
  const ranges = [...needs].map(([key, { span }]: [string, Need]) => {
    const { from, to } = daysIn(span, today)
    return { from, before: addDays(to, 1), key }
  })
  const real = ranges.filter(({ from, before }) => from === null || from < before)
  const edges = [...new Set(real.flatMap(({ from, before }) => [from ?? '', before]))].sort()
  const stretches = edges.slice(0, -1).map((edge, index) => {
    const before = required(edges[index + 1], 'edge')
    const around = real.filter((range) => (range.from ?? '') <= edge && before <= range.before)
    return { from: edge === '' ? null : edge, before, spans: around.map(({ key }) => key) }
  })
  return stretches.filter(({ spans }) => spans.length > 0).reverse()
}

/** The sums of a part by the entities of a level, read from the days. */
export function partSql(source: Source, level: KeptLevel, part: DayPart, parents: readonly ParentColumn[]): string {
  const key = keyColumns[level]
  const isOfOneDay = part.days.every(({ from, before }) => from !== null && addDays(from, 1) === before)
  // An ad has one row a day: there is nothing to add up.
  const from = { source, level, part }
  const rates = source.rates ?? noRates()
  if (level === 'ad' && isOfOneDay) {
    const above = parents.map((parent) => `d.${parent}`)
    const values = (days: DaysOfPart) => part.sums.map((sum) => `${valueSql(sum, days, rates)} AS ${sum}`)
    return unionOf(from, (days) => [`d.${key} AS key`, ...above, ...values(days)], '')
  }
  const above = parents.map((parent) => `max(d.${parent}) AS ${parent}`)
  const values = (days: DaysOfPart) => part.sums.map((sum) => `sum(${valueSql(sum, days, rates)}) AS ${sum}`)
  return unionOf(from, (days) => [`d.${key} AS key`, ...above, ...values(days)], `GROUP BY d.${key}`)
}

/** An amount of a day without a rate is unknown. */
function valueSql(sum: RuleSum, { currency, from, before }: DaysOfPart, rates: RuleRates): string {
  const { base, currency: to } = madeOf(sum)
  const within = { from, to: addDays(before, -1) }
  const rate = to === null ? null : rateSql(rates, to, { currency, day: 'd.day', within })
  return rate === null ? valuesOfDays[base] : `coalesce(${valuesOfDays[base]} * ${rate}, 'NaN')`
}

interface PartFrom {
  source: Source
  level: KeptLevel
  part: DayPart
}

function unionOf({ source, level, part }: PartFrom, columnsOf: (days: DaysOfPart) => string[], end: string): string {
  const selects = part.days.flatMap((days) => {
    const { from, before } = days
    const bounds = [...(from === null ? [] : [`d.day >= '${from}'`]), `d.day < '${before}'`]
    return [...tablesOf(source, level, days)].map(([table, accountKeys]) => {
      const ofAccounts = `d.account_key = ANY ('{${accountKeys.join(',')}}'::bigint[])`
      return `SELECT ${columnsOf(days).join(', ')} FROM ${table} d WHERE ${[ofAccounts, ...bounds].join(' AND ')} ${end}`
    })
  })
  return selects.join(' UNION ALL ')
}

/** The same days, of each campaign or account in one row. */
const summedDays: Partial<Record<KeptLevel, FigureTable>> = { campaign: 'campaign_days', account: 'account_days' }

export function canBeSummed(level: KeptLevel): boolean {
  return summedDays[level] !== undefined
}

/** Which accounts are read from where. */
function tablesOf(
  { days, summed }: Source,
  level: KeptLevel,
  { accountKeys, from, before }: DaysOfPart,
): Map<string, number[]> {
  const table = summedDays[level]
  if (!summed || !table || from === null) return new Map([[days, accountKeys]])
  const months = monthsTouched({ from, to: addDays(before, -1) })
  const isSummed = (key: number) => months.every((month) => summed.has(`${key} ${month}`))
  return Map.groupBy(accountKeys, (key) => (isSummed(key) ? table : days))
}

/** Where rules of several levels find a part: it is read once, by ad, and put there. */
const partTable = (place: number) => `rule_part_${place}`

/** All of them at once: they are days of their own each, and every day is read once. */
export function keepPartsStatement(source: Source, parts: readonly DayPart[]): string {
  const statements = parts.map((part, place) => {
    const select = partSql(source, 'ad', part, ['account_key', 'adset_key', 'campaign_key'])
    return `CREATE TEMP TABLE ${partTable(place)} ON COMMIT DROP AS ${select}`
  })
  return statements.join(';\n')
}

/** The same sums, from there. */
export function keptPartSql(place: number, level: KeptLevel, part: DayPart, parents: readonly ParentColumn[]): string {
  const key = level === 'ad' ? 'key' : keyColumns[level]
  const added = part.sums.map((sum) => `sum(p.${sum}) AS ${sum}`)
  const columns = [`p.${key} AS key`, ...parents.map((parent) => `max(p.${parent}) AS ${parent}`), ...added]
  return `SELECT ${columns.join(', ')} FROM ${partTable(place)} p GROUP BY p.${key}`
}
