import type { DayRange } from '../../../../platforms/contract/insights.ts'
import { isOfOutcomes } from '../../../../platforms/contract/metrics.ts'
import type { MetricName } from '../../../../platforms/contract/metrics.ts'
import { addDays } from '../../../../days.ts'
import type { RuleWindow, WindowName } from '../window.ts'

/** Days of an account's calendar, counted back from its today: from the first to the last, both included. */
export interface Span {
  /** month: the first of the month that today is in; start: the first day that there is. */
  first: number | 'month' | 'start'
  last: number
}

const named: Record<WindowName, Span> = {
  today: { first: 0, last: 0 },
  yesterday: { first: 1, last: 1 },
  last_3_days: { first: 2, last: 0 },
  last_7_days: { first: 6, last: 0 },
  last_14_days: { first: 13, last: 0 },
  last_30_days: { first: 29, last: 0 },
  this_month: { first: 'month', last: 0 },
  lifetime: { first: 'start', last: 0 },
}

/** The days that a window has for a metric: those of late ones end before the days that are not complete. */
export function spanOf(window: RuleWindow, metric: MetricName, ignoreRecentDays: number): Span {
  const span = wholeSpan(window)
  const by = isOfOutcomes(metric) ? Math.max(0, ignoreRecentDays - span.last) : 0
  return { first: typeof span.first === 'number' ? span.first + by : span.first, last: span.last + by }
}

function wholeSpan(window: RuleWindow): Span {
  if (typeof window === 'string') return named[window]
  const { days, endingDaysAgo } = window
  return { first: endingDaysAgo + days - 1, last: endingDaysAgo }
}

/** Part of the names of its columns. */
export function spanKey({ first, last }: Span): string {
  return `${typeof first === 'number' ? `d${first}` : first}_${last}`
}

/** Its days in a calendar; `from` is null where there is no first one. Before the last day: there is none at all. */
export function daysIn({ first, last }: Span, today: string): { from: string | null; to: string } {
  const to = addDays(today, -last)
  if (first === 'start') return { from: null, to }
  return { from: first === 'month' ? `${today.slice(0, 7)}-01` : addDays(today, -first), to }
}

/** The same with the first day of which the platform has figures. */
export function rangeIn(span: Span, today: string, historyFrom: string): DayRange | null {
  const { from, to } = daysIn(span, today)
  const range = { from: from ?? historyFrom, to }
  return range.from > range.to ? null : range
}

/** How many days before today its first is at most. */
export function daysBack({ first }: Span): number {
  return first === 'start' ? Infinity : first === 'month' ? 31 : first
}

/** How long it is, to tell the longest of several. */
export function lengthOf({ first, last }: Span): number {
  return first === 'start' ? Infinity : first === 'month' ? 31 - last : first - last + 1
}
