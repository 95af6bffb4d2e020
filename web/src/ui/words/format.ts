import { locale, numberLocale } from './locale.ts'
import { language } from '../../languages/current.ts'
import { t } from '../../languages/t.ts'
import { kept } from '../../languages/kept.ts'

/** Numbers and times as people read them. null and undefined are a dash: unknown is not zero. */

const dash = '–'

function isUnknown(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

export function count(value: number | null | undefined): string {
  return isUnknown(value) ? dash : value.toLocaleString(numberLocale)
}

export function money(value: number | null | undefined, currency?: string | null): string {
  if (isUnknown(value)) return dash
  if (!currency) return decimals(value, 2)
  try {
    return value.toLocaleString(numberLocale, { style: 'currency', currency })
  } catch {
    return `${decimals(value, 2)} ${currency}`
  }
}

export function decimals(value: number, digits: number): string {
  return value.toLocaleString(numberLocale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export function percent(share: number | null | undefined, digits = 1): string {
  return isUnknown(share) ? dash : `${decimals(share * 100, digits)} %`
}

export function moment(time: string | number | null | undefined): string {
  if (isUnknown(time)) return dash
  return new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
}

/** A day of the calendar, given as `YYYY-MM-DD`: the same day wherever it is read. */
export function wholeDay(day: string): string {
  return new Date(day).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]
const words = kept(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

export function ago(time: string | null | undefined, now = Date.now()): string {
  if (isUnknown(time)) return dash
  const seconds = (Date.parse(time) - now) / 1000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return words().format(Math.trunc(seconds / size), unit)
  return t('now')
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

export function bytes(value: number | null | undefined): string {
  if (isUnknown(value)) return dash
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3))
  return `${decimals(value / 1000 ** power, power < 2 ? 0 : 1)} ${units[power]}`
}

/** How long something lasts, in the largest unit that it fills. */
export function lasting(seconds: number | null | undefined): string {
  if (isUnknown(seconds)) return dash
  const [unit, size] = steps.find(([, each]) => seconds >= each) ?? ['second', 1]
  const whole = Math.floor(seconds / size)
  return whole.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })
}
