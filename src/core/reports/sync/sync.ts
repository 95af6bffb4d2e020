import { required } from '../../../lookup.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { AdDay, ReportingVerbs } from '../../../platforms/contract/report.ts'
import { createEntityKeys } from './entities.ts'
import type { EntityKeys } from './entities.ts'
import { keepEntities } from './keep/entities.ts'
import { calendarOf, daysToRead, selectionFor, zoneOf } from './keep/days.ts'
import type { Selection } from './keep/days.ts'
import { entitiesAreDue, recordEntitiesRead, recordProblem, recordSuccess } from './keep/state.ts'
import { storeWindow } from './store-window.ts'
import { withAccountLock } from './lock.ts'
import { obstacleIn, openReporting } from './open.ts'
import type { ReportAccount, SyncOptions, SyncOutcome, SyncWant } from './types.ts'
import type { SyncDeps } from '../../deps.ts'
import { dayCount, todayIn, windowsOf } from '../../../days.ts'

interface Reading {
  deps: SyncDeps
  account: ReportAccount
  verbs: ReportingVerbs
  selection: Selection
  keys: EntityKeys
  options: SyncOptions
}

const busy = 'Another process is reading this account.'
const stopped = 'The reading was stopped; the next one goes on from there.'

/**
 * Reads an account's days, window by window, the newest first. Each window is stored whole before the next is read, so
 * whoever starts again goes on where this one ended. Never throws: what goes wrong is recorded and answered.
 */
export async function syncAccount(
  deps: SyncDeps,
  account: ReportAccount,
  want: SyncWant,
  options: SyncOptions = {},
): Promise<SyncOutcome> {
  const outcome: SyncOutcome = { account, days: 0, rows: 0, problem: null }
  const startedAt = new Date()
  try {
    const verbs = await openReporting(deps, account)
    const today = todayIn(zoneOf(account, verbs.calendar), startedAt)
    const selection = selectionFor(want, calendarOf(today, verbs.historyDays), startedAt)
    const reading = { deps, account, verbs, selection, keys: createEntityKeys(account), options }
    outcome.problem = await readWindows(reading, outcome)
    if (outcome.problem === null) await recordSuccess(deps.db, account, want, startedAt)
  } catch (error) {
    outcome.problem = options.signal?.aborted ? stopped : await recordObstacle(deps, account, error)
  }
  return outcome
}

async function recordObstacle(deps: SyncDeps, account: ReportAccount, error: unknown): Promise<string> {
  const obstacle = await obstacleIn(deps, account, error).catch(() => error)
  return recordProblem(deps, account, obstacle)
}

/** Answers why it ended early, or null. */
async function readWindows(reading: Reading, outcome: SyncOutcome): Promise<string | null> {
  const { deps, account, verbs, selection, options } = reading
  const days = await daysToRead(deps.pool, account, selection)
  let names: { failure: unknown } | null = null
  options.onProgress?.({ account, daysDone: 0, daysTotal: days.length, rows: 0 })
  for (const window of windowsOf(days, verbs.daysAtOnce)) {
    const read = await readLocked(reading, window)
    if (!read) return options.signal?.aborted ? stopped : busy
    outcome.days += dayCount(window)
    outcome.rows += read.rows
    options.onProgress?.({ account, daysDone: outcome.days, daysTotal: days.length, rows: outcome.rows })
    // Names come right after the first figures, not after years of them. Figures go on when names fail.
    if (!names && (read.newAds > 0 || (await entitiesAreDue(deps.db, account)))) {
      names = await readEntities(reading).then(
        () => ({ failure: null }),
        (failure: unknown) => ({ failure }),
      )
    }
  }
  if (names?.failure) throw names.failure as Error
  return null
}

/** null: somebody else held the account. The lock is let go between windows, so that whoever waits gets a turn. */
function readLocked(reading: Reading, window: DayRange): Promise<{ rows: number; newAds: number } | null> {
  const { deps, account, verbs, selection, keys, options } = reading
  const wait = { waitMs: options.waitForOthersMs ?? 0, signal: options.signal }
  return withAccountLock(deps.pool, account.key, wait, async (client) => {
    // Whoever held the account before may have read these very days.
    const days = await daysToRead(client, account, { ...selection, ...window })
    if (days.length === 0) return { rows: 0, newAds: 0 }
    const range = { from: required(days[0], 'first day'), to: required(days.at(-1), 'last day') }
    const readAt = new Date()
    const rows: AdDay[] = []
    for await (const some of untilStopped(verbs.days(account.accountId, range, options.signal), options.signal)) {
      for (const row of some) rows.push(row)
    }
    const newAds = await keys.learn(client, rows)
    await storeWindow(client, account, keys, { range, rows, readAt, attribution: verbs.attribution })
    return { rows: rows.length, newAds }
  })
}

async function readEntities({ deps, account, verbs, options }: Reading): Promise<void> {
  const readAt = new Date()
  const asked = { ...account, id: account.accountId }
  for await (const entities of untilStopped(verbs.entities(asked, options.signal), options.signal)) {
    const client = await deps.pool.connect()
    await keepEntities(client, account, entities).finally(() => client.release())
  }
  await recordEntitiesRead(deps.db, account, readAt)
}

/** Ends with the signal at once, even where the platform's driver is waiting for an answer. */
async function* untilStopped<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const { promise: stop, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal?.reason as Error)
  stop.catch(() => undefined)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), stop])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    // Told, not awaited: a driver that hangs would hold us up.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
