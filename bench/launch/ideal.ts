/** When the nth call (from 1) may leave at the earliest, in ms from the start. */
export type Limit = (nth: number) => number

/** At most `most` calls in any `windowMs`. */
export const slidingWindow =
  (max: number, windowMs: number): Limit =>
  (nth) =>
    Math.floor((nth - 1) / max) * windowMs

/** A bucket of `burst` calls that is filled up again at a steady rate. */
export const bucket =
  (perSecond: number, burst: number): Limit =>
  (nth) =>
    (Math.max(0, nth - burst) / perSecond) * 1000

export interface Work {
  /** Calls that no ad can be made without, one after the other: the upload, the look whether it is ready. */
  lead: number
  /** Everything that has to be called, the lead included. */
  calls: number
  /** How many of these each limit counts. */
  limits: { calls: number; may: Limit }[]
  atOnce: number
  latencyMs: number
}

/**
 * The shortest time in which the work can be done: no call waits for anything but what stands in its way. With `atOnce`
 * calls in the air the work takes as many rounds as it has calls for every place; under a limit its last call leaves when
 * the limit lets it, after the lead. Whichever is later is the ideal. What is read to be safe (an ad set's goal, who
 * speaks) is not in it: that is ours to pay.
 */
export function idealMs({ lead, calls, limits, atOnce, latencyMs }: Work): number {
  const byPlaces = Math.ceil(calls / atOnce) * latencyMs
  const byLimits = limits.map((limit) => lead * latencyMs + limit.may(limit.calls) + latencyMs)
  return Math.max(byPlaces, ...byLimits)
}
