import type { Leave } from '../../../async/fair-share.ts'
import { deadlineIn, sendWindowMs } from '../../../platforms/kit/time/deadline.ts'
import type { Deadline } from '../../../platforms/kit/time/deadline.ts'
import type { Step, StepContext, StepResult } from '../../../platforms/contract/launch.ts'
import type { Intent, EarlierAttempt, OpenIntent } from '../../journal/intents.ts'
import type { WriteEntry } from '../../journal/write/entry.ts'
import { makeOnce } from '../../writes/make-once.ts'
import type { Departure as Departs, Maker, Unknown } from '../../writes/make-once.ts'
import { laneWaits } from '../../writes/patience.ts'
import { TriedTooOften, Unsure } from './item-errors.ts'
import { throwIfHalted } from './lane.ts'
import type { Lane } from './lane.ts'
import { asWrite } from './origins.ts'
import { holdsForAccount, verdictOn } from './retry.ts'

/** One write of an item, on its way to exist exactly once. */
export interface LaneWrite {
  lane: Lane
  step: Step
  entry: WriteEntry
  /** Of the item's steps before this one, by name. */
  results: Record<string, StepResult>
  fetchMedia: StepContext['fetchMedia']
  /** How often its item failed before. */
  tries: number
  /** Since when it may have been made without our knowing; null: all there is stands in the journal. */
  lookSince: Date | null
}

/** A place for a call, and until when the call must have left. */
interface CallSlot {
  sendBefore: Deadline
  leave: Leave
}

type Departure = Departs & CallSlot

/** Makes the write as the owner of a lane does: with one of the account's places for calls, and without waiting for what takes its time. */
export async function makeInLane(write: LaneWrite): Promise<StepResult> {
  const { lane, step } = write
  const leave = await lane.calls.startWrite(step.kind)
  try {
    throwIfHalted(lane)
    return await asWrite(lane.tracing, step.kind, () => makeOnce(makerOf(write, leave)))
  } finally {
    leave()
  }
}

function makerOf(write: LaneWrite, leaveWrite: Leave): Maker<Departure> {
  const { step, entry, tries } = write
  return {
    ...{ key: step.key, row: entry, patience: laneWaits, maxRequests: 1, mayGiveUp: tries > 0 },
    intend: async () => lookFirst(write, await prepare(write)),
    intendAgain: (intent) => prepareRepeat(write, intent),
    send: (departure) => call(write, departure).finally(leaveWrite),
    look: lookOf(write),
    confirm: (result) => entry.confirm(result),
    pause: (ms) => Promise.reject(new Unsure(ms)),
    unsure: ({ decision }: Unknown) => new Unsure(decision.afterMs, { isUnclear: decision.event === 'unclear' }),
    doubtful: (error) => error,
    givenUp: (intent) => new TriedTooOften(step.kind, intent),
    answeredAnothers: ({ id }) => entry.noteSameId(id),
  }
}

async function prepare(write: LaneWrite): Promise<Departure | EarlierAttempt> {
  const isAhead = !write.lane.calls.areSlow()
  return (isAhead ? await prepareIntentFirst(write) : null) ?? prepareCallFirst(write)
}

/** A write that somebody may have made before the backup that was restored knew of it: it is looked for before it is sent for the first time. */
function lookFirst({ lookSince, step }: LaneWrite, standing: Departure | EarlierAttempt): Departure | EarlierAttempt {
  if (lookSince === null || step.readBack.kind === 'repeatable') return standing
  if (standing.state !== 'departs' || standing.intent.attempt > 1) return standing
  standing.leave()
  const certain = { certainInMs: 0, isCertain: true, lost: 0, lostMsAgo: Infinity }
  return { state: 'open', intent: { ...standing.intent, firstIntentAt: lookSince, ...certain } }
}

/** The intent, then a place for the call. null: there was none in time, or nothing may be sent now; the intent is taken back. */
async function prepareIntentFirst({ lane, entry }: LaneWrite): Promise<Departure | EarlierAttempt | null> {
  // Begins before the intent does: a process may be frozen at any point from here on.
  const sendBefore = deadlineIn(sendWindowMs)
  const standing = await entry.intend()
  if (standing.state !== 'may-send') return standing
  const { intent } = standing
  const leave = await lane.calls.startCallSoon()
  if (leave && !lane.halt.signal.aborted) return { state: 'departs', intent, sendBefore, leave }
  leave?.()
  await entry.takeBack(intent)
  return null
}

/** A place for the call, then the intent. */
function prepareCallFirst({ lane, entry }: LaneWrite): Promise<Departure | EarlierAttempt> {
  return withPlace(lane, async (place) => {
    const standing = await entry.intend()
    if (standing.state === 'may-send') return departs(standing.intent, place)
    place.leave()
    return standing
  })
}

/** The same for an intent that is open, and may be sent again because the platform recognises a repeat. */
function prepareRepeat({ lane, entry }: LaneWrite, intent: OpenIntent): Promise<Departure> {
  return withPlace(lane, async (place) => departs(await entry.intendAgain(intent), place))
}

function departs(intent: Intent, place: CallSlot): Departure {
  return { state: 'departs', intent, ...place }
}

/** Waits for a place, which is given back when the work fails; else by whoever departs with it. */
async function withPlace<T>(lane: Lane, work: (place: CallSlot) => Promise<T>): Promise<T> {
  const leave = await lane.calls.startCall()
  try {
    throwIfHalted(lane)
    return await work({ sendBefore: deadlineIn(sendWindowMs), leave })
  } catch (error) {
    leave()
    throw error
  }
}

async function call(write: LaneWrite, { sendBefore, leave }: Departure): Promise<StepResult> {
  const { lane, step } = write
  const sentAt = performance.now()
  try {
    return await step.send(contextOf(write, sendBefore))
  } catch (error) {
    // Before the place is given back: others are just about to send.
    if (holdsForAccount(verdictOn(error, 0))) lane.halt.abort()
    throw error
  } finally {
    lane.calls.tookMs(performance.now() - sentAt)
    leave()
  }
}

function lookOf(write: LaneWrite): Maker<Departure>['look'] {
  const { lane, step } = write
  const { readBack } = step
  if (readBack.kind === 'repeatable') return null
  return ({ firstIntentAt: firstSentAt, isCertain }) =>
    lane.calls.read(() => readBack.find(contextOf(write), { firstSentAt, isCertain }))
}

/** What a step may ask while it is made. */
export function contextOf({ lane, results, fetchMedia, entry }: LaneWrite, sendBefore?: Deadline): StepContext {
  return {
    ...{ results, sendBefore, signal: lane.cut, fetchMedia },
    isTaken: (id) => entry.isTaken(id),
    hasOpenTwin: () => entry.hasOpenTwin(),
  }
}
