/** A start that failed is tried again after a pause that doubles: what keeps it from starting rarely goes away at once. */
const shortestMs = 500
const maxMs = 30_000
/** Who served is started again at once. Should it end this often within a minute, there is a pause, so that it does not spin. */
const maxAtOnce = 5
const withinMs = 60_000
const restMs = 5_000

export interface RestartPause {
  /** How long to wait before something that ended is started again. */
  next(hasServed: boolean): number
}

export function createRestartPause(now: () => number = () => performance.now()): RestartPause {
  let failedStarts = 0
  let ends: number[] = []
  return {
    next(hasServed) {
      failedStarts = hasServed ? 0 : failedStarts + 1
      if (!hasServed) return Math.min(shortestMs * 2 ** (failedStarts - 1), maxMs)
      const at = now()
      ends = [...ends.filter((end) => end > at - withinMs), at]
      return ends.length > maxAtOnce ? restMs : 0
    },
  }
}

export function inWords(pauseMs: number): string {
  return pauseMs === 0 ? 'at once' : `in ${pauseMs / 1000} s`
}
