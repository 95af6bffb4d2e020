import { AppError, PlatformError } from '../../errors.ts'

/** The earlier request with this key got as far as this write, and asked for something else. */
export function usedForSomethingElse(): AppError {
  const message = 'was used before for a request that asked for something else; choose a new key'
  return new AppError('unprocessable_entity', `Idempotency-Key ${message}.`, {
    issues: [{ path: 'headers.Idempotency-Key', message }],
  })
}

/** Nothing is sent again on a guess. */
export function unknownOutcome(platform: string): PlatformError {
  return new PlatformError({
    platform,
    kind: 'unknown',
    message: 'An earlier attempt at this may have taken effect, and the platform does not show enough to tell.',
    hint: 'Look for it on the platform. If it is not there, make the call with a new Idempotency-Key.',
  })
}

/** A repeat failed: what the platform said to it, and that the first may stand. */
export function mayStand(error: unknown): unknown {
  if (!(error instanceof PlatformError)) return error
  const { failure, retryable } = error
  const message = `${failure.message} The answer to an earlier try was lost, and that one may have taken effect, in whole or in part.`
  const hint = retryable
    ? 'Repeat the call with the same Idempotency-Key: what it sets is set once more.'
    : 'Look on the platform what it is set to now. Then set what you want with a new Idempotency-Key.'
  return new PlatformError({ ...failure, kind: 'unknown', message, hint })
}

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** Repeated before its time: the first request may still arrive, and then there would be two. */
export function notKnownYet(certainInMs: number): AppError {
  const seconds = secondsOf(certainInMs)
  const text =
    'The answer to an earlier request with this Idempotency-Key was lost, and whether its write took effect is not known yet. ' +
    `Nothing was sent again. Repeat the call with the same key in ${seconds} s: then it is looked for once more, and sent if it does not exist.`
  return new AppError('conflict', text, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) })
}

/** The answer was lost just now, and what it made, if anything, is not to be seen. */
export class OutcomeUnknown extends PlatformError {
  constructor({ failure }: PlatformError, certainInMs: number) {
    super({
      ...failure,
      message: `${failure.message} Whether the write took effect is not known yet.`,
      retryAfterMs: certainInMs,
      hint: `Repeat the call with the same Idempotency-Key in ${secondsOf(certainInMs)} s: it looks for what was made before it tries again.`,
    })
  }
}
