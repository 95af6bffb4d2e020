import { addDays, addMonths, isDay } from '../../core/figures/account-days.ts'
import { GraphError, badParameter, notOneOf } from '../errors.ts'
import { isGiven, isObject, listParam, objectParam, textOf, textParam } from '../graph/params.ts'
import type { Params } from '../graph/params.ts'

/** Both days included. */
export interface DateRange {
  since: string
  until: string
}

const oldestMonths = 37

const presets = [
  'data_maximum',
  'last_14d',
  'last_28d',
  'last_30d',
  'last_3d',
  'last_7d',
  'last_90d',
  'last_month',
  'last_quarter',
  'last_week_mon_sun',
  'last_week_sun_sat',
  'last_year',
  'maximum',
  'this_month',
  'this_quarter',
  'this_week_mon_today',
  'this_week_sun_today',
  'this_year',
  'today',
  'yesterday',
]

/** The spans that get rows of their own; `today` is the account's. */
export function readSlices(params: Params, today: string): DateRange[] {
  const ranges = listParam(params, 'time_ranges')
  if (ranges) {
    if (ranges.length === 0) throw badParameter('Param time_ranges must not be empty', 'time_ranges')
    return ranges.map((range) => readRange(range, 'time_ranges', today))
  }
  const range = isGiven(params, 'time_range')
    ? readRange(objectParam(params, 'time_range'), 'time_range', today)
    : presetRange(textParam(params, 'date_preset') ?? 'last_30d', today)
  return cut(range, textParam(params, 'time_increment') ?? 'all_days')
}

function readRange(value: unknown, name: string, today: string): DateRange {
  const since = isObject(value) ? textOf(value['since']) : undefined
  const until = isObject(value) ? textOf(value['until']) : undefined
  if (!since || !until || !isDay(since) || !isDay(until))
    throw badParameter(`Must specify both since and until as YYYY-MM-DD in ${name}`, name)
  if (since > until) throw badParameter(`since must not be later than until in ${name}`, name)
  if (since < addMonths(today, -oldestMonths))
    throw new GraphError({
      code: 3018,
      message: `(#3018) The start date of the time range cannot be beyond ${oldestMonths} months from the current date`,
    })
  return { since, until }
}

function presetRange(preset: string, today: string): DateRange {
  const yesterday = addDays(today, -1)
  const [, days] = /^last_(\d+)d$/.exec(preset) ?? []
  if (!presets.includes(preset)) throw notOneOf('date_preset', presets)
  if (days) return { since: addDays(today, -Number(days)), until: yesterday }
  if (preset.endsWith('maximum')) return { since: addMonths(today, -oldestMonths), until: today }
  if (preset === 'today') return { since: today, until: today }
  if (preset === 'yesterday') return { since: yesterday, until: yesterday }
  return calendarRange(preset, today)
}

function calendarRange(preset: string, today: string): DateRange {
  const [when = '', unit = '', firstDay = ''] = preset.split('_')
  const start = startOf(unit, today, firstDay)
  if (when === 'this') return { since: start, until: today }
  const last = addDays(start, -1)
  return { since: startOf(unit, last, firstDay), until: last }
}

function startOf(unit: string, day: string, firstDay: string): string {
  const month = Number(day.slice(5, 7))
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  switch (unit) {
    case 'week':
      return addDays(day, firstDay === 'mon' ? -((weekday + 6) % 7) : -weekday)
    case 'quarter':
      return `${day.slice(0, 4)}-${String(Math.floor((month - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
    case 'year':
      return `${day.slice(0, 4)}-01-01`
    default:
      return `${day.slice(0, 7)}-01`
  }
}

function cut({ since, until }: DateRange, increment: string): DateRange[] {
  if (increment === 'all_days') return [{ since, until }]
  const isMonthly = increment === 'monthly'
  const days = Number(increment)
  if (!isMonthly && !(Number.isInteger(days) && days >= 1 && days <= 90))
    throw badParameter('Param time_increment must be from 1 to 90, monthly or all_days', 'time_increment')
  const slices: DateRange[] = []
  for (let from = since; from <= until;) {
    const next = isMonthly ? `${addMonths(from, 1).slice(0, 7)}-01` : addDays(from, days)
    const last = addDays(next, -1)
    slices.push({ since: from, until: last < until ? last : until })
    from = next
  }
  return slices
}
