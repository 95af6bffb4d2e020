import type { Outages } from './listen.ts'

/** What a process knows of its database: whether it can be reached, and whether it takes writes. */
export interface DatabaseWatch extends Outages {
  /** For everything that a statement fails with. */
  noticed: (error: unknown) => void
  /** Writes a row. Rejects when that cannot be done, or when writes have just failed elsewhere. However many ask, it is done once a second. */
  check: () => Promise<void>
  /** From now on the row is written like this. */
  watchWith(write: () => Promise<unknown>): void
  close(): void
}

interface WatchListener {
  onLost(why: string | null): void
  onBack(awayMs: number): void
}

/** PostgreSQL's words for: no writes here now (a standby, a switch-over), no room, no memory, no places, a disk that fails. */
const refusals = /^(25006|53...|58...)$/

function isRefusal(error: unknown): boolean {
  return refusals.test(String((error as { code?: unknown } | null)?.code))
}

const lookEveryMs = 1_000
/** What a look does not find by itself, such as a full disk, is over when nobody has met it for so long. */
const quietMs = 10_000

type Reason = 'connection' | 'writes'

/** One line when it goes and one when it is back, whoever notices it how often. */
export function createDatabaseWatch(owner: WatchListener, now: () => number = () => performance.now()): DatabaseWatch {
  const reasons = new Set<Reason>()
  let since = 0
  let lastMet = -Infinity
  let metByLook = false
  let write: (() => Promise<unknown>) | null = null
  let timer: NodeJS.Timeout | undefined
  let looking: { at: number; done: Promise<void> } | null = null

  function begin(reason: Reason, why: string | null): void {
    const isFirst = reasons.size === 0
    reasons.add(reason)
    if (!isFirst) return
    since = now()
    owner.onLost(why)
  }

  const end = (reason: Reason): void => {
    if (reasons.delete(reason) && reasons.size === 0) owner.onBack(now() - since)
  }

  function noticed(error: unknown): void {
    if (!isRefusal(error)) return
    lastMet = now()
    if (!reasons.has('writes')) metByLook = false
    begin('writes', (error as Error).message)
    timer ??= setInterval(() => void check().catch(() => undefined), lookEveryMs).unref()
  }

  async function look(): Promise<void> {
    try {
      await write?.()
    } catch (error) {
      noticed(error)
      metByLook = true
      throw error
    }
    if (!reasons.has('writes')) return
    if (!metByLook && now() - lastMet < quietMs) throw new Error('Writes failed a moment ago.')
    clearInterval(timer)
    timer = undefined
    end('writes')
  }

  function check(): Promise<void> {
    if (looking && now() - looking.at < lookEveryMs / 2) return looking.done
    looking = { at: now(), done: look() }
    looking.done.catch(() => undefined)
    return looking.done
  }

  return {
    noticed,
    check,
    watchWith: (own) => void (write = own),
    onLost: () => begin('connection', null),
    onBack: () => end('connection'),
    close: () => clearInterval(timer),
  }
}
