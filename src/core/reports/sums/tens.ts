import { addDays, monthRange, todayIn } from '../../../days.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { recentDays } from '../sync/keep/days.ts'

/** A month has three tens: from the 1st, from the 11th, and from the 21st to its end. */
export const tensInMonth = 3
const daysInTen = 10

/** Which ten of its month a day lies in, from 1. */
export function tenOf(day: string): number {
  return Math.min(Math.ceil(Number(day.slice(8)) / daysInTen), tensInMonth)
}

/** The tens of a month, by its first day. */
export function tensOf(month: string): DayRange[] {
  return Array.from({ length: tensInMonth }, (_, place) => {
    const from = addDays(month, place * daysInTen)
    return { from, to: place + 1 < tensInMonth ? addDays(from, daysInTen - 1) : monthRange(month).to }
  })
}

/** How many tens of a month have no day any more that is read all the time. */
export function settledTens(month: string, now: Date): number {
  const moving = addDays(todayIn('UTC', now), -recentDays)
  return tensOf(month).filter(({ to }) => to < moving).length
}
