import { entryOf } from '../../../lookup.ts'
import type { GoneLane } from '../../journal/lane/lanes.ts'

/** Whose owners are believed to be dead, because their sessions with the database ended. */
export interface Suspicion {
  /** Those that were gone for long enough. To be told of all that are gone, again and again. */
  confirmed(gone: GoneLane[]): GoneLane[]
  /** Our own session ended and is back: others, whose sessions ended with it, get time to come back as well. */
  startAnew(): void
}

/** An owner that only changes its connection is back after this. */
const suspectMs = 700
/** After an outage living owners are back by then: they try once a second (db/listen.ts). */
const othersBackMs = 2_000

export function createSuspicion(now: () => number = () => performance.now()): Suspicion {
  let since = new Map<string, number>()
  let earliest = -Infinity
  return {
    confirmed(gone) {
      const time = now()
      since = new Map(gone.map((each) => [nameOf(each), since.get(nameOf(each)) ?? Math.max(time, earliest)]))
      return gone.filter((each) => time - entryOf(since, nameOf(each), 'since') >= suspectMs)
    },
    startAnew() {
      since = new Map()
      earliest = now() + othersBackMs
    },
  }
}

const nameOf = ({ lane: { companyId, platform, accountId }, fence }: GoneLane) =>
  `${companyId} ${platform} ${accountId} ${fence}`
