import { blocked, tooMany } from './errors.ts'

const requests = { max: 1000, windowMs: 60_000, blockMs: 10 * 60_000 }
const errors = { max: 100, windowMs: 5 * 60_000, blockMs: 24 * 3600_000 }

interface Counted {
  requests: number[]
  errors: number[]
  throttledUntil: number
  blockedUntil: number
}

/** Counts what each account asks and what it is refused. No header ever tells how much is left. */
export interface Limiter {
  /** Counts the call, or refuses it before it has any effect. */
  charge(accountId: string): void
  /** An answer that is an error, or a file that was turned down. */
  noteError(accountId: string): void
  /** A throttle that was ordered by a fault. */
  throttle(accountId: string, seconds: number): void
  errorsOf(accountId: string): number
  forget(): void
}

export function createLimiter(world: { now(): number; settings(): { limits: string } }): Limiter {
  const accounts = new Map<string, Counted>()
  const isOff = () => world.settings().limits === 'off'

  function counted(accountId: string): Counted {
    const known = accounts.get(accountId) ?? { requests: [], errors: [], throttledUntil: 0, blockedUntil: 0 }
    accounts.set(accountId, known)
    return known
  }

  const within = (times: number[], windowMs: number) => times.filter((time) => time > world.now() - windowMs)

  return {
    charge(accountId) {
      if (isOff()) return
      const one = counted(accountId)
      const now = world.now()
      if (now < one.blockedUntil) throw blocked()
      if (now < one.throttledUntil) throw tooMany()
      one.requests = [...within(one.requests, requests.windowMs), now]
      if (one.requests.length <= requests.max) return
      one.throttledUntil = now + requests.blockMs
      throw tooMany()
    },
    noteError(accountId) {
      if (isOff()) return
      const one = counted(accountId)
      one.errors = [...within(one.errors, errors.windowMs), world.now()]
      if (one.errors.length >= errors.max) one.blockedUntil = world.now() + errors.blockMs
    },
    throttle(accountId, seconds) {
      counted(accountId).throttledUntil = world.now() + seconds * 1000
    },
    errorsOf: (accountId) => within(counted(accountId).errors, errors.windowMs).length,
    forget: () => accounts.clear(),
  }
}
