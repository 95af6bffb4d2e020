import { ApiError } from './errors.ts'
import type { World } from './world.ts'

export type Category = 'ads_read' | 'ads_write' | 'ads_analytics' | 'org_read' | 'org_write'

/** Calls a minute that one user may make with one app. Those of ads_write, org_read and org_write are older figures. */
const perMinute: Record<Category, number> = {
  ads_read: 1000,
  ads_write: 400,
  ads_analytics: 300,
  org_read: 1000,
  org_write: 100,
}

interface Window {
  /** The minute, counted from 1970. */
  minute: number
  used: number
}

/** Counts what each company asks, by category and minute. */
export interface Limiter {
  /** Counts the call, or refuses it before it has any effect. Answers with the headers that say what is left. */
  charge(tenant: string, category: Category): Record<string, string>
  forget(): void
}

export function createLimiter(world: World): Limiter {
  const windows = new Map<string, Window>()
  return {
    charge(tenant, category) {
      // Whoever is told of a limit counts against it: where there is none, nothing is told.
      if (world.settings().limits === 'off') return {}
      const limit = perMinute[category]
      const minute = Math.floor(world.now() / 60_000)
      const resetSeconds = Math.ceil(((minute + 1) * 60_000 - world.now()) / 1000)
      const key = `${tenant} ${category}`
      const known = windows.get(key)
      const window = known?.minute === minute ? known : { minute, used: 0 }
      windows.set(key, window)
      if (window.used >= limit) throw tooMany(limit, resetSeconds)
      window.used++
      return headers(limit, limit - window.used, resetSeconds)
    },
    forget: () => windows.clear(),
  }
}

function headers(limit: number, remaining: number, resetSeconds: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  }
}

export function tooMany(limit: number, resetSeconds: number): ApiError {
  return new ApiError(429, 8, 'You have exceeded your rate limit. Try again later.', headers(limit, 0, resetSeconds))
}
