import pg from 'pg'
import type { CompanyId } from '../../../db/company-id.ts'
import { entryOf, required } from '../../../lookup.ts'
import type { CheckAccount } from './calendar.ts'
import { peopleFigures } from '../rule/compiled/compile.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import { columns, figureSql, hasLabelSql } from './figure-sql.ts'
import { formulaSql } from '../rule/compiled/formula.ts'
import { rowsTable } from './rows.ts'
import { spanKey } from '../rule/compiled/span.ts'
import type { Span } from '../rule/compiled/span.ts'

/** How an entity came out, as a number: from 10 on it is the case that holds. */
export const codes = { unmatched: 0, tooLittleSpent: 1, unknown: 2, firstCase: 10 }

export interface RuleAt {
  compiled: CompiledRule
  companyId: CompanyId
  /** Those of the rule, whose calendars are known. */
  accounts: ReadonlyMap<number, CheckAccount>
  /** Whether the rows hold no other accounts. */
  hasAll: boolean
  onlyId: string | null
  /** How many of those that did not match are told one by one. */
  others: number
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
    nameOf: (place: number, label: string) => entryOf(required(ofRules[place], 'names of the rule'), label, 'name'),
  }
}

/** What is told of a rule, in this order: how many were looked at and are unknown, what matched, and rows of others. */
export const outcomeWidth = 4

/**
 * How the rows come out for each of several rules of one level, in one look at the rows and in one row of answers: how many were
 * looked at, how many are unknown, and of each that matched its row, its code and its numbers. Everything is worked out once.
 */
export function outcomesSql(rules: readonly RuleAt[]): string {
  const { select, names, nameOf } = figureColumns(rules)
  const asked = rules.map((rule, place) => ({ rule, place, scope: scopeSql(rule) }))
  const scopes = asked.filter(({ scope }) => scope !== everything)
  const held = rules.flatMap((rule, place) => heldColumns(rule, place, (label) => `f.${nameOf(place, label)}`))
  const scoped = scopes.map(({ place }) => `f.s${place}`)
  const figures = ['w.row_no', ...scopes.map(({ place, scope }) => `(${scope}) AS s${place}`), ...select]
  const judged = ['f.row_no', ...scoped, ...held, ...names.map((name) => `f.${name}`)]
  const columnsByRule = asked.flatMap(({ rule, place, scope }) => {
    const numbers = rule.compiled.labels.map((label) => `c.${nameOf(place, label)}`)
    return ruleColumns(rule, place, numbers, scope === everything ? [] : [`c.s${place}`])
  })
  return `SELECT ${columnsByRule.join(', ')} FROM (
    SELECT ${judged.join(', ')} FROM (SELECT ${figures.join(', ')} FROM ${rowsOf(required(rules[0], 'first rule').compiled)} w OFFSET 0) f OFFSET 0) c`
}

/** Whether each case of a rule holds; and, for those that want to be told of others, how it comes out altogether. */
function heldColumns({ compiled, others }: RuleAt, place: number, sqlOf: (label: string) => string): string[] {
  const cases = compiled.cases.map(({ when, enough }) => (enough ? { all: [when, enough] } : when))
  return [
    ...cases.map((formula, index) => `${formulaSql(formula, sqlOf)} AS m${place}_${index}`),
    ...(others > 0 ? [`${codeOf(compiled, sqlOf)} AS code${place}`] : []),
  ]
}

function ruleColumns({ compiled, others }: RuleAt, place: number, numbers: string[], scope: string[]): string[] {
  const cases = [...compiled.cases.keys()].map((index) => `c.m${place}_${index}`)
  const holds = `(${cases.join(' OR ')})`
  const only = (...conditions: string[]) => {
    const all = [...scope, ...conditions]
    return all.length === 0 ? '' : `FILTER (WHERE ${all.join(' AND ')})`
  }
  const code = cases.length === 1 ? codes.firstCase : caseOf(cases)
  const rowsWith = (one: number) => `coalesce(array_agg(c.row_no) ${only(`c.code${place} = ${one}`)}, '{}')`
  const rest = [codes.tooLittleSpent, codes.unknown, codes.unmatched].map(rowsWith)
  return [
    `(count(*) ${only()})::int`,
    `(count(*) ${only(`${holds} IS NULL`)})::int`,
    `array_agg(ARRAY[${['c.row_no', code, ...numbers].join(', ')}]::float8[]) ${only(holds)}`,
    others > 0 ? `(${rest.join(' || ')})[1:${others}]` : 'NULL::int[]',
  ]
}

function caseOf(cases: readonly string[]): string {
  return `CASE ${cases.map((held, index) => `WHEN ${held} THEN ${codes.firstCase + index}`).join(' ')} END`
}

/** What a figure is in SQL, for the rule's level. */
function sqlIn({ compiled, companyId }: Pick<RuleAt, 'compiled' | 'companyId'>): (label: string) => string {
  const { figures, rule } = compiled
  return (label) => figureSql(entryOf(figures, label, 'figure'), rule.scope.level, companyId)
}

export function codeSql(rule: RuleAt): string {
  return codeOf(rule.compiled, sqlIn(rule))
}

/** The first case that holds; else whether one is unknown, or holds and too little was spent. */
function codeOf({ cases }: CompiledRule, sqlOf: (label: string) => string): string {
  const held = cases.map(({ when, enough }) => formulaSql(enough ? { all: [when, enough] } : when, sqlOf))
  const little = cases.filter(({ enough }) => enough !== null).map(({ when }) => formulaSql(when, sqlOf))
  const whens = held.map((formula, index) => `WHEN ${formula} THEN ${codes.firstCase + index}`)
  const short = little.length > 0 ? `WHEN ${little.join(' OR ')} THEN ${codes.tooLittleSpent}` : ''
  const unknown = held.map((formula) => `${formula} IS NULL`)
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

/** Of a scope that leaves nothing out. */
const everything = 'true'

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
    ...(filter?.nameContains === undefined ? [] : [`strpos(w.lower_name, lower(${text(filter.nameContains)})) > 0`]),
    ...(filter?.labels?.length ? [hasLabelSql(filter.labels, level, companyId)] : []),
    ...(filter?.status?.length ? [`w.state ${oneOf(filter.status)}`] : []),
    ...(compiled.filter ? [formulaSql(compiled.filter, sqlIn(rule))] : []),
  ]
  return conditions.length === 0 ? everything : conditions.join(' AND ')
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
