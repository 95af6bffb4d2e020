import pg from 'pg'
import type { RuleLevel } from '../../../db/tables/automations.ts'
import { entryOf, required } from '../../../lookup.ts'
import { standInMark } from '../../../platforms/contract/report.ts'
import type { BaseSum } from '../../../platforms/contract/metrics.ts'
import { smallestAmount } from '../../reports/query/conversion.ts'
import { madeOf } from '../rule/compiled/rule-sum.ts'
import type { RuleSum } from '../rule/compiled/rule-sum.ts'
import type { CheckAccount } from './calendar.ts'
import { columns } from './figure-sql.ts'
import type { Need, Needs } from './needs.ts'
import type { KeptLevel, ParentColumn, DayPart } from './parts.ts'
import type { Source } from './source.ts'
import { rangeIn, spanKey } from '../rule/compiled/span.ts'
import type { Span } from '../rule/compiled/span.ts'

/** Accounts with their calendars, one row each. */
export const accountsTable = 'rule_accounts'
export const rowsTable = (level: RuleLevel) => `rule_rows_${level.toLowerCase()}`

/** Which of the sums a platform may not know: NaN carries that along, as in reports. */
const mayBeUnknown: readonly BaseSum[] = ['conversions', 'value', 'results', 'plays3s', 'plays15s', 'thruplays']

/** Accounts with the first day of each span (`lo_`) and from which day on everything up to its last was read (`isl_`). */
export function accountsStatement(accounts: readonly CheckAccount[], needs: Needs, at: Date): string {
  const spans = [...needs.values()].map(({ span }) => span)
  const given = accounts.map((account) => ({
    account_key: account.key,
    at,
    hour: account.hour,
    weekday: account.weekday,
    offset_minutes: account.offsetMinutes,
    ...Object.fromEntries(spans.flatMap((span) => boundsOf(account, span))),
  }))
  const bounds = spans.flatMap((span) => [`lo_${spanKey(span)} date`, `isl_${spanKey(span)} date`])
  const fields = [
    'account_key bigint',
    'at timestamptz',
    'hour float8',
    'weekday text',
    'offset_minutes int',
    ...bounds,
  ]
  return `CREATE TEMP TABLE ${accountsTable} ON COMMIT DROP AS
    SELECT * FROM jsonb_to_recordset(${pg.escapeLiteral(JSON.stringify(given))}) AS a (${fields.join(', ')})`
}

/** null: no day of the span has come yet, or its last was not read. */
function boundsOf(account: CheckAccount, span: Span): [string, string | null][] {
  const range = rangeIn(span, account.today, account.historyFrom)
  const island = range && account.read.find(({ from, to }) => from <= range.to && range.to <= to)
  return [
    [`lo_${spanKey(span)}`, range?.from ?? null],
    [`isl_${spanKey(span)}`, island?.from ?? null],
  ]
}

/** Whether the sums must say what each entity stands in, because its platform may not. */
function parentsIn(level: KeptLevel, own: Needs): ParentColumn[] {
  if (level === 'ad') {
    const looksAtSiblings = [...own.values()].some(({ ofSiblings }) => ofSiblings.size > 0)
    return looksAtSiblings ? ['adset_key', 'campaign_key'] : []
  }
  return level === 'adset' ? ['campaign_key'] : []
}

/** What of the days is added up, and how its sums are read for a level. */
export interface DayParts {
  all: DayPart[]
  select: (place: number, level: KeptLevel, parents: ParentColumn[]) => string
}

/** Everything that rules of a level look at, one row for each entity. */
export function rowsStatement(source: Source, level: KeptLevel, own: Needs, parts: DayParts): string {
  const found = level === 'account' ? accountRows(own) : entityRows(source, level, own)
  return tableOf(level, withSiblings(withSums(found, level, own, parts), own, parentColumns[level]))
}

export function tableOf(level: RuleLevel, rows: string): string {
  return `CREATE TEMP TABLE ${rowsTable(level)} ON COMMIT DROP AS SELECT row_number() OVER ()::int AS row_no, r.* FROM (${rows}) r`
}

/** Parts are joined one by one, which takes a fraction of adding them up by window. */
function joined(level: KeptLevel, own: Needs, { all, select }: DayParts): string {
  const wanted = partsIn(own, all).map((place) => {
    return `LEFT JOIN (${select(place, level, parentsIn(level, own))}) x${place} ON x${place}.key = b.key`
  })
  return wanted.join(' ')
}

function partsIn(own: Needs, all: readonly DayPart[]): number[] {
  return [...all.keys()].filter((place) => [...own.keys()].some((span) => required(all[place], 'part').spans.has(span)))
}

/** The sums of each span out of its parts; where not every day was read there is none, and of nothing it is 0. */
function sumColumns(own: Needs, { all }: DayParts): string[] {
  return eachSum(own, (span, sum) => {
    const places = partsIn(new Map([[spanKey(span), entryOf(own, spanKey(span), 'window')]]), all)
    const added = places.map((place) => `coalesce(x${place}.${sum}, 0)`).join(' + ')
    return `CASE WHEN b.read_${spanKey(span)} THEN ${orUnknown(sum, rounded(sum, added || `0::float8`))} END`
  })
}

/** The same for searches, over sums `x`: what the platform did not tell of was not there. */
export function termColumns(needs: Needs): string[] {
  return eachSum(needs, (span, sum) => {
    const added = orUnknown(sum, rounded(sum, `coalesce(x.${columns.own(sum, span)}, 0)`))
    return `CASE WHEN c.lo_${spanKey(span)} IS NOT NULL THEN ${added} END`
  })
}

function eachSum(needs: Needs, write: (span: Span, sum: RuleSum) => string): string[] {
  return [...needs.values()].flatMap(({ span, sums }) =>
    [...sums].map((sum) => `${write(span, sum)} AS ${columns.own(sum, span)}`),
  )
}

/** Amounts that were told in one currency, to the smallest one there is of it, as reports have them. */
function rounded(sum: RuleSum, value: string): string {
  const { currency } = madeOf(sum)
  if (currency === null) return value
  const unit = smallestAmount(currency)
  return `(round(((${value}) / ${unit}::float8)::numeric) * ${unit})::float8`
}

function orUnknown(sum: RuleSum, value: string): string {
  const { base, currency } = madeOf(sum)
  return currency !== null || mayBeUnknown.includes(base) ? `nullif(${value}, 'NaN')` : value
}

/** What an entity can be known to be, under the names that rules look for. */
const facts = [
  ...['key', 'account_key', 'id', 'name', 'lower_name', 'state', 'status', 'learning_phase'],
  ...['daily_budget', 'lifetime_budget', 'age_days', 'hour', 'weekday'],
]

/**
 * The facts of entities with their sums. Whether every day of a span was read since an entity was made is worked out once for
 * each of them, which OFFSET 0 sees to.
 */
function withSums(found: string, level: KeptLevel, own: Needs, parts: DayParts): string {
  const parentColumn = (column: ParentColumn) => {
    const isInSums = parentsIn(level, own).includes(column)
    const places = isInSums ? partsIn(own, parts.all) : []
    return ['b', ...places.map((place) => `x${place}`)].map((table) => `${table}.${column}`).join(', ')
  }
  const columns = [
    ...facts.map((fact) => `b.${fact}`),
    ...(['campaign_key', 'adset_key'] as const).map((column) => `coalesce(${parentColumn(column)}) AS ${column}`),
    ...sumColumns(own, parts),
  ]
  const read = [...own.keys()].map((key) => `isl_${key} <= greatest(lo_${key}, created_day) AS read_${key}`)
  const known = `SELECT ${['f.*', ...read].join(', ')} FROM (${found} OFFSET 0) f OFFSET 0`
  return `SELECT ${columns.join(', ')} FROM (${known}) b ${joined(level, own, parts)}`
}

function boundsIn(own: Needs): string {
  return [...own.keys()].map((key) => `, c.lo_${key}, c.isl_${key}`).join('')
}

function entityRows(source: Source, level: Exclude<KeptLevel, 'account'>, own: Needs): string {
  const above = {
    campaign: level === 'campaign' ? 'e.key' : 'e.campaign_key',
    adset: level === 'campaign' ? 'NULL::bigint' : level === 'adset' ? 'e.key' : 'e.adset_key',
  }
  return `SELECT e.key, e.account_key, e.id, e.name, lower(e.name) AS lower_name, e.state, e.status, e.learning_phase,
      e.daily_budget_micros / 1e6::float8 AS daily_budget, e.lifetime_budget_micros / 1e6::float8 AS lifetime_budget,
      floor(extract(epoch FROM c.at - e.created_time) / 86400)::float8 AS age_days, c.hour, c.weekday,
      ${above.campaign} AS campaign_key, ${above.adset} AS adset_key,
      ((e.created_time AT TIME ZONE 'UTC') + c.offset_minutes * interval '1 minute')::date AS created_day${boundsIn(own)}
    FROM ${source.entities} e JOIN ${accountsTable} c ON c.account_key = e.account_key
    WHERE e.level = '${level}' AND e.id NOT LIKE '${standInMark}%' AND (e.state IS NULL OR e.state NOT IN ('archived', 'deleted'))`
}

function accountRows(own: Needs): string {
  return `SELECT a.id AS key, a.id AS account_key, a.account_id AS id, a.name, lower(a.name) AS lower_name, NULL::text AS state,
      NULL::text AS status, NULL::text AS learning_phase, NULL::float8 AS daily_budget, NULL::float8 AS lifetime_budget,
      NULL::float8 AS age_days, c.hour, c.weekday, NULL::bigint AS campaign_key, NULL::bigint AS adset_key,
      NULL::date AS created_day${boundsIn(own)}
    FROM ${accountsTable} c JOIN ad_accounts a ON a.id = c.account_key`
}

/** In which column stands what an entity has its siblings in. */
const parentColumns = {
  ad: 'b.adset_key',
  adset: 'b.campaign_key',
  campaign: 'b.account_key',
  account: 'NULL::bigint',
} as const

/** The sums of the others with the same parent; one that is unknown makes them unknown. */
export function withSiblings(base: string, needs: Needs, parent: string): string {
  const wanted = [...needs.values()].filter(({ ofSiblings }) => ofSiblings.size > 0)
  if (wanted.length === 0) return base
  const columns = wanted.flatMap((need) => siblingColumns(need, parent))
  return `SELECT b.*, ${columns.join(', ')} FROM (${base}) b WINDOW s AS (PARTITION BY ${parent})`
}

function siblingColumns({ span, ofSiblings }: Need, parent: string): string[] {
  const shown = `(b.${columns.own('impressions', span)} > 0)::int`
  const sums = [...ofSiblings].map((sum) => {
    const own = `coalesce(b.${columns.own(sum, span)}, 'NaN')`
    const others = `nullif(sum(${own}) OVER s - ${own}, 'NaN')`
    return `CASE WHEN ${parent} IS NOT NULL THEN ${others} END AS ${columns.ofSiblings(sum, span)}`
  })
  return [...sums, `sum(${shown}) OVER s - ${shown} AS ${columns.siblings(span)}`]
}
