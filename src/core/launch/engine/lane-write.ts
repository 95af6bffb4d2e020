import { growing } from '../../../async/growing-pauses.ts'
import { PlatformError, UnreadableMedia } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import { deadlineIn, sendWindowMs } from '../../../platforms/kit/time/deadline.ts'
import type { Deadline } from '../../../platforms/kit/time/deadline.ts'
import { Unusable } from '../../../platforms/contract/launch.ts'
import type { ReadBack, Step, StepContext, StepResult } from '../../../platforms/contract/launch.ts'
import type { Intent, OpenIntent, Standing } from '../../journal/intents.ts'
import { reached } from '../../journal/moments.ts'
import { TakenByAnother } from '../../journal/turn.ts'
import type { WriteEntry } from '../../journal/write-entry.ts'
import type { Leave } from './calls.ts'
import { TriedTooOften } from './item-errors.ts'
import { throwIfHalted } from './lane.ts'
import type { Lane } from './lane.ts'
import { holdsForAccount, verdictOn } from './retry.ts'

/** One write of an item, on its way to exist exactly once. */
export interface Write {
  lane: Lane
  step: Step
  entry: WriteEntry
  /** Of the item's steps before this one, by name. */
  results: Record<string, StepResult>
  fetchMedia: StepContext['fetchMedia']
  /** How often its item failed before. */
  tries: number
}

/** A place for a call, and until when the call must have left. */
interface Place {
  sendBefore: Deadline
  leave: Leave
}

/** A write that leaves now: its intent is on disk, and there is a place for its call. */
interface Departure extends Place {
  state: 'departs'
  intent: Intent
}

type FindBack = Extract<ReadBack, { kind: 'find' }>
type Known = Exclude<Standing, { state: 'may-send' }>

/** The fate of a write is open. The item waits; nothing is guessed. */
export class Unsure extends Error {
  /** How long until it is worth looking again. */
  readonly waitMs: number
  /** The platform does not show enough to tell, which may stay so: the next look comes later each time. */
  readonly isUnclear: boolean

  constructor(waitMs: number, { isUnclear = false } = {}) {
    super('The platform did not say whether this write took effect; it is being looked for.')
    this.waitMs = waitMs
    this.isUnclear = isUnclear
  }
}

const lookAgainMs = 2_000
const unclearMs = 15_000
/** Another item was faster to call what we made its own: it can be seen at once whose it is. */
const takenMs = 100
/** So many look-alikes of others are passed over in one go. */
const mostLooks = 20

/** A write whose answer was lost is made again after pauses that grow, and not more often than this. */
const mostLost = 8
const pauses = { firstMs: 1_000, longestMs: 60_000 }

/** Makes one write exactly once, whatever happened to earlier attempts at it, and waits until what it made can be used. */
export async function runStep(write: Write): Promise<StepResult> {
  const { lane, step, entry } = write
  const result = lane.made.get(step.key) ?? (await sendOrFind(write))
  try {
    await step.settle?.(contextOf(write), result)
  } catch (error) {
    lane.made.forget(step.key)
    if (error instanceof Unusable) await entry.forget(result)
    throw error
  }
  if (step.kind !== 'ad') lane.made.remember(step.key, result)
  return result
}

async function sendOrFind(write: Write): Promise<StepResult> {
  const { lane, step } = write
  const leave = await lane.calls.startWrite(step.kind)
  try {
    throwIfHalted(lane)
    reached('before-intent', step.key)
    return await attempt(write, leave)
  } finally {
    leave()
  }
}

/** Sends the write, unless the journal knows of an earlier attempt: then what that one made is taken, or looked for. */
async function attempt(write: Write, leave: Leave): Promise<StepResult> {
  const { readBack } = write.step
  const next = await prepare(write)
  if (next.state === 'departs') return send(write, next, leave)
  if (next.state === 'done') {
    await write.entry.confirm(next.result)
    return next.result
  }
  if (readBack.kind === 'repeatable') {
    waitForRepeat(next.intent)
    await giveUpIfTriedTooOften(write, next.intent)
    return send(write, await prepareRepeat(write, next.intent), leave)
  }
  return (await look(write, readBack, next.intent)) ?? attempt(write, leave)
}

/** Whoever shares the write counts: its pause is by the journal, whichever item and process was there before. */
function waitForRepeat({ lost, lostMsAgo }: OpenIntent): void {
  const waitMs = growing(lost, pauses) - lostMsAgo
  if (waitMs > 0) throw new Unsure(waitMs)
}

/** Asked when the write surely does not exist, or may be repeated. An item that has not failed yet gets a try of its own. */
async function giveUpIfTriedTooOften({ step, entry, tries }: Write, intent: OpenIntent): Promise<void> {
  if (intent.lost < mostLost || tries === 0) return
  await entry.closeNotDone(intent, 'absent')
  throw new TriedTooOften(step.kind, intent.lost)
}

async function prepare(write: Write): Promise<Departure | Known> {
  const isAhead = !write.lane.calls.areSlow()
  return (isAhead ? await prepareIntentFirst(write) : null) ?? prepareCallFirst(write)
}

/** The intent, then a place for the call. null: there was none in time, or nothing may be sent now; the intent is taken back. */
async function prepareIntentFirst({ lane, entry }: Write): Promise<Departure | Known | null> {
  // Begins before the intent does: a process may be frozen at any point from here on.
  const sendBefore = deadlineIn(sendWindowMs)
  const standing = await entry.intend()
  if (standing.state !== 'may-send') return standing
  const { intent } = standing
  const leave = await lane.calls.startCallSoon()
  if (leave && !lane.halt.signal.aborted) return { state: 'departs', intent, sendBefore, leave }
  leave?.()
  await entry.closeNotDone(intent, 'absent')
  return null
}

/** A place for the call, then the intent. */
function prepareCallFirst({ lane, entry }: Write): Promise<Departure | Known> {
  return withPlace(lane, async (place) => {
    const standing = await entry.intend()
    if (standing.state === 'may-send') return { state: 'departs', intent: standing.intent, ...place }
    place.leave()
    return standing
  })
}

/** The same for an intent that is open, and may be sent again because the platform recognises a repeat. */
function prepareRepeat({ lane, entry }: Write, intent: OpenIntent): Promise<Departure> {
  return withPlace(lane, async (place) => {
    await entry.intendAgain(intent)
    return { state: 'departs', intent, ...place }
  })
}

/** Waits for a place, which is given back when the work fails; else by whoever departs with it. */
async function withPlace<T>(lane: Lane, work: (place: Place) => Promise<T>): Promise<T> {
  const leave = await lane.calls.startCall()
  try {
    throwIfHalted(lane)
    return await work({ sendBefore: deadlineIn(sendWindowMs), leave })
  } catch (error) {
    leave()
    throw error
  }
}

async function send(write: Write, departure: Departure, leaveWrite: Leave): Promise<StepResult> {
  const { step, entry } = write
  const { intent } = departure
  try {
    reached('after-intent', step.key)
    const result = await call(write, departure).finally(leaveWrite)
    reached('before-close', step.key)
    await entry.close(intent, result)
    return result
  } catch (error) {
    throw await noteFailure(write, intent, error)
  }
}

async function call(write: Write, { sendBefore, leave }: Departure): Promise<StepResult> {
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

/** Writes down what a failure says about the write. Answers what the item is told of it. */
async function noteFailure({ lane, entry }: Write, intent: Intent, error: unknown): Promise<unknown> {
  // One that looks exactly like it was taken by an item whose own is still to be found: that one is ours then.
  if (error instanceof TakenByAnother) return new Unsure(takenMs)
  // The file could not be read, so nothing was sent.
  if (error instanceof MediaError || error instanceof UnreadableMedia) await entry.closeNotDone(intent, 'absent')
  // What is left is our own failure before or after the call: the journal says open, and the next attempt looks.
  if (!(error instanceof PlatformError)) return error
  if (error.kind !== 'unknown') await entry.closeNotDone(intent, isRefusal(error) ? 'refused' : 'absent')
  else await entry.noteLost(intent, typeof error.failure.code === 'number' ? lane.verbs.readLagMs : null)
  return error
}

function isRefusal(error: PlatformError): boolean {
  return error.kind === 'rejected' || error.kind === 'auth'
}

/** Looks on the platform for a write whose answer was lost. null: it surely does not exist, and may be sent anew. */
async function look(
  write: Write,
  readBack: FindBack,
  intent: OpenIntent,
  looks = mostLooks,
): Promise<StepResult | null> {
  if (looks === 0) throw new Unsure(unclearMs, { isUnclear: true })
  const { lane, entry } = write
  const { firstIntentAt: firstSentAt, isCertain, certainInMs } = intent
  const found = await lane.calls.read(() => readBack.find(contextOf(write), { firstSentAt, isCertain }))
  if (typeof found === 'object')
    return (await adopt(write, intent, found.found)) ? found.found : look(write, readBack, intent, looks - 1)
  if (found === 'unclear') throw new Unsure(unclearMs, { isUnclear: true })
  // It may show up before we are certain that it does not exist: look now and then.
  if (!isCertain) throw new Unsure(Math.min(Math.max(certainInMs, 0) + 50, lookAgainMs))
  waitForRepeat(intent)
  await giveUpIfTriedTooOften(write, intent)
  await entry.closeNotDone(intent, 'absent')
  return null
}

/** False: another item took it just now. Now that it is known whose it is, the next look passes over it. */
async function adopt({ entry }: Write, intent: OpenIntent, found: StepResult): Promise<boolean> {
  try {
    await entry.close(intent, found)
    return true
  } catch (error) {
    if (error instanceof TakenByAnother) return false
    throw error
  }
}

function contextOf({ lane, results, fetchMedia, entry }: Write, sendBefore?: Deadline): StepContext {
  return {
    ...{ results, sendBefore, signal: lane.cut, fetchMedia },
    isTaken: (id) => entry.isTaken(id),
    hasOpenTwin: () => entry.hasOpenTwin(),
  }
}
