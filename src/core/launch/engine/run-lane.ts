import { required } from '../../../lookup.ts'
import type { ItemRow } from '../../journal/item-entry.ts'
import { failureOf } from './failure.ts'
import { openLane } from './lane.ts'
import type { Lane, LaneDeps } from './lane.ts'
import { holdsForAccount } from './retry.ts'
import type { AccountVerdict } from './retry.ts'
import { runItem } from './run-item.ts'

/** How a worker wants its lanes worked. */
export interface LaneRules {
  /** One at a time in the whole process, for items in which workers died again and again: only the guilty one dies then. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /** How many items a lane may have under way now beyond what the platform takes at once. */
  itemsAhead: () => number
  /** Stops handing out items; calls that are being made come to their end. */
  stopping: AbortSignal
}

/**
 * Items beyond what the platform takes at once: while some are being written down, others have their calls made. So
 * many, because what is written down together costs little more than one alone.
 */
const maxAhead = 24
/** All lanes of a worker write down together, and every item that is under way is held in memory: many lanes share what a few would have. */
const aheadOfAll = 4 * maxAhead
const fewestAhead = 2

export function shareOfItemsAhead(lanes: number): number {
  return Math.max(fewestAhead, Math.min(maxAhead, Math.floor(aheadOfAll / lanes)))
}

/** What ends the work on a lane before everything that is due is done. */
interface EarlyEnd {
  failure: unknown
  /** What an item's answer means for the whole account. */
  account: { verdict: AccountVerdict; itemId: number } | null
}

/** Works off everything that is due in one account, oldest first, with as many items at once as the platform takes. */
export async function runLane(deps: LaneDeps, { alone, itemsAhead, stopping }: LaneRules): Promise<void> {
  const lane = openLane(deps)
  const running = new Map<number, Promise<void>>()
  const end: EarlyEnd = { failure: null, account: null }
  const due: ItemRow[] = []

  const start = (row: ItemRow) => {
    const run = () => runAndNote(lane, row, end)
    // Two workers died in it.
    const work = (row.starts > 1 ? alone(run) : run()).finally(() => running.delete(row.id))
    running.set(row.id, work)
  }

  /** While items are under way the lane is not let go, whatever happens to the question for others. */
  const dueItems = (max: number) =>
    lane.journal.dueItems(max).catch((error: unknown) => {
      if (running.size === 0) throw error
      return []
    })

  while (end.failure === null && !lane.halt.signal.aborted && !stopping.aborted) {
    const before = new Set(running.keys())
    const maxItems = lane.verbs.concurrency + itemsAhead()
    // Those that are being worked on may be among them.
    const rows = due.length === 0 ? await dueItems(before.size + maxItems) : []
    // One that ended while we asked is read as it was before: without what it found out, and without its pause.
    due.push(...rows.filter((row) => !before.has(row.id)))
    const isOutdated = rows.some((row) => before.has(row.id) && !running.has(row.id))
    if (due.length === 0 && running.size === 0 && !isOutdated) break
    while (running.size < maxItems && due.length > 0) start(required(due.shift(), 'next item'))
    if (!isOutdated) await oneEnds(running.values(), running.size < maxItems)
  }
  // Once all items are back: those that were about to be sent wait, or fail, as well.
  await Promise.all(running.values())
  await lane.origins.end()
  if (end.account) await applyToAccount(lane, end.account)
  if (end.failure !== null) throw end.failure as Error
}

/** What has become due meanwhile does not wait for a call that hangs. */
const lookAgainMs = 1_000

/** Until one has ended; where there is room for others, not for longer than until they are looked for again. */
async function oneEnds(running: Iterable<Promise<void>>, hasRoom: boolean): Promise<void> {
  if (!hasRoom) return Promise.race(running)
  let timer: NodeJS.Timeout | undefined
  const soon = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, lookAgainMs)
  })
  try {
    await Promise.race([...running, soon])
  } finally {
    clearTimeout(timer)
  }
}

/** Never rejects: what goes wrong ends the lane once its other items are back. */
async function runAndNote(lane: Lane, row: ItemRow, end: EarlyEnd): Promise<void> {
  try {
    const verdict = await lane.origins.within(row, () => runItem(lane, row))
    if (!verdict || !holdsForAccount(verdict)) return
    end.account ??= { verdict, itemId: row.id }
    lane.halt.abort()
  } catch (error) {
    end.failure ??= error
  }
}

function applyToAccount({ journal }: Lane, { verdict, itemId }: NonNullable<EarlyEnd['account']>): Promise<void> {
  return verdict.then === 'wait'
    ? journal.pauseItems(verdict.ms, verdict.isForConnection ? 'connection' : 'throttled')
    : journal.failItems(itemId, failureOf(null, 'start'))
}
