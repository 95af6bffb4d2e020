import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createGrowingPauses } from '../../../async/growing-pauses.ts'
import type { GrowingPauses } from '../../../async/growing-pauses.ts'
import { oneAtATime } from '../../../async/one-at-a-time.ts'
import type { Db } from '../../../db/connect.ts'
import type { Listener } from '../../../db/listen.ts'
import { isOutage } from '../../../outage.ts'
import type { Pulse } from '../../../probes/pulse.ts'
import { notTwice } from '../../../async/not-twice.ts'
import type { Tracing } from '../../../trace/tracing.ts'
import { readAccountsOf } from '../../connections/accounts.ts'
import { isNotConnected } from '../../connections/opened/logins.ts'
import { isWorking } from '../../connections/working.ts'
import type { Connections, OpenConnection } from '../../deps.ts'
import { openJournal } from '../../journal/open.ts'
import type { ItemRow } from '../../journal/item-entry.ts'
import type { TurnJournal } from '../../journal/open.ts'
import { laneJournal } from '../../journal/lane/journal.ts'
import {
  idleLanesWithWork,
  isHeld,
  LaneLost,
  leaseSeconds,
  releaseLane,
  renewLane,
  takeLane,
  waitForConnection,
  connectionChannel,
  goOnConnected,
  wakeChannel,
} from '../../journal/lane/lanes.ts'
import type { LaneName, LaneLease, Owner } from '../../journal/lane/lanes.ts'
import { originOf } from '../../batches/origin.ts'
import type { MediaCache } from '../media/media-cache.ts'
import { createLaneSlots, maxLanes } from './lane-slots.ts'
import type { LaneSlots } from './lane-slots.ts'
import { createRepeats } from './repeats.ts'
import type { Repeats } from './repeats.ts'
import { runLane, shareOfItemsAhead } from './run-lane.ts'
import type { LaneRules } from './run-lane.ts'
import { createSuspicion } from './suspicion.ts'
import { accountOfLane } from './account-of-lane.ts'

export interface WorkerDeps {
  db: Db
  /** Few connections, so that what runs for every ad is planned on each of them soon and then never again. */
  journalDb: Db
  listener: Listener
  connections: Connections
  media: MediaCache
  log: Logger
  /** Hears that it goes on. */
  pulse: Pulse
  tracing: Tracing
}

export interface Worker {
  /** Looks for due work now, and resolves when everything found has been worked off. For tests and the command line. */
  drain(): Promise<void>
  /** Ends within the given time: items between two calls are put back, calls that are still being made are cut. */
  stop(withinMs: number): Promise<void>
}

/** A worker while it works. */
interface Shift extends WorkerDeps, LaneRules {
  /** As whom it takes and keeps lanes, as things are now. */
  owner: () => Owner
  turns: TurnJournal
  slots: LaneSlots
  repeats: Repeats
  /** A lane that stops in an unexpected way would be taken again at once. */
  failedLanes: GrowingPauses<string>
  cut: AbortSignal
}

type ConnectionChange = Parameters<typeof goOnConnected>[1]

const lookEveryMs = 1_000

/** Takes lanes that have work, wherever it came from, and works them off. Any number of workers may run at once. */
export function startWorker(deps: WorkerDeps): Worker {
  const stopping = new AbortController()
  const cut = new AbortController()
  const slots = createLaneSlots()
  const { listener } = deps
  const name = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`
  const shift: Shift = {
    ...deps,
    owner: () => ({ name, life: listener.connected ? listener.life : null }),
    turns: openJournal(deps.journalDb, deps.pulse),
    slots,
    itemsAhead: () => shareOfItemsAhead(slots.count()),
    repeats: createRepeats(deps.log),
    failedLanes: createGrowingPauses({ firstMs: 1_000, maxMs: 60_000 }),
    alone: oneAtATime(),
    stopping: stopping.signal,
    cut: cut.signal,
  }
  const suspicion = createSuspicion()
  const turn = deps.pulse.loop()
  const look = async () => {
    const { free, gone } = await idleLanesWithWork(deps.db, maxLanes)
    turn.turned()
    for (const lane of free) wake(shift, lane)
    // Where our own session is away as well, it is the database that is gone.
    if (!listener.connected) return
    for (const { lane, fence } of suspicion.confirmed(gone)) wake(shift, lane, fence)
  }
  const lookNow = notTwice(look)
  const stopListening = listener.on(wakeChannel, (payload) => {
    if (payload !== null) return wake(shift, JSON.parse(payload) as LaneName)
    suspicion.startAnew()
    lookNow()
  })
  // Waits that are over, lanes whose owner died, and whatever a lost notification left behind.
  const timer = setInterval(lookNow, lookEveryMs)
  const stopWatching = listener.on(connectionChannel, (payload) => {
    if (payload === null) return
    // Lost with the database, it is found by the next look at the connection.
    void goOnConnected(deps.db, JSON.parse(payload) as ConnectionChange).then(lookNow, () => undefined)
  })
  lookNow()

  return {
    async drain() {
      await look()
      await shift.slots.idle()
    },
    async stop(withinMs) {
      stopListening()
      stopWatching()
      clearInterval(timer)
      turn.ended()
      stopping.abort()
      const limit = setTimeout(() => cut.abort(), withinMs)
      await shift.slots.idle()
      clearTimeout(limit)
    },
  }
}

const nameOf = ({ companyId, platform, accountId }: LaneName) => `${companyId} ${platform} ${accountId}`

/** `goneFence`: under which its owner is gone. */
function wake(shift: Shift, lane: LaneName, goneFence?: number): void {
  const { failedLanes, log } = shift
  const name = nameOf(lane)
  if (shift.stopping.aborted || !failedLanes.isOver(name)) return
  shift.slots.begin(lane, async () => {
    try {
      await workLane(shift, lane, goneFence)
      failedLanes.worked(name)
    } catch (error) {
      // That the database is away is said once for all; the lane is taken again when it is back.
      if (isOutage(error)) return
      log.error({ lane, err: error, ...failedLanes.failed(name) }, 'a lane stopped in an unexpected way')
    }
  })
}

/** Takes the lane, works on it until nothing is due, and lets it go. */
async function workLane(shift: Shift, lane: LaneName, goneFence?: number): Promise<void> {
  const { db, slots, owner, stopping, cut } = shift
  const lease = await takeLane(db, lane, owner(), goneFence)
  if (!lease) return
  const lost = new AbortController()
  const heartbeat = setInterval(() => void renew(shift, lease, lost), (leaseSeconds * 1000) / 3)
  try {
    do {
      slots.takeWake(lane)
      await runHeldLane(shift, lease, lost.signal)
      // Woken meanwhile: look again before letting go.
    } while (slots.isWoken(lane) && !stopping.aborted)
  } catch (error) {
    const isOver = error instanceof LaneLost || cut.aborted || lost.signal.aborted
    if (!isOver && (await isHeld(db, lease))) throw error
  } finally {
    clearInterval(heartbeat)
    await releaseLane(db, lease).catch(() => undefined)
  }
  await shift.media.clear()
  if (slots.takeWake(lane)) setImmediate(wake, shift, lane)
}

/** A database that does not answer is no reason to stop: what we then write is refused if the lane is gone. */
async function renew({ db, owner }: Shift, lease: LaneLease, lost: AbortController): Promise<void> {
  const held = await renewLane(db, lease, owner()).catch(() => true)
  if (!held) lost.abort(new LaneLost())
}

async function runHeldLane(shift: Shift, lease: LaneLease, lost: AbortSignal): Promise<void> {
  const { db, turns, media, log, repeats, alone, itemsAhead, connections, tracing } = shift
  const opened = await openConnection(shift, lease)
  if (!opened) return
  const { session } = opened
  if (!session.launch) throw new Error(`${lease.platform} cannot launch`)
  const journal = laneJournal(db, turns, lease)
  const cut = AbortSignal.any([shift.cut, lost])
  const stopping = AbortSignal.any([shift.stopping, lost])
  const driver = connections.platforms.driver(lease.platform) ?? {}
  const readOrigin = (row: ItemRow) => originOf(db, row.company_id, row.batch_id)
  const askConnection = () => opened.ask({ noOftener: false })
  const lane = { askConnection, journal, verbs: session.launch, media, driver, log, repeats, cut, tracing, readOrigin }
  await runLane(lane, { alone, itemsAhead, stopping })
}

/** null: the connection cannot be opened or opens nothing, and the lane waits for somebody to mend it. */
async function openConnection({ db, connections, log }: Shift, lease: LaneLease): Promise<OpenConnection | null> {
  const named = await accountOfLane(db, lease)
  try {
    const opened = await connections.openFor(...named)
    if (await isWorking(opened)) return opened
    await waitForConnection(db, lease)
    return null
  } catch (error) {
    const { companyId, platform } = lease
    log.error({ companyId, platform, err: error }, 'a connection cannot be opened')
    // Whoever connected it again may have asked for nothing since.
    if (isNotConnected(error)) await readAccountsOf({ db, connections }, { company: named[0] }, platform)
    await waitForConnection(db, lease)
    return null
  }
}
