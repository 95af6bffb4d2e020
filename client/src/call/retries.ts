import { FlightdeckError, FlightdeckUnreachable } from '../errors/errors.ts'
/** The first pause; each is twice the one before. */
const firstPauseMs = 250
const maxPauseMs = 10_000
/** Several that were told to wait the same time do not come back in the same moment. */
const spreadMs = 250
const passing = new Set([429, 502, 503, 504])

export interface Patience {
  retries: number
  maxWaitSeconds: number
}

/** How one call has fared so far. */
export interface Tries {
  failed: number
  waitedMs: number
}

/** How long to wait before the same is tried again; null when that is no use, or when it was tried enough. */
export function pauseBefore(
  error: unknown,
  { failed, waitedMs }: Tries,
  { retries, maxWaitSeconds }: Patience,
): number | null {
  if (!mayPass(error)) return null
  // The first try is still at work: its answer is worth waiting for, however often one has to ask.
  if (!stillRuns(error) && failed > retries) return null
  const pause = askedPause(error) ?? growingPause(failed)
  return waitedMs + pause > maxWaitSeconds * 1000 ? null : pause
}

function mayPass(error: unknown): boolean {
  if (error instanceof FlightdeckUnreachable) return true
  if (!(error instanceof FlightdeckError)) return false
  if (stillRuns(error)) return true
  if (error.is('platform_error') || error.is('platform_unavailable')) {
    if (error.details.retryable === false) return false
  }
  return passing.has(error.status)
}

/** Of all conflicts only those that end by themselves say when to come back. */
function stillRuns(error: unknown): boolean {
  return error instanceof FlightdeckError && error.is('conflict') && error.retryAfterSeconds !== null
}

function askedPause(error: unknown): number | null {
  if (!(error instanceof FlightdeckError) || error.retryAfterSeconds === null) return null
  return error.retryAfterSeconds * 1000 + Math.random() * spreadMs
}

function growingPause(failed: number): number {
  const whole = Math.min(maxPauseMs, firstPauseMs * 2 ** (failed - 1))
  return whole / 2 + (Math.random() * whole) / 2
}

/** Ends early, with the signal's reason, when the caller does not want to wait any longer. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
