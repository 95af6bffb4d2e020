/** Days are `YYYY-MM-DD`, wherever they are read: nothing here knows a clock or a zone. */
const dayMs = 86_400_000
export const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const daysAfter = (day: string, days: number): string => dayText(Date.parse(day) + days * dayMs)

/** The same day of another month; the last one where that month is shorter. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayText(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** The weeks that a month lies in, whole, from the weekday on which they begin. */
export function weeksOf(day: string, firstWeekday: number): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const last = daysAfter(monthsAfter(first, 1), -1)
  const weeks: string[][] = []
  for (let at = weekStart(first, firstWeekday); at <= last; at = daysAfter(at, 7))
    weeks.push(Array.from({ length: 7 }, (_, step) => daysAfter(at, step)))
  return weeks
}

function weekStart(day: string, firstWeekday: number): string {
  return daysAfter(day, -((weekdayOf(day) - firstWeekday + 7) % 7))
}

/** Where a key leads from a day; null: the key is none of the calendar's. */
export function dayAt(
  day: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  first: number,
): string | null {
  switch (key) {
    case 'ArrowLeft':
      return daysAfter(day, -1)
    case 'ArrowRight':
      return daysAfter(day, 1)
    case 'ArrowUp':
      return daysAfter(day, -7)
    case 'ArrowDown':
      return daysAfter(day, 7)
    case 'Home':
      return weekStart(day, first)
    case 'End':
      return daysAfter(weekStart(day, first), 6)
    case 'PageUp':
      return monthsAfter(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return monthsAfter(day, shiftKey ? 12 : 1)
    default:
      return null
  }
}

export interface Bounds {
  min?: string
  max?: string
}

export const isWithin = (day: string, { min, max }: Bounds): boolean =>
  (min === undefined || day >= min) && (max === undefined || day <= max)

export function held(day: string, { min, max }: Bounds): string {
  if (max !== undefined && day > max) return max
  return min !== undefined && day < min ? min : day
}

/** The first of two days that are chosen one after the other, and the last: in whichever order somebody took them. */
export const inOrder = (one: string, other: string): { from: string; to: string } =>
  one <= other ? { from: one, to: other } : { from: other, to: one }
