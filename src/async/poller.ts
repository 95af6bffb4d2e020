/** Looks at what there is to do: by itself, when it is woken, and never twice at the same time. */
export interface Poller {
  /** There may be something: it looks now, or once more where it is looking. */
  wake: () => void
  /** Resolves when the look that is under way is over. */
  close(): Promise<void>
}

interface Polled {
  /** Answers in how many milliseconds something is due, where it knows. */
  look: (signal: AbortSignal) => Promise<number | null>
  /** Whatever was missed is found so soon. */
  everyMs: number
  failed: (error: unknown) => void
  stopping: AbortController
}

const soonestMs = 50

export function startPoller({ look, everyMs, failed, stopping }: Polled): Poller {
  const { signal } = stopping
  let looking: Promise<void> | null = null
  let again = false
  let timer: NodeJS.Timeout | undefined

  function waitFor(ms: number): void {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(wake, Math.min(everyMs, Math.max(ms, soonestMs))).unref()
  }

  async function lookOnce(): Promise<void> {
    try {
      const dueInMs = await look(signal)
      waitFor(dueInMs ?? everyMs)
    } catch (error) {
      if (!signal.aborted) failed(error)
      waitFor(everyMs)
    }
  }

  async function lookWhileAsked(): Promise<void> {
    while (again && !signal.aborted) {
      again = false
      await lookOnce()
    }
    looking = null
  }

  function wake(): void {
    again = true
    if (!signal.aborted) looking ??= lookWhileAsked()
  }

  wake()
  return {
    wake,
    async close() {
      stopping.abort(new Error('The service stops.'))
      clearTimeout(timer)
      await looking
    },
  }
}
