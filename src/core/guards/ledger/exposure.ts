import { required } from '../../../lookup.ts'
import { datesIn, dayCount, dayMs } from '../../../days.ts'
import { daysLeft } from '../days-left.ts'
import type { Left, LedgerHolder, View } from './view.ts'

/** The day of an account, and how its money is counted. */
export interface AccountDay {
  today: string
  /** Of the month, today included. */
  daysLeft: number
  now: number
  dateOf: (moment: number) => string
  /** How far a day may exceed a daily budget, in thousandths. */
  factor: bigint
}

const once = 1000n
/** Longer than any month: to tell a date takes a while, and there may be thousands. */
const monthMs = 33 * dayMs

/** Of many accounts in few zones. */
export function accountDays(now: Date): (timeZone: string, dayFactor?: number) => AccountDay {
  const days = new Map<string, AccountDay>()
  return (timeZone, dayFactor = 1) => {
    const key = `${timeZone} ${dayFactor}`
    const day = days.get(key) ?? accountDay(timeZone, now, dayFactor)
    days.set(key, day)
    return day
  }
}

function accountDay(timeZone: string, now: Date, dayFactor: number): AccountDay {
  const dates = datesIn(timeZone)
  return {
    today: dates.format(now),
    daysLeft: daysLeft(timeZone, now),
    now: now.getTime(),
    dateOf: (moment) => dates.format(moment),
    factor: BigInt(Math.round(dayFactor * Number(once))),
  }
}

/** What a running budget may still spend; null: nothing bounds it. */
function leftOf(holder: LedgerHolder, day: AccountDay): Left | null {
  const { daily, lifetime, spent, life } = holder
  if (daily === null && lifetime === null) return null
  const whole = atLeastNone((lifetime ?? 0n) - life)
  if (daily === null) return { day: startsLater(holder, day) ? 0n : whole, month: whole }
  const today = startsLater(holder, day) ? 0n : atLeastNone((daily * day.factor) / once - spent)
  const later = daily * BigInt(furtherDays(holder, day))
  // Where one kind of budget was just put in the place of the other, the larger counts.
  return { day: larger(today, lifetime === null ? 0n : whole), month: larger(today + later, whole) }
}

/** What all of them may still spend; null: nothing bounds one of them. What runs in a view is added up once, for all who ask on a day. */
export function leftOfAll(holders: readonly LedgerHolder[], day: AccountDay, { counted }: View): Left | null {
  if (counted?.holders !== holders) return sumOf(holders, day)
  const of = `${day.today} ${day.daysLeft} ${day.factor}`
  if (counted.sum?.of !== of) counted.sum = { of, left: sumOf(holders, day) }
  return counted.sum.left
}

function sumOf(holders: readonly LedgerHolder[], day: AccountDay): Left | null {
  const sum: Left = { day: 0n, month: 0n }
  for (const holder of holders) {
    const left = leftOf(holder, day)
    if (!left) return null
    sum.day += left.day
    sum.month += left.month
  }
  return sum
}

function startsLater({ start }: Pick<LedgerHolder, 'start'>, { now, today, dateOf }: AccountDay): boolean {
  return start !== null && start > now && dateOf(start) > today
}

/** How many days of the month are left to it after today. */
export function furtherDays({ start, end }: Pick<LedgerHolder, 'start' | 'end'>, day: AccountDay): number {
  const { today, now, dateOf } = day
  const untilEnd = end === null || end > now + monthMs ? Infinity : dayCount({ from: today, to: dateOf(end) }) - 1
  const beforeStart = startsLater({ start }, day)
    ? dayCount({ from: today, to: dateOf(required(start, 'start')) }) - 2
    : 0
  return Math.max(0, Math.min(day.daysLeft - 1, untilEnd) - beforeStart)
}

function atLeastNone(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
