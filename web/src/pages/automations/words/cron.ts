import { required } from '../../../../../client/src/required.ts'
import { language } from '../../../languages/current.ts'
import { t } from '../../../languages/t.ts'

/** A cron line in words. What it cannot say well it says field by field; null: it cannot be read. */

/** As cron lines name them, too. */
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] // prettier-ignore

interface Span {
  from: number
  to: number
  /** What names stand for, from `from` on. */
  names?: string[]
}

const spans: Span[] = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: months },
  { from: 0, to: 7, names: weekdays },
]

export function cronWords(line: string): string | null {
  const parts = line.trim().split(/\s+/)
  if (parts.length !== 5) return null
  const [minutes, hours, days, monthsOf, daysOfWeek] = spans.map((span, at) => valuesOf(parts[at] ?? '', span))
  if (!minutes || !hours || !days || !monthsOf || !daysOfWeek) return null
  const when = [dayWords(days, [...named(daysOfWeek)]), monthWords(monthsOf)].filter(Boolean).join(' ')
  return `${timeWords(minutes, hours, parts)}${when && `, ${when}`}`
}

function valuesOf(part: string, span: Span): number[] | 'any' | null {
  if (part === '*' || part === '?') return 'any'
  const values: number[] = []
  for (const piece of part.split(',')) {
    const found = pieceOf(piece, span)
    if (found === null) return null
    values.push(...found)
  }
  return [...new Set(values)].sort((one, other) => one - other)
}

function pieceOf(piece: string, span: Span): number[] | null {
  const [range = '', step = '1', ...more] = piece.split('/')
  const by = Number(step)
  if (more.length > 0 || !Number.isInteger(by) || by < 1) return null
  const [first, last, ...rest] = range === '*' ? [String(span.from), String(span.to)] : range.split('-')
  if (rest.length > 0) return null
  const from = numberOf(required(first, 'first value'), span)
  const to = last === undefined ? (piece.includes('/') ? span.to : from) : numberOf(last, span)
  if (from === null || to === null || from > to) return null
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by)
}

function numberOf(text: string, { from, to, names }: Span): number | null {
  const place = names?.findIndex((name) => name.slice(0, 3).toLowerCase() === text.toLowerCase()) ?? -1
  const value = place >= 0 ? place + (names === months ? 1 : 0) : /^\d+$/.test(text) ? Number(text) : -1
  return value >= from && value <= to ? value : null
}

function named(days: number[] | 'any'): Set<number> {
  return new Set(days === 'any' ? [] : days.map((day) => day % 7))
}

const two = (value: number) => String(value).padStart(2, '0')

function timeWords(
  minutes: number[] | 'any',
  hours: number[] | 'any',
  [minutePart = '', hourPart = '']: string[],
): string {
  if (minutes !== 'any' && hours !== 'any' && minutes.length * hours.length <= 6) {
    const times = hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`))
    return t('at {listed}', { listed: listed(times) })
  }
  const minuteStep = /^\*\/(\d+)$/.exec(minutePart)?.[1]
  const past =
    minutes === 'any'
      ? t('every minute')
      : minuteStep
        ? t('every {minuteStep} minutes', { minuteStep })
        : t('at minute {listed}', { listed: listed(minutes.map(String)) })
  if (hours === 'any')
    return minutes !== 'any' && minutes.length === 1
      ? t('every hour at minute {two}', { two: two(required(minutes[0], 'first minute')) })
      : past
  const range = /^(\d+)-(\d+)$/.exec(hourPart)
  const hourWords = range
    ? t('from {two}:00 to {two2}:59', { two: two(Number(range[1])), two2: two(Number(range[2])) })
    : t('in the hours {listed}', { listed: listed(hours.map(String)) })
  return `${past} ${hourWords}`
}

function dayWords(days: number[] | 'any', week: number[]): string {
  const ofWeek = week.length === 0 ? '' : weekWords(week)
  if (days === 'any') return ofWeek || t('every day')
  const ofMonth = t('on day {listed} of the month', { listed: listed(days.map(String)) })
  return ofWeek ? t('{ofMonth} or {ofWeek}', { ofMonth, ofWeek }) : ofMonth
}

function weekWords(week: number[]): string {
  const key = week.toSorted((one, other) => one - other).join()
  if (key === '1,2,3,4,5') return t('on weekdays')
  if (key === '0,6') return t('at weekends')
  if (week.length === 7) return t('every day')
  return t('on {listed}', { listed: listed(week.map(weekdayName)) })
}

function monthWords(of: number[] | 'any'): string {
  return of === 'any' || of.length === 12 ? '' : t('in {listed}', { listed: listed(of.map(monthName)) })
}

/** The first of 2023 was a Sunday. */
const weekdayName = (day: number) =>
  new Date(Date.UTC(2023, 0, 1 + day)).toLocaleDateString(language, { weekday: 'long', timeZone: 'UTC' })

const monthName = (month: number) =>
  new Date(Date.UTC(2023, month - 1, 1)).toLocaleDateString(language, { month: 'long', timeZone: 'UTC' })

function listed(words: string[]): string {
  return words.length < 2
    ? words.join('')
    : t('{words} and {words2}', { words: words.slice(0, -1).join(', '), words2: String(words.at(-1)) })
}
