import { z } from 'zod'
import { addDays, dayMs, todayIn } from '../../days.ts'
import { brokenRules } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'

/** The longest time that can be asked about at once, whatever is asked. */
export const maxRangeYears = 3
const [firstYear, lastYear] = [2000, 2099]

const saneYears = `from ${firstYear} to ${lastYear}`

const dayRule = `must be a day of the calendar, like 2026-01-31, ${saneYears}`
const rangeRule = `must be at most ${maxRangeYears} years after`

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = new Date(text)
  return isSane(time) && time.toISOString().startsWith(text)
}

function isSane(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= firstYear && year <= lastYear
}

/** A day in the calendar of the account. */
export const Day = z.string().refine(isDay, dayRule)

const momentPattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|[+-]\d{2}:\d{2})?$/i

/** A day or a time, in UTC unless it names an offset. `shift` is what a bare day stands for beyond its beginning. */
function moment(shift: number) {
  return z
    .string()
    .max(50)
    .transform((text, context) => {
      const [, day = '', time, zone = 'Z'] = momentPattern.exec(text.trim()) ?? []
      const at = Date.parse(`${day}T${time ?? '00:00'}${zone.toUpperCase()}`)
      if (Number.isNaN(at) || !isDay(day)) {
        context.addIssue(`must be a day or a time like 2026-01-31T12:00:00Z, ${saneYears}`)
        return z.NEVER
      }
      return new Date(time === undefined ? at + shift : at)
    })
}

/** `?from=&to=`: both days belong to the range; times are exact. */
export const momentRange = {
  from: moment(0)
    .optional()
    .meta({ description: 'From this day (2026-01-31, in UTC unless an offset follows) or this very time on.' }),
  to: moment(dayMs)
    .optional()
    .meta({ description: 'Up to the end of this day (in UTC unless an offset follows), or before this very time.' }),
}

/** What the ends of a range are called in the request. */
export interface RangeNames {
  start: string
  end: string
}

const dayNames: RangeNames = { start: 'startDate', end: 'endDate' }

/** The one rule for everything that is asked about a stretch of time: of our days, in order, and not too long. */
export function rangeIssues(start: Date, end: Date, names = dayNames): Issue[] {
  const insane = [...(isSane(start) ? [] : [names.start]), ...(isSane(end) ? [] : [names.end])]
  if (insane.length > 0) return insane.map((path) => ({ path, message: `must be ${saneYears}` }))
  if (end < start) return [{ path: names.end, message: `must not be before ${names.start}` }]
  const latest = new Date(start)
  latest.setUTCFullYear(start.getUTCFullYear() + maxRangeYears)
  // The last day belongs to it, to its end.
  return end.getTime() >= latest.getTime() + dayMs ? [{ path: names.end, message: `${rangeRule} ${names.start}` }] : []
}

export function requireRange(start: Date, end: Date, names?: RangeNames): void {
  const issues = rangeIssues(start, end, names)
  if (issues.length > 0) throw brokenRules(issues)
}

export interface DaysQuery {
  startDate?: string
  endDate?: string
}

/** The days asked for, both included, or null when none are. One day given means that day alone. */
export function requestedDays({ startDate, endDate }: { startDate: string; endDate: string }): DayRange
export function requestedDays({ startDate, endDate }: DaysQuery): DayRange | null
export function requestedDays({ startDate, endDate }: DaysQuery): DayRange | null {
  const from = startDate ?? endDate
  const to = endDate ?? startDate
  if (from === undefined || to === undefined) return null
  requireRange(new Date(from), new Date(to))
  return { from, to }
}

/** How many days are looked at unless the caller says. */
export const usualDays = 30

/** So many, with today, in the calendar of the account. */
export function lastDays({ timeZone }: { timeZone: string }, now: Date): DayRange {
  const today = todayIn(timeZone, now)
  return { from: addDays(today, -(usualDays - 1)), to: today }
}

/** A platform's time in ours, 2026-11-01T09:00:00.000Z; what is no time stays as it is. */
export function inUtc(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}
