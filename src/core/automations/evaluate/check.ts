import type pg from 'pg'
import type { RuleLevel } from '../../../db/tables/automations.ts'
import { entryOf, required } from '../../../lookup.ts'
import type { Context } from '../../context.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import type { Rule } from '../rule/rule.ts'
import { accountsFor, scopeOf } from '../rule/accounts.ts'
import { addReadings, calendarsAt } from './calendar.ts'
import type { CheckAccount, Unreadable } from './calendar.ts'
import { compileRule, metricFigures } from '../rule/compiled/compile.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import { inBatches, byLevel, merged, needsOf } from './needs.ts'
import { addDays } from '../../../days.ts'
import { daysBack, rangeIn } from '../rule/compiled/span.ts'
import { createFreshness } from './freshness.ts'
import { judge } from './outcomes/judge.ts'
import type { CheckResult } from './outcomes/judge.ts'
import type { Needs } from './needs.ts'
import { canBeSummed, keepPartsStatement, keptPartSql, partSql, partsOf } from './parts.ts'
import type { KeptLevel, DayPart } from './parts.ts'
import { askPeople, peopleStatement } from './people.ts'
import { accountsStatement, rowsStatement } from './rows.ts'
import type { DayParts } from './rows.ts'
import { keepRest, maxSearchesKept } from './outcomes/rest.ts'
import { peopleSpans } from './rule-sql.ts'
import type { RuleAt } from './rule-sql.ts'
import { firstDayOf, keptRates, noRates, ratesFor, shownRates, whyUnknown } from './rates.ts'
import type { KeptRates, RuleRates, ShownRates } from './rates.ts'
import { liveSource, withSums } from './source.ts'
import type { Source } from './source.ts'
import { makeTermRows, readTerms } from './terms.ts'
import type { Terms } from './terms.ts'

export type { Checked, Entity } from './checked.ts'

interface RuleToCheck {
  id: number
  rule: Rule
  /** Whoever checks for an execution has what did not match kept with it, in automation_checks. */
  executionId?: number
}

export interface CheckedRule extends CheckResult {
  ruleId: number
  /** The least fresh reading that it rests on. */
  figuresAt: Date | null
  /** Accounts whose figures are not all there, in plain words. */
  missing: Unreadable[]
  /** By which rates its amounts were told in one currency; null: they are in that of each account. */
  conversion: ShownRates | null
  /** The same with the rate of each day, to be kept with an execution. */
  ratesByDay: KeptRates | null
}

export interface CheckInput {
  rules: RuleToCheck[]
  /** The moment the check is for: days are those of each account's calendar then. */
  at: Date
  /** Only what has this id, however it comes out: unless it matches it is in `others`. */
  onlyEntity?: { id: string }
  /** How many of those that do not match are told one by one; left out: none. */
  others?: number
  /** How many of the searches that do not match are kept with their execution; left out: as many as usual. */
  searchesKept?: number
  source?: Source
}

export type CheckContext = Pick<Context, 'company' | 'signal'>

interface Prepared {
  toCheck: RuleToCheck
  compiled: CompiledRule
  accounts: CheckAccount[]
  missing: Unreadable[]
}

/** Longer than this a statement of a check never takes, whatever is in the rule. */
const statementTimeoutMs = 120_000

/** Checks all rules at once: the windows of all of them are computed in one pass. */
export async function checkRules(deps: ReportDeps, context: CheckContext, input: CheckInput): Promise<CheckedRule[]> {
  const prepared = await prepare(deps, context, input)
  const checked: CheckedRule[] = []
  for (const batch of inBatches(prepared)) {
    checked.push(...(await checkBatch(deps, context, batch, input)))
    context.signal.throwIfAborted()
  }
  return checked
}

async function prepare(deps: ReportDeps, { company }: CheckContext, { rules, at }: CheckInput): Promise<Prepared[]> {
  const { accounts, left } = await accountsFor(deps, company)
  const compiled = rules.map((toCheck) => {
    return { toCheck, compiled: compileRule(toCheck.rule), looksAt: scopeOf(toCheck.rule) }
  })
  const isWanted = (account: ReportAccount) => compiled.some(({ looksAt }) => looksAt(account))
  const { accounts: calendars, unreadable } = await calendarsAt(accounts.filter(isWanted), { at, ...deps })
  const known = [...left, ...unreadable]
  return compiled.map(({ looksAt, ...each }) => ({
    ...each,
    accounts: calendars.filter(looksAt),
    missing: known.filter(looksAt).map(({ accountId, reason }) => ({ accountId, reason })),
  }))
}

async function checkBatch(
  deps: ReportDeps,
  context: CheckContext,
  batch: Prepared[],
  input: CheckInput,
): Promise<CheckedRule[]> {
  const accounts = [...new Map(batch.flatMap((each) => each.accounts).map((each) => [each.key, each])).values()]
  const ofTerms = batch.filter(({ compiled }) => compiled.rule.scope.level === 'searchTerm')
  const termNeeds = needsOf(ofTerms.map(({ compiled }) => compiled))
  const termAccounts = accounts.filter((account) => ofTerms.some((each) => each.accounts.includes(account)))
  const terms = ofTerms.length > 0 ? await readTerms(deps, context.company, termAccounts, termNeeds) : null
  const rates = await ratesOf(deps, context, batch, accounts)
  return inTransaction(deps.pool, async (client) => {
    const { source = liveSource, at, searchesKept = maxSearchesKept } = input
    const spans = batch.flatMap(({ compiled }) => metricFigures(compiled)).map(({ span }) => span)
    await addReadings(client, source, { accounts, spans })
    await makeRows(client, { source, rates, at, accounts, rules: batch.map(({ compiled }) => compiled) })
    if (terms) await makeTermRows(client, { terms, needs: termNeeds, rates })
    const checking = { client, deps, context, terms, rates, freshness: createFreshness(), searchesKept }
    return judgeAll(checking, batch, (each) => ruleAt(context, each, input, accounts.length))
  })
}

/** For as many days as rules that are in one currency look at. */
async function ratesOf(
  deps: ReportDeps,
  { company }: CheckContext,
  batch: Prepared[],
  accounts: CheckAccount[],
): Promise<RuleRates> {
  const rules = batch.map(({ compiled }) => compiled)
  const spans = rules.filter(({ rule }) => rule.currency !== undefined).flatMap(metricFigures)
  if (spans.length === 0 || accounts.length === 0) return noRates()
  const todays = accounts.map(({ today }) => today).sort()
  const [first, last] = [required(todays[0], 'first today'), required(todays.at(-1), 'last today')]
  const back = Math.max(...spans.map(({ span }) => daysBack(span)))
  const keys = accounts.map(({ key }) => key)
  const from = Number.isFinite(back) ? addDays(first, -back) : ((await firstDayOf(deps.pool, keys)) ?? first)
  return ratesFor(deps, company, rules, { accounts, range: { from: from < first ? from : first, to: last } })
}

interface Rows {
  source: Source
  rates: RuleRates
  at: Date
  accounts: CheckAccount[]
  rules: CompiledRule[]
}

async function makeRows(client: pg.ClientBase, { source, rates, at, accounts, rules }: Rows): Promise<void> {
  const levels = byLevel(rules)
  const needs = new Map<RuleLevel, Needs>([...levels].map(([level, ofLevel]) => [level, needsOf(ofLevel)]))
  const ofDays = merged([...needs].filter(([level]) => level !== 'searchTerm').map(([, each]) => each))
  await client.query(accountsStatement(accounts, merged([...needs.values()]), at))
  const kept = [...needs].filter(([level]) => level !== 'searchTerm') as [KeptLevel, Needs][]
  const parts = await makeParts(client, {
    source: { ...(await daysFor(client, source, accounts, kept)), rates },
    all: partsOf(accounts, ofDays),
    levels: kept.length,
  })
  for (const [level, own] of kept) await client.query(rowsStatement(source, level, own, parts))
  await client.query(peopleStatement())
}

/** Rules about campaigns or accounts alone read what is added up already, as it is known now. */
async function daysFor(
  client: pg.ClientBase,
  source: Source,
  accounts: CheckAccount[],
  kept: [KeptLevel, Needs][],
): Promise<Source> {
  const isAddedUp = source === liveSource && kept.length === 1 && kept.every(([level]) => canBeSummed(level))
  if (!isAddedUp) return source
  return withSums(
    client,
    accounts.map(({ key }) => key),
  )
}

/** Several levels read the days from where they were added up once; for a single one the sums need not be put anywhere. */
async function makeParts(
  client: pg.ClientBase,
  { source, all, levels }: { source: Source; all: DayPart[]; levels: number },
): Promise<DayParts> {
  if (levels <= 1)
    return { all, select: (place, level, parents) => partSql(source, level, required(all[place], 'part'), parents) }
  await client.query(keepPartsStatement(source, all))
  return { all, select: (place, level, parents) => keptPartSql(place, level, required(all[place], 'part'), parents) }
}

interface Checking {
  client: pg.ClientBase
  deps: ReportDeps
  context: CheckContext
  terms: Terms | null
  rates: RuleRates
  freshness: ReturnType<typeof createFreshness>
  searchesKept: number
}

function ruleAt({ company }: CheckContext, each: Prepared, input: CheckInput, accountCount: number): RuleAt {
  return {
    compiled: each.compiled,
    companyId: company.id,
    accounts: new Map(each.accounts.map((account) => [account.key, account])),
    hasAll: each.accounts.length === accountCount,
    onlyId: input.onlyEntity?.id ?? null,
    others: input.others ?? 0,
  }
}

/** Rules of one level together, unless they need people counted first. */
async function judgeAll(checking: Checking, batch: Prepared[], at: (each: Prepared) => RuleAt): Promise<CheckedRule[]> {
  const { client, deps, context, searchesKept } = checking
  const found = new Map<Prepared, CheckedRule>()
  const groups = Map.groupBy(batch, ({ toCheck, compiled }) => {
    return peopleSpans(compiled).length > 0 ? `rule ${toCheck.id}` : compiled.rule.scope.level
  })
  for (const group of groups.values()) {
    context.signal.throwIfAborted()
    const rules = group.map(at)
    const asking = { client, deps, company: context.company }
    const without = (await Promise.all(rules.map((rule) => askPeople(asking, rule)))).flat()
    const judged = await judge(client, rules)
    for (const [place, each] of group.entries()) {
      const { executionId } = each.toCheck
      if (executionId !== undefined)
        await keepRest(client, required(rules[place], 'rule'), { executionId, searchesKept })
      found.set(each, finished(checking, each, required(judged[place], 'verdict'), without))
    }
  }
  return batch.map((each) => entryOf(found, each, 'check'))
}

function finished(
  { terms, rates, freshness }: Checking,
  { toCheck, compiled, accounts, missing: known }: Prepared,
  judged: CheckResult,
  withoutPeople: Unreadable[],
): CheckedRule {
  const missing = [...known, ...withoutRates(compiled, accounts, rates)]
  const told = { conversion: shownRates(compiled, rates), ratesByDay: keptRates(compiled, rates, accounts) }
  if (compiled.rule.scope.level === 'searchTerm' && terms) {
    const ids = new Set(accounts.map(({ accountId }) => accountId))
    const lacking = terms.missing.filter(({ accountId }) => ids.has(accountId))
    return { ruleId: toCheck.id, ...judged, figuresAt: terms.freshAt, missing: [...missing, ...lacking], ...told }
  }
  const fresh = freshness(accounts, metricFigures(compiled))
  const lacking = [...missing, ...fresh.missing, ...withoutPeople]
  return { ruleId: toCheck.id, ...judged, figuresAt: fresh.figuresAt, missing: lacking, ...told }
}

function withoutRates(compiled: CompiledRule, accounts: CheckAccount[], rates: RuleRates): Unreadable[] {
  const spans = metricFigures(compiled).filter(({ currency }) => currency !== undefined)
  return accounts.flatMap(({ accountId, currency, today, historyFrom }) => {
    const firsts = spans.flatMap(({ span }) => rangeIn(span, today, historyFrom)?.from ?? [])
    const [from] = firsts.sort()
    const reason = from === undefined ? null : whyUnknown(compiled, rates, { currency, from })
    return reason === null ? [] : [{ accountId, reason }]
  })
}

/**
 * Compiling so many expressions would take longer than computing them; sums by ad are made in memory; each stretch of days is
 * shared among processes, instead of one process getting the longest of them; and stretches are joined as they stand.
 */
const settings = `SET LOCAL jit = off; SET LOCAL work_mem = '48MB'; SET LOCAL enable_parallel_append = off; SET LOCAL join_collapse_limit = 1;
  SET LOCAL statement_timeout = ${statementTimeoutMs}`

/** One view of the database for the whole check. What is made in it is gone with it. */
async function inTransaction<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await client.query(settings)
    const done = await work(client)
    await client.query('COMMIT')
    client.release()
    return done
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}
