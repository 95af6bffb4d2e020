import { startPoller } from '../async/poller.ts'
import { oftenTriedChannel, notifyOftenTried } from '../core/journal/often-tried.ts'
import { isOutage } from '../outage.ts'
import type { Pulse } from '../probes/pulse.ts'
import type { Services } from '../services.ts'

/** Whatever a lost notification left behind is told so soon, and whoever watches us learns that we come round. */
const lookEveryMs = 2_000

/** Tells of writes that are tried again and again. */
export function startWatchdog({
  db,
  listener,
  log,
  pulse,
}: Pick<Services, 'db' | 'listener' | 'log'> & { pulse: Pulse }): { close(): Promise<void> } {
  const turn = pulse.loop()
  const look = async () => {
    await notifyOftenTried(db, log)
    turn.turned()
    return null
  }
  const failed = (error: unknown) => {
    if (!isOutage(error)) log.warn({ err: error }, 'writes that are tried again and again could not be looked for')
  }
  const poller = startPoller({ look, everyMs: lookEveryMs, failed, stopping: new AbortController() })
  const stop = listener.on(oftenTriedChannel, poller.wake)
  return {
    async close() {
      stop()
      turn.ended()
      await poller.close()
    },
  }
}
