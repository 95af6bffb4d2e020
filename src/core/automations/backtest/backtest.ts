import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import type { FairShare } from '../../../async/fair-share.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import { brokenRules } from '../../../errors.ts'
import type { AppError } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { noRates, shownRates } from '../evaluate/rates.ts'
import type { RuleRates, ShownRates } from '../evaluate/rates.ts'
import { sumIn } from '../rule/compiled/rule-sum.ts'
import type { RuleSum } from '../rule/compiled/rule-sum.ts'
import { keptFrom } from '../../reports/past/known-at.ts'
import { addDays, dayCount } from '../../../days.ts'
import type { Unreadable } from '../evaluate/calendar.ts'
import type { CheckContext } from '../evaluate/check.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import { compileRule } from '../rule/compiled/compile.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import { needsOf } from '../evaluate/needs.ts'
import type { Needs } from '../evaluate/needs.ts'
import type { KeptLevel } from '../evaluate/parts.ts'
import type { Rule } from '../rule/rule.ts'
import { calendarsOver, noFirst } from './known/calendar.ts'
import type { PastAccount } from './known/calendar.ts'
import { inChunks } from './known/chunks.ts'
import { addCorrections, correctionsQuestion } from './known/corrections.ts'
import { dayNumber } from './known/days.ts'
import { readEntities } from './known/entities.ts'
import type { PastEntity } from './known/entities.ts'
import { daysQuestion, earlierQuestion, putTogether, scaleOf } from './known/figures.ts'
import { dayPieces, earlierPieces } from './known/pieces.ts'
import type { PastFigures } from './known/figures.ts'
import { readPacked } from './known/packed.ts'
import { Places } from './known/places.ts'
import { Judge } from './judge.ts'
import type { SlotMatches } from './judge.ts'
import { dailyMinutes, maxChecks } from './limits.ts'
import { refuseRange, refuseUnkept } from './refuse.ts'
import { accountsOf } from './accounts.ts'
import type { FactedAccount } from './accounts.ts'
import { pastRates, withoutRates } from './rates.ts'
import { Simulator } from './simulate.ts'
import type { Simulation } from './simulate.ts'
import { slotsOf } from './slots.ts'
import { touchedBy } from './touched.ts'
import type { DailyFigures, TouchedSpan } from './touched.ts'
import { sharePast, withPast } from './known/transaction.ts'
import { readSaid } from './known/states.ts'
import { kindsIn, SumWindows } from './known/windows.ts'

/** Counted, both included. */
interface Days {
  from: number
  to: number
}

export interface BacktestInput extends DayRange {
  rule: Rule
  /** Left out: once a day. */
  everyMinutes?: number
}

/** What the rule would have done in the past, with what was known then. */
export interface Backtest {
  compiled: CompiledRule
  slots: Date[]
  everyMinutes: number
  entities: number
  accounts: PastAccount[]
  missing: Unreadable[]
  seen: SlotMatches[]
  simulation: Simulation
  touched: TouchedSpan[]
  /** The days of the figures below. */
  days: Days
  figures: ReadonlyMap<number, DailyFigures>
  /** By which rates amounts were told in one currency; null: they are in that of each account. */
  conversion: ShownRates | null
  /** Why amounts are not known, in words. */
  withoutRates: string[]
}

export interface BacktestDeps extends ReportDeps {
  /** Who may try a rule on the past. */
  backtests: FairShare
}

export async function backtest(deps: BacktestDeps, context: CheckContext, input: BacktestInput): Promise<Backtest> {
  const now = new Date()
  const everyMinutes = input.everyMinutes ?? dailyMinutes
  const compiled = compileRule(input.rule)
  refuseUnkept(compiled)
  refuseRange(input, everyMinutes, now)
  const slots = slotsOf(input, everyMinutes, now)
  if (slots.length === 0) throw brokenRules([{ path: 'from', message: 'has no moment that has come yet' }])
  const looked = daysLookedAt(compiled, input)
  const { accounts, missing } = await accountsOf(deps, context, input.rule, looked)
  // Accounts may be a day ahead of the slots, or behind.
  const days = { from: dayNumber(input.from) - 1, to: dayNumber(input.to) }
  const judgeInput = judgeInputOf(context, compiled, slots, days)
  judgeInput.rates = await pastRates(deps, context, compiled, {
    accounts: accounts.map(({ account }) => account),
    looked,
  })
  const judgeAll = async (client: pg.ClientBase) => {
    const cells = slots.length * Math.max(1, kindsIn(judgeInput.needs))
    const chunks = await inChunks(client, { accounts, level: judgeInput.level, cells, days: dayCount(looked) })
    if (chunks.entities * slots.length > maxChecks) throw tooMuch(chunks.entities, slots.length)
    await judgeChunks(deps.pool, judgeInput, client, chunks.chunks)
  }
  const { company, signal } = context
  await deps.backtests.run(company.id, () => withPast(deps.pool, signal, judgeAll), signal)
  const simulator = new Simulator(input.rule, slots)
  for (const [slot, seen] of judgeInput.seen.entries()) simulator.step(slot, seen)
  const simulation = simulator.result
  const { seen, figures, entities } = judgeInput
  const touched = touchedBy(simulation.done, { ...days, figures })
  return {
    compiled,
    slots,
    everyMinutes,
    missing,
    simulation,
    touched,
    seen,
    days,
    figures,
    entities,
    accounts: judgeInput.accounts,
    conversion: shownRates(compiled, judgeInput.rates),
    withoutRates: withoutRates(compiled, judgeInput),
  }
}

function tooMuch(entities: number, slots: number): AppError {
  const message = `${entities} entities at ${slots} moments are more than ${maxChecks} checks: ask for fewer days, larger steps or fewer accounts`
  return brokenRules([{ path: 'to', message }])
}

/** Of everything that there is, as much as the days of the backtest themselves. */
function daysLookedAt(compiled: CompiledRule, { from, to }: DayRange): DayRange {
  const firsts = [...needsOf([compiled]).values()].map(({ span: { first } }) =>
    typeof first === 'number' ? first : daysOfMonth,
  )
  return { from: addDays(from, -Math.max(0, ...firsts) - 1), to }
}

const daysOfMonth = 31

interface Deps {
  companyId: CompanyId
  signal: AbortSignal
  compiled: CompiledRule
  level: KeptLevel
  needs: Needs
  sums: RuleSum[]
  rates: RuleRates
  slots: Date[]
  seen: SlotMatches[]
  days: Days
  figures: Map<number, DailyFigures>
  entities: number
  accounts: PastAccount[]
}

function judgeInputOf({ company, signal }: CheckContext, compiled: CompiledRule, slots: Date[], days: Days): Deps {
  const needs = needsOf([compiled])
  // Spend and results are what actions are told to have touched.
  const needed = [...needs.values()].flatMap((need) => [...need.sums])
  const spend = sumIn('spend', compiled.rule.currency)
  const sums = [...new Set<RuleSum>(['spend', 'results', spend, ...needed])]
  const seen = slots.map((): SlotMatches => ({ checked: 0, unknown: 0, matches: [], active: new Map() }))
  const level = compiled.rule.scope.level as KeptLevel
  return {
    companyId: company.id,
    signal,
    compiled,
    level,
    needs,
    sums,
    rates: noRates(),
    slots,
    seen,
    days,
    figures: new Map(),
    entities: 0,
    accounts: [],
  }
}

/** So many checks are made before others get a turn. */
const checksInTurn = 2_000

type ReadChunk = Awaited<ReturnType<typeof readChunk>>

/** Whoever gives up before it is needed has nothing to do with how it ends. */
function unlessGivenUp<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => undefined)
  return reading
}

async function judgeChunks(pool: pg.Pool, deps: Deps, client: pg.ClientBase, chunks: FactedAccount[][]) {
  if (chunks.length < 2) return judgeInTurn(deps, [client], chunks)
  const both = (second: pg.ClientBase) => judgeInTurn(deps, [client, second], chunks)
  return withPast(pool, deps.signal, both, await sharePast(client))
}

/** The database reads the next ones, by every connection, while these are judged. */
async function judgeInTurn(deps: Deps, clients: pg.ClientBase[], chunks: FactedAccount[][]): Promise<void> {
  const read = async (place: number) => {
    const chunk = chunks[place]
    return chunk ? readChunk(required(clients[place % clients.length], 'client'), deps, chunk) : null
  }
  const ahead = clients.map((_, place) => unlessGivenUp(read(place)))
  for (let place = 0; place < chunks.length; place++) {
    const next = required(await ahead.shift(), 'next chunk')
    ahead.push(unlessGivenUp(read(place + clients.length)))
    await judgeChunk(deps, next)
  }
}

async function readChunk(client: pg.ClientBase, deps: Deps, chunk: FactedAccount[]) {
  const { compiled, needs, sums, rates, slots, level, companyId } = deps
  const keys = chunk.map(({ account }) => account.key)
  const kept = await keptFrom(client, keys)
  const accounts = await calendarsOver(client, { accounts: chunk, slots, needs, keptFrom: kept })
  const byKey = new Map(accounts.map((account) => [account.key, account]))
  const byCurrency = Map.groupBy(accounts, ({ currency }) => currency)
  const currencies = new Map([...byCurrency].map(([currency, own]) => [currency, own.map(({ key }) => key)]))
  const input = { level, accountKeys: keys, sums, rates, currencies, ...daysNeeded(accounts, deps.days) }
  const entities = await readEntities(client, { compiled, companyId }, byKey)
  const said = await readSaid(client, compiled, companyId, keys)
  const days = await readPacked(client, daysQuestion(input, await dayPieces(client, input)))
  const earlier = input.withEarlier
    ? await readPacked(client, earlierQuestion(input, await earlierPieces(client, input)))
    : undefined
  // Needed last: the database reads it while the figures are put together.
  const superseded = unlessGivenUp(readPacked(client, correctionsQuestion(input, required(slots[0], 'first slot'))))
  return { accounts, input, entities, said, days, earlier, superseded }
}

async function judgeChunk(deps: Deps, read: ReadChunk): Promise<void> {
  const { compiled, needs, sums, slots } = deps
  const { accounts, input, entities, said, days, earlier, superseded } = read
  const figures = putTogether({ ...input, places: new Places(entities.map(({ key }) => key)) }, days, earlier)
  const times = slots.map((slot) => slot.getTime())
  const windows = new SumWindows(figures, entities, times, needs)
  addCorrections(await superseded, figures, windows)
  windows.finish()
  const judge = new Judge({ compiled, needs, sums, windows, entities, slots: times, said })
  let sinceTurn = 0
  for (const [slot, seen] of deps.seen.entries()) {
    judge.judge(slot, seen)
    sinceTurn += entities.length
    if (sinceTurn < checksInTurn) continue
    sinceTurn = 0
    await turn(undefined, { signal: deps.signal })
  }
  deps.entities += entities.length
  deps.accounts.push(...accounts)
  keepFigures(deps, judge.matched, figures)
}

/** From the first day of any window to the last, and every day of the backtest. */
function daysNeeded(accounts: readonly PastAccount[], days: Days): { from: number; to: number; withEarlier: boolean } {
  const firsts = accounts.flatMap(({ spans }) => spans.map(({ first }) => required(first[0], 'first day')))
  const todays = accounts.map(({ today }) => today)
  return {
    from: Math.min(days.from, ...firsts.filter((first) => first !== noFirst)),
    to: Math.max(days.to, ...todays.map((today) => required(today.at(-1), 'last day'))),
    withEarlier: firsts.includes(noFirst),
  }
}

/** The daily figures of what matched at some time: those of its days that actions can have touched. */
function keepFigures(deps: Deps, matched: ReadonlySet<PastEntity>, figures: PastFigures): void {
  const { sums, days } = deps
  const spend = sumIn('spend', deps.compiled.rule.currency)
  const daily = (place: number, sum: RuleSum) => {
    const at = sums.indexOf(sum)
    return Float64Array.from({ length: days.to - days.from + 1 }, (_, day) => {
      const isKnown = figures.gapsIn(place, at, days.from + day, days.from + day) === 0
      return isKnown ? figures.sum(place, at, days.from + day, days.from + day) / scaleOf(sum) : NaN
    })
  }
  for (const { key } of matched) {
    const place = figures.input.places.of(key)
    deps.figures.set(key, { spend: daily(place, spend), results: daily(place, 'results') })
  }
}
