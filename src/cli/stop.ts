import pTimeout from 'p-timeout'
import type { Launcher } from './launcher.ts'

/** Why a running service ends: somebody asked, or it failed. */
export type Stop = 'asked' | 'failed'

/** npm passes Ctrl-C on to us although the terminal has told us already: two signals this close are one wish. */
const sameWishMs = 500
const launcherPollMs = 1000

/** Resolves when somebody wants us to stop; a second signal after that ends the process at once. */
export function watchForStop(launcher: Launcher | null, onFailure: (error: unknown) => void): Promise<Stop> {
  const { promise, resolve } = Promise.withResolvers<Stop>()
  let firstSignalAt: number | null = null

  const onSignal = () => {
    const now = Date.now()
    if (firstSignalAt === null) firstSignalAt = now
    else if (launcher === null || (!launcher.isSupervisor && now - firstSignalAt > sameWishMs)) process.exit(130)
    resolve('asked')
  }
  const onUnexpected = (error: unknown) => {
    onFailure(error)
    resolve('failed')
  }
  // A terminal that was closed, or a pipe that nobody reads any more, is no reason to stop, nor to complain into it.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', onUnexpected)
  process.on('unhandledRejection', onUnexpected)
  if (launcher !== null) watchLauncher(launcher, () => resolve('asked'))
  return promise
}

function watchLauncher({ pid, isSupervisor }: Launcher, onGone: () => void): void {
  // The line between us breaks when it dies, however it dies.
  if (isSupervisor && process.connected) process.once('disconnect', onGone)
  const timer = setInterval(() => {
    if (process.ppid === pid) return
    clearInterval(timer)
    onGone()
  }, launcherPollMs)
  timer.unref()
}

/** True when the work ended well within the time. */
export function endsWithin(limitMs: number, work: () => Promise<unknown>): Promise<boolean> {
  const done = work().then(
    () => true,
    () => false,
  )
  return pTimeout(done, { milliseconds: limitMs, fallback: () => false })
}
