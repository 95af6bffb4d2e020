import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'
import { only, required } from '../lookup.ts'
import { isOutage } from '../outage.ts'

/** Reads and writes by the method, and uploads apart: a launch of a folder of files begins with many. */
export type RateClass = 'read' | 'write' | 'upload'

export function rateClassOf(method: string, uploads = false): RateClass {
  if (method === 'GET' || method === 'HEAD') return 'read'
  return uploads ? 'upload' : 'write'
}

export interface RateDecision {
  passed: boolean
  limit: number
  remaining: number
  /** Until the next call would pass; 0 when this one did. */
  waitMs: number
}

/** Whose calls are counted together: those of a key, or those of a person, wherever they are signed in. */
export type LimitHolder = { kind: 'key' | 'user'; id: number }

export type Limits = Record<LimitHolder['kind'], Record<RateClass, number>>

export interface RateLimiter {
  limits: Limits
  take(holder: LimitHolder, rateClass: RateClass): Promise<RateDecision>
  /** The last call that passed was none of this class after all. */
  giveBack(holder: LimitHolder, rateClass: RateClass): Promise<void>
}

/** People click faster than scripts may call; the contract's limits are those of keys. */
export const limitsOfPeople: Record<RateClass, number> = { read: 600, write: 120, upload: 240 }

export const windowMs = 60_000
export const windowSeconds = windowMs / 1000

/** For one process: the times of the calls that passed, oldest first. Refused calls leave no trace. */
export function memoryRateLimiter(limits: Limits, now: () => number = () => performance.now()): RateLimiter {
  const windows = new Map<string, number[]>()
  return {
    limits,
    async take({ kind, id }, rateClass) {
      const limit = limits[kind][rateClass]
      const name = `${kind}:${id}:${rateClass}`
      const at = now()
      const hits = windows.get(name) ?? []
      while ((hits[0] ?? Infinity) <= at - windowMs) hits.shift()
      const passed = hits.length < limit
      if (passed) hits.push(at)
      windows.set(name, hits)
      const waitMs = passed ? 0 : required(hits[hits.length - limit], 'hit') + windowMs - at
      return { passed, limit, remaining: Math.max(0, limit - hits.length), waitMs }
    },
    async giveBack({ kind, id }, rateClass) {
      windows.get(`${kind}:${id}:${rateClass}`)?.pop()
    },
  }
}

/**
 * For several processes on one database: the same window, kept in a row that one call at a time may change. While the database takes no
 * writes, reads are counted by each process alone; writes could do nothing anyway.
 */
export function sharedRateLimiter(db: Db, limits: Limits): RateLimiter {
  const alone = memoryRateLimiter(limits)
  const shared = sharedWindows(db, limits)
  return {
    limits,
    take: (holder, rateClass) =>
      shared.take(holder, rateClass).catch((error: unknown) => {
        if (rateClass !== 'read' || !isOutage(error)) throw error
        return alone.take(holder, rateClass)
      }),
    giveBack: (holder, rateClass) => shared.giveBack(holder, rateClass),
  }
}

const windowOf = (kind: LimitHolder['kind'], rateClass: RateClass) =>
  kind === 'key' ? rateClass : `${kind} ${rateClass}`

function sharedWindows(db: Db, limits: Limits): RateLimiter {
  return {
    limits,
    async take({ kind, id }, rateClass) {
      const limit = limits[kind][rateClass]
      const window = windowOf(kind, rateClass)
      const { rows } = await sql<{ passed: boolean; remaining: number; wait_seconds: number }>`
        SELECT * FROM take_rate_slot(${id}, ${window}, ${limit}, make_interval(secs => ${windowSeconds}))
      `.execute(everyCompany(db))
      const row = only(rows)
      return { passed: row.passed, limit, remaining: row.remaining, waitMs: row.wait_seconds * 1000 }
    },
    async giveBack({ kind, id }, rateClass) {
      await sql`UPDATE rate_windows SET hits = hits[1 : cardinality(hits) - 1]
        WHERE key_id = ${id} AND class = ${windowOf(kind, rateClass)}`.execute(everyCompany(db))
    },
  }
}
