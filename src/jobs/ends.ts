import { randomUUID } from 'node:crypto'
import pTimeout from 'p-timeout'
import type { Logger } from 'pino'
import type { EndDeps } from '../core/ends/keep.ts'
import { keepEnds } from '../core/ends/keep.ts'
import { leaseSeconds, nextInMs, renewEnds, takeDue } from '../core/ends/hold.ts'
import type { HeldEnds } from '../core/ends/hold.ts'
import { endsChannel } from '../core/ends/store.ts'
import { startPoller } from '../async/poller.ts'
import { isOutage } from '../outage.ts'
import type { Pulse } from '../probes/pulse.ts'
import type { Services } from '../services.ts'

/** Whatever was missed is found so soon, and whoever watches us learns that we come round. */
const lookEveryMs = 2_000
/** As many accounts a process works on at the same time. */
const atOnce = 8
/** How long writes that are in the air may take to end when we stop. */
const stopWithinMs = 2_500

/** Keeps the ends that have come. Any number of workers may run at once. */
export function startEnds(deps: EndDeps & Pick<Services, 'listener'> & { pulse: Pulse }): { close(): Promise<void> } {
  const stopping = new AbortController()
  const working = new Set<Promise<void>>()
  const logFailed = logFailedLook.bind(null, deps.log, stopping.signal)
  const turn = deps.pulse.loop()

  async function look(signal: AbortSignal): Promise<number | null> {
    while (!signal.aborted && working.size < atOnce) {
      const held = await takeDue(deps.db, randomUUID())
      if (!held) break
      const work = keepHeld(deps, held, signal)
        .catch(logFailed)
        .finally(() => {
          working.delete(work)
          // There is a place now.
          poller.wake()
        })
      working.add(work)
    }
    const dueInMs = working.size < atOnce ? await nextInMs(deps.db) : null
    turn.turned()
    return dueInMs
  }

  const poller = startPoller({ look, everyMs: lookEveryMs, failed: logFailed, stopping })
  const stop = deps.listener.on(endsChannel, poller.wake)
  return {
    async close() {
      stop()
      turn.ended()
      await poller.close()
      await pTimeout(Promise.all(working), { milliseconds: stopWithinMs, fallback: () => undefined })
    },
  }
}

function logFailedLook(log: Logger, signal: AbortSignal, error: unknown): void {
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
