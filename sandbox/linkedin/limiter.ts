import { ApiError } from './errors.ts'
import type { World } from './world.ts'

const windowMs = 5 * 60_000

/** Counts the calls of each company to each resource, and the figures that its reports hold. Nothing in answers tells what is left. */
export interface Limiter {
  /** Refuses the call before it has any effect. */
  charge(tenant: string, resource: string): void
  /** Refuses a report when those of the last minutes held too many figures. */
  chargeValues(tenant: string, values: number): void
  /** A throttle that was ordered by a fault. */
  block(resource: string, seconds: number): void
  forget(): void
}

export function createLimiter(world: World): Limiter {
  const used = new Map<string, number>()
  const blocked = new Map<string, number>()
  const reports = new Map<string, { at: number; values: number }[]>()
  return {
    charge(tenant, resource) {
      const { limits, dailyCalls, resourceCalls } = world.settings()
      if (world.now() < (blocked.get(resource) ?? 0)) throw throttled()
      if (limits === 'off') return
      const max = resourceCalls[resource] ?? dailyCalls
      const key = `${tenant} ${resource} ${new Date(world.now()).toISOString().slice(0, 10)}`
      const calls = (used.get(key) ?? 0) + 1
      if (max > 0 && calls > max) throw throttled()
      used.set(key, calls)
    },
    chargeValues(tenant, values) {
      const { limits, metricValues } = world.settings()
      if (limits === 'off') return
      const now = world.now()
      const recent = (reports.get(tenant) ?? []).filter(({ at }) => now - at < windowMs)
      const sum = recent.reduce((all, report) => all + report.values, 0)
      if (sum + values > metricValues) throw tooMuchData(metricValues)
      reports.set(tenant, [...recent, { at: now, values }])
    },
    block(resource, seconds) {
      blocked.set(resource, world.now() + seconds * 1000)
    },
    forget() {
      used.clear()
      blocked.clear()
      reports.clear()
    },
  }
}

export function throttled(): ApiError {
  return new ApiError(429, {
    serviceErrorCode: 101,
    message: 'Resource level throttle limit for calls to this resource is reached.',
  })
}

function tooMuchData(max: number): ApiError {
  return new ApiError(429, {
    serviceErrorCode: 101,
    message: `The data request limit has been reached: at most ${max / 1_000_000} million metric values may be requested in a 5-minute window.`,
  })
}
