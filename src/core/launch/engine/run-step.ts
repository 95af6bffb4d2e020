import { PlatformError } from '../../../errors.ts'
import type { Db } from '../../../db/connect.ts'
import { MediaError } from '../../../files/media-error.ts'
import { deadlineIn, sendWindowMs } from '../../../platforms/kit/deadline.ts'
import type { Deadline } from '../../../platforms/kit/deadline.ts'
import { Unusable } from '../../../platforms/contract/launch.ts'
import type { LaunchVerbs, Step, StepContext, StepResult } from '../../../platforms/contract/launch.ts'
import { reached } from '../../journal/moments.ts'
import {
  certainSooner,
  closeNotDone,
  forgetDone,
  hasOpenTwin,
  intendAgain,
  isMadeByAnother,
} from '../../journal/intents.ts'
import type { Intent, Standing } from '../../journal/intents.ts'
import { TakenByAnother } from '../../journal/turn.ts'
import type { WriteFor } from '../../journal/turn-values.ts'
import { LaneLost } from '../../journal/lanes.ts'
import type { Lease } from '../../journal/lanes.ts'
import type { ItemRef } from '../../journal/item-ends.ts'
import { withPermit } from '../../../async/permits.ts'
import type { Permits } from '../../../async/permits.ts'
import { isOfAccount, verdictOn } from './retry.ts'

/** The fate of a write is open. The item waits; nothing is guessed. */
export class Unsure extends Error {
  /** How long until it is worth looking again. */
  readonly waitMs: number

  constructor(waitMs: number) {
    super('The platform did not say whether this write took effect; it is being looked for.')
    this.waitMs = waitMs
  }
}

/** Nothing was sent: another item showed that nothing may be for now. */
export class Halted extends Error {
  constructor() {
    super('Nothing may be sent for this account now.')
  }
}

export interface StepGround {
  db: Db
  lease: Lease
  verbs: LaunchVerbs
  signal: AbortSignal
  /** Aborted once an answer shows that nothing may be sent for the account for now. */
  halt: AbortController
  fetchMedia: StepContext['fetchMedia']
  /** How many calls the platform takes at once for the account. */
  inTheAir: Permits
  /** A few more: while calls are in the air, the next intents are being written down. */
  atTheDesk: Permits
  /** How long the last call took. */
  calls: { lastMs: number }
  /** Media and creatives that this owner of the lane knows to exist: the journal is not asked about them again. */
  made: Map<string, StepResult>
  /** Commits the intent to make a write. */
  intend(write: WriteFor): Promise<Standing>
  /** Writes down that what was asked for exists, at the latest with the item's next intent. */
  close(intent: Intent, result: StepResult): Promise<void>
  /** For a write that ends its item: ends it when the write was closed before. */
  confirm?(result: StepResult): Promise<void>
}

/** Leaves most of the window to the pacing of calls. */
const placeWithinMs = 900
/**
 * Next to calls that take this long, the time to write down an intent is nothing. And it has a price: an ad whose intent is written
 * down can no longer be cancelled, and after a crash it waits until it surely was not sent.
 */
const slowCallMs = 50
const lookAgainMs = 2_000
const unclearMs = 15_000

/** Makes one write exactly once, whatever happened to earlier attempts at it. */
export async function runStep(
  ground: StepGround,
  step: Step,
  item: ItemRef,
  results: Record<string, StepResult>,
): Promise<StepResult> {
  const { lease, verbs, made } = ground
  const lifeMs = sendWindowMs + verbs.requestLifeMs + verbs.readLagMs
  const result = made.get(step.key) ?? (await sendOrFind(ground, { lease, item, step, lifeMs }, results))
  try {
    await step.settle?.(contextFor(ground, step, results), result)
  } catch (error) {
    made.delete(step.key)
    if (error instanceof Unusable) await forgetDone(ground.db, lease, step.key, result)
    throw error
  }
  if (step.kind !== 'ad') remember(made, step.key, result)
  return result
}

const mostRemembered = 1_000

function remember(made: StepGround['made'], key: string, result: StepResult): void {
  if (made.size >= mostRemembered) made.clear()
  made.set(key, result)
}

/** A write in the making, by somebody who has a place at the desk. */
interface AtDesk {
  ground: StepGround
  write: WriteFor
  results: Record<string, StepResult>
  leaveDesk: () => void
}

async function sendOrFind(ground: StepGround, write: WriteFor, results: AtDesk['results']): Promise<StepResult> {
  const leaveDesk = await ground.atTheDesk.acquire()
  try {
    throwIfOver(ground)
    reached('before-intent', write.step.key)
    const making = { ground, write, results, leaveDesk }
    return await (ground.calls.lastMs > slowCallMs ? attemptInTheAir(making) : attempt(making))
  } finally {
    leaveDesk()
  }
}

function throwIfOver({ signal, halt }: StepGround): void {
  signal.throwIfAborted()
  if (halt.signal.aborted) throw new Halted()
}

async function attempt(making: AtDesk): Promise<StepResult> {
  const { ground, write } = making
  // Begins before the intent does: a process may be frozen at any point from here on.
  const sendBefore = deadlineIn(sendWindowMs)
  const standing = await ground.intend(write)
  if (standing.state !== 'may-send') return resolve(making, standing)
  const leaveAir = await ground.inTheAir.acquireWithin(placeWithinMs)
  if (leaveAir && !ground.halt.signal.aborted) return send(making, standing.intent, sendBefore, leaveAir)
  leaveAir?.()
  // Calls take longer than they did, or none may be made now. Nothing was sent: the intent is taken back.
  await closeNotDone(ground.db, ground.lease, standing.intent, 'absent')
  return attemptInTheAir(making)
}

/** The place in the air first, then the intent. */
async function attemptInTheAir(making: AtDesk): Promise<StepResult> {
  const { ground, write } = making
  const leaveAir = await ground.inTheAir.acquire()
  try {
    throwIfOver(ground)
    const sendBefore = deadlineIn(sendWindowMs)
    const standing = await ground.intend(write)
    if (standing.state === 'may-send') return await send(making, standing.intent, sendBefore, leaveAir)
    leaveAir()
    return await resolve(making, standing)
  } finally {
    leaveAir()
  }
}

async function resolve(making: AtDesk, standing: Exclude<Standing, { state: 'may-send' }>): Promise<StepResult> {
  const { ground, write, results } = making
  const { step } = write
  if (standing.state === 'done') {
    await ground.confirm?.(standing.result)
    return standing.result
  }
  const { readBack } = step
  if (readBack.kind === 'repeatable') return repeat(making, standing.intent)
  const { firstIntentAt: firstSentAt, isCertain } = standing.intent
  const found = await withPermit(ground.inTheAir, () =>
    readBack.find(contextFor(ground, step, results), { firstSentAt, isCertain }),
  )
  if (typeof found === 'object') {
    try {
      await ground.close(standing.intent, found.found)
      return found.found
    } catch (error) {
      if (!(error instanceof TakenByAnother)) throw error
      // Now that it is known whose it is, the next look passes over it.
      return resolve(making, standing)
    }
  }
  if (found === 'unclear') throw new Unsure(unclearMs)
  if (!isCertain) throw new Unsure(soonest(standing.intent.certainInMs))
  await closeNotDone(ground.db, ground.lease, standing.intent, 'absent')
  return attempt(making)
}

async function repeat(making: AtDesk, intent: Intent): Promise<StepResult> {
  const { ground, write } = making
  const leaveAir = await ground.inTheAir.acquire()
  try {
    throwIfOver(ground)
    const sendBefore = deadlineIn(sendWindowMs)
    await intendAgain(ground.db, ground.lease, intent, write.lifeMs)
    return await send(making, intent, sendBefore, leaveAir)
  } finally {
    leaveAir()
  }
}

/** It may show up before we are certain that it does not exist: look now and then. */
function soonest(certainInMs: number): number {
  return Math.min(Math.max(certainInMs, 0) + 50, lookAgainMs)
}

async function send(
  { ground, write, results, leaveDesk }: AtDesk,
  intent: Intent,
  sendBefore: Deadline,
  leaveAir: () => void,
): Promise<StepResult> {
  const { step } = write
  try {
    reached('after-intent', step.key)
    const sentAt = performance.now()
    const sending = async () => step.send(contextFor(ground, step, results, sendBefore))
    const result = await haltingIfTold(ground, sending()).finally(() => {
      ground.calls.lastMs = performance.now() - sentAt
      leaveAir()
      leaveDesk()
    })
    reached('before-close', step.key)
    await ground.close(intent, result)
    return result
  } catch (error) {
    if (error instanceof LaneLost) throw error
    // One that looks exactly like it was taken by an item whose own is still to be found: that one is ours then.
    if (error instanceof TakenByAnother) throw new Unsure(0)
    // The file could not be read, so nothing was sent.
    if (error instanceof MediaError) await closeNotDone(ground.db, ground.lease, intent, 'absent')
    if (!(error instanceof PlatformError)) {
      // Our own failure before or after the call: the journal says open, and the next attempt looks.
      throw error
    }
    if (error.kind === 'unknown') {
      if (error.failure.code !== undefined && typeof error.failure.code === 'number') {
        await certainSooner(ground.db, intent, ground.verbs.readLagMs)
      }
    } else await closeNotDone(ground.db, ground.lease, intent, isNo(error) ? 'refused' : 'absent')
    throw error
  }
}

/** At once: others are just about to send. */
async function haltingIfTold<T>({ halt }: StepGround, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isOfAccount(verdictOn(error, 0))) halt.abort()
    throw error
  }
}

function isNo(error: PlatformError): boolean {
  return error.kind === 'rejected' || error.kind === 'auth'
}

function contextFor(
  ground: StepGround,
  step: Step,
  results: Record<string, StepResult>,
  sendBefore?: Deadline,
): StepContext {
  const isTaken = (id: string) => isMadeByAnother(ground.db, ground.lease, step.key, id)
  const hasTwin = () => hasOpenTwin(ground.db, ground.lease, step)
  return { results, sendBefore, signal: ground.signal, fetchMedia: ground.fetchMedia, isTaken, hasOpenTwin: hasTwin }
}
