import type pg from 'pg'
import { required } from '../../../lookup.ts'
import { piecesFor, relationOf } from '../sums/pieces.ts'
import type { FigurePiece } from '../sums/pieces.ts'
import { groupsBy, levelOf, levelsShown } from './dimensions.ts'
import type { SplitName } from './dimensions.ts'
import { endedAfter } from '../sync/keep/days.ts'
import type { Question } from './question.ts'
import type { Values } from './values.ts'
import { addDays, todayIn } from '../../../days.ts'
import type { EntityLevel } from '../../../platforms/contract/report.ts'
import type { CurrencyOrder } from './comparison.ts'
import { needsRates, rateList } from './conversion.ts'
import type { Conversion } from './conversion.ts'

interface Split {
  by: SplitName
  asked: string
  level: 'account' | EntityLevel
}

/** Which accounts the rows are made of, and which of the platform's own answers are at hand. */
export interface Sources {
  accountKeys: number[]
  /** The question under which people were counted, and the accounts that answered it. */
  people: { asked: string; of: number[] } | null
  /** By what figures were split, under which question, and figures of what. */
  split: Split | null
  /** By what amounts in several currencies are put in order. */
  comparison: CurrencyOrder | null
  /** How amounts become amounts in one currency; null: they stay in those of their accounts. */
  conversion: Conversion | null
  /** Where the figures lie; absent: in the daily ones of ads. */
  pieces?: FigurePiece[]
}

/** Where the figures of a question lie, as rows `d`. */
export interface FigureSource {
  /** What follows FROM, filter included. */
  from: string
  /** What rows are made for besides the day. */
  groupColumns: string[]
  /** Keys that follow from the grouping. */
  keysAbove: string[]
  isOneRowPerGroup(byDay: boolean): boolean
  /** What had been read of the days when the statement ran. */
  read: string
}

/** The sources of a question, with the pieces that its figures are made of. What a platform splits has none. */
export async function withPieces(
  pool: Pick<pg.ClientBase, 'query'>,
  { groups, range }: Question,
  sources: Sources,
): Promise<Sources> {
  const { accountKeys, split, conversion } = sources
  if (split !== null || accountKeys.length === 0) return sources
  const byDay = groupsBy(groups, 'day') || needsRates(conversion)
  const pieces = await piecesFor(pool, { accountKeys, range, level: levelOf(groups), byDay })
  return { ...sources, pieces: conversion ? pieces.flatMap((piece) => byCurrency(piece, conversion)) : pieces }
}

/** The figures that are kept here. */
export function dayFacts({ groups, range }: Question, sources: Sources, values: Values): FigureSource {
  const { accountKeys, conversion } = sources
  const whole: FigurePiece = { table: 'ad_days', accountKeys, range }
  const pieces = sources.pieces ?? (conversion ? byCurrency(whole, conversion) : [whole])
  const level = levelOf(groups)
  const shown = levelsShown(level)
  return {
    from: relationOf(pieces, {
      accounts: (keys) => accountCondition(keys, values),
      day: (day) => values.put(day, 'date'),
      rate: (piece, day) => (conversion ? rateOn(piece, day, { conversion, values }) : null),
    }),
    // Fewer columns to group by let the database expect fewer groups, and share the work among processes.
    groupColumns: [level === 'account' ? 'd.account_key' : `d.${level}_key`],
    keysAbove: [...shown.slice(1).map((above) => `${above}_key`), ...(level === 'account' ? [] : ['account_key'])],
    // The table has one row for each ad and day.
    isOneRowPerGroup: (byDay) => byDay && level === 'ad',
    // Not everybody asks, and a parameter that no statement has is refused.
    get read() {
      const days = `day BETWEEN ${values.put(range.from, 'date')} AND ${values.put(range.to, 'date')}`
      return `(${readDays(`account_key ${accountCondition(accountKeys, values)} AND ${days}`, values)})`
    },
  }
}

/** The parts of a piece, of which each has accounts in one currency. */
function byCurrency(piece: FigurePiece, { currencyOf }: Conversion): FigurePiece[] {
  const keys = Map.groupBy(piece.accountKeys, (key) => currencyOf.get(key))
  return [...keys.values()].map((accountKeys) => ({ ...piece, accountKeys }))
}

/** Found by its place in a list: a join would be made for every row. */
function rateOn(
  { accountKeys, range }: FigurePiece,
  day: string,
  { conversion, values }: { conversion: Conversion; values: Values },
): string | null {
  const currency = required(conversion.currencyOf.get(required(accountKeys[0], 'account')), 'currency')
  if (!conversion.rates.has(currency)) return null
  const rates = values.put(rateList(conversion, currency, range), 'float8[]')
  return `(${rates})[${day} - ${values.put(addDays(range.from, -1), 'date')}]`
}

/** How many days are there for good, how many there are, and when the last one was read: changes with every reading. */
export function readDays(condition: string, values: Values): string {
  // From yesterday on, days are still moving everywhere on earth: they count as soon as they were read at all.
  const moving = values.put(addDays(todayIn('UTC'), -1), 'date')
  const isKept = `day >= ${moving} OR read_at AT TIME ZONE 'UTC' >= day + ${endedAfter}`
  return `SELECT concat_ws(' ', count(*) FILTER (WHERE ${isKept}), count(*), max(read_at))
    FROM report_days WHERE ${condition}`
}

/** One account is looked up more cheaply than a list of one. */
export function accountCondition(accountKeys: number[], values: Values): string {
  const [first] = accountKeys
  if (accountKeys.length === 1) return `= ${values.put(required(first, 'account'), 'bigint')}`
  return `= ANY (${values.put(accountKeys, 'bigint[]')})`
}

/** The column that tells the parts of a split apart. */
export const splitColumns: Record<SplitName, string> = { country: 'country', searchTerm: 'search_term' }

/** The platform's own split, as it was last answered. */
export function splitFacts({ groups, range }: Question, sources: Sources, values: Values): FigureSource {
  const level = levelOf(groups)
  const { by, asked, level: askedLevel } = required(sources.split, 'split')
  const part = splitColumns[by]
  const accounts = accountCondition(sources.accountKeys, values)
  const [own, ...above] = levelsShown(askedLevel)
  const parents = above.map((name) => `max(${name}_key) AS ${name}_key`).join(', ')
  const withKeys = own
    ? `LEFT JOIN report_entities e ON e.account_key = q.account_key AND e.level = '${own}' AND e.id = v.id`
    : ''
  const withParents =
    above.length === 0
      ? ''
      : `LEFT JOIN (SELECT ${own}_key, ${parents} FROM ad_days
           WHERE account_key ${accounts} AND day BETWEEN ${values.put(range.from, 'date')} AND ${values.put(range.to, 'date')}
           GROUP BY ${own}_key) p ON p.${own}_key = e.key`
  const { spend, value } = amountsOf(sources, range, values)
  const keys = [...(own ? [`e.key AS ${own}_key`] : []), ...above.map((name) => `p.${name}_key`)]
  const shown = levelsShown(level)
  return {
    from: `(SELECT ${['q.account_key', `v."${by}" AS ${part}`, 'v.day', ...keys].join(', ')}, ${spend} AS spend_micros,
        v.impressions, v.clicks, v.conversions, ${value} AS conversion_value_micros, v.results,
        v.plays3s AS plays_3s, v.plays15s AS plays_15s, v.thruplays
      FROM report_answers q CROSS JOIN LATERAL jsonb_to_recordset(q.rows) AS v("${by}" text, id text, day date,
        "spendMicros" bigint, impressions bigint, clicks bigint, conversions float8, "conversionValueMicros" bigint,
        results float8, plays3s bigint, plays15s bigint, thruplays bigint)
      ${withKeys} ${withParents}
      WHERE q.account_key ${accounts} AND q.question = ${values.put(asked, 'text')}) d`,
    // The account too: what the platform names may not be known here.
    groupColumns: ['d.account_key', `d.${part}`, ...(level === 'account' ? [] : [`d.${level}_key`])],
    keysAbove: shown.slice(1).map((name) => `${name}_key`),
    isOneRowPerGroup: () => false,
    read: 'NULL::text',
  }
}

/** The amounts of a split `v` of accounts `q`, in one currency where that was asked for: its rows are of single days then. */
function amountsOf({ conversion, accountKeys }: Sources, range: Question['range'], values: Values) {
  const [spend, value] = ['v."spendMicros"', 'v."conversionValueMicros"'] as const
  if (!conversion || !needsRates(conversion)) return { spend, value }
  const whole: FigurePiece = { table: 'ad_days', accountKeys, range }
  const cases = byCurrency(whole, conversion).flatMap((piece) => {
    const rate = rateOn(piece, 'v.day', { conversion, values })
    return rate === null ? [] : `WHEN q.account_key ${accountCondition(piece.accountKeys, values)} THEN ${rate}`
  })
  const rate = `CASE ${cases.join(' ')} ELSE 1::float8 END`
  return { spend: `${spend} * ${rate}`, value: `${value} * ${rate}` }
}

/** People, as the platform counted them for exactly these rows: joined as `r`. */
export function peopleRows({ groups }: Question, { people }: Sources, values: Values): string {
  const level = levelOf(groups)
  const byCountry = groupsBy(groups, 'country')
  const conditions = [
    'p.account_key = s.account_key',
    ...(level === 'account' ? [] : [`p.id = ${level}.id`]),
    ...(groupsBy(groups, 'day') ? ['p.day = s.day'] : []),
    ...(byCountry ? ['p.country = s.country'] : []),
  ]
  // Split by country, the platform leaves it to others to divide.
  const frequency = byCountry ? 's.impressions::float8 / nullif(p.reach, 0)' : 'p.frequency'
  return `LEFT JOIN (SELECT q.account_key, v.id, v.day, v.country, v.reach, v.frequency
      FROM report_answers q CROSS JOIN LATERAL jsonb_to_recordset(q.rows) AS v(id text, day date, country text,
        reach bigint, frequency float8)
      WHERE q.account_key = ANY (${values.put(people?.of ?? [], 'bigint[]')})
        AND q.question = ${values.put(people?.asked ?? '', 'text')}) p
    ON ${conditions.join(' AND ')}
    CROSS JOIN LATERAL (SELECT p.reach, ${frequency} AS frequency) r`
}
