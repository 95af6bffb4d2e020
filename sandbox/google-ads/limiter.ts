import { addDays, localTime, startOfDay } from '../core/figures/account-days.ts'
import { refusal } from './errors.ts'
import type { Refusal } from './errors.ts'
import type { World } from './world.ts'

/** Where a day of the quota begins and ends. */
const quotaZone = 'America/Los_Angeles'

interface Bucket {
  left: number
  at: number
  blockedUntil: number
}

/** Counts calls to each account, and the operations of each company. Nothing in answers tells how many are left. */
export interface Limiter {
  /** Refuses the call before it has any effect. A query is one operation, and so is each thing that is written. */
  charge(tenant: string, customer: string, operations: number): void
  /** A throttle that was ordered by a fault. */
  block(customer: string, seconds: number): void
  forget(): void
}

export function createLimiter(world: World): Limiter {
  const buckets = new Map<string, Bucket>()
  const used = new Map<string, number>()

  function bucketOf(customer: string): Bucket {
    const known = buckets.get(customer) ?? { left: world.settings().callBurst, at: world.now(), blockedUntil: 0 }
    buckets.set(customer, known)
    return known
  }

  function takeCall(customer: string): void {
    const { callsPerSecond, callBurst } = world.settings()
    const bucket = bucketOf(customer)
    const now = world.now()
    if (now < bucket.blockedUntil) throw throttled((bucket.blockedUntil - now) / 1000)
    bucket.left = Math.min(callBurst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * callsPerSecond)
    bucket.at = now
    if (bucket.left < 1) throw throttled((1 - bucket.left) / callsPerSecond)
    bucket.left--
  }

  function takeOperations(tenant: string, operations: number): void {
    const { dailyOperations } = world.settings()
    const { day } = localTime(world.now(), quotaZone)
    const key = `${tenant} ${day}`
    const total = (used.get(key) ?? 0) + operations
    if (dailyOperations > 0 && total > dailyOperations) {
      const seconds = Math.ceil((startOfDay(addDays(day, 1), quotaZone) - world.now()) / 1000)
      throw quotaError('RESOURCE_EXHAUSTED', seconds, 'DEVELOPER', 'Number of operations for basic access')
    }
    used.set(key, total)
  }

  return {
    charge(tenant, customer, operations) {
      if (world.settings().limits === 'off') return
      takeCall(customer)
      takeOperations(tenant, operations)
    },
    block(customer, seconds) {
      bucketOf(customer).blockedUntil = world.now() + seconds * 1000
    },
    forget() {
      buckets.clear()
      used.clear()
    },
  }
}

/** Comes and goes: the caller waits as long as it is told. */
export function throttled(seconds: number): Refusal {
  return quotaError(
    'RESOURCE_TEMPORARILY_EXHAUSTED',
    Math.max(1, Math.ceil(seconds)),
    'ACCOUNT',
    'Requests per account',
  )
}

function quotaError(code: string, seconds: number, rateScope: string, rateName: string): Refusal {
  return refusal(`quotaError.${code}`, `Too many requests. Retry in ${seconds} seconds.`, {
    details: { quotaErrorDetails: { rateScope, rateName, retryDelay: `${seconds}s` } },
  })
}
