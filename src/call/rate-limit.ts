import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

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

export interface RateLimiter {
  limits: Record<RateClass, number>
  take(keyId: number, rateClass: RateClass): Promise<RateDecision>
}

export const windowMs = 60_000
export const windowSeconds = windowMs / 1000

/** For one process: the times of the calls that passed, oldest first. Refused calls leave no trace. */
export function memoryRateLimiter(
  limits: Record<RateClass, number>,
  now: () => number = () => performance.now(),
): RateLimiter {
  const windows = new Map<string, number[]>()
  return {
    limits,
    async take(keyId, rateClass) {
      const limit = limits[rateClass]
      const name = `${keyId}:${rateClass}`
      const at = now()
      const hits = windows.get(name) ?? []
      while (hits.length > 0 && hits[0]! <= at - windowMs) hits.shift()
      const passed = hits.length < limit
      if (passed) hits.push(at)
      windows.set(name, hits)
      const waitMs = passed ? 0 : hits[hits.length - limit]! + windowMs - at
      return { passed, limit, remaining: Math.max(0, limit - hits.length), waitMs }
    },
  }
}

/** For several processes on one database: the same window, kept in a row that one call at a time may change. */
export function sharedRateLimiter(db: Db, limits: Record<RateClass, number>): RateLimiter {
  return {
    limits,
    async take(keyId, rateClass) {
      const limit = limits[rateClass]
      const { rows } = await sql<{ passed: boolean; remaining: number; wait_seconds: number }>`
        SELECT * FROM take_rate_slot(${keyId}, ${rateClass}, ${limit}, make_interval(secs => ${windowSeconds}))
      `.execute(db)
      const row = rows[0]!
      return { passed: row.passed, limit, remaining: row.remaining, waitMs: row.wait_seconds * 1000 }
    },
  }
}
