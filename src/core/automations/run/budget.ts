import { todayIn } from '../../reports/sync/windows.ts'
import type { RuleAction } from '../rule/action.ts'

export type BudgetAction = Extract<RuleAction, { action: 'setBudget' | 'changeBudget' }>

interface Ground {
  numbers: Record<string, number | null>
  /** The largest change that the rule allows itself. */
  mostPercent: number
  at: Date
  timeZone: string
}

/** What was spent this month, under the name that checks give it. */
export const spentThisMonth = 'spend this_month'

/** The budget that a rule wants in the place of another, within all bounds; a text: why there is none. */
export function wantedBudget(wanted: BudgetAction, now: number, ground: Ground): number | string {
  const asked = askedFor(wanted, now, ground)
  if (typeof asked === 'string') return asked
  const { min = 0, max = Infinity } = wanted
  const share = ground.mostPercent / 100
  const within = Math.min(Math.max(asked, min), max)
  return Math.min(Math.max(within, now * (1 - share)), now * (1 + share))
}

function askedFor(wanted: BudgetAction, now: number, { numbers, at, timeZone }: Ground): number | string {
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
