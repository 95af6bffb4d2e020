import { setTimeout as delay } from 'node:timers/promises'
import { MustWait } from './pacer.ts'

/** Resolves when a call may leave. Throws MustWait, and takes no turn, when that would be later than the caller accepts. */
export type Gate = (maxWaitMs: number, signal?: AbortSignal) => Promise<void>

/**
 * Whole milliseconds, so that sums are exact. Turns must not depend on a clock that somebody may set: an hour back would
 * hold every call up for an hour.
 */
type Clock = () => number
const sinceStart: Clock = () => Math.floor(performance.now())

export interface WindowLimit {
  max: number
  windowMs: number
}

/** Calls that are counted together, past ones and those that have their turn. */
export interface CallWindows {
  /** The first moment from then on at which one more call breaks none of the limits. */
  earliest(from: number): number
  add(turn: number): void
}

/** At most `most` calls in any `windowMs`, for each of the limits. */
export function createWindows(limits: WindowLimit[], now: Clock = sinceStart): CallWindows {
  const maxMs = Math.max(...limits.map(({ windowMs }) => windowMs))
  let turns: number[] = []
  return {
    earliest(from) {
      const next = limits.reduce((turn, limit) => Math.max(turn, pastCrowd(turns, turn, limit)), from)
      return next === from ? from : this.earliest(next)
    },
    add(turn) {
      const oldest = now() - maxMs
      turns = [...turns.filter((each) => each > oldest), turn]
    },
  }
}

/** The turn itself when it fits. Else the next moment that is worth a look: turns may lie before it and after it. */
function pastCrowd(turns: number[], turn: number, { max, windowMs }: WindowLimit): number {
  const near = turns.filter((each) => Math.abs(each - turn) < windowMs)
  const all = [...near, turn].sort((a, b) => a - b)
  const crowded = all.find((first, index) => (all[index + max] ?? Infinity) - first < windowMs)
  if (crowded === undefined) return turn
  return crowded < turn ? crowded + windowMs : Math.min(...near.filter((each) => each > turn), turn + windowMs)
}

/** Lets a call through when all the windows have room for it, and counts it in each. */
export function gateOf(windows: CallWindows[], clock: Clock = sinceStart): Gate {
  return async (maxWaitMs, signal) => {
    const now = clock()
    const turn = agreeOn(windows, now)
    if (turn - now > maxWaitMs) throw new MustWait(turn - now)
    for (const each of windows) each.add(turn)
    if (turn > now) await delay(turn - now, undefined, { signal })
  }
}

function agreeOn(windows: CallWindows[], from: number): number {
  const next = windows.reduce((turn, each) => each.earliest(turn), from)
  return next === from ? from : agreeOn(windows, next)
}

/** Spreads calls out to an average rate; a burst passes at once. */
export function createAverageGate(perSecond: number, burst: number, clock: Clock = sinceStart): Gate {
  const intervalMs = 1000 / perSecond
  let last = -Infinity
  return async (maxWaitMs, signal) => {
    const now = clock()
    const turn = Math.max(last, now - burst * intervalMs) + intervalMs
    if (turn - now > maxWaitMs) throw new MustWait(turn - now)
    last = turn
    if (turn > now) await delay(turn - now, undefined, { signal })
  }
}
