import pg from 'pg'
import type { CheckAccount } from './calendar.ts'
import { peopleFigures } from './compile.ts'
import type { CompiledRule } from './compile.ts'
import { columns, figureSql, hasLabelSql } from './figure-sql.ts'
import { formulaSql } from './formula.ts'
import { rowsTable } from './rows.ts'
import { spanKey } from './span.ts'
import type { Span } from './span.ts'

/** How an entity came out, as a number: from 10 on it is the case that holds. */
export const codes = { unmatched: 0, tooLittleSpent: 1, unknown: 2, firstCase: 10 }

export interface RuleAt {
  compiled: CompiledRule
  companyId: number
  /** Those of the rule, whose calendars are known. */
  accounts: ReadonlyMap<number, CheckAccount>
  /** Whether the rows hold no other accounts. */
  hasAll: boolean
  onlyId: string | null
  /** How many of those that did not match are told one by one. */
  others: number
}

/** What of a rule's outcome stands in which column, by its place among several. */
export const outcomeColumns = {
  checked: (place: number) => `checked_${place}`,
  matched: (place: number) => `matched_${place}`,
  unknown: (place: number) => `unknown_${place}`,
  others: (place: number) => `others_${place}`,
}

/** The numbers of several rules, each once, under short names. */
export function figureColumns(rules: readonly RuleAt[]) {
  const names = new Map<string, string>()
  const ofRules = rules.map((rule) => {
    const sqlOf = sqlIn(rule)
    const own = [...rule.compiled.figures.keys()].map((label): [string, string] => {
      const sql = sqlOf(label)
      const name = names.get(sql) ?? `f${names.size}`
      names.set(sql, name)
      return [label, name]
    })
    return new Map(own)
  })
  return {
    names: [...names.values()],
    select: [...names].map(([sql, name]) => `(${sql})::float8 AS ${name}`),
    /** What a number of a rule is called, by the rule's place. */
    nameOf: (place: number, label: string) => ofRules[place]!.get(label)!,
  }
}

/**
 * How the rows come out for each of several rules of one level, in one look at the rows and in one row of answers: how many were
 * looked at, how many are unknown, and of each that matched its row, its code and its numbers. Everything is worked out once.
 */
export function outcomesSql(rules: readonly RuleAt[]): string {
  const { select, names, nameOf } = figureColumns(rules)
  const scopes = rules.map((rule, place) => `(${scopeSql(rule)}) AS s${place}`)
  const conditions = rules.flatMap((rule, place) => {
    const sqlOf = (label: string) => `f.${nameOf(place, label)}`
    return rule.compiled.cases.flatMap(({ when, enough }, index) => [
      `${formulaSql(when, sqlOf)} AS w${place}_${index}`,
      ...(enough ? [`${formulaSql(enough, sqlOf)} AS e${place}_${index}`] : []),
    ])
  })
  const coded = rules.map((rule, place) => {
    const cases = rule.compiled.cases.map(({ enough }, index) => ({
      when: `c.w${place}_${index}`,
      enough: enough ? `c.e${place}_${index}` : 'true',
    }))
    return `CASE WHEN c.s${place} THEN ${codeOf(cases)} END AS code${place}`
  })
  const scoped = rules.map((_, place) => `f.s${place}`)
  const through = (table: string) => names.map((name) => `${table}.${name}`)
  const figures = `SELECT ${['w.row_no', ...scopes, ...select].join(', ')} FROM ${rowsOf(rules[0]!.compiled)} w OFFSET 0`
  const judged = `SELECT ${['f.row_no', ...scoped, ...conditions, ...through('f')].join(', ')} FROM (${figures}) f OFFSET 0`
  const counts = rules.flatMap((rule, place) => {
    const numbers = rule.compiled.labels.map((label) => `q.${nameOf(place, label)}`)
    return countsOf(rule, place, numbers)
  })
  return `SELECT ${counts.join(', ')}
    FROM (SELECT ${['c.row_no', ...coded, ...through('c')].join(', ')} FROM (${judged}) c OFFSET 0) q`
}

function countsOf({ others }: RuleAt, place: number, numbers: string[]): string[] {
  const code = `q.code${place}`
  const rowsWith = (one: number) => `coalesce(array_agg(q.row_no) FILTER (WHERE ${code} = ${one}), '{}')`
  const shown = [codes.tooLittleSpent, codes.unknown, codes.unmatched].map(rowsWith)
  const matched = `array_agg(ARRAY[${['q.row_no', code, ...numbers].join(', ')}]::float8[]) FILTER (WHERE ${code} >= ${codes.firstCase})`
  return [
    `count(${code})::int AS ${outcomeColumns.checked(place)}`,
    // As bytes: numbers are neither written out nor read again.
    `array_send(${matched}) AS ${outcomeColumns.matched(place)}`,
    `(count(*) FILTER (WHERE ${code} = ${codes.unknown}))::int AS ${outcomeColumns.unknown(place)}`,
    ...(others > 0 ? [`(${shown.join(' || ')})[1:${others}] AS ${outcomeColumns.others(place)}`] : []),
  ]
}

/** What a figure is in SQL, for the rule's level. */
function sqlIn({ compiled, companyId }: Pick<RuleAt, 'compiled' | 'companyId'>): (label: string) => string {
  const { figures, rule } = compiled
  return (label) => figureSql(figures.get(label)!, rule.scope.level, companyId)
}

export function codeSql(rule: RuleAt): string {
  const sqlOf = sqlIn(rule)
  const cases = rule.compiled.cases.map(({ when, enough }) => ({
    when: formulaSql(when, sqlOf),
    enough: enough ? formulaSql(enough, sqlOf) : 'true',
  }))
  return codeOf(cases)
}

function codeOf(cases: { when: string; enough: string }[]): string {
  const whens = cases.map(({ when, enough }, index) => `WHEN ${when} AND ${enough} THEN ${codes.firstCase + index}`)
  const unknown = cases.map(({ when, enough }) => `(${when} AND ${enough}) IS NULL`)
  const little = cases.filter(({ enough }) => enough !== 'true').map(({ when }) => when)
  const short = little.length > 0 ? `WHEN ${little.join(' OR ')} THEN ${codes.tooLittleSpent}` : ''
  return `CASE ${whens.join(' ')} WHEN ${unknown.join(' OR ')} THEN ${codes.unknown} ${short} ELSE ${codes.unmatched} END`
}

/** Whether a condition that needs the platform's own answer could still hold, when nothing is known of that answer. */
export function couldHoldSql(rule: RuleAt): string {
  const sqlOf = sqlIn(rule)
  const open = rule.compiled.cases.map(({ when, enough }) => {
    return `(${formulaSql(enough ? { all: [when, enough] } : when, sqlOf)}) IS NOT FALSE`
  })
  return `${scopeSql(rule)} AND (${open.join(' OR ')})`
}

/** Of accounts the keys are enough. */
export interface RuleScope extends Pick<RuleAt, 'compiled' | 'companyId' | 'onlyId'> {
  accounts: ReadonlyMap<number, unknown>
  hasAll?: boolean
}

export function scopeSql(rule: RuleScope): string {
  const { compiled, companyId, accounts, hasAll = false, onlyId } = rule
  const { level, filter } = compiled.rule.scope
  const text = (value: string) => pg.escapeLiteral(value)
  const oneOf = (values: string[]) => `IN (${values.map(text).join(', ')})`
  const standsIn = (column: 'campaign' | 'adset', ids: string[]) =>
    `w.${column}_key IN (SELECT key FROM report_entities WHERE company_id = ${companyId} AND level = '${column}' AND id ${oneOf(ids)})`
  const conditions = [
    ...(hasAll ? [] : [`w.account_key = ANY ('{${[...accounts.keys()].join(',')}}'::bigint[])`]),
    ...(onlyId === null ? [] : [`w.id = ${text(onlyId)}`]),
    ...(filter?.campaignIds?.length ? [standsIn('campaign', filter.campaignIds)] : []),
    ...(filter?.adSetIds?.length ? [standsIn('adset', filter.adSetIds)] : []),
    ...(filter?.nameContains === undefined ? [] : [`strpos(lower(w.name), lower(${text(filter.nameContains)})) > 0`]),
    ...(filter?.labels?.length ? [hasLabelSql(filter.labels, level, companyId)] : []),
    ...(filter?.status?.length ? [`w.state ${oneOf(filter.status)}`] : []),
    ...(compiled.filter ? [formulaSql(compiled.filter, sqlIn(rule))] : []),
  ]
  return conditions.length === 0 ? 'true' : conditions.join(' AND ')
}

export function knownOrNaN(rule: RuleAt): string {
  const sqlOf = sqlIn(rule)
  return `ARRAY[${rule.compiled.labels.map((label) => `coalesce((${sqlOf(label)})::float8, 'NaN')`).join(', ')}]::float8[]`
}

/** People as the platform counted them, by span: filled for rules that look at them. */
export const peopleTable = 'rule_people'

/** The rows of a rule's level, with columns for the people that it asks about. */
export function rowsOf(compiled: CompiledRule): string {
  const spans = peopleSpans(compiled)
  const table = rowsTable(compiled.rule.scope.level)
  if (spans.length === 0) return table
  const shown = spans.flatMap((span, index) => [
    `p${index}.reach AS ${columns.people('reach', span)}`,
    `p${index}.frequency AS ${columns.people('frequency', span)}`,
  ])
  const joins = spans.map((span, index) => {
    const p = `p${index}`
    return `LEFT JOIN ${peopleTable} ${p} ON ${p}.account_key = t.account_key AND ${p}.level = '${compiled.rule.scope.level}'
      AND ${p}.id = t.id AND ${p}.span = '${spanKey(span)}'`
  })
  return `(SELECT t.*, ${shown.join(', ')} FROM ${table} t ${joins.join(' ')})`
}

export function peopleSpans(compiled: CompiledRule): Span[] {
  return [...new Map(peopleFigures(compiled).map(({ span }) => [spanKey(span), span])).values()]
}
