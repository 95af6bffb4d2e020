import { addDays, startOfDay } from './account-days.ts'

/** Milliseconds; the end is not included. */
export interface Span {
  from: number
  to: number
}

/** While each of `some` and one of `others` lasted. */
export function intersect(some: Span[], others: Span[]): Span[] {
  return some.flatMap((one) =>
    others
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => from < to),
  )
}

/** When a switch that was moved at those times stood at `on`. */
export function spansWith<T>(changes: { at: number; status: T }[], on: T, now: number): Span[] {
  return changes.flatMap((change, index) =>
    change.status === on ? [{ from: change.at, to: changes[index + 1]?.at ?? now }] : [],
  )
}

const usualDay = 24 * 3600 * 1000

/** How much of an ordinary day the spans cover on that day: where clocks change, a whole day is 23 or 25 hours of it. */
export function shareOfDay(spans: Span[], day: string, timezone: string): number {
  const from = startOfDay(day, timezone)
  const to = startOfDay(addDays(day, 1), timezone)
  return intersect(spans, [{ from, to }]).reduce((sum, span) => sum + span.to - span.from, 0) / usualDay
}
