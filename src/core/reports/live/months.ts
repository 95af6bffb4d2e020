import type { DayRange } from '../../../platforms/contract/insights.ts'

/** The calendar months that a range touches, each cut to the range. */
export function monthsOf({ from, to }: DayRange): (DayRange & { month: string })[] {
  const months: (DayRange & { month: string })[] = []
  for (let start = from; start <= to;) {
    const [year = 0, month = 0] = start.split('-').map(Number)
    // Day 0 of the next month is the last of this one.
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    months.push({ month: start.slice(0, 7), from: start, to: last < to ? last : to })
    start = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  }
  return months
}
