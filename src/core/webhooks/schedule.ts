import { required } from '../../lookup.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How long after each failed attempt the next one is made; the first is made at once. */
export const retryAfterMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** After so many attempts a delivery is given up. */
export const maxTries = retryAfterMs.length + 1

/** A receiver that fails so often in a row is left alone for a while, and then asked with one event alone. */
const failuresBeforePause = 3

export const disabledAfterMs = 5 * 24 * hour
export const deliveriesKeptDays = 30
export const attemptTimeoutMs = 15 * second

export function pauseAfter(failures: number): number {
  if (failures < failuresBeforePause) return 0
  return required(retryAfterMs[Math.min(failures - failuresBeforePause, retryAfterMs.length - 1)], 'pause')
}

/** How many events may be under way to a receiver that has failed so often in a row. */
export function mayTake(failures: number, usual: number): number {
  return failures < failuresBeforePause ? usual : 1
}
