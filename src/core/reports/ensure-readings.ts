import type pg from 'pg'
import { syncAccount } from './sync.ts'
import type { ReportAccount, SyncGround, SyncOutcome, SyncWant } from './sync-types.ts'

/** What reports of this process are having read: the same question twice is read once, and all of it ends with the service. */
interface Readings {
  stopping: AbortController
  underWay: Map<string, Promise<SyncOutcome>>
  running: number
  waiting: (() => void)[]
}

/** Each reading holds one of the pool's connections. */
const mostAtOnce = 6
const waitForOthersMs = 60_000
const byPool = new WeakMap<pg.Pool, Readings>()

function readingsOf(pool: pg.Pool): Readings {
  const found = byPool.get(pool)
  if (found) return found
  const made: Readings = { stopping: new AbortController(), underWay: new Map(), running: 0, waiting: [] }
  byPool.set(pool, made)
  return made
}

/** Starts to read, or joins who already reads the same. Goes on however long the caller waits; never rejects. */
export function startReading(ground: SyncGround, account: ReportAccount, want: SyncWant): Promise<SyncOutcome> {
  const readings = readingsOf(ground.pool)
  const name = `${account.key} ${JSON.stringify(want)}`
  const found = readings.underWay.get(name)
  if (found) return found
  const started = inTurn(readings, () =>
    syncAccount(ground, account, want, { signal: readings.stopping.signal, waitForOthersMs }),
  ).finally(() => readings.underWay.delete(name))
  readings.underWay.set(name, started)
  return started
}

async function inTurn<T>(readings: Readings, work: () => Promise<T>): Promise<T> {
  if (readings.running >= mostAtOnce) await new Promise<void>((go) => readings.waiting.push(go))
  else readings.running += 1
  try {
    return await work()
  } finally {
    // The place goes to whoever waits longest, or is free.
    const next = readings.waiting.shift()
    if (next) next()
    else readings.running -= 1
  }
}

/** Ends what is being read for reports; what is stored stays. */
export async function stopReadings(pool: pg.Pool): Promise<void> {
  const readings = byPool.get(pool)
  if (!readings) return
  readings.stopping.abort(new Error('The service stops.'))
  await Promise.all(readings.underWay.values())
}
