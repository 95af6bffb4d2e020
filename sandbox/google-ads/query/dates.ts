import { addDays, addMonths, isDay } from '../../core/figures/account-days.ts'
import { refusal } from '../errors.ts'
import type { Condition, Value } from './parser.ts'
import { queryError } from './tokens.ts'
import { required } from '../../core/required.ts'

/** Days, both included; an open end is null. */
export interface DayRange {
  from: string | null
  to: string | null
}

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']

function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** What a day belongs to, by the names of the segments. */
export const segmentOfDay: Record<string, (day: string) => string | number> = {
  date: (day) => day,
  week: (day) => addDays(day, -((weekday(day) + 6) % 7)),
  month: (day) => `${day.slice(0, 7)}-01`,
  quarter: (day) =>
    `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  year: (day) => Number(day.slice(0, 4)),
  dayOfWeek: (day) => required(weekdays[weekday(day)], 'weekday'),
}

const monday = (day: string) => String(required(segmentOfDay['week'], 'segment of weeks')(day))
const sunday = (day: string) => addDays(day, -weekday(day))
const month = (day: string) => String(required(segmentOfDay['month'], 'segment of months')(day))

const literals: Record<string, (today: string) => [string, string]> = {
  TODAY: (today) => [today, today],
  YESTERDAY: (today) => [addDays(today, -1), addDays(today, -1)],
  LAST_7_DAYS: (today) => [addDays(today, -7), addDays(today, -1)],
  LAST_14_DAYS: (today) => [addDays(today, -14), addDays(today, -1)],
  LAST_30_DAYS: (today) => [addDays(today, -30), addDays(today, -1)],
  LAST_BUSINESS_WEEK: (today) => [addDays(monday(today), -7), addDays(monday(today), -3)],
  LAST_MONTH: (today) => [addMonths(month(today), -1), addDays(month(today), -1)],
  LAST_WEEK_MON_SUN: (today) => [addDays(monday(today), -7), addDays(monday(today), -1)],
  LAST_WEEK_SUN_SAT: (today) => [addDays(sunday(today), -7), addDays(sunday(today), -1)],
  THIS_MONTH: (today) => [month(today), today],
  THIS_WEEK_MON_TODAY: (today) => [monday(today), today],
  THIS_WEEK_SUN_TODAY: (today) => [sunday(today), today],
}

export function duringRange({ text }: Value, today: string): [string, string] {
  const range = literals[text.toUpperCase()]
  if (!range || !Object.hasOwn(literals, text.toUpperCase()))
    throw queryError(
      'INVALID_VALUE_WITH_DURING_OPERATOR',
      `Invalid date literal supplied for DURING operator: ${text}.`,
      text,
    )
  return range(today)
}

/** `2026-11-14`, also for `20261114`. */
export function readDay({ kind, text }: Value): string {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const day = compact ? `${compact[1]}-${compact[2]}-${compact[3]}` : text
  if (kind === 'literal' || !/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw queryError('INVALID_DATE_FORMAT', `Invalid date: '${text}'. Dates have the form 'YYYY-MM-DD'.`, text)
  if (!isDay(day))
    throw refusal('dateError.INVALID_FIELD_VALUES_IN_DATE', `'${text}' is not a date of the calendar.`, {
      trigger: text,
    })
  return day
}

/** `2026-11-14 00:00:00.000000`; a day alone means its first moment. */
export function readMoment(value: Value): string {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)$/.exec(value.text) ?? []
  if (value.kind !== 'string' || !date || !time) return `${readDay(value)} 00:00:00.000000`
  const day = readDay({ kind: 'string', text: date })
  const [seconds = '', fraction = ''] = time.split('.')
  if (!/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(seconds))
    throw refusal('dateError.INVALID_FIELD_VALUES_IN_DATE_TIME', `'${value.text}' is not a time.`, {
      trigger: value.text,
    })
  return `${day} ${seconds}.${fraction.padEnd(6, '0')}`
}

/** The days that a condition on segments.date and its like leaves over. */
export function rangeOf(segment: string, condition: Condition, today: string): DayRange {
  const { operator, values } = condition
  if (operator === 'DURING') {
    const [from, to] = duringRange(required(values[0], 'value'), today)
    return { from, to }
  }
  const [first, last] = values.map((value) => boundsOf(segment, value))
  switch (operator) {
    case '=':
      return { from: first!.from, to: first!.to }
    case 'BETWEEN':
      return { from: first!.from, to: last!.to }
    case '>=':
      return { from: first!.from, to: null }
    case '>':
      return { from: addDays(first!.to, 1), to: null }
    case '<=':
      return { from: null, to: first!.to }
    case '<':
      return { from: null, to: addDays(first!.from, -1) }
    case 'IN': {
      const all = values.map((value) => boundsOf(segment, value))
      const sorted = all.map(({ from }) => from).sort()
      return {
        from: required(sorted[0], 'first day'),
        to: all
          .map(({ to }) => to)
          .sort()
          .at(-1)!,
      }
    }
    default:
      return { from: null, to: null }
  }
}

function boundsOf(segment: string, value: Value): { from: string; to: string } {
  if (segment === 'year') {
    if (!/^\d{4}$/.test(value.text)) throw queryError('BAD_NUMBER', `Invalid year: '${value.text}'.`, value.text)
    return { from: `${value.text}-01-01`, to: `${value.text}-12-31` }
  }
  const day = readDay(value)
  if (required(segmentOfDay[segment], 'segment')(day) !== day)
    throw queryError('MISALIGNED_DATE_FOR_FILTER', `'${day}' is not the first day of a ${segment}.`, day)
  const length = { date: 0, week: 7, month: 1, quarter: 3 }[segment] ?? 0
  if (segment === 'date') return { from: day, to: day }
  return { from: day, to: addDays(segment === 'week' ? addDays(day, length) : addMonths(day, length), -1) }
}

export function intersectRanges(one: DayRange, other: DayRange): DayRange {
  const pick = (a: string | null, b: string | null, isLater: boolean) =>
    a === null || b === null ? (a ?? b) : a > b === isLater ? a : b
  return { from: pick(one.from, other.from, true), to: pick(one.to, other.to, false) }
}
