import { addDays, todayIn } from '../../../days.ts'
import { recentDays } from '../sync/keep/days.ts'

/** The first day of the month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** Months before this one have no day that is read all the time: sums by ad of others would have to be made with every reading. */
export function settledBefore(now: Date): string {
  return monthOf(addDays(todayIn('UTC', now), -recentDays))
}
