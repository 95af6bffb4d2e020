import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connect.ts'
import type { Listener } from '../../../db/listen.ts'
import { isOutage } from '../../../outage.ts'
import type { Connections } from '../../connections.ts'
import { openJournal } from '../../journal/open.ts'
import { runLane } from './lane-run.ts'
import {
  idleLanesWithWork,
  isHeld,
  LaneLost,
  leaseSeconds,
  releaseLane,
  renewLane,
  takeLane,
  waitForConnection,
  wakeChannel,
} from '../../journal/lanes.ts'
import type { LaneName, Lease } from '../../journal/lanes.ts'
import type { MediaCache } from '../media/media-cache.ts'

export interface WorkerParts {
  db: Db
  /** Few connections, so that what runs for every ad is planned on each of them soon and then never again. */
  journalDb: Db
  listener: Listener
  connections: Connections
  media: MediaCache
  log: Logger
}

export interface Worker {
  /** Looks for due work now, and resolves when everything found has been worked off. For tests and the command line. */
  drain(): Promise<void>
  /** Ends within the given time: items between two calls are put back, calls still in the air are cut. */
  stop(withinMs: number): Promise<void>
}

const mostLanes = 64
/** Accounts of one company that are worked at the same time: however many it has, there are lanes left for the others. */
const mostLanesPerCompany = 32
const lookEveryMs = 1_000

/** Takes lanes that have work, wherever it came from, and works them off. Any number of workers may run at once. */
export function startWorker(parts: WorkerParts): Worker {
  const { db, listener, log } = parts
  const owner = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`
  const lanes = new Map<string, Promise<void>>()
  const lanesOf = new Map<number, number>()
  const journal = openJournal(parts.journalDb)
  /** Woken while its lane was being worked: look again before letting go. */
  const wokenAgain = new Set<string>()
  const stopping = new AbortController()
  const cut = new AbortController()

  let lastAlone: Promise<unknown> = Promise.resolve()

  function alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = lastAlone.then(work)
    lastAlone = mine.catch(() => undefined)
    return mine
  }

  function wake(lane: LaneName): void {
    const name = `${lane.companyId} ${lane.platform} ${lane.accountId}`
    if (stopping.signal.aborted) return
    if (lanes.has(name)) {
      wokenAgain.add(name)
      return
    }
    const ofCompany = lanesOf.get(lane.companyId) ?? 0
    if (lanes.size >= mostLanes || ofCompany >= mostLanesPerCompany) return
    lanesOf.set(lane.companyId, ofCompany + 1)
    const work = workLane(lane, name)
      .catch((error: unknown) => {
        // That the database is away is said once for all; the lane is taken again when it is back.
        if (!isOutage(error)) log.error({ lane, err: error }, 'a lane stopped in an unexpected way')
      })
      .finally(() => {
        lanes.delete(name)
        lanesOf.set(lane.companyId, lanesOf.get(lane.companyId)! - 1)
      })
    lanes.set(name, work)
  }

  async function workLane(lane: LaneName, name: string): Promise<void> {
    const lease = await takeLane(db, lane, owner)
    if (!lease) return
    const lost = new AbortController()
    const heartbeat = setInterval(() => void renew(lease, lost), (leaseSeconds * 1000) / 3)
    try {
      do {
        wokenAgain.delete(name)
        await runHeldLane(lease, lost.signal)
      } while (wokenAgain.has(name) && !stopping.signal.aborted)
    } catch (error) {
      if (!(error instanceof LaneLost) && !cut.signal.aborted && !lost.signal.aborted && (await isHeld(db, lease)))
        throw error
    } finally {
      clearInterval(heartbeat)
      await releaseLane(db, lease).catch(() => undefined)
    }
    await parts.media.clear()
    if (wokenAgain.delete(name)) setImmediate(wake, lane)
  }

  async function runHeldLane(lease: Lease, lost: AbortSignal): Promise<void> {
    const company = await db
      .selectFrom('companies')
      .select(['id', 'slug'])
      .where('id', '=', lease.companyId)
      .executeTakeFirstOrThrow()
    const account = await db
      .selectFrom('ad_accounts')
      .select(['platform', 'connection_id'])
      .where('company_id', '=', lease.companyId)
      .where('platform', '=', lease.platform)
      .where('account_id', '=', lease.accountId)
      .executeTakeFirst()
    const name = account ?? { platform: lease.platform, connection_id: null }
    const opened = await parts.connections.openFor(company, name).catch(async (error: unknown) => {
      log.error({ companyId: lease.companyId, platform: lease.platform, err: error }, 'a connection cannot be opened')
      await waitForConnection(db, lease)
      return null
    })
    if (!opened) return
    const { session } = opened
    if (!session.launch) throw new Error(`${lease.platform} cannot launch`)
    const ends = { stopping: AbortSignal.any([stopping.signal, lost]), cut: AbortSignal.any([cut.signal, lost]) }
    await runLane({ db, lease, journal, verbs: session.launch, media: parts.media, log, alone, ...ends })
  }

  /** A database that does not answer is no reason to stop: what we then write is refused if the lane is gone. */
  async function renew(lease: Lease, lost: AbortController): Promise<void> {
    const held = await renewLane(db, lease).catch(() => true)
    if (!held) lost.abort(new LaneLost())
  }

  async function look(): Promise<void> {
    for (const lane of await idleLanesWithWork(db, mostLanes)) wake(lane)
  }

  const stopListening = listener.on(wakeChannel, (payload) => {
    if (payload === null) void look().catch(() => undefined)
    else wake(JSON.parse(payload) as LaneName)
  })
  // Waits that are over, lanes whose owner died, and whatever a lost notification left behind.
  const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs)
  void look().catch(() => undefined)

  return {
    async drain() {
      await look()
      while (lanes.size > 0) await Promise.all(lanes.values())
    },
    async stop(withinMs) {
      stopListening()
      clearInterval(timer)
      stopping.abort()
      const limit = setTimeout(() => cut.abort(), withinMs)
      await Promise.all(lanes.values())
      clearTimeout(limit)
    },
  }
}
