import pg from 'pg'
import type { RuleLevel } from '../../../db/automation-tables.ts'
import { standInMark } from '../../../platforms/contract/report.ts'
import type { BaseSum } from '../../reports/query/measures.ts'
import type { CheckAccount } from './calendar.ts'
import { columns } from './figure-sql.ts'
import type { Need, Needs } from './needs.ts'
import { inSpan } from './parts.ts'
import type { Source } from './source.ts'
import { rangeIn, spanKey } from './span.ts'
import type { Span } from './span.ts'

/** Accounts with their calendars, one row each. */
export const accountsTable = 'rule_accounts'
export const rowsTable = (level: RuleLevel) => `rule_rows_${level.toLowerCase()}`

/** Which of the sums a platform may not know: NaN carries that along, as in reports. */
const mayBeUnknown: readonly BaseSum[] = ['conversions', 'value', 'results']

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

/** What tells the entities of a level apart. */
const keyColumns = {
  ad: 'p.ad_key',
  adset: 'p.adset_key',
  campaign: 'p.campaign_key',
  account: 'o.account_key',
} as const

export type KeptLevel = keyof typeof keyColumns

/** Whether the parts must say what each ad stands in. */
export function needsParents(level: RuleLevel, needs: Needs): boolean {
  if (level === 'ad') return [...needs.values()].some(({ ofSiblings }) => ofSiblings.size > 0)
  return level === 'adset' || level === 'campaign'
}

/** Where the parts are, and of which needs they were made. */
export interface Parts {
  /** What follows FROM; null: there are none, because nothing is added up. */
  from: string | null
  needs: Needs
}

/** Everything that rules of a level look at, one row for each entity. */
export function rowsStatement(source: Source, level: KeptLevel, own: Needs, parts: Parts): string {
  const sums = sumsBy(source, level, own, parts)
  const base = level === 'account' ? accountRows(own, sums) : entityRows(source, level, own, sums)
  return tableOf(level, withSiblings(base, own))
}

export function tableOf(level: RuleLevel, rows: string): string {
  return `CREATE TEMP TABLE ${rowsTable(level)} ON COMMIT DROP AS SELECT row_number() OVER ()::int AS row_no, r.* FROM (${rows}) r`
}

/** The sums of each span, over parts `p`. */
export function sumsOfParts(own: Needs, all: Needs): string[] {
  return [...own].flatMap(([spanName, need]) =>
    [...need.sums].map((sum) => {
      return `sum(p.${sum}) FILTER (WHERE ${inSpan(all, spanName)}) AS ${columns.own(sum, need.span)}`
    }),
  )
}

/** By what stands in the parts; null where no sum is needed. */
function sumsBy(source: Source, level: KeptLevel, own: Needs, { from, needs }: Parts): string | null {
  const sums = sumsOfParts(own, needs)
  if (sums.length === 0 || from === null) return null
  const shown = [
    `${keyColumns[level]} AS key`,
    ...parentsIn(level, own).map((column) => `max(p.${column}) AS ${column}`),
    ...sums,
  ]
  const owner = level === 'account' ? `JOIN ${source.entities} o ON o.key = p.ad_key` : ''
  return `SELECT ${shown.join(', ')} FROM ${from} p ${owner} GROUP BY ${keyColumns[level]}`
}

/** What the sums tell of what an entity stands in, where its platform does not. */
function parentsIn(level: KeptLevel, own: Needs): string[] {
  if (level === 'ad') return needsParents(level, own) ? ['adset_key', 'campaign_key'] : []
  return level === 'adset' ? ['campaign_key'] : []
}

/** Without a reading of every day there is no sum; with all of them, none is 0. */
function ownColumns(needs: Needs, since: string): string[] {
  return eachSum(needs, (span, value) => {
    const key = spanKey(span)
    return `CASE WHEN c.isl_${key} <= greatest(c.lo_${key}, ${since}) THEN ${value} END`
  })
}

/** The same for searches: what the platform did not tell of was not there. */
export function termColumns(needs: Needs): string[] {
  return eachSum(needs, (span, value) => `CASE WHEN c.lo_${spanKey(span)} IS NOT NULL THEN ${value} END`)
}

function eachSum(needs: Needs, write: (span: Span, value: string) => string): string[] {
  return [...needs.values()].flatMap(({ span, sums }) =>
    [...sums].map((sum) => {
      const column = columns.own(sum, span)
      const value = mayBeUnknown.includes(sum) ? `nullif(coalesce(x.${column}, 0), 'NaN')` : `coalesce(x.${column}, 0)`
      return `${write(span, value)} AS ${column}`
    }),
  )
}

const createdDay = `((e.created_time AT TIME ZONE 'UTC') + c.offset_minutes * interval '1 minute')::date`

function entityRows(source: Source, level: Exclude<KeptLevel, 'account'>, own: Needs, sums: string | null): string {
  const known = (column: 'adset_key' | 'campaign_key') => {
    const isInSums = sums !== null && parentsIn(level, own).includes(column)
    return isInSums ? `coalesce(e.${column}, x.${column})` : `e.${column}`
  }
  const above = {
    campaign: level === 'campaign' ? 'e.key' : known('campaign_key'),
    adset: level === 'campaign' ? 'NULL::bigint' : level === 'adset' ? 'e.key' : known('adset_key'),
  }
  const parent = { ad: above.adset, adset: above.campaign, campaign: 'e.account_key' }[level]
  return `SELECT e.key, e.account_key, e.id, e.name, e.state, e.status, e.learning_phase,
      e.daily_budget_micros / 1e6::float8 AS daily_budget, e.lifetime_budget_micros / 1e6::float8 AS lifetime_budget,
      floor(extract(epoch FROM c.at - e.created_time) / 86400)::float8 AS age_days, c.hour, c.weekday, ${above.campaign} AS campaign_key, ${above.adset} AS adset_key, ${parent} AS parent_key
      ${ownColumns(own, createdDay)
        .map((column) => `, ${column}`)
        .join('')}
    FROM ${source.entities} e JOIN ${accountsTable} c ON c.account_key = e.account_key
    ${sums === null ? '' : `LEFT JOIN (${sums}) x ON x.key = e.key`}
    WHERE e.level = '${level}' AND e.id NOT LIKE '${standInMark}%' AND (e.state IS NULL OR e.state NOT IN ('archived', 'deleted'))`
}

function accountRows(own: Needs, sums: string | null): string {
  return `SELECT a.id AS key, a.id AS account_key, a.account_id AS id, a.name, NULL::text AS state, NULL::text AS status,
      NULL::text AS learning_phase, NULL::float8 AS daily_budget, NULL::float8 AS lifetime_budget, NULL::float8 AS age_days,
      c.hour, c.weekday, NULL::bigint AS campaign_key, NULL::bigint AS adset_key, NULL::bigint AS parent_key
      ${ownColumns(own, 'NULL::date')
        .map((column) => `, ${column}`)
        .join('')}
    FROM ${accountsTable} c JOIN ad_accounts a ON a.id = c.account_key
    ${sums === null ? '' : `LEFT JOIN (${sums}) x ON x.key = a.id`}`
}

/** The sums of the others with the same parent; one that is unknown makes them unknown. */
export function withSiblings(base: string, needs: Needs): string {
  const wanted = [...needs.values()].filter(({ ofSiblings }) => ofSiblings.size > 0)
  if (wanted.length === 0) return base
  return `SELECT b.*, ${wanted.flatMap(siblingColumns).join(', ')} FROM (${base}) b WINDOW s AS (PARTITION BY b.parent_key)`
}

function siblingColumns({ span, ofSiblings }: Need): string[] {
  const shown = `(b.${columns.own('impressions', span)} > 0)::int`
  const sums = [...ofSiblings].map((sum) => {
    const own = `coalesce(b.${columns.own(sum, span)}, 'NaN')`
    const others = `nullif(sum(${own}) OVER s - ${own}, 'NaN')`
    return `CASE WHEN b.parent_key IS NOT NULL THEN ${others} END AS ${columns.ofSiblings(sum, span)}`
  })
  return [...sums, `sum(${shown}) OVER s - ${shown} AS ${columns.siblings(span)}`]
}
