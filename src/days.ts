import { entryOf, required } from './lookup.ts'
import type { DayRange } from './platforms/contract/insights.ts'

export const dayMs = 86_400_000

/** The date that it is now in a time zone. A zone that is not known here counts as UTC. */
export function todayIn(timeZone: string, now = new Date()): string {
  return timeZone === 'UTC' ? now.toISOString().slice(0, 10) : datesIn(timeZone).format(now)
}

/** The same for many who live in few zones: each is told once. */
export function todays(now = new Date()): (timeZone: string) => string {
  const daysInZones = new Map<string, string>()
  return (timeZone) => {
    const today = daysInZones.get(timeZone) ?? todayIn(timeZone, now)
    daysInZones.set(timeZone, today)
    return today
  }
}

/** Each takes a while to make and is the same for everybody. There are some hundred zones: what is no zone is not kept. */
const formats = new Map([['UTC', required(makeFormat('UTC'), 'clock of UTC')]])

export function datesIn(timeZone: string): Intl.DateTimeFormat {
  const kept = formats.get(timeZone)
  if (kept) return kept
  const format = makeFormat(timeZone)
  if (!format) return entryOf(formats, 'UTC', 'clock')
  formats.set(timeZone, format)
  return format
}

export function isTimeZone(timeZone: string): boolean {
  return formats.has(timeZone) || makeFormat(timeZone) !== null
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    // Swedish dates are written year-month-day.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The hour that it is now in a time zone; null: nobody here knows the zone. */
export function hourIn(timeZone: string, now: Date): number | null {
  try {
    return Number(new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** How many days a range has, both ends included; 0 when it ends before it begins. */
export function dayCount({ from, to }: DayRange): number {
  return Math.max(0, (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1)
}

export function daysOf(range: DayRange): string[] {
  return Array.from({ length: dayCount(range) }, (_, index) => addDays(range.from, index))
}

/** Days in order, as stretches without gaps. */
export function stretchesOf(days: string[]): DayRange[] {
  const stretches: DayRange[] = []
  for (const day of days) {
    const last = stretches.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else stretches.push({ from: day, to: day })
  }
  return stretches
}

/** Days in order, in pieces that one reading can cover; the newest first, because people look at them first. */
export function windowsOf(days: string[], daysAtOnce: number): DayRange[] {
  const windows: DayRange[] = []
  for (const { from, to } of stretchesOf(days).reverse()) {
    for (let end = to; end >= from; end = addDays(end, -daysAtOnce)) {
      const start = addDays(end, 1 - daysAtOnce)
      windows.push({ from: start < from ? from : start, to: end })
    }
  }
  return windows
}

/** The first day of every month that a range touches. */
export function monthsTouched({ from, to }: DayRange): string[] {
  const months: string[] = []
  for (let month = `${from.slice(0, 7)}-01`; month <= to; month = nextMonth(month)) months.push(month)
  return months
}

function nextMonth(month: string): string {
  return `${addDays(month, 31).slice(0, 7)}-01`
}

/** The month that begins with a day. */
export function monthRange(first: string): DayRange {
  return { from: first, to: addDays(nextMonth(first), -1) }
}
