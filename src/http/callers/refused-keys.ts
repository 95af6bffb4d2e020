import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError } from '../../errors.ts'
import { required } from '../../lookup.ts'

/** So many unknown keys an address may try in a window before it has to wait. */
export const maxFreeRefusals = 120
const windowMs = 60_000
/** From then on its refusals leave one by one, this far apart. */
const pauseMs = 50
/** The longest line of refusals that wait for their turn; what comes on top is told to come back. */
const maxWaitMs = 5_000
const maxAddresses = 10_000
const sayEveryMs = 60_000

export interface RefusedKeys {
  /** Resolves when the address may be told that its key is unknown. Keys that open something never come here. */
  wait(address: string): Promise<void>
  close(): void
}

interface Seen {
  count: number
  since: number
  nextAt: number
}

/** Slows those down who try keys, and says in the log how many were refused; the keys themselves are never kept. */
export function createRefusedKeys(log: Logger): RefusedKeys {
  const addresses = new Map<string, Seen>()
  let refused = new Map<string, number>()
  const timer = setInterval(say, sayEveryMs)
  timer.unref()

  function say(): void {
    if (refused.size === 0) return
    const counts = [...refused].sort(([, a], [, b]) => b - a)
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    const most = Object.fromEntries(counts.slice(0, 5))
    log.warn({ refused: total, addresses: counts.length, most }, 'unknown API keys were refused')
    refused = new Map()
  }

  function seenFrom(address: string, now: number): Seen {
    const known = addresses.get(address)
    const seen = known && now - known.since < windowMs ? known : { count: 0, since: now, nextAt: 0 }
    // Whoever came last stands last, so that the one that is forgotten is the one that was silent for longest.
    addresses.delete(address)
    addresses.set(address, seen)
    if (addresses.size > maxAddresses) addresses.delete(required(addresses.keys().next().value, 'oldest address'))
    return seen
  }

  return {
    async wait(address) {
      const now = performance.now()
      const seen = seenFrom(address, now)
      seen.count++
      if (refused.size < maxAddresses || refused.has(address)) refused.set(address, (refused.get(address) ?? 0) + 1)
      if (seen.count <= maxFreeRefusals) return
      const waitMs = Math.max(0, seen.nextAt - now) + pauseMs
      if (waitMs > maxWaitMs) throw tooMany(Math.ceil(waitMs / 1000))
      seen.nextAt = now + waitMs
      await delay(waitMs)
    },
    close() {
      clearInterval(timer)
      say()
    },
  }
}

function tooMany(seconds: number): AppError {
  const text = `This API key is unknown, and too many unknown keys came from your address. Try again in ${seconds} s.`
  return new AppError('rate_limit_exceeded', text, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) })
}
