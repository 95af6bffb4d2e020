import pg from 'pg'
import type { BaseSum, MetricName } from '../../../platforms/contract/metrics.ts'
import { isMoney, worthOf } from './comparison.ts'
import { standInMark } from '../../../platforms/contract/report.ts'
import { groupsBy, isOfOneAccount, levelOf, levelsShown, shownFields, splitOf } from './dimensions.ts'
import type { Group } from './dimensions.ts'
import { accountNames, names, writtenNames, writtenOnce } from './names.ts'
import type { FileColumn, FieldsWriter } from './names.ts'
import { measureOf, roundedColumns, sumColumns, sumNames } from './measures.ts'
import { isAboutPeople, isMetric } from '../../../platforms/contract/metrics.ts'
import type { Question } from './question.ts'
import { dayFacts, peopleRows, splitColumns, splitFacts } from './source.ts'
import type { FigureSource, Sources } from './source.ts'
import { lookUp, required } from '../../../lookup.ts'
import { needsRates, smallestAmount } from './conversion.ts'
import type { Values } from './values.ts'

export interface Statement {
  text: string
  /** The names of the columns, in order. */
  columns: string[]
}

/**
 * One page. It says by keys what its rows are about: names are looked up for the rows shown alone. Behind the sums
 * stand how many rows there are in all, and what had been read when they were made.
 */
export function pageStatement(question: Question, sources: Sources, values: Values): Statement {
  const { groups, sort, search, metrics } = question
  const parts = partsOf(question, sources, values)
  const needsNames = parts.withPeople || search !== null || sort.some(({ by }) => !isMetric(by) && by !== 'date')
  const keys = keyColumns(groups)
  const sums = sumNames(metrics)
  const shown = [
    ...keys.map((key) => `s.${key}`),
    ...sums.map((name) => (name === 'reach' || name === 'frequency' ? `r.${name}` : `s.${name}`)),
  ]
  const worth = worthIn(question, sources, values)
  const text = [
    `SELECT ${shown.join(', ')}, count(*) OVER (), ${parts.facts.read}`,
    `FROM (${parts.sums}) s`,
    needsNames ? names(groups, parts.accounts) : worth ? accountNames(groups, parts.accounts) : '',
    parts.people,
    filters(question, worth, values),
    // Ends with what tells rows apart, so that pages neither repeat nor skip a row.
    `ORDER BY ${[...sortKeys(question, worth), ...keys.map((key) => `s.${key}`)].join(', ')}`,
    page(question, values),
  ]
  return { text: text.join(' '), columns: [...keys, ...sums] }
}

export interface FileParts {
  columns: FileColumn[]
  /** What follows the columns. */
  from: string
}

/**
 * Everything, for a file. In the order in which it is stored unless the caller asked for another. With a writing, what stands alike in
 * all rows of an ad, and of whatever else has a name, is written once for it and not in every row.
 */
export function fileParts(question: Question, sources: Sources, values: Values, writing?: FieldsWriter): FileParts {
  const { groups, metrics } = question
  const { sums, people, accounts } = partsOf(question, sources, values)
  const worth = worthIn(question, sources, values)
  const order = sortKeys(question, worth)
  const fields = shownFields(groups).map((field): FileColumn => {
    return { name: field, sql: column(field, groups), kind: field === 'date' || field === 'day' ? 'day' : 'text' }
  })
  const written = writing ? writtenOnce(fields, groups, writing) : null
  const joins = written
    ? writtenNames(groups, { accounts, accountKeys: sources.accountKeys, values }, written)
    : names(groups, accounts)
  const from = [
    `FROM (${sums}) s ${joins} ${people}`,
    filters(question, worth, values),
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    page(question, values),
  ]
  const figures = metrics.map((name): FileColumn => ({ name, sql: measureOf(name).sql, kind: 'figure' }))
  return { columns: [...(written?.columns ?? fields), ...figures], from: from.join(' ') }
}

export function exportStatement(question: Question, sources: Sources, values: Values): Statement {
  const { columns, from } = fileParts(question, sources, values)
  const shown = columns.map(({ name, sql }) => `${sql} AS "${name}"`)
  return { text: `SELECT ${shown.join(', ')} ${from}`, columns: columns.map(({ name }) => name) }
}

function partsOf(question: Question, sources: Sources, values: Values) {
  const { groups, metrics, sort } = question
  const split = splitOf(groups)
  const facts = split ? splitFacts(question, sources, values) : dayFacts(question, sources, values)
  const used = new Set<MetricName>([...metrics, ...sort.map(({ by }) => by).filter(isMetric)])
  if (question.minSpend !== null) used.add('spend')
  const needed = new Set<BaseSum>([...used].flatMap((name) => measureOf(name).needs))
  const withPeople = [...used].some(isAboutPeople)
  if (withPeople && split) needed.add('impressions')
  const accounts = accountsIn(sources)
  return {
    facts,
    withPeople,
    accounts,
    sums: needsRates(sources.conversion)
      ? roundedSums(groups, needed, { facts, accounts, to: required(sources.conversion, 'conversion').to })
      : sumsOf(groups, needed, { facts, accounts }),
    people: withPeople ? peopleRows(question, sources, values) : '',
  }
}

/** The accounts, each with the currency that its rows are shown in. */
function accountsIn({ conversion }: Sources): string {
  if (!conversion) return 'ad_accounts'
  // Written out: not every statement looks at accounts, and a parameter that stands nowhere has no type.
  return `(SELECT id, account_id, name, platform, ${pg.escapeLiteral(conversion.to)}::text AS currency FROM ad_accounts)`
}

/** What tells the rows apart, in the columns of the sums. */
function keyColumns(groups: Group[]): string[] {
  const level = levelOf(groups)
  const split = splitOf(groups)
  return [
    ...(groupsBy(groups, 'day') ? ['day'] : []),
    ...(split ? [splitColumns[split]] : []),
    ...levelsShown(level).map((shown) => `${shown}_key`),
    ...(isOfOneAccount(groups) ? ['account_key'] : ['currency']),
    ...(!isOfOneAccount(groups) && groupsBy(groups, 'platform') ? ['platform'] : []),
  ]
}

interface SumsFrom {
  facts: FigureSource
  accounts: string
  /** The currency that amounts are converted to. */
  to?: string
}

/** Sums of converted amounts, which are rounded once: at the end. */
function roundedSums(groups: Group[], needed: Set<BaseSum>, from: SumsFrom & { to: string }): string {
  const keys = new Set([...keyColumns(groups), 'account_key'])
  const columns = [...[...keys].map((key) => `c.${key}`), ...roundedColumns(smallestAmount(from.to), needed)]
  return `SELECT ${columns.join(', ')} FROM (${sumsOf(groups, needed, from)}) c`
}

/** The sums behind each row. Currencies are never added up: rows of several accounts are made for each currency. */
export function sumsOf(groups: Group[], needed: Set<BaseSum>, from: SumsFrom): string {
  const { facts, to } = from
  const byDay = groupsBy(groups, 'day')
  const keys = [...facts.groupColumns, ...(byDay ? ['d.day'] : [])]
  const above = facts.keysAbove.map((key) => `max(d.${key}) AS ${key}`)
  if (facts.isOneRowPerGroup(byDay)) {
    const plain = [...keys, ...facts.keysAbove.map((key) => `d.${key}`), ...sumColumns('day', needed)]
    return `SELECT ${plain.join(', ')} FROM ${facts.from}`
  }
  const perAccount = `SELECT ${[...keys, ...above, ...sumColumns(to ? 'convertedDays' : 'days', needed)].join(', ')}
    FROM ${facts.from} GROUP BY ${keys.join(', ')}`
  if (isOfOneAccount(groups)) return perAccount
  return acrossAccounts(groups, needed, { ...from, perAccount })
}

function acrossAccounts(
  groups: Group[],
  needed: Set<BaseSum>,
  { perAccount, accounts, to }: SumsFrom & { perAccount: string },
): string {
  const split = splitOf(groups)
  const keys = [
    'a.currency',
    ...(groupsBy(groups, 'platform') ? ['a.platform'] : []),
    ...(groupsBy(groups, 'day') ? ['x.day'] : []),
    ...(split ? [`x.${splitColumns[split]}`] : []),
  ]
  // People of two accounts may be the same ones: only a row of a single account has a reach.
  const single = 'CASE WHEN count(*) = 1 THEN max(x.account_key) END AS account_key'
  return `SELECT ${[...keys, single, ...sumColumns(to ? 'convertedSums' : 'sums', needed)].join(', ')}
    FROM (${perAccount}) x JOIN ${accounts} a ON a.id = x.account_key GROUP BY ${keys.join(', ')}`
}

/** Where a field of the row comes from. */
function column(field: string, groups: Group[]): string {
  const ofAccount = isOfOneAccount(groups)
  const columns: Record<string, string> = {
    date: 's.day',
    day: 's.day',
    country: `s.${splitColumns.country}`,
    searchTerm: `s.${splitColumns.searchTerm}`,
    account: 'a.account_id',
    accountId: 'a.account_id',
    accountName: 'a.name',
    platform: ofAccount ? 'a.platform' : 's.platform',
    currency: ofAccount ? 'a.currency' : 's.currency',
    ad: shownId('ad'),
    adset: 'adset.name',
    campaign: 'campaign.name',
  }
  const [, name, part] = /^(ad|adset|campaign)(Id|Name)$/.exec(field) ?? []
  if (name && part) return part === 'Id' ? shownId(name) : `${name}.${part.toLowerCase()}`
  return lookUp(columns, field) ?? 'NULL'
}

/** A campaign without ads of its own stands for itself: there is no id to show. */
function shownId(level: string): string {
  return level === 'campaign' ? 'campaign.id' : `CASE WHEN ${level}.id NOT LIKE '${standInMark}%' THEN ${level}.id END`
}

/** What one unit of a row's currency is worth in the currency of the comparison; null where all are in one. */
function worthIn({ groups }: Question, { comparison, accountKeys }: Sources, values: Values): string | null {
  if (!comparison || accountKeys.length === 0) return null
  const { rates } = comparison
  const cases = [rates.to, ...rates.byCurrency.keys()].map((currency) => {
    return `WHEN ${values.put(currency, 'text')} THEN ${values.put(String(worthOf(rates, currency)), 'numeric')}`
  })
  return `CASE ${column('currency', groups)} ${cases.join(' ')} END`
}

function sortKeys({ sort, groups }: Question, worth: string | null): string[] {
  return sort.map(({ by, direction }) => {
    const figure = isMetric(by) ? measureOf(by).sql : column(by, groups)
    const key = worth && isMoney(by) ? `(${figure}) * ${worth}` : figure
    return `${key} ${direction} NULLS LAST`
  })
}

function filters({ minSpend, search, groups }: Question, worth: string | null, values: Values): string {
  const conditions: string[] = []
  const spend = worth ? `s.spend * ${worth}` : 's.spend'
  if (minSpend !== null) conditions.push(`${spend} >= ${values.put(Math.round(minSpend * 1e6), 'numeric')}`)
  if (search !== null) {
    const wanted = values.put(search.toLowerCase(), 'text')
    const texts = shownFields(groups).filter((field) => field !== 'date' && field !== 'day')
    const found = texts.map((field) => `strpos(lower(${column(field, groups)}), ${wanted}) > 0`)
    conditions.push(`(${found.join(' OR ')})`)
  }
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
}

function page({ limit, offset }: Question, values: Values): string {
  const limitClause = limit === null ? '' : `LIMIT ${values.put(limit, 'bigint')}`
  return offset === 0 ? limitClause : `${limitClause} OFFSET ${values.put(offset, 'bigint')}`
}
