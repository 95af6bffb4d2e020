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
  onlyId: string | null
  /** How many of those that did not match are told one by one. */
  others: number
}

/** Every row of the rule's scope with how it comes out. */
export function codedRows(rule: RuleAt): string {
  return `SELECT w.row_no, ${codeSql(rule)} AS code FROM ${rowsOf(rule.compiled)} w WHERE ${scopeSql(rule)} OFFSET 0`
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
}

export function scopeSql(rule: RuleScope): string {
  const { compiled, companyId, accounts, onlyId } = rule
  const { level, filter } = compiled.rule.scope
  const text = (value: string) => pg.escapeLiteral(value)
  const oneOf = (values: string[]) => `IN (${values.map(text).join(', ')})`
  const standsIn = (column: 'campaign' | 'adset', ids: string[]) =>
    `w.${column}_key IN (SELECT key FROM report_entities WHERE company_id = ${companyId} AND level = '${column}' AND id ${oneOf(ids)})`
  const conditions = [
    `w.account_key = ANY ('{${[...accounts.keys()].join(',')}}'::bigint[])`,
    ...(onlyId === null ? [] : [`w.id = ${text(onlyId)}`]),
    ...(filter?.campaignIds?.length ? [standsIn('campaign', filter.campaignIds)] : []),
    ...(filter?.adSetIds?.length ? [standsIn('adset', filter.adSetIds)] : []),
    ...(filter?.nameContains === undefined ? [] : [`strpos(lower(w.name), lower(${text(filter.nameContains)})) > 0`]),
    ...(filter?.labels?.length ? [hasLabelSql(filter.labels, level, companyId)] : []),
    ...(filter?.status?.length ? [`w.state ${oneOf(filter.status)}`] : []),
    ...(compiled.filter ? [formulaSql(compiled.filter, sqlIn(rule))] : []),
  ]
  return conditions.join(' AND ')
}

export function numbersSql(rule: RuleAt): string {
  const sqlOf = sqlIn(rule)
  return `ARRAY[${rule.compiled.labels.map((label) => `(${sqlOf(label)})::float8`).join(', ')}]::float8[]`
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
