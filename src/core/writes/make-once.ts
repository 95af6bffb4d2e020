import type { PlatformError } from '../../errors.ts'
import type { Found, StepResult } from '../../platforms/contract/launch.ts'
import type { Intent, EarlierAttempt, OpenIntent } from '../journal/intents.ts'
import { reached } from '../journal/moments.ts'
import { TakenByAnother } from '../journal/turn/turn.ts'
import { closedBy } from '../journal/write/moves.ts'
import { afterFailure, afterLook, eventOf, isAnswered, pauseAfter } from './decide.ts'
import type { WriteDecision, LookFacts } from './decide.ts'
import type { Patience } from './patience.ts'

/** A write that leaves now: its intent is on disk. */
export interface Departure {
  state: 'departs'
  intent: Intent
}

/** The row of a write, for whoever may write it down. Nothing of it counts once a later attempt has begun. */
interface WriteRow {
  /** It exists. */
  close(intent: Intent, result: StepResult): Promise<void>
  /** It does not exist. */
  closeNotDone(intent: Intent, state: 'refused' | 'absent'): Promise<void>
  /** Its answer was lost once more. Answered all the same, if badly: what cannot be found after a while does not exist. */
  noteLost(intent: Intent, isAnswered: boolean): Promise<void>
}

/** Who makes a write: the owner of a lane, or whoever works for a caller. */
export interface Maker<D extends Departure> {
  key: string
  row: WriteRow
  patience: Patience
  /** How many requests a send makes at most, one after the other. */
  maxRequests: number
  /** Whoever asks has failed before. */
  mayGiveUp: boolean
  /** Writes down the intent, unless an earlier attempt stands in the way. */
  intend(): Promise<D | EarlierAttempt>
  /** The same for an intent that is open. null: somebody else has done so just now. */
  intendAgain(intent: OpenIntent): Promise<D | null>
  send(departure: D): Promise<StepResult>
  /** null: nothing needs to be looked for, made twice it is the same. */
  look: ((intent: OpenIntent) => Promise<Found>) | null
  /** It was made before: whatever hangs on it is brought up to it. */
  confirm(result: StepResult): Promise<void>
  /** Comes back after so long; or throws, and whoever asked asks again then. */
  pause(ms: number): Promise<void>
  /** What whoever asked is told when nothing more can be found out now. */
  unsure(open: Unknown): Error
  /** What whoever asked is told when a repeat failed with this, and the first may have taken effect. */
  doubtful(error: unknown): unknown
  /** What whoever asked is told of a write that is given up; it is closed with whatever hangs on it, both or none. */
  givenUp(intent: OpenIntent): Error
  /** The platform answered with what is known as another's. */
  answeredAnothers?(result: StepResult): Promise<void>
}

/** The fate of a write is open, and stays so for now. */
export interface Unknown {
  intent: OpenIntent
  decision: WriteDecision
  /** The failure with which the answer was lost, if it was just now. */
  lost: PlatformError | null
}

/** How far it came since it was asked for. */
interface Course {
  sends: number
  /** What is sent was sent before, and what became of that is not known. */
  isRepeat: boolean
  /** Since the last answer was lost. */
  looks: number
  lost: PlatformError | null
}

/**
 * Makes one write exactly once, whatever happened to earlier attempts at it: intend, send, look, close, repeat. What is done when is
 * decided in decide.ts, by the table of journal/write/moves.ts; how, by its maker.
 */
export async function makeOnce<D extends Departure>(maker: Maker<D>): Promise<StepResult> {
  const course: Course = { sends: 0, isRepeat: false, looks: 0, lost: null }
  reached('before-intent', maker.key)
  for (;;) {
    const standing = await maker.intend()
    if (standing.state === 'done') {
      await maker.confirm(standing.result)
      return standing.result
    }
    course.isRepeat = false
    const result =
      standing.state === 'open' ? await find(maker, course, standing.intent) : await send(maker, course, standing)
    if (result) return result
  }
}

/** null: it is asked for anew. */
async function send<D extends Departure>(maker: Maker<D>, course: Course, departure: D): Promise<StepResult | null> {
  const { key, row } = maker
  const { intent } = departure
  // The one place where an attempt is counted: this many of this call; `intent.attempt` of all, whoever made them.
  course.sends += 1
  try {
    reached('after-intent', key)
    const result = await maker.send(departure)
    reached('before-close', key)
    await row.close(intent, result).catch(async (error: unknown) => {
      if (error instanceof TakenByAnother) await maker.answeredAnothers?.(result)
      throw error
    })
    return result
  } catch (error) {
    const { sends, isRepeat } = course
    const facts = { event: eventOf(error), isRepeatable: maker.look === null, isRepeat, sends }
    const decision = afterFailure({ ...facts, pauseMs: pauseAfter(error, maker.maxRequests) }, maker.patience)
    await note(row, intent, decision, error)
    if (decision.then === 'report') throw decision.event === 'doubtful' ? maker.doubtful(error) : error
    if (decision.event === 'lost') Object.assign(course, { lost: error as PlatformError, looks: 0 })
    await pauseIf(maker, decision)
    return null
  }
}

/** Writes down what a failure says about the write; where it says nothing, the journal goes on to say open. */
async function note(row: WriteRow, intent: Intent, { event }: WriteDecision, error: unknown): Promise<void> {
  if (event === 'refused' || event === 'unsent') await row.closeNotDone(intent, closedBy(event))
  if (event === 'lost') await row.noteLost(intent, isAnswered(error))
}

/** Finds what an earlier attempt made, or sends it once more where that does no harm. null: it is asked for anew. */
async function find<D extends Departure>(
  maker: Maker<D>,
  course: Course,
  intent: OpenIntent,
): Promise<StepResult | null> {
  for (;;) {
    course.looks += 1
    const { seen, result } = await look(maker, intent)
    const decision = afterLook(factsOf(maker, course, intent, seen), maker.patience)
    if (decision.event === 'found') return result
    if (decision.event === 'taken') continue
    if (decision.then === 'wait') throw maker.unsure({ intent, decision, lost: course.lost })
    await pauseIf(maker, decision)
    if (decision.event === 'hopeless') throw maker.givenUp(intent)
    if (decision.event === 'gone') await maker.row.closeNotDone(intent, closedBy(decision.event))
    if (decision.then === 'report') throw course.lost ?? maker.unsure({ intent, decision, lost: null })
    if (decision.then !== 'send') return null
    course.isRepeat = true
    const departure = await maker.intendAgain(intent)
    return departure && send(maker, course, departure)
  }
}

/** What is found is ours once that is written down; another may have been quicker. */
async function look<D extends Departure>(
  maker: Maker<D>,
  intent: OpenIntent,
): Promise<{ seen: LookFacts['seen']; result: StepResult | null }> {
  if (!maker.look) return { seen: 'repeatable', result: null }
  const found = await maker.look(intent)
  if (typeof found !== 'object') return { seen: found, result: null }
  try {
    await maker.row.close(intent, found.found)
    return { seen: 'found', result: found.found }
  } catch (error) {
    if (error instanceof TakenByAnother) return { seen: 'taken', result: null }
    throw error
  }
}

function factsOf<D extends Departure>(
  { mayGiveUp }: Maker<D>,
  { sends, looks }: Course,
  { isCertain, certainInMs, lost, lostMsAgo }: OpenIntent,
  seen: LookFacts['seen'],
): LookFacts {
  return { seen, isCertain, certainInMs, lost, lostMsAgo, mayGiveUp, sends, looks }
}

async function pauseIf<D extends Departure>(maker: Maker<D>, { afterMs }: WriteDecision): Promise<void> {
  if (afterMs > 0) await maker.pause(afterMs)
}
