import type { AccountRef } from '../../../platforms/contract/manage.ts'
import type { Session } from '../../../platforms/contract/platform.ts'
import { todayIn } from '../../../days.ts'
import type { RuleAction } from './action.ts'

export type BudgetAction = Extract<RuleAction, { action: 'setBudget' | 'changeBudget' }>

interface Deps {
  numbers: Record<string, number | null>
  /** The largest change that the rule allows itself. */
  maxPercent: number
  at: Date
  timeZone: string
}

/** What was spent this month, under the name that checks give it. */
export const spentThisMonth = 'spend this_month'

/** The budget that a rule wants in the place of another, within all bounds; a text: why there is none. */
export function wantedBudget(wanted: BudgetAction, now: number, deps: Deps): number | string {
  const asked = requestedCall(wanted, now, deps)
  if (typeof asked === 'string') return asked
  const { min = 0, max = Infinity } = wanted
  const share = deps.maxPercent / 100
  const within = Math.min(Math.max(asked, min), max)
  return Math.min(Math.max(within, now * (1 - share)), now * (1 + share))
}

/** How a platform sees amounts; what it does not say is left as it is. */
interface Steps {
  /** The nearest amount that it can hold. */
  roundBudget?: (amount: number) => number
  /** What is wrong with an amount. */
  checkBudget?: (amount: number) => { message: string }[]
}

/** Of an account's platform. */
export function stepsOf(
  session: Pick<Session, 'roundBudget' | 'checkBudget'>,
  account: AccountRef,
  field: 'dailyBudget' | 'lifetimeBudget',
): Steps {
  return {
    roundBudget: (amount) => session.roundBudget?.(account, amount) ?? amount,
    checkBudget: (amount) => session.checkBudget?.(account, { [field]: amount }) ?? [],
  }
}

/** The same as the platform can hold it. Rounding does not lead beyond the largest change: a guard may stand right there. */
export function budgetInSteps(wanted: BudgetAction, now: number, deps: Deps & Steps): number | string {
  const asked = wantedBudget(wanted, now, deps)
  if (typeof asked === 'string') return asked
  const { roundBudget = (amount) => amount, checkBudget = () => [] } = deps
  const amount = towards(now, asked, roundBudget, (now * deps.maxPercent) / 100)
  const [fault] = checkBudget(amount)
  if (!fault) return amount
  return `Its budget would become ${amount}, which the platform does not take: ${fault.message}.`
}

/** Sums of cents are not exact in floating point. */
const hair = 1e-9

/** The nearest step, or the one before it where that would be more than the largest change. */
function towards(now: number, asked: number, round: (amount: number) => number, maxStep: number): number {
  const isWithin = (amount: number) => Math.abs(amount - now) <= maxStep * (1 + hair) + hair
  const nearest = round(asked)
  if (isWithin(nearest)) return nearest
  // How long a step is nobody says: the one before is found by going back further and further.
  for (let back = Math.abs(nearest - asked) || hair; back < Math.abs(asked - now); back *= 2) {
    const step = round(asked + (now > asked ? back : -back))
    if (isWithin(step)) return step
  }
  return now
}

function requestedCall(wanted: BudgetAction, now: number, { numbers, at, timeZone }: Deps): number | string {
  if (wanted.action === 'changeBudget') {
    return wanted.percent === undefined ? now + (wanted.amount ?? 0) : (now * (100 + wanted.percent)) / 100
  }
  if (wanted.monthlyTarget === undefined) return wanted.amount ?? now
  const spent = numbers[spentThisMonth]
  if (spent === null || spent === undefined) return 'What was spent this month is not known.'
  return Math.max(0, wanted.monthlyTarget - spent) / daysLeft(todayIn(timeZone, at))
}

/** In the month, the day itself included. */
function daysLeft(day: string): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - date + 1
}
