import type pg from 'pg'
import { required } from '../../lookup.ts'
import type { Context } from '../context.ts'
import { accountsOf, unlistedPlatforms } from '../reports/query/accounts.ts'
import { comparisonOf, isMoney, withComparison, worthOf } from '../reports/query/comparison.ts'
import type { CurrencyOrder } from '../reports/query/comparison.ts'
import { describeReport, missingAccounts, missingDays, withMissing } from '../reports/query/metadata.ts'
import type { Missing } from '../reports/query/metadata.ts'
import { platformMeant } from '../reports/query/question.ts'
import type { Question } from '../reports/query/question.ts'
import { pageWithinMs, withFigures } from '../reports/query/read-figures.ts'
import type { FigureDeps } from '../reports/query/read-figures.ts'
import { forReader } from '../reports/query/readers.ts'
import type { ReportAccount } from '../reports/sync/types.ts'
import { ensureDays } from '../reports/sync/ensure/days.ts'
import type { Coverage } from '../reports/sync/ensure/days.ts'
import { cursorFor, positionIn } from './cursor.ts'
import type { Position } from './cursor.ts'
import { leavesOf } from './filter/condition.ts'
import { looksAtMoney } from './filter/conditions-sql.ts'
import { checkWishes, questionOf } from './question.ts'
import type { ListQuestion, ListWishes } from './question.ts'
import { pageFrom } from './rows.ts'
import type { ListPage } from './rows.ts'
import type { EntityMetadata } from './row-shape.ts'
import { listStatement } from './statement.ts'
import type { ListedAccount } from './statement.ts'
import { ensureStructure } from './structure.ts'
import type { Structure } from './structure.ts'
import { factColumns } from './words.ts'

type Asking = Pick<Context, 'company' | 'actor'>

interface EntityList extends ListPage {
  nextCursor: string | null
  metadata: EntityMetadata
}

/** Campaigns, ad sets and ads over all platforms, with what they did: also those that did nothing. */
export async function listEntities(
  deps: FigureDeps,
  context: Asking,
  wishes: ListWishes,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<EntityList> {
  checkWishes(wishes)
  const { platforms } = deps.connections
  const platform = wishes.platform === undefined ? null : platformMeant(platforms, wishes.platform)
  const scope = { accountIds: wishes.accountIds ?? [], platform }
  const position = cursor === null ? null : positionIn(cursor, wishes)
  const found = await accountsOf(deps, context, scope)
  const { accounts, excluded } = forReader(platforms, context, { ...scope, accounts: found })
  const question = questionOf(wishes, accounts, { limit, range: position?.range ?? null })
  const [ready, unlisted] = await Promise.all([
    prepare(deps, context, accounts, question),
    unlistedPlatforms(deps, context, { ...scope, accounts: found }),
  ])
  const { page, asOf } = await readPage(deps, context, { accounts, question, position, ready })
  const more = [...leftOut(question, ready), ...missingAccounts(unlisted, question.range)]
  const described = withMissing(describe(accounts, question, ready, asOf), more, excluded)
  const last = page.last
  return {
    ...page,
    nextCursor: last === null ? null : cursorFor(wishes, { range: question.range, ...last }),
    metadata: {
      ...described,
      range: question.range,
      before: question.before,
      structureAt: ready.structure.readAt?.toISOString() ?? null,
    },
  }
}

interface Ready {
  coverage: Coverage[]
  structure: Structure
  comparison: CurrencyOrder | null
}

/** What must be at hand before a page can be made. */
async function prepare(
  deps: FigureDeps,
  { company }: Asking,
  accounts: ReportAccount[],
  question: ListQuestion,
): Promise<Ready> {
  const { range, before } = question
  const [coverage, structure, comparison] = await Promise.all([
    ensureDays(deps, accounts, { from: before?.from ?? range.from, to: range.to }),
    ensureStructure(deps, company, accounts),
    comparisonOf(deps, company, accounts, asReport(question)),
  ])
  return { coverage, structure, comparison }
}

/** The question as reports put theirs, as far as currencies go by it: whether amounts are compared, and of which day rates are. */
function asReport({ range, sort: { key }, filter }: ListQuestion): Question {
  const sortsMoney = 'fact' in key ? factColumns[key.fact].type === 'money' : isMoney(key.figure)
  const compares = sortsMoney || leavesOf(filter).some(({ leaf }) => looksAtMoney(leaf))
  return {
    ...{ range, groups: [], metrics: [], namesPeople: false, minSpend: null, search: null, limit: null, offset: 0 },
    sort: compares ? [{ by: 'spend', direction: 'DESC' }] : [],
  }
}

interface Reading {
  accounts: ReportAccount[]
  question: ListQuestion
  position: Position | null
  ready: Ready
}

async function readPage(
  deps: FigureDeps,
  { company }: Asking,
  { accounts, question, position, ready }: Reading,
): Promise<{ page: ListPage & { last: Pick<Position, 'value' | 'key'> | null }; asOf: Date | null }> {
  if (accounts.length === 0) return { page: { rows: [], totals: [], total: 0, last: null }, asOf: null }
  const listed = accounts.map((account) => listedAccount(account, ready))
  const statement = listStatement({ companyId: company.id, accounts: listed, question, position })
  const { range, before } = question
  const make = async (pool: pg.Pool) => {
    const { rows } = await pool.query<unknown[]>({ text: statement.text, values: statement.values, rowMode: 'array' })
    return pageFrom(rows, { question, accounts, sums: statement.sums })
  }
  const days = {
    accountKeys: accounts.map(({ key }) => key),
    range: { from: before?.from ?? range.from, to: range.to },
  }
  const { result: page, asOf } = await withFigures(deps, days, make, pageWithinMs)
  return { page, asOf }
}

function listedAccount(account: ReportAccount, { coverage, comparison }: Ready): ListedAccount {
  const { key, name, platform, currency } = account
  const covered = coverage.find(({ account: each }) => each.key === key)
  return {
    ...{ account_key: key, account_name: name, platform, currency },
    worth: comparison ? worthOf(comparison.rates, currency) : 1,
    is_read: required(covered, 'coverage').missing.length === 0,
  }
}

function describe(accounts: ReportAccount[], question: ListQuestion, ready: Ready, asOf: Date | null) {
  const { coverage, structure, comparison } = ready
  const unread = structure.missing.map(({ account, reason }): Missing => {
    return { accountId: account.accountId, platform: account.platform, reason, days: [question.range] }
  })
  const missing = [...unread, ...missingDays(coverage)]
  const metadata = describeReport(accounts, coverage, { source: 'synced', missing, asOf })
  return withComparison(metadata, comparison, asReport(question))
}

/** A condition on money cannot be held against accounts without a rate. */
function leftOut({ filter, range }: ListQuestion, { comparison }: Ready): Missing[] {
  if (!comparison || !leavesOf(filter).some(({ leaf }) => looksAtMoney(leaf))) return []
  return comparison.without.map(({ account: { accountId, platform }, reason }) => {
    return { accountId, platform, reason: `It cannot be held against the filter's amounts. ${reason}`, days: [range] }
  })
}
