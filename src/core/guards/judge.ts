import { hourIn } from '../../days.ts'
import { mainUnits } from '../currency/convert.ts'
import type { Rates } from '../currency/convert.ts'
import type { Raise, SpendChange } from './changes/change.ts'
import { guardTitle } from './guard.ts'
import type { Guard, LimitName } from './guard.ts'
import { total } from './ledger/caps.ts'
import type { Running } from './ledger/caps.ts'
import { amountOf, microsOf, moneyText } from './money.ts'
import type { Answered } from './read-spend.ts'
import { unknown } from './figure.ts'
import type { FigureOrUnknown } from './figure.ts'

/** One limit of a guard that a write goes beyond, or of which nobody can tell whether it does. */
export interface GuardFinding {
  guard: Guard
  limit: LimitName
  message: string
  /** What was spent, or what the limit is compared with. */
  spend: FigureOrUnknown
  /** Of a cap: what runs may still spend besides, and what is left. */
  running?: FigureOrUnknown
  left?: FigureOrUnknown
  reachedAt?: Date | null
  /** Of a cap: so much was spent already, whatever this adds. */
  isReached?: boolean
  adds: FigureOrUnknown
  cap: number
}

/** How a cap stands: what was spent, and what may still be, in the guard's currency. */
export interface CapState {
  spent: Answered<bigint>
  running: Running
  /** When it will be reached, should spending go on as it did so far. */
  reachedAt: () => Date | null
}

/** What a guard has to know to judge. */
export interface GuardFacts {
  guard: Guard
  /** The changes that it looks at. */
  covered: SpendChange[]
  rates: Rates
  /** null: the guard has no such cap. */
  day: CapState | null
  month: CapState | null
  /** The first amount of its day that is known of a budget; undefined: the one that stands is. */
  firstOf: (change: SpendChange) => number | null | undefined
  now: Date
}

/** Everything that stands against a write. */
export function judge(facts: GuardFacts): GuardFinding[] {
  const { covered } = facts
  if (covered.length === 0) return []
  const spending = covered.filter(({ spends }) => spends)
  return [
    ...(spending.length > 0 ? [...cap(facts, 'dailyCap', spending), ...cap(facts, 'monthlyCap', spending)] : []),
    ...budgets(facts),
    ...raises(facts),
    ...batch(facts),
    ...hours(facts, spending),
  ]
}

function cap(facts: GuardFacts, limit: 'dailyCap' | 'monthlyCap', spending: SpendChange[]): GuardFinding[] {
  const { guard } = facts
  const max = guard[limit]
  if (max === null) return []
  const isDay = limit === 'dailyCap'
  const silent = { unknown: 'It was not looked at.' }
  const nothingKnown: CapState = { spent: silent, running: { before: silent, after: silent }, reachedAt: () => null }
  const { spent: everybodys, running, reachedAt } = (isDay ? facts.day : facts.month) ?? nothingKnown
  // What the writes of one key let run is counted by itself, whatever everybody spent.
  const spent: Answered<bigint> = guard.by === null ? everybodys : { known: 0n }
  const figure = (amount: Answered<bigint>) => figureOf(amount, guard.currency)
  const spendFigure = () => {
    const figures = { spend: figure(spent), running: figure(running.before), reachedAt: reachedAt() }
    return { guard, limit, cap: max, ...figures }
  }
  const span = isDay ? 'today' : 'this month'
  if ('unknown' in spent)
    return [
      {
        ...spendFigure(),
        adds: unknown,
        left: unknown,
        message: `what was spent ${span} is not known. ${spent.unknown}`,
      },
    ]
  const bound = microsOf(max) ?? 0n
  // Changes that move no budget need nothing known of what runs.
  const changesNothing = spending.every(({ effects }) => effects?.length === 0)
  const isReached = guard.by === null && spent.known >= bound
  if (!isReached && changesNothing) return []
  const gap = [running.before, running.after].find((one) => 'unknown' in one)
  if (!isReached && gap && 'unknown' in gap)
    return [
      {
        ...spendFigure(),
        adds: unknown,
        left: unknown,
        message: `what may still be spent is not known. ${gap.unknown}`,
      },
    ]
  const [before, after] = [running.before, running.after].map((one) => ('known' in one ? one.known : 0n)) as [
    bigint,
    bigint,
  ]
  const adds = after > before ? after - before : 0n
  if (!isReached && (adds === 0n || spent.known + after <= bound)) return []
  const left = bound - spent.known - before
  const figures = {
    ...spendFigure(),
    isReached,
    adds: figure({ known: adds }),
    left: figure({ known: left > 0n ? left : 0n }),
  }
  return [{ ...figures, message: capSentence(facts, { limit, spent: spent.known, before, adds, bound }) }]
}

interface CapSums {
  limit: 'dailyCap' | 'monthlyCap'
  spent: bigint
  before: bigint
  adds: bigint
  bound: bigint
}

function capSentence({ guard }: GuardFacts, { limit, spent, before, adds, bound }: CapSums): string {
  const isDay = limit === 'dailyCap'
  const money = (amount: bigint) => moneyText(amountOf(amount), guard.currency)
  const runs =
    guard.basis === 'commitments' ? 'what runs may still spend' : 'what was let through today may still spend'
  const earlier = before > 0n ? `, ${runs} ${money(before)}` : ''
  const more = adds > 0n ? `, and this may add ${money(adds)} ${isDay ? 'a day' : 'until its end'}` : ''
  const its = `its ${isDay ? 'daily' : 'monthly'} cap is ${money(bound)}.`
  if (guard.by !== null) return `${guard.by} let ${money(before)} run today${more}; ${its}`
  return `${money(spent)} were spent ${isDay ? 'today' : 'this month'}${earlier}${more}; ${its}`
}

function budgets({ guard, covered, rates }: GuardFacts): GuardFinding[] {
  const max = guard.largestBudget
  if (max === null) return []
  const all = covered.flatMap(({ account, budgets: some }) => some.map((amount) => ({ amount, account })))
  return all.flatMap(({ amount, account }) =>
    above(guard, 'largestBudget', inGuard(amount, account.currency, rates), `a budget of`),
  )
}

/** Compared with the first amount of the day, so that small steps are no way around it. */
function raises({ guard, covered, rates, firstOf }: GuardFacts): GuardFinding[] {
  return covered.flatMap((change) => {
    const { raise: step, account } = change
    const first = firstOf(change)
    const raise = step && { ...step, from: first === undefined ? step.from : first }
    if (!raise || (raise.from !== null && raise.to <= raise.from)) return []
    const by = inGuard(raise.to - (raise.from ?? 0), account.currency, rates)
    const amount = guard.largestRaise === null ? [] : above(guard, 'largestRaise', by, 'a budget raised by')
    return [...amount, ...percent(guard, raise)]
  })
}

function percent(guard: Guard, { from, to }: Pick<Raise, 'from' | 'to'>): GuardFinding[] {
  const max = guard.largestRaisePercent
  if (max === null) return []
  const finding = { guard, limit: 'largestRaisePercent', cap: max, adds: 0 } as const
  // From nothing, every budget is infinitely more.
  if (!from)
    return [
      {
        ...finding,
        spend: unknown,
        message: 'there was no such budget before, so no percentage tells how much more it is.',
      },
    ]
  const by = Number((((to - from) / from) * 100).toFixed(6))
  return by <= max ? [] : [{ ...finding, spend: by, message: `a budget is raised by ${by} %; it allows ${max} %.` }]
}

function batch({ guard, covered }: GuardFacts): GuardFinding[] {
  const max = guard.largestBatch
  const count = covered.reduce((sum, change) => sum + change.count, 0)
  if (max === null || count <= max) return []
  const message = `it is about ${count} at once; it allows ${max}.`
  return [{ guard, limit: 'largestBatch', cap: max, spend: count, adds: 0, message }]
}

function hours({ guard, now }: GuardFacts, spending: SpendChange[]): GuardFinding[] {
  const first = guard.notAfterHour
  if (first === null) return []
  const late = spending.find(({ account }) => (hourIn(account.time_zone, now) ?? 24) >= first)
  if (!late) return []
  const hour = hourIn(late.account.time_zone, now)
  const message = `from ${first}:00 on, in the time zone of ${late.account.account_id}, nothing that costs is begun.`
  return [{ guard, limit: 'notAfterHour', cap: first, spend: hour ?? unknown, adds: 0, message }]
}

function above(
  guard: Guard,
  limit: 'largestBudget' | 'largestRaise',
  amount: Answered<bigint>,
  what: string,
): GuardFinding[] {
  const max = guard[limit] ?? 0
  const finding = { guard, limit, cap: max, adds: 0, spend: figureOf(amount, guard.currency) }
  if ('unknown' in amount) return [{ ...finding, message: amount.unknown }]
  if (amount.known <= (microsOf(max) ?? 0n)) return []
  const [asked, allowed] = [amountOf(amount.known), max].map((each) => moneyText(each, guard.currency))
  return [{ ...finding, message: `${what} ${asked} is more than it allows: ${allowed}.` }]
}

function inGuard(amount: number, currency: string, rates: Rates): Answered<bigint> {
  const micros = microsOf(amount)
  return micros === null ? { unknown: 'An amount could not be read.' } : total([{ micros, currency }], rates)
}

function figureOf(sum: Answered<bigint>, currency: string): FigureOrUnknown {
  return 'known' in sum ? mainUnits(sum.known, currency) : unknown
}

/** What a guard says in one sentence. */
export function sentenceOf({ guard, message }: GuardFinding): string {
  const verb = { refuse: 'refuses this', ask: 'asks a person first', warn: 'warns' }[guard.mode]
  return `The ${guardTitle(guard)} ${verb}: ${message}`
}
