import type pg from 'pg'
import type { CompanyRef } from '../../company-ref.ts'
import type { Context } from '../../context.ts'
import { comparisonOf, withComparison } from './comparison.ts'
import { conversionOf, inOneCurrency, needsRates, withConversion } from './conversion.ts'
import { groupsBy, splitOf } from './dimensions.ts'
import { ensureDays } from '../sync/ensure/days.ts'
import type { Coverage } from '../sync/ensure/days.ts'
import { isAboutPeople } from '../../../platforms/contract/metrics.ts'
import { describeReport, missingAnswers, missingDays } from './metadata.ts'
import type { ReportMetadata } from './metadata.ts'
import type { Question } from './question.ts'
import { pageStatement } from './sql.ts'
import { prepareSplit, usedMetrics } from './splits/splits.ts'
import type { Prepared } from './splits/splits.ts'
import { literals } from './values.ts'
import { withPieces } from './source.ts'
import type { Sources } from './source.ts'
import { daysIn, pageWithinMs, withFigures } from './read-figures.ts'
import type { FigureDeps } from './read-figures.ts'
import { nameRows } from './rows.ts'
import type { Row, Value } from './rows.ts'
import { ensureReach } from './reach.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'
import type { ReportAccount } from '../sync/types.ts'
import { dayCount } from '../../../days.ts'
import { required } from '../../../lookup.ts'

/** A question, and the accounts that it is about: they are known to be the company's. */
export interface ReportQuery {
  accounts: ReportAccount[]
  question: Question
}

type Company = Pick<Context, 'company'>

export interface Report {
  rows: Row[]
  /** How many rows there are on all pages together. */
  total: number
  metadata: ReportMetadata
}

interface Page {
  columns: string[]
  rows: Value[][]
  total: number
  /** What had been read when the rows were made; null: unknown, because there is no row. */
  read: string | null
}

export async function askReport(deps: FigureDeps, { company }: Company, asked: ReportQuery): Promise<Report> {
  const { accounts, question } = asked
  if (needsPlatform(question)) {
    const ready = await prepare(deps, { company }, asked)
    const page = await readPage(deps.pool, question, ready.sources)
    return { ...(await finish(deps, question, { accounts, sources: ready.sources }, page)), metadata: ready.metadata }
  }
  const orders = await ordersOf(deps, company, accounts, question)
  const sources = { accountKeys: accounts.map(({ key }) => key), people: null, split: null, ...orders }
  const { coverage, page, asOf } = await (deps.replica ? readThere : readHere)(deps, accounts, question, sources)
  const metadata = describeReport(accounts, coverage, { source: 'synced', missing: missingDays(coverage), asOf })
  const rows = await finish(deps, question, { accounts, sources }, page)
  return { ...rows, metadata: withOrders(metadata, orders, asked) }
}

type Orders = Pick<Sources, 'comparison' | 'conversion'>

/** In which currencies amounts are shown, and by what they are put in order. */
async function ordersOf(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  question: Question,
): Promise<Orders> {
  const conversion = await conversionOf(deps, company, accounts, question)
  return { conversion, comparison: conversion ? null : await comparisonOf(deps, company, accounts, question) }
}

function withOrders(
  metadata: ReportMetadata,
  { comparison, conversion }: Orders,
  { accounts, question }: ReportQuery,
): ReportMetadata {
  return withConversion(withComparison(metadata, comparison, question), conversion, accounts)
}

interface ReadReport {
  coverage: Coverage[]
  page: Page
  asOf: Date | null
}

/** Nearly always everything is there, so the rows are made while we look; seldom they must be made again. */
async function readHere(
  deps: FigureDeps,
  accounts: ReportAccount[],
  question: Question,
  sources: Sources,
): Promise<ReadReport> {
  const [coverage, page] = await Promise.all([
    ensureDays(deps, accounts, question.range),
    readPage(deps.pool, question, sources),
  ])
  const isRight = await isStillRight(deps, question, sources, page)
  return { coverage, page: isRight ? page : await readPage(deps.pool, question, sources), asOf: null }
}

/** By a replica, once it is known what it must have. */
async function readThere(
  deps: FigureDeps,
  accounts: ReportAccount[],
  question: Question,
  sources: Sources,
): Promise<ReadReport> {
  const coverage = await ensureDays(deps, accounts, question.range)
  if (accounts.length === 0) return { coverage, page: await readPage(deps.pool, question, sources), asOf: null }
  const { range } = question
  const make = (pool: pg.Pool) => readPage(pool, question, sources)
  const made = await withFigures(deps, { accountKeys: sources.accountKeys, range }, make, pageWithinMs)
  return { coverage, page: made.result, asOf: made.asOf }
}

/** What must be at hand before rows can be made for a question, and what could not be had. */
export async function prepare(
  deps: ReportDeps,
  { company }: Company,
  { accounts, question }: ReportQuery,
): Promise<{ sources: Sources; metadata: ReportMetadata }> {
  const orders = await ordersOf(deps, company, accounts, question)
  const isDaily = groupsBy(question.groups, 'day') || needsRates(orders.conversion)
  const { sources, metadata } = splitOf(question.groups)
    ? await prepareSplit(deps, company, accounts, { ...question, isDaily })
    : await prepareSources(deps, company, accounts, question)
  return { sources: { ...sources, ...orders }, metadata: withOrders(metadata, orders, { accounts, question }) }
}

async function prepareSources(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  question: Question,
): Promise<Prepared> {
  const accountKeys = accounts.map(({ key }) => key)
  const people = usedMetrics(question).filter(isAboutPeople)
  const [coverage, reach] = await Promise.all([
    ensureDays(deps, accounts, question.range),
    people.length > 0 ? ensureReach(deps, company, accounts, question) : null,
  ])
  const missing = missingDays(coverage)
  if (reach) missing.push(...missingAnswers(reach, question.range, { metrics: people }))
  const sources = { accountKeys, people: reach && { asked: reach.asked, of: reach.answered }, split: null }
  return { sources, metadata: describeReport(accounts, coverage, { source: 'synced', missing }) }
}

function needsPlatform(question: Question): boolean {
  return splitOf(question.groups) !== null || usedMetrics(question).some(isAboutPeople)
}

/** Further processes and compiled code are ready after what a page takes without them: they are for what takes longer. */
const pageSettings = 'SET LOCAL jit = off; SET LOCAL parallel_setup_cost = 50000'

async function readPage(pool: pg.Pool, question: Question, sources: Sources): Promise<Page> {
  if (sources.accountKeys.length === 0) return { columns: [], rows: [], total: 0, read: null }
  const { text, columns } = pageStatement(question, await withPieces(pool, question, sources), literals())
  // Not prepared: a plan that must do for any accounts and days is a poor one for most.
  const results = await pool.query<Value[]>({ text: `${pageSettings}; ${text}`, rowMode: 'array' })
  const { rows } = required((results as unknown as pg.QueryResult<Value[]>[]).at(-1), 'page')
  const [first] = rows
  return {
    columns,
    rows,
    total: first ? Number(first[columns.length]) : 0,
    read: first ? String(first[columns.length + 1]) : null,
  }
}

/** Whether no day was read while the rows were made. */
async function isStillRight({ pool }: ReportDeps, { range }: Question, { accountKeys }: Sources, { read }: Page) {
  if (accountKeys.length === 0) return true
  // Every day is there for good: nothing was waited for.
  if (read?.startsWith(`${accountKeys.length * dayCount(range)} `)) return true
  return (await daysIn(pool, { accountKeys, range })) === read
}

async function finish(
  deps: ReportDeps,
  question: Question,
  { accounts, sources }: { accounts: ReportAccount[]; sources: Sources },
  page: Page,
): Promise<Omit<Report, 'metadata'>> {
  const rows = await nameRows(deps, question, inOneCurrency(accounts, sources.conversion), page)
  if (rows.length > 0 || question.offset === 0) return { rows, total: page.total }
  // A page beyond the end has no row to say how many there are.
  const { total } = await readPage(deps.pool, { ...question, offset: 0, limit: 1 }, sources)
  return { rows, total }
}
