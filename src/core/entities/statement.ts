import type { CompanyId } from '../../db/company-id.ts'
import { baseSums } from '../../platforms/contract/metrics.ts'
import type { BaseSum } from '../../platforms/contract/metrics.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'
import { standInMark } from '../../platforms/contract/report.ts'
import type { EntityLevel } from '../../platforms/contract/report.ts'
import { isMoney } from '../reports/query/comparison.ts'
import { measureOf, metricSql, sumColumns } from '../reports/query/measures.ts'
import { accountCondition, dayFacts } from '../reports/query/source.ts'
import type { Sources } from '../reports/query/source.ts'
import { sumsOf } from '../reports/query/sql.ts'
import type { Question } from '../reports/query/question.ts'
import { parameters } from '../reports/query/values.ts'
import type { Values } from '../reports/query/values.ts'
import { conditionsSql } from './filter/conditions-sql.ts'
import { leavesOf } from './filter/condition.ts'
import { maxSortedText } from './cursor.ts'
import type { Position } from './cursor.ts'
import type { ListQuestion } from './question.ts'
import { factColumns } from './words.ts'

/** An account as a statement needs it. worth: of one unit of its currency in the one that amounts are compared in. */
export interface ListedAccount {
  account_key: number
  account_name: string
  platform: string
  currency: string
  worth: number | null
  /** Whether every day was read: then what has no figures had none. */
  is_read: boolean
}

interface Listing {
  companyId: CompanyId
  accounts: ListedAccount[]
  question: ListQuestion
  /** null: from the beginning. */
  position: Position | null
}

export interface ListStatement {
  text: string
  values: unknown[]
  /** Which sums each row and each total has, in order. */
  sums: BaseSum[]
}

/** Where the columns of a page begin: before them stand the totals of the days, and of those they are held against. */
export const totalColumns = 2

/** What a row shows besides sums, in order. */
export const shownColumns = [
  ...['key', 'account_key', 'sort', 'level', 'id', 'name', 'status', 'state', 'daily_budget', 'lifetime_budget'],
  ...['learning_phase', 'created_time', 'seen_at', 'campaign_id', 'campaign_name', 'adset_id', 'adset_name'],
] as const

const levels: EntityLevel[] = ['campaign', 'adset', 'ad']

/**
 * One page with the totals of all pages: what the filter lets through is worked out once, by keys; names are looked up for
 * the page alone. It has at least one row, which tells the totals where nothing is found.
 */
export function listStatement({ companyId, accounts, question, position }: Listing): ListStatement {
  const values = parameters()
  const { before, sort } = question
  const needed = new Set(sumsNeeded(question))
  const sums = baseSums.filter((name) => needed.has(name))
  const given = values.put(JSON.stringify(accounts), 'jsonb')
  const own = sums.flatMap((sum) => [`w.${sum}`, ...(before ? [`w.before_${sum}`] : [])])
  const found = [
    `SELECT ${['w.key', 'w.account_key', 'w.currency', 'w.campaign_key', 'w.adset_key', ...own].join(', ')}, ${sortSql(question)} AS sort`,
    `FROM (${entityRows({ companyId, accounts, question, needed, given }, values)}) w`,
    looksAbove(question) ? parentsOf('w') : '',
    where(filterSql(question, companyId, values)),
  ].join(' ')
  const order = `sort ${sort.direction} NULLS LAST, key`
  const limit = values.put(question.limit + 1, 'bigint')
  const page = `SELECT ${[...shownFrom(), ...sums.map((sum) => `f.${sum}`), ...(before ? sums.map((sum) => `f.before_${sum}`) : [])].join(', ')}
    FROM (SELECT * FROM found ${where(afterSql(question, position, values))} ORDER BY ${order} LIMIT ${limit}) f
    JOIN report_entities e ON e.key = f.key ${parentsOf('f')}`
  const text = `WITH found AS MATERIALIZED (${found})
    SELECT t.now, t.before, p.* FROM (SELECT ${totalsSql(needed)} AS now, ${before && needed.size > 0 ? totalsSql(needed, 'before_') : 'NULL'} AS before) t
    LEFT JOIN (${page}) p ON true ORDER BY p.sort ${sort.direction} NULLS LAST, p.key`
  return { text, values: values.list, sums }
}

/** Which sums the figures shown, sorted by and filtered by are made of. */
function sumsNeeded({ figures, sort, filter }: ListQuestion): BaseSum[] {
  const sorted = 'figure' in sort.key ? [sort.key.figure] : []
  const filtered = leavesOf(filter).flatMap(({ leaf: { metric } }) => metric ?? [])
  return [...figures, ...sorted, ...filtered].flatMap((name) => measureOf(name).needs)
}

interface RowParts extends Pick<Listing, 'companyId' | 'accounts' | 'question'> {
  needed: ReadonlySet<BaseSum>
  given: string
}

/** Everything of the level in these accounts, with its sums: what had no delivery is there too. */
function entityRows({ companyId, accounts, question, needed, given }: RowParts, values: Values): string {
  const { level, range, before } = question
  const keys = accounts.map(({ account_key }) => account_key)
  const sums = needed.size > 0 ? joinedSums(question, { range, as: 's', needed, keys }, values) : ''
  const earlier =
    needed.size > 0 && before ? joinedSums(question, { range: before, as: 'b', needed, keys }, values) : ''
  const above = (name: 'campaign' | 'adset') =>
    sums === '' ? `e.${name}_key` : `coalesce(e.${name}_key, s.${name}_key) AS ${name}_key`
  const columns = [
    ...['e.key', 'e.account_key', 'e.level', 'e.id', 'e.state', 'e.learning_phase', 'e.created_time'],
    ...['lower(e.name) AS lower_name', 'e.name'],
    ...(['daily_budget', 'lifetime_budget'] as const).map((name) => `e.${name}_micros / 1e6::float8 AS ${name}`),
    'floor(extract(epoch FROM now() - e.created_time) / 86400)::float8 AS age_days',
    ...[above('campaign'), above('adset'), 'a.currency', 'a.worth', 'a.account_name', 'a.platform'],
    ...[...needed].flatMap((sum) => [sumOrNone('s', sum), ...(earlier === '' ? [] : [sumOrNone('b', sum, 'before_')])]),
  ]
  const of = level === 'all' ? '' : `AND e.level = '${level}'`
  return `SELECT ${columns.join(', ')} FROM report_entities e
    JOIN jsonb_to_recordset(${given}) AS a (account_key bigint, account_name text, platform text, currency text, worth float8, is_read boolean)
      ON a.account_key = e.account_key ${sums} ${earlier}
    WHERE e.company_id = ${values.put(companyId, 'bigint')} AND e.account_key ${accountCondition(keys, values)} ${of}
      AND e.id NOT LIKE '${standInMark}%'`
}

function sumOrNone(table: 's' | 'b', sum: BaseSum, prefix = ''): string {
  return `CASE WHEN ${table}.key IS NOT NULL THEN ${table}.${sum} WHEN a.is_read THEN 0 END AS ${prefix}${sum}`
}

interface SumsPart {
  range: DayRange
  as: 's' | 'b'
  needed: ReadonlySet<BaseSum>
  keys: number[]
}

/** The sums of some days, as reports make them; a list of all levels has those of each. */
function joinedSums({ level }: ListQuestion, { range, as, needed, keys }: SumsPart, values: Values): string {
  const parts = (level === 'all' ? levels : [level]).map((each) => {
    const question = { groups: [{ name: each, field: `${each}Id` }], range } as Pick<Question, 'groups' | 'range'>
    const sources: Sources = { accountKeys: keys, people: null, split: null, comparison: null, conversion: null }
    const sums = sumsOf(question.groups, new Set(needed), {
      facts: dayFacts(question as Question, sources, values),
      accounts: 'ad_accounts',
    })
    const above = [each === 'ad' ? 'adset_key' : 'NULL::bigint', each === 'campaign' ? 'NULL::bigint' : 'campaign_key']
    return `SELECT ${each}_key AS key, ${above[0]} AS adset_key, ${above[1]} AS campaign_key, ${[...needed].join(', ')} FROM (${sums}) of_${each}`
  })
  return `LEFT JOIN (${parts.join(' UNION ALL ')}) ${as} ON ${as}.key = e.key`
}

function sortSql({ sort: { key } }: ListQuestion): string {
  if ('fact' in key) {
    const { sql, type } = factColumns[key.fact]
    return type === 'text' ? `left(${sql}, ${maxSortedText})` : type === 'money' ? `${sql} * w.worth` : sql
  }
  const now = metricSql(key.figure, (sum) => `w.${sum}`)
  const earlier = metricSql(key.figure, (sum) => `w.before_${sum}`)
  const compared = isMoney(key.figure) && key.of !== 'changePercent' ? '* w.worth' : ''
  if (key.of === 'now') return `((${now}) ${compared})::float8`
  const change = `((${now}) - (${earlier}))`
  if (key.of === 'change') return `(${change} ${compared})::float8`
  return `(${change} * 100::float8 / nullif(${earlier}, 0))::float8`
}

/** Whether names above an entity are looked at before the page is known. */
function looksAbove({ search, campaignIds, adSetIds, sort: { key } }: ListQuestion): boolean {
  const isSorted = 'fact' in key && (key.fact === 'campaignName' || key.fact === 'adSetName')
  return isSorted || search !== null || campaignIds.length > 0 || adSetIds.length > 0
}

function parentsOf(row: string): string {
  const of = (level: 'campaign' | 'adset') => `LEFT JOIN report_entities ${level} ON ${level}.key = ${row}.${level}_key`
  return `${of('campaign')} ${of('adset')}`
}

function filterSql(question: ListQuestion, companyId: CompanyId, values: Values): string[] {
  const { filter, search, ids, campaignIds, adSetIds, level } = question
  const conditions = conditionsSql(filter, { level, companyId })
  const listOf = (wanted: string[]) =>
    `(SELECT jsonb_array_elements_text(${values.put(JSON.stringify(wanted), 'jsonb')}))`
  const within = (above: 'campaign' | 'adset', wanted: string[]) => {
    const list = listOf(wanted)
    return `(${above}.id IN ${list} OR (w.level = '${above}' AND w.id IN ${list}))`
  }
  if (ids.length > 0) conditions.push(`w.id IN ${listOf(ids)}`)
  if (campaignIds.length > 0) conditions.push(within('campaign', campaignIds))
  if (adSetIds.length > 0) conditions.push(within('adset', adSetIds))
  if (search !== null) {
    const wanted = values.put(search.toLowerCase(), 'text')
    const texts = ['w.lower_name', 'lower(w.id)', 'lower(campaign.name)', 'lower(adset.name)']
    conditions.push(`(${texts.map((text) => `strpos(${text}, ${wanted}) > 0`).join(' OR ')})`)
  }
  return conditions
}

/** What comes after a place in the order, in which unknown is last both ways. */
function afterSql({ sort }: ListQuestion, position: Position | null, values: Values): string[] {
  if (!position) return []
  const key = `key > ${values.put(position.key, 'bigint')}`
  if (position.value === null) return [`sort IS NULL AND ${key}`]
  const isText = typeof position.value === 'string'
  const value = values.put(position.value, isText ? 'text' : 'float8')
  const further = sort.direction === 'DESC' ? '<' : '>'
  return [`(sort ${further} ${value} OR (sort = ${value} AND ${key}) OR sort IS NULL)`]
}

/** Of everything that was found, each currency on its own. */
function totalsSql(needed: ReadonlySet<BaseSum>, prefix = ''): string {
  const columns = ['x.currency', 'count(*) AS count', ...sumColumns('sums', needed)]
  const source = prefix === '' ? 'found' : `(SELECT currency, ${named(needed, prefix)} FROM found)`
  return `(SELECT json_agg(t) FROM (SELECT ${columns.join(', ')} FROM ${source} x GROUP BY x.currency ORDER BY x.currency) t)`
}

function named(needed: ReadonlySet<BaseSum>, prefix: string): string {
  return [...needed].map((sum) => `${prefix}${sum} AS ${sum}`).join(', ')
}

function shownFrom(): string[] {
  return shownColumns.map((name) => {
    const [, above, part] = /^(campaign|adset)_(id|name)$/.exec(name) ?? []
    if (above && part) return `${above}.${part} AS ${name}`
    if (name === 'daily_budget' || name === 'lifetime_budget') return `e.${name}_micros / 1e6::float8 AS ${name}`
    return name === 'key' || name === 'sort' || name === 'account_key' ? `f.${name}` : `e.${name}`
  })
}

function where(conditions: string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
}
