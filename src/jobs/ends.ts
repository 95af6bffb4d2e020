import { randomUUID } from 'node:crypto'
import pTimeout from 'p-timeout'
import type { Logger } from 'pino'
import type { EndDeps } from '../core/ends/keep.ts'
import { keepEnds } from '../core/ends/keep.ts'
import { leaseSeconds, nextInMs, renewEnds, takeDue } from '../core/ends/hold.ts'
import type { HeldEnds } from '../core/ends/hold.ts'
import { endsChannel } from '../core/ends/store.ts'
import { isOutage } from '../outage.ts'
import type { Services } from '../services.ts'

/** Whatever was missed is found so soon. */
const lookEveryMs = 10_000
/** As many accounts a process works on at the same time. */
const atOnce = 8
/** How long writes that are in the air may take to end when we stop. */
const stopWithinMs = 2_500

/** Keeps the ends that have come. Any number of workers may run at once. */
export function startEnds(deps: EndDeps & Pick<Services, 'listener'>): { close(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const working = new Set<Promise<void>>()
  let looking: Promise<void> | null = null
  let again = false
  let timer: NodeJS.Timeout | undefined
  const tell = tellFailed.bind(null, deps.log, signal)

  async function look(): Promise<void> {
    while (!signal.aborted && working.size < atOnce) {
      const held = await takeDue(deps.db, randomUUID())
      if (!held) break
      const work = keepHeld(deps, held, signal)
        .catch(tell)
        .finally(() => {
          working.delete(work)
          // There is a place now.
          wake()
        })
      working.add(work)
    }
    const nextMs = working.size < atOnce ? await nextInMs(deps.db) : null
    waitFor(nextMs)
  }

  function waitFor(ms: number | null): void {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(wake, Math.min(lookEveryMs, Math.max(ms ?? lookEveryMs, 50)))
    timer.unref()
  }

  function wake(): void {
    again = true
    if (signal.aborted) return
    looking ??= (async () => {
      while (again && !signal.aborted) {
        again = false
        await look().catch((error: unknown) => {
          tell(error)
          waitFor(null)
        })
      }
      looking = null
    })()
  }

  const stop = deps.listener.on(endsChannel, wake)
  wake()
  return {
    async close() {
      stopping.abort(new Error('The service stops.'))
      stop()
      clearTimeout(timer)
      await looking
      await pTimeout(Promise.all(working), { milliseconds: stopWithinMs, fallback: () => undefined })
    },
  }
}

function tellFailed(log: Logger, signal: AbortSignal, error: unknown): void {
  // That the database is away is told once, by whoever watches it.
  if (!isOutage(error) && !signal.aborted) log.error({ err: error }, 'ends could not be looked after')
}

async function keepHeld(deps: EndDeps, held: HeldEnds, signal: AbortSignal): Promise<void> {
  const heartbeat = setInterval(() => void renewEnds(deps.db, held).catch(() => undefined), (leaseSeconds * 1000) / 3)
  try {
    await keepEnds(deps, held, signal)
  } finally {
    clearInterval(heartbeat)
  }
}
