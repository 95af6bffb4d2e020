import { callMatcher } from '../call-path.ts'
import type { CallMatch } from '../call-path.ts'

export const faultKinds = [
  'status',
  'platform-error',
  'throttle',
  'hang',
  'hang-after',
  'drop-before',
  'drop-after',
  'slow-video',
  'downgrade',
  'version-ended',
] as const

type FaultKind = (typeof faultKinds)[number]

interface Fault {
  platform: string
  match: CallMatch
  fault: FaultKind
  /** How many matching calls go through first. */
  after: number
  /** How many calls it spoils before it is spent; null = all of them. */
  times: number | null
  status?: number
  body?: unknown
  code?: number
  subcode?: number
  message?: string
  seconds?: number
  fields?: string[]
}

export interface FaultEntry extends Fault {
  id: number
  matched: number
  applied: number
}

export interface FaultBook {
  add(fault: Fault): FaultEntry
  list(platform?: string): FaultEntry[]
  clear(platform?: string): number
  /** The fault for this call, if any. */
  take(platform: string, method: string, path: string): FaultEntry | undefined
}

export function createFaultBook(): FaultBook {
  let faults: { entry: FaultEntry; matches: ReturnType<typeof callMatcher> }[] = []
  let lastId = 0
  return {
    add(fault) {
      const entry = { ...fault, id: ++lastId, matched: 0, applied: 0 }
      faults.push({ entry, matches: callMatcher(fault.match) })
      return entry
    },
    list: (platform) => faults.map(({ entry }) => entry).filter((entry) => !platform || entry.platform === platform),
    clear(platform) {
      const before = faults.length
      faults = platform ? faults.filter(({ entry }) => entry.platform !== platform) : []
      return before - faults.length
    },
    take(platform, method, path) {
      let chosen: FaultEntry | undefined
      for (const { entry, matches } of faults) {
        if (entry.platform !== platform || !matches(method, path)) continue
        // Every rule counts every call that it matches, also one that an earlier rule spoils.
        entry.matched++
        const spent = entry.times !== null && entry.applied >= entry.times
        if (!chosen && !spent && entry.matched > entry.after) chosen = entry
      }
      if (chosen) chosen.applied++
      return chosen
    },
  }
}
