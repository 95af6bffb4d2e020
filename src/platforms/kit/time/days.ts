import type { DayRange } from '../../contract/insights.ts'

const dayMs = 24 * 3600_000

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** Both ends included. */
export function daysIn({ from, to }: DayRange): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1
}

/** Of these days those that a platform still has, which goes back so many days, and that have come. null: none of them. */
export function daysStillKept({ from, to }: DayRange, today: string, daysBack: number): DayRange | null {
  const oldest = addDays(today, -daysBack)
  const range = { from: from > oldest ? from : oldest, to: to < today ? to : today }
  return range.from <= range.to ? range : null
}

/** The same days in pieces of at most `most`, oldest first. */
export function stretchesOf({ from, to }: DayRange, most: number): DayRange[] {
  const found: DayRange[] = []
  for (let start = from; start <= to; start = addDays(start, most)) {
    const end = addDays(start, most - 1)
    found.push({ from: start, to: end < to ? end : to })
  }
  return found
}
