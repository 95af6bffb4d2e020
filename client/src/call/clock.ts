export interface Clock {
  /** Ends with the caller's signal, and when the time is over. */
  signal: AbortSignal | undefined
  /** Why it ended by itself; null: it did not. */
  timedOut(): Error | null
  /** The time no longer counts; with `keepsSignal` the caller's signal still does. */
  stop(keepsSignal?: boolean): void
}

/** One timer and one listener for a try: AbortSignal.any and .timeout cost a call several times as much. */
export function startClock(signal: AbortSignal | undefined, seconds: number): Clock {
  signal?.throwIfAborted()
  if (seconds === 0) return { signal, timedOut: () => null, stop: () => undefined }
  const own = new AbortController()
  let over: Error | null = null
  const follow = () => own.abort(signal?.reason)
  signal?.addEventListener('abort', follow, { once: true })
  const timer = setTimeout(() => {
    over = new Error(`there was no answer within ${seconds} s`)
    own.abort(over)
  }, seconds * 1000)
  return {
    signal: own.signal,
    timedOut: () => over,
    stop(keepsSignal = false) {
      clearTimeout(timer)
      if (!keepsSignal) signal?.removeEventListener('abort', follow)
    },
  }
}
