import { convert, mainUnits } from '../currency/convert.ts'
import type { Rates } from '../currency/convert.ts'
import { decimalsOf } from '../currency/codes.ts'
import { addedIn } from './changes/change.ts'
import type { SpendChange } from './changes/change.ts'
import { guardTitle } from './guard.ts'
import type { Guard, LimitName } from './guard.ts'
import { amountOf, microsOf } from './money.ts'
import { daysLeft } from './days-left.ts'
import type { Answered } from './read-spend.ts'
import { unknown } from './terms.ts'
import type { Figure } from './terms.ts'

/** One limit of a guard that a write goes beyond, or of which nobody can tell whether it does. */
export interface Finding {
  guard: Guard
  limit: LimitName
  message: string
  /** What was spent, or what the limit is compared with. */
  spend: Figure
  adds: Figure
  cap: number
}

/** An amount in some currency. */
export interface Part {
  micros: bigint
  currency: string
}

/** What a guard has to know to judge. */
export interface Facts {
  guard: Guard
  /** The changes that it looks at. */
  covered: SpendChange[]
  rates: Rates
  /** What is spent; null: the guard has no such cap. */
  day: Answered<Part[]> | null
  month: Answered<Part[]> | null
  /** What other writes were let through for today and has not been spent yet: of the day, and of what is left of the month. */
  toCome: Record<'day' | 'month', Part[]>
  now: Date
}

/** Everything that stands against a write. */
export function judge(facts: Facts): Finding[] {
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

function cap(facts: Facts, limit: 'dailyCap' | 'monthlyCap', spending: SpendChange[]): Finding[] {
  const { guard, rates } = facts
  const most = guard[limit]
  if (most === null) return []
  const figures = (limit === 'dailyCap' ? facts.day : facts.month) ?? { unknown: 'It was not looked at.' }
  const spent = 'known' in figures ? total(figures.known, rates) : figures
  const isDay = limit === 'dailyCap'
  const daysOf = ({ account }: SpendChange) => (isDay ? 1 : daysLeft(account.time_zone, facts.now))
  const adding = spending.filter((each) => addedIn(each, 1) !== 0)
  const adds = sumOf(adding.map((each) => inGuard(addedIn(each, daysOf(each)), each.account.currency, rates)))
  const toCome = total(isDay ? facts.toCome.day : facts.toCome.month, rates)
  const told = { guard, limit, cap: most, spend: figureOf(spent, guard.currency), adds: figureOf(adds, guard.currency) }
  const span = isDay ? 'today' : 'this month'
  if ('unknown' in spent) return [{ ...told, message: `what was spent ${span} is not known. ${spent.unknown}` }]
  if ('unknown' in adds) return [{ ...told, message: `what it adds is not known. ${adds.unknown}` }]
  if ('unknown' in toCome) return [{ ...told, message: `what earlier writes add is not known. ${toCome.unknown}` }]
  const bound = microsOf(most) ?? 0n
  const isReached = spent.known >= bound
  if (!isReached && (adds.known === 0n || spent.known + toCome.known + adds.known <= bound)) return []
  const money = (amount: bigint) => moneyText(amountOf(amount), guard.currency)
  const earlier = toCome.known > 0n ? `, what was let through today may still spend ${money(toCome.known)}` : ''
  const more = adds.known > 0n ? `, and this may add ${money(adds.known)} ${isDay ? 'a day' : 'until its end'}` : ''
  const message = `${money(spent.known)} were spent ${span}${earlier}${more}; its ${limit} is ${money(bound)}.`
  return [{ ...told, message }]
}

function budgets({ guard, covered, rates }: Facts): Finding[] {
  const most = guard.largestBudget
  if (most === null) return []
  const all = covered.flatMap(({ account, budgets: some }) => some.map((amount) => ({ amount, account })))
  return all.flatMap(({ amount, account }) =>
    above(guard, 'largestBudget', inGuard(amount, account.currency, rates), `a budget of`),
  )
}

function raises({ guard, covered, rates }: Facts): Finding[] {
  return covered.flatMap(({ raise, account }) => {
    if (!raise || (raise.from !== null && raise.to <= raise.from)) return []
    const by = inGuard(raise.to - (raise.from ?? 0), account.currency, rates)
    const amount = guard.largestRaise === null ? [] : above(guard, 'largestRaise', by, 'a budget raised by')
    return [...amount, ...percent(guard, raise)]
  })
}

function percent(guard: Guard, { from, to }: { from: number | null; to: number }): Finding[] {
  const most = guard.largestRaisePercent
  if (most === null) return []
  const told = { guard, limit: 'largestRaisePercent', cap: most, adds: 0 } as const
  // From nothing, every budget is infinitely more.
  if (!from)
    return [
      {
        ...told,
        spend: unknown,
        message: 'there was no such budget before, so no percentage tells how much more it is.',
      },
    ]
  const by = Number((((to - from) / from) * 100).toFixed(6))
  return by <= most ? [] : [{ ...told, spend: by, message: `a budget is raised by ${by} %; it allows ${most} %.` }]
}

function batch({ guard, covered }: Facts): Finding[] {
  const most = guard.largestBatch
  const count = covered.reduce((sum, change) => sum + change.count, 0)
  if (most === null || count <= most) return []
  const message = `it is about ${count} at once; it allows ${most}.`
  return [{ guard, limit: 'largestBatch', cap: most, spend: count, adds: 0, message }]
}

function hours({ guard, now }: Facts, spending: SpendChange[]): Finding[] {
  const first = guard.notAfterHour
  if (first === null) return []
  const late = spending.find(({ account }) => (hourIn(account.time_zone, now) ?? 24) >= first)
  if (!late) return []
  const hour = hourIn(late.account.time_zone, now)
  const message = `from ${first}:00 on, in the time zone of ${late.account.account_id}, nothing that costs is begun.`
  return [{ guard, limit: 'notAfterHour', cap: first, spend: hour ?? unknown, adds: 0, message }]
}

/** null: nobody here knows the zone. */
function hourIn(timeZone: string, now: Date): number | null {
  try {
    return Number(new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function above(
  guard: Guard,
  limit: 'largestBudget' | 'largestRaise',
  amount: Answered<bigint>,
  what: string,
): Finding[] {
  const most = guard[limit] ?? 0
  const told = { guard, limit, cap: most, adds: 0, spend: figureOf(amount, guard.currency) }
  if ('unknown' in amount) return [{ ...told, message: amount.unknown }]
  if (amount.known <= (microsOf(most) ?? 0n)) return []
  const [asked, allowed] = [amountOf(amount.known), most].map((each) => moneyText(each, guard.currency))
  return [{ ...told, message: `${what} ${asked} is more than it allows: ${allowed}.` }]
}

function inGuard(amount: number, currency: string, rates: Rates): Answered<bigint> {
  const micros = microsOf(amount)
  return micros === null ? { unknown: 'An amount could not be read.' } : total([{ micros, currency }], rates)
}

/** The sum in the currency of the rates. A part without a rate makes it unknown. */
export function total(parts: Part[], rates: Rates): Answered<bigint> {
  let known = 0n
  for (const { micros, currency } of parts) {
    // Nothing is nothing in every currency: it needs no rate.
    const converted = micros === 0n ? { amount: 0n } : convert(rates, micros, currency)
    if ('missing' in converted) return { unknown: converted.missing }
    known += converted.amount
  }
  return { known }
}

function sumOf(amounts: Answered<bigint>[]): Answered<bigint> {
  const gap = amounts.find((amount) => 'unknown' in amount)
  return gap ?? { known: amounts.reduce((sum, amount) => sum + ('known' in amount ? amount.known : 0n), 0n) }
}

function figureOf(sum: Answered<bigint>, currency: string): Figure {
  return 'known' in sum ? mainUnits(sum.known, currency) : unknown
}

function moneyText(amount: number, currency: string): string {
  return `${amount.toFixed(decimalsOf(currency))} ${currency}`
}

/** What a guard says in one sentence. */
export function sentenceOf({ guard, message }: Finding): string {
  const verb = { refuse: 'refuses this', ask: 'asks a person first', warn: 'warns' }[guard.mode]
  return `The ${guardTitle(guard)} ${verb}: ${message}`
}
