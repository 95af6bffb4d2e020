import { PlatformError } from '../../errors.ts'
import type { Db } from '../../db/connect.ts'
import { MediaError } from '../../media/media-error.ts'
import { Unusable } from '../../platforms/launch.ts'
import type { LaunchVerbs, Step, StepContext, StepResult } from '../../platforms/launch.ts'
import { reached } from './checkpoint.ts'
import {
  asOnlyOwner,
  certainSooner,
  closeDone,
  closeNotDone,
  forgetDone,
  hasOpenTwin,
  intend,
  intendAgain,
  isMadeByAnother,
  TakenByAnother,
} from './journal.ts'
import type { OpenIntent, WriteFor } from './journal.ts'
import { LaneLost } from './lanes.ts'
import type { Lease } from './lanes.ts'
import type { Permits } from './permits.ts'

/** A committed intent must be on its way within this time, or not at all: later, somebody else may have taken over. */
export const sendWindowMs = 3_000

/** The fate of a write is open. The item waits; nothing is guessed. */
export class Unsure extends Error {
  /** How long until it is worth looking again. */
  readonly waitMs: number

  constructor(waitMs: number) {
    super('The platform did not say whether this write took effect; it is being looked for.')
    this.waitMs = waitMs
  }
}

export interface StepGround {
  db: Db
  lease: Lease
  verbs: LaunchVerbs
  signal: AbortSignal
  fetchMedia: StepContext['fetchMedia']
  /** How many calls the platform takes at once for the account. */
  permits: Permits
  /** Media and creatives that this owner of the lane knows to exist: the journal is not asked about them again. */
  made: Map<string, StepResult>
  /** For a write that ends its item: what must be known exactly when the write is. */
  ending?: Ending
}

export interface Ending {
  /** Closes the write and ends the item, both or none. */
  close(intent: OpenIntent, result: StepResult): Promise<void>
  /** Ends the item of a write that was closed before. */
  confirm(result: StepResult): Promise<void>
}

const lookAgainMs = 2_000
const unclearMs = 15_000

/** Makes one write exactly once, whatever happened to earlier attempts at it. */
export async function runStep(
  ground: StepGround,
  step: Step,
  write: Omit<WriteFor, 'step' | 'lifeMs'>,
  results: Record<string, StepResult>,
): Promise<StepResult> {
  const lifeMs = sendWindowMs + ground.verbs.requestLifeMs + ground.verbs.readLagMs
  const result = ground.made.get(step.key) ?? (await sendOrFind(ground, step, lifeMs, write, results))
  try {
    await step.settle?.(contextFor(ground, step, results, Infinity), result)
  } catch (error) {
    ground.made.delete(step.key)
    if (error instanceof Unusable) await forgetDone(ground.db, ground.lease, step.key, result)
    throw error
  }
  if (step.kind !== 'ad') remember(ground.made, step.key, result)
  return result
}

const mostRemembered = 1_000

function remember(made: StepGround['made'], key: string, result: StepResult): void {
  if (made.size >= mostRemembered) made.clear()
  made.set(key, result)
}

/** The permit is taken before the intent, so that nothing stands between the intent and the call. */
async function sendOrFind(
  ground: StepGround,
  step: Step,
  lifeMs: number,
  write: Omit<WriteFor, 'step' | 'lifeMs'>,
  results: Record<string, StepResult>,
): Promise<StepResult> {
  const letGo = await ground.permits.acquire()
  try {
    ground.signal.throwIfAborted()
    reached('before-intent', step.key)
    const standing = await intend(ground.db, ground.lease, { ...write, step, lifeMs })
    return await resolve({ ...ground, letGo }, step, standing, lifeMs, write, results)
  } finally {
    letGo()
  }
}

interface Permitted extends StepGround {
  letGo: () => void
}

type Standing = Awaited<ReturnType<typeof intend>>

async function resolve(
  ground: Permitted,
  step: Step,
  standing: Standing,
  lifeMs: number,
  write: Omit<WriteFor, 'step' | 'lifeMs'>,
  results: Record<string, StepResult>,
): Promise<StepResult> {
  if (standing.state === 'done') {
    await ground.ending?.confirm(standing.result)
    return standing.result
  }
  if (standing.state === 'sent-by-us') return send(ground, step, standing.intent, results)
  if (step.readBack.kind === 'repeatable') {
    return send(ground, step, await intendAgain(ground.db, ground.lease, standing.intent, lifeMs), results)
  }
  const { firstIntentAt: firstSentAt, isCertain } = standing.intent
  const found = await step.readBack.find(contextFor(ground, step, results, Infinity), { firstSentAt, isCertain })
  if (typeof found === 'object') {
    try {
      await close(ground, standing.intent, found.found)
      return found.found
    } catch (error) {
      if (!(error instanceof TakenByAnother)) throw error
      // Now that it is known whose it is, the next look passes over it.
      return resolve(ground, step, standing, lifeMs, write, results)
    }
  }
  if (found === 'unclear') throw new Unsure(unclearMs)
  if (!isCertain) throw new Unsure(soonest(standing.intent.certainInMs))
  await closeNotDone(ground.db, ground.lease, standing.intent, 'absent')
  const again = await intend(ground.db, ground.lease, { ...write, step, lifeMs })
  return resolve(ground, step, again, lifeMs, write, results)
}

/** It may show up before we are certain that it does not exist: look now and then. */
function soonest(certainInMs: number): number {
  return Math.min(Math.max(certainInMs, 0) + 50, lookAgainMs)
}

async function send(
  ground: Permitted,
  step: Step,
  intent: OpenIntent,
  results: Record<string, StepResult>,
): Promise<StepResult> {
  try {
    reached('after-intent', step.key)
    const result = await step.send(contextFor(ground, step, results, Date.now() + sendWindowMs)).finally(ground.letGo)
    reached('after-send', step.key)
    await close(ground, intent, result)
    reached('after-close', step.key)
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

function isNo(error: PlatformError): boolean {
  return error.kind === 'rejected' || error.kind === 'auth'
}

function close(ground: StepGround, intent: OpenIntent, result: StepResult): Promise<void> {
  const closing = ground.ending
    ? ground.ending.close(intent, result)
    : closeDone(ground.db, ground.lease, intent, result)
  return asOnlyOwner(closing)
}

function contextFor(
  ground: StepGround,
  step: Step,
  results: Record<string, StepResult>,
  sendBefore: number,
): StepContext {
  const isTaken = (id: string) => isMadeByAnother(ground.db, ground.lease, step.key, id)
  const hasTwin = () => hasOpenTwin(ground.db, ground.lease, step)
  return { results, sendBefore, signal: ground.signal, fetchMedia: ground.fetchMedia, isTaken, hasOpenTwin: hasTwin }
}
