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

/**
 * When something was shown of which more than once was decided anew when it may be: each stretch of time by what held in it.
 * `turns` are the times at which something was decided; `spansAt` tells what follows from what held at a time.
 */
export function spansThrough(turns: number[], spansAt: (time: number) => Span[]): Span[] {
  const bounds = [...new Set(turns)].sort((one, other) => one - other)
  const stretches = [-Infinity, ...bounds].map((from, index) => ({ from, to: bounds[index] ?? Infinity }))
  return joined(stretches.flatMap((stretch) => intersect(spansAt(stretch.from), [stretch])))
}

/** Spans in order, of which those that touch are one. */
function joined(spans: Span[]): Span[] {
  const whole: Span[] = []
  for (const span of spans) {
    const last = whole.at(-1)
    if (last && last.to === span.from) whole[whole.length - 1] = { from: last.from, to: span.to }
    else whole.push(span)
  }
  return whole
}

const usualDay = 24 * 3600 * 1000

/** How much of an ordinary day the spans cover on that day: where clocks change, a whole day is 23 or 25 hours of it. */
export function shareOfDay(spans: Span[], day: string, timezone: string): number {
  const from = startOfDay(day, timezone)
  const to = startOfDay(addDays(day, 1), timezone)
  return intersect(spans, [{ from, to }]).reduce((sum, span) => sum + span.to - span.from, 0) / usualDay
}

/** The last moment of a day: what holds then is what the day is reported under. */
export function endOfDay(day: string, timezone: string): number {
  return startOfDay(addDays(day, 1), timezone) - 1
}
