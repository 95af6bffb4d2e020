import { setTimeout as delay } from 'node:timers/promises'
import type { Gate } from '../kit/http/gate.ts'
import { MustWait } from '../kit/http/pacer.ts'

/** What the headers of one answer say about the allowance that the call counted against. */
export interface Allowance {
  limit: number
  remaining: number
  resetMs: number
}

export function allowanceIn(headers: Record<string, string>): Allowance | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`])
  if (limit === undefined || remaining === undefined) return null
  const numbers = { limit: Number(limit), remaining: Number(remaining), resetMs: Number(reset ?? 60) * 1000 }
  return Object.values(numbers).every(Number.isFinite) && numbers.limit > 0 ? numbers : null
}

/** Reads and writes of ads, figures, and everything about pins and boards are counted apart. */
export function categoryOf(method: string, path: string): string {
  if (/\/(analytics|reports)$/.test(path)) return 'analytics'
  return `${path.startsWith('ad_accounts') ? 'ads' : 'org'} ${method === 'GET' ? 'read' : 'write'}`
}

interface Counted {
  /** Infinity: the platform has told nothing about the present window yet. */
  left: number
  percent: number
  until: number
  inTheAir: number
}

/** The platform rounds the time to the end of a window to seconds, and an answer takes its time. */
const sameWindowMs = 5_000

/**
 * Counts what is left of each allowance, calls on their way included. A window is used to its end without slowing down;
 * then the calls that count against it wait for the next one, and only those.
 */
export function createAllowances(now: () => number) {
  const known = new Map<string, Counted>()

  function counted(category: string): Counted {
    const found = known.get(category) ?? { left: Infinity, percent: 0, until: 0, inTheAir: 0 }
    known.set(category, found)
    if (found.until <= now()) Object.assign(found, { left: Infinity, percent: 0 })
    return found
  }

  return {
    gate(category: string): Gate {
      return async (maxWaitMs, signal) => {
        while (counted(category).left <= 0) {
          const waitMs = counted(category).until - now()
          if (waitMs > maxWaitMs) throw new MustWait(waitMs)
          await delay(waitMs, undefined, { signal })
        }
        const one = counted(category)
        one.left--
        one.inTheAir++
      }
    },
    /** To be called once for every call that was let through, however it ended. */
    landed(category: string): void {
      counted(category).inTheAir--
    },
    note(category: string, { limit, remaining, resetMs }: Allowance): void {
      const one = counted(category)
      const until = now() + resetMs
      const isNew = one.left === Infinity || until - one.until > sameWindowMs
      // Others may use the same allowance: what the platform says counts when it is less.
      one.left = isNew ? remaining - (one.inTheAir - 1) : Math.min(one.left, remaining)
      one.until = until
      one.percent = Math.round((1 - remaining / limit) * 100)
    },
    fullestPercent(): number {
      return Math.max(0, ...[...known.keys()].map((category) => counted(category).percent))
    },
  }
}
