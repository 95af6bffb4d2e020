import { addDays } from '../../../days.ts'
import type { DayRange } from '../../contract/insights.ts'

export { addDays, dayCount as daysIn } from '../../../days.ts'

/** Of these days those that a platform still has, which goes back so many days, and that have come. null: none of them. */
export function daysStillKept({ from, to }: DayRange, today: string, daysBack: number): DayRange | null {
  const oldest = addDays(today, -daysBack)
  const range = { from: from > oldest ? from : oldest, to: to < today ? to : today }
  return range.from <= range.to ? range : null
}

/** The same days in pieces of at most `most`, oldest first. */
export function stretchesOf({ from, to }: DayRange, max: number): DayRange[] {
  const found: DayRange[] = []
  for (let start = from; start <= to; start = addDays(start, max)) {
    const end = addDays(start, max - 1)
    found.push({ from: start, to: end < to ? end : to })
  }
  return found
}
