import { oftenTriedChannel, notifyOftenTried } from '../core/journal/often-tried.ts'
import { isOutage } from '../outage.ts'
import type { Services } from '../services.ts'

/** Whatever a lost notification left behind is told so soon. */
const lookEveryMs = 30_000

/** Tells of writes that are tried again and again. */
export function startWatchdog({ db, listener, log }: Pick<Services, 'db' | 'listener' | 'log'>): {
  close(): Promise<void>
} {
  let telling: Promise<void> = Promise.resolve()
  const tell = () => {
    telling = telling
      .then(() => notifyOftenTried(db, log))
      .catch((error: unknown) => {
        if (!isOutage(error)) log.warn({ err: error }, 'writes that are tried again and again could not be looked for')
      })
  }
  const stop = listener.on(oftenTriedChannel, tell)
  const timer = setInterval(tell, lookEveryMs)
  timer.unref()
  tell()
  return {
    async close() {
      stop()
      clearInterval(timer)
      await telling
    },
  }
}
