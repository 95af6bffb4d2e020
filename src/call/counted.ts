import { keyIdOf } from '../core/context.ts'
import type { Actor, Caller } from '../core/context.ts'
import { AppError } from '../errors.ts'
import { windowSeconds } from './rate-limit.ts'
import type { LimitHolder, RateClass, RateDecision, RateLimiter } from './rate-limit.ts'

interface Limiting {
  rateLimiter: RateLimiter
}

/** Throws where it is one call too many. Whoever comes from within is not counted. */
export async function count(
  { rateLimiter }: Limiting,
  { actor }: Caller,
  rateClass: RateClass,
  onDecision: (decision: RateDecision) => void = () => undefined,
): Promise<void> {
  const holder = holderOf(actor)
  if (!holder) return
  const decision = await rateLimiter.take(holder, rateClass)
  onDecision(decision)
  if (!decision.passed) throw tooMany(decision, rateClass)
}

/**
 * What was counted as a write by its method and changes nothing, such as a rehearsal, counts as a read instead, where one is left. Known
 * only when its body was read.
 */
export async function countAsRead({ rateLimiter }: Limiting, { actor }: Caller): Promise<void> {
  const holder = holderOf(actor)
  if (holder && (await rateLimiter.take(holder, 'read')).passed) await rateLimiter.giveBack(holder, 'write')
}

/** Whose limit a call counts for; null: it is counted for nobody. */
function holderOf(actor: Actor): LimitHolder | null {
  if (actor.kind === 'user') return { kind: 'user', id: actor.id }
  const keyId = keyIdOf(actor)
  return keyId === null ? null : { kind: 'key', id: keyId }
}

function tooMany({ limit, waitMs }: RateDecision, rateClass: string): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const text = `More than ${limit} ${rateClass} calls in ${windowSeconds} seconds. The next one passes in ${seconds} s.`
  const details = { limit, windowSeconds, retryAfterSeconds: seconds }
  return new AppError('rate_limit_exceeded', text, details, { 'retry-after': String(seconds) })
}
