import { addDays } from '../../days.ts'
import { required } from '../../lookup.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'
import { parameters } from '../reports/query/values.ts'
import {
  frequencyDays,
  judgedDays,
  newDays,
  recentDays,
  recentImpressions,
  scaledSpendUsd,
  scaledTimes,
  usualActions,
  usualDays,
  usualImpressions,
} from './judged.ts'
import type { CreativeState } from './judged.ts'
import { patternSql } from './name-pattern.ts'
import type { NamePattern } from './name-pattern.ts'
import type { CreativeSettings } from './settings.ts'

export type CreativeGroup = { by: 'asset' | 'post' } | { by: 'name'; part: string; pattern: NamePattern }

export const sortNames = [
  ...(['spend', 'impressions', 'clicks', 'ctr', 'conversions', 'conversionValue', 'roas', 'cpa'] as const),
  ...(['results', 'hookRate', 'holdRate', 'firstDay'] as const),
] as const
type SortName = (typeof sortNames)[number]

export interface JudgedAccount {
  key: number
  /** What one unit of its currency is worth in that of the answer, and in dollars; null: there is no rate. */
  worth: number | null
  dollars: number | null
}

export interface CreativeQuestion {
  accounts: JudgedAccount[]
  group: CreativeGroup
  range: DayRange
  settings: CreativeSettings
  sort: { by: SortName; isRising: boolean }
  /** Only those of which one of these is said. */
  states: CreativeState[]
  /** Only those of which an ad has this in its name. */
  search: string | null
  /** Only this one. */
  only: string | null
  limit: number
  offset: number
}

/** Nullable figures are summed with NaN for unknown, which carries that along. */
const sums = [
  ['spend', 'd.spend_micros::float8'],
  ['impressions', 'd.impressions::float8'],
  ['clicks', 'd.clicks::float8'],
  ['conversions', `coalesce(d.conversions, 'NaN')`],
  ['value', `coalesce(d.conversion_value_micros::float8, 'NaN')`],
  ['results', `coalesce(d.results, 'NaN')`],
  ['plays3s', `coalesce(d.plays_3s::float8, 'NaN')`],
  ['plays15s', `coalesce(d.plays_15s::float8, 'NaN')`],
  ['thruplays', `coalesce(d.thruplays::float8, 'NaN')`],
  // Of videos alone: how often they hook somebody says nothing of the pictures beside them.
  ['hooked', 'CASE WHEN d.plays_3s > 0 THEN d.plays_3s::float8 ELSE 0 END'],
  ['screened', 'CASE WHEN d.plays_3s > 0 THEN d.impressions::float8 ELSE 0 END'],
] as const
const money = new Set(['spend', 'value'])
/** What rules hold against days before. */
const ofStretches = new Set<string>(['spend', 'impressions', 'clicks', 'hooked', 'screened'])
const known = (value: string) => `nullif(${value}, 'NaN')`
const ratio = (above: string, below: string, times = 1) => `${known(above)} * ${times} / nullif(${known(below)}, 0)`

const order: Record<SortName, string> = {
  spend: 'spend',
  impressions: 'impressions',
  clicks: 'clicks',
  ctr: ratio('clicks', 'impressions'),
  conversions: known('conversions'),
  conversionValue: known('value'),
  roas: ratio('value', 'spend'),
  cpa: ratio('spend', 'conversions'),
  results: known('results'),
  hookRate: ratio('hooked', 'screened'),
  holdRate: ratio('plays15s', 'plays3s'),
  firstDay: 'first_day',
}

/** One page of creatives with their figures and what is said of them, from one look at the days. */
export function creativesStatement(question: CreativeQuestion): { text: string; values: unknown[] } {
  const { accounts, range, settings, sort, states, limit, offset } = question
  const values = parameters()
  const keys = values.put(
    accounts.map(({ key }) => key),
    'bigint[]',
  )
  const day = values.put(range.to, 'date')
  const text = `
    WITH accounts AS (SELECT * FROM unnest(${keys}, ${putFloats(
      values.list,
      accounts.map(({ worth }) => worth),
    )},
        ${putFloats(
          values.list,
          accounts.map(({ dollars }) => dollars),
        )}) AS account (key, worth, dollars)),
    shown AS (${shownSql(question, keys, values.put.bind(values))}),
    ${factsSql(keys, values.put.bind(values), range)},
    ${winnersSql(settings)},
    frequencies AS (${frequencySql(keys, day)}),
    stretches AS (SELECT l.creative, ${partSums()} FROM lately l JOIN accounts a ON a.key = l.account_key GROUP BY l.creative),
    totals AS (
      SELECT f.creative, min(f.first_day) AS first_day, ${askedSums()}
      FROM facts f JOIN accounts a ON a.key = f.account_key GROUP BY f.creative
    ),
    judged AS (
      SELECT t.*, ${Object.keys(stretches)
        .map((name) => `coalesce(l.${name}, 0) AS ${name}`)
        .join(
          ', ',
        )}, w.account_key AS winner_account, w.spend AS winner_spend, w.median AS winner_median, w.times AS winner_times,
        q.frequency, q.frequency_before, ${statesSql(settings, day)} AS states,
        count(*) FILTER (WHERE t.spend > 0) OVER ()::int AS spent_count, count(w.creative) OVER ()::int AS winner_count,
        count(*) FILTER (WHERE t.first_day >= ${values.put(range.from, 'date')}) OVER ()::int AS new_count,
        sum(t.dollars) OVER () AS dollars_in_all
      FROM totals t LEFT JOIN stretches l ON l.creative = t.creative
      LEFT JOIN winners w ON w.creative = t.creative LEFT JOIN frequencies q ON q.creative = t.creative
      WHERE t.asked_days
    )
    SELECT j.*, count(*) OVER ()::int AS total
    FROM judged j
    WHERE ${states.length === 0 ? 'true' : `j.states && ${putTexts(values.list, states)}`} AND ${searchSql(question, values)}
    ORDER BY ${order[sort.by].replaceAll(/\b(spend|impressions|clicks|conversions|value|results|plays3s|plays15s|hooked|screened|first_day)\b/g, 'j.$1')}
      ${sort.isRising ? 'ASC' : 'DESC'} NULLS LAST, j.creative
    LIMIT ${values.put(limit, 'bigint')} OFFSET ${values.put(offset, 'bigint')}`
  return { text, values: values.list }
}

/**
 * What ads did in all, and in the stretches that rules look at; then the same of what they show. Days are added up by ad: of an ad that
 * showed several, day by day.
 */
function factsSql(keys: string, put: (value: string, type: string) => string, { from, to }: DayRange): string {
  const day = put(to, 'date')
  const first = addDays(to, 1 - judgedDays)
  const read = `d.account_key = ANY (${keys}) AND d.day BETWEEN ${put(first < from ? first : from, 'date')} AND ${day}`
  const asked = from > first ? `FILTER (WHERE d.day >= ${put(from, 'date')})` : ''
  const judged = from < first ? `FILTER (WHERE d.day >= ${put(first, 'date')})` : ''
  const all = [
    'min(d.day) AS first_day',
    ...sums.map(([name, column]) => `sum(${column}) ${asked} AS ${name}`),
    `count(*) ${asked} AS asked`,
    `sum(d.spend_micros::float8) ${judged} AS judged`,
  ]
  const parts = [
    `${partSql(day)} AS part`,
    ...sums.filter(([name]) => ofStretches.has(name)).map(([name, column]) => `sum(${column}) AS ${name}`),
  ]
  const late = `d.account_key = ANY (${keys}) AND d.day BETWEEN ${day} - ${recentDays + usualDays - 1} AND ${day}`
  return `${ofCreatives('facts', all, `FROM ad_days d`, read)},
    ${ofCreatives('lately', parts, `FROM ad_days d`, late)}`
}

function ofCreatives(name: string, columns: string[], from: string, where: string): string {
  const names = columns.map((column) => required(column.split(' ').at(-1), 'name of the column')).join(', ')
  const part = names.startsWith('part,') ? ', part' : ''
  return `${name}_by_ad AS MATERIALIZED (SELECT d.account_key, d.ad_key, ${columns.join(', ')} ${from} WHERE ${where} GROUP BY d.account_key, d.ad_key${part}),
    ${name} AS MATERIALIZED (
      SELECT x.account_key, s.creative, ${names} FROM ${name}_by_ad x JOIN shown s ON s.ad_key = x.ad_key AND ${isWhole}
      UNION ALL
      SELECT d.account_key, s.creative, ${columns.join(', ')}
      ${from} JOIN shown s ON s.ad_key = d.ad_key AND d.day >= s.from_day AND d.day < s.before_day AND NOT (${isWhole})
      WHERE ${where} GROUP BY d.account_key, s.creative${part}
    )`
}

const isWhole = `s.from_day = '-infinity' AND s.before_day = 'infinity'`

function searchSql({ search }: CreativeQuestion, values: ReturnType<typeof parameters>): string {
  if (search === null) return 'true'
  return `j.creative IN (SELECT s.creative FROM shown s JOIN report_entities e ON e.key = s.ad_key
    WHERE strpos(lower(e.name), lower(${values.put(search, 'text')})) > 0)`
}

function putFloats(list: unknown[], numbers: (number | null)[]): string {
  return `$${list.push(numbers)}::float8[]`
}

function putTexts(list: unknown[], texts: readonly string[]): string {
  return `$${list.push(texts)}::text[]`
}

/** Which creative each ad showed on which days. */
export function shownSql(
  { group, only }: Pick<CreativeQuestion, 'group' | 'only'>,
  keys: string,
  put: (value: string, type: string) => string,
): string {
  if (group.by === 'name') {
    const named = `substring(name from ${put(patternSql(group.pattern, group.part), 'text')})`
    return `SELECT key AS ad_key, '-infinity'::date AS from_day, 'infinity'::date AS before_day, ${named} AS creative
      FROM report_entities WHERE account_key = ANY (${keys}) AND level = 'ad'
      AND ${named} ${only === null ? 'IS NOT NULL' : `= ${put(only, 'text')}`}`
  }
  const id = `${group.by}_id`
  return `SELECT ad_key, from_day, before_day, ${id} AS creative FROM ad_creatives WHERE account_key = ANY (${keys})
    AND ${id} ${only === null ? 'IS NOT NULL' : `= ${put(only, 'bigint')}`}`
}

/** The stretches that rules look at: the newest days, the rest of the week, the week before, and what is left of the usual days. */
function partSql(day: string): string {
  const newer = (days: number) => `d.day > ${day} - ${days}`
  return `CASE WHEN ${newer(recentDays)} THEN 0 WHEN ${newer(7)} THEN 1 WHEN ${newer(14)} THEN 2 ELSE 3 END`
}

function askedSums(): string {
  const columns = sums.map(([name]) => {
    const value = money.has(name) ? `f.${name} * a.worth` : `f.${name}`
    return `coalesce(sum(${value}), 0) AS ${name}`
  })
  return [
    ...columns,
    'sum(f.spend * a.dollars) AS dollars',
    'sum(f.asked) > 0 AS asked_days',
    'bool_or(a.worth IS NULL) AS lacks_rate',
  ].join(', ')
}

interface Stretch {
  value: string
  part: string
}

/** What is kept of each stretch, by the name that it has in the answer. */
const stretches: Record<string, Stretch> = Object.fromEntries<Stretch>([
  ...Object.entries({ recent: '= 0', usual: 'IN (1, 2, 3)' }).flatMap(([name, part]) =>
    ['impressions', 'clicks', 'hooked', 'screened'].map((sum): [string, Stretch] => [
      `${name}_${sum}`,
      { value: `l.${sum}`, part },
    ]),
  ),
  ...Object.entries({ week: 'IN (0, 1)', week_before: '= 2' }).map(([name, part]): [string, Stretch] => [
    `${name}_dollars`,
    { value: 'l.spend * a.dollars', part },
  ]),
])

function partSums(): string {
  return Object.entries(stretches)
    .map(([name, { value, part }]) => `sum(${value}) FILTER (WHERE l.part ${part}) AS ${name}`)
    .join(', ')
}

/** The account in which a creative is furthest above the median. */
function winnersSql({ winnerTimes, winnerSpendUsd }: CreativeSettings): string {
  return `spent AS (SELECT creative, account_key, sum(judged) AS spend FROM facts GROUP BY 1, 2 HAVING sum(judged) > 0),
    medians AS (SELECT account_key, percentile_cont(0.5) WITHIN GROUP (ORDER BY spend) AS median FROM spent GROUP BY 1),
    winners AS (
      SELECT DISTINCT ON (creative) creative, account_key, spend, median, spend / median AS times
      FROM spent JOIN medians USING (account_key) JOIN accounts ON accounts.key = account_key
      WHERE spend >= median * ${winnerTimes} AND spend * dollars >= ${winnerSpendUsd} * 1e6::float8
      ORDER BY creative, spend / median DESC
    )`
}

/** People are not added up: of ads whose figures are known of both weeks, the mean by how often each was shown. */
function frequencySql(keys: string, day: string): string {
  const latest = (
    before: number,
  ) => `SELECT DISTINCT ON (ad_key) account_key, ad_key, day, frequency FROM ad_frequencies
    WHERE account_key = ANY (${keys}) AND day > ${day} - ${before + frequencyDays} AND day <= ${day} - ${before} ORDER BY ad_key, day DESC`
  return `SELECT s.creative, sum(now.frequency * l.impressions) / sum(l.impressions) AS frequency,
      sum(past.frequency * l.impressions) / sum(l.impressions) AS frequency_before
    FROM (${latest(0)}) AS now JOIN (${latest(7)}) AS past USING (ad_key)
    JOIN lately_by_ad l ON l.ad_key = now.ad_key AND l.part = 0
    JOIN shown s ON s.ad_key = l.ad_key AND now.day >= s.from_day AND now.day < s.before_day
    GROUP BY s.creative HAVING sum(l.impressions) > 0`
}

function statesSql({ tiredFallPercent, tiredRisePercent }: CreativeSettings, day: string): string {
  const left = 1 - tiredFallPercent / 100
  const fell = (sum: string, of: string) =>
    `(l.usual_${sum} >= ${usualActions} AND coalesce(l.recent_${sum}, 0) * l.usual_${of} <= ${left} * l.usual_${sum} * l.recent_${of})`
  const isTired = `l.recent_impressions >= ${recentImpressions} AND l.usual_impressions >= ${usualImpressions}
    AND q.frequency >= q.frequency_before * ${1 + tiredRisePercent / 100} AND (${fell('clicks', 'impressions')} OR ${fell('hooked', 'screened')})`
  const isScaled = `l.week_dollars >= ${scaledSpendUsd} * 1e6::float8 AND l.week_dollars >= ${scaledTimes} * coalesce(l.week_before_dollars, 0)`
  return `array_remove(ARRAY[CASE WHEN t.first_day > ${day} - ${newDays} THEN 'new' END, CASE WHEN w.creative IS NOT NULL THEN 'winner' END,
    CASE WHEN ${isScaled} THEN 'scaled' END, CASE WHEN ${isTired} THEN 'tired' END], NULL)`
}
