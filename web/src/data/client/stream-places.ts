import { root } from './root.ts'

/**
 * How many streams of batches all tabs together may have open. A browser opens six connections to a host over HTTP/1.1; with the stream of
 * events this leaves three for whatever is asked or uploaded.
 */
const places = 2

/** Runs the work once there is a place for its stream: at once, or when another tab leaves one. A tab that is closed leaves its own. */
export async function withStreamPlace(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Known to safe origins alone (HTTPS, or this very machine).
  if (!('locks' in navigator)) return work()
  const served = new AbortController()
  const wanted = { signal: AbortSignal.any([signal, served.signal]) }
  const begin = async () => {
    if (served.signal.aborted || signal.aborted) return
    served.abort()
    await work()
  }
  const names = Array.from({ length: places }, (_, at) => `flightdeck${root} batch stream ${at}`)
  // Those that were not needed are refused: they were taken back.
  await Promise.allSettled(names.map((name) => navigator.locks.request(name, wanted, begin)))
}
