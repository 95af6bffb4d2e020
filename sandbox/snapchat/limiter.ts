import { tooMany } from './errors.ts'
import type { World } from './world.ts'

/** Average rates with room for a burst of some seconds. */
const perToken = { perSecond: 10, burst: 60 }
const perApp = { perSecond: 20, burst: 120 }
const sameCreativeMs = 1000

interface Bucket {
  left: number
  at: number
  blockedUntil: number
}

/** Counts calls. There are no headers that tell how many are left. */
export interface Limiter {
  charge(token: string): void
  /** Refuses a second call that makes ads with the same creative within a second. */
  chargeCreative(creativeId: string): void
  /** A throttle that was ordered by a fault. */
  block(token: string, seconds: number): void
  forget(): void
}

export function createLimiter(world: World): Limiter {
  const buckets = new Map<string, Bucket>()
  const creatives = new Map<string, number>()

  function bucketOf(name: string, burst: number): Bucket {
    const known = buckets.get(name) ?? { left: burst, at: world.now(), blockedUntil: 0 }
    buckets.set(name, known)
    return known
  }

  function take(name: string, { perSecond, burst }: typeof perToken): void {
    const bucket = bucketOf(name, burst)
    const now = world.now()
    if (now < bucket.blockedUntil) throw tooMany()
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    if (bucket.left < 1) throw tooMany()
    bucket.left--
  }

  return {
    charge(token) {
      if (world.settings().limits === 'off') return
      take(`token ${token}`, perToken)
      take('app', perApp)
    },
    chargeCreative(creativeId) {
      if (world.settings().limits === 'off') return
      const now = world.now()
      const last = creatives.get(creativeId)
      if (last !== undefined && Math.abs(now - last) < sameCreativeMs) throw tooMany()
      if (creatives.size > 10_000) creatives.clear()
      creatives.set(creativeId, now)
    },
    block(token, seconds) {
      bucketOf(`token ${token}`, perToken.burst).blockedUntil = world.now() + seconds * 1000
    },
    forget() {
      buckets.clear()
      creatives.clear()
    },
  }
}
