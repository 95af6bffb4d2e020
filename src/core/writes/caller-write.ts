import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../db/connect.ts'
import { PlatformError } from '../../errors.ts'
import type { Found, LaunchVerbs, StepResult } from '../../platforms/contract/launch.ts'
import type { Session } from '../../platforms/contract/platform.ts'
import { deadlineIn, sendWindowMs } from '../../platforms/kit/time/deadline.ts'
import type { Deadline } from '../../platforms/kit/time/deadline.ts'
import { isPlanningKey } from '../context.ts'
import { callerEntry } from '../journal/caller-entry.ts'
import type { CallerEntry } from '../journal/caller-entry.ts'
import type { Intent, EarlierAttempt } from '../journal/intents.ts'
import type { LaneName } from '../journal/lane/lanes.ts'
import { refuseWhileResting } from '../journal/often-tried.ts'
import type { CopyNames } from '../journal/past-writes.ts'
import { unknownOutcome, mayStand, notKnownYet, OutcomeUnknown, usedForSomethingElse } from './caller-errors.ts'
import { makeOnce } from './make-once.ts'
import type { Departure as Departs, Maker, Unknown } from './make-once.ts'
import { callerWaits } from './patience.ts'

/** One write that an endpoint makes while its caller waits: a campaign created, an ad copied, a budget changed. */
export interface CallerWrite {
  kind: string
  /** Two writes with the same key are the same write. Build it from `call.operationKey`, so that a repeat finds the first. */
  key: string
  asks: unknown
  /** When the deadline is over, the request must not leave any more. */
  send(sendBefore: Deadline): Promise<StepResult>
  /**
   * What to do when the answer is lost. A write that sets something to a value may simply be repeated, also while the first one
   * may still arrive: it would only set the same value again. One that makes something must be able to find what it made, and is
   * not sent again before the first can no longer arrive.
   */
  readBack:
    | { kind: 'repeatable'; because: string }
    /** `isCertain`: it can no longer take effect. */
    | { kind: 'find'; find(since: Date, isCertain: boolean): Promise<Found> }
  /** How many requests a send makes at most, one after the other (default 1). */
  maxRequests?: number
  /** Of a copy that others may look like. */
  among?: CopyNames
}

/** The account in which the write is made. */
export interface WriteLane extends LaneName {
  db: Db
  life: WriteLife
}

/** How long a request may take effect after it was sent, and what it made stay invisible to reads after that. */
export type WriteLife = Pick<LaunchVerbs, 'requestLifeMs' | 'readLagMs'>

export function writeLifeOf({ launch }: Session): WriteLife {
  return launch ?? { requestLifeMs: 60_000, readLagMs: 60_000 }
}

interface Departure extends Departs {
  sendBefore: Deadline
}

/** Makes the write once while its caller waits. */
export async function makeForCaller(lane: WriteLane, write: CallerWrite): Promise<StepResult> {
  if (isPlanningKey(write.key)) throw new Error(`${write.kind} was to be written while it was only planned`)
  await refuseWhileResting(lane.db, lane, write.key)
  return makeOnce(makerOf(lane, write))
}

function makerOf(lane: WriteLane, write: CallerWrite): Maker<Departure> {
  const { db, life } = lane
  const { kind, key, asks, maxRequests = 1, among } = write
  // The last of its requests must leave within this time from before the intent.
  const windowMs = sendWindowMs + (maxRequests - 1) * life.requestLifeMs
  const lifeMs = windowMs + life.requestLifeMs + life.readLagMs
  const isRepeatable = write.readBack.kind === 'repeatable'
  const entry = callerEntry(db, lane, { kind, key, asks, lifeMs, readLagMs: life.readLagMs, isRepeatable, among })
  const row = { ...entry, closeNotDone: (...of: Parameters<CallerEntry['closeNotDone']>) => closeLast(entry, of) }
  return {
    ...{ key, row, patience: callerWaits, maxRequests, mayGiveUp: false },
    intend: () => intend(entry, windowMs),
    async intendAgain(intent) {
      const sendBefore = deadlineIn(windowMs)
      const again = await entry.intendAgain(intent)
      return again && departs(again, sendBefore)
    },
    send: ({ sendBefore }) => write.send(sendBefore),
    look: lookOf(write),
    confirm: () => Promise.resolve(),
    pause: (ms) => delay(ms),
    unsure: (open) => unsure(lane.platform, open),
    doubtful: mayStand,
    givenUp: ({ lost }) => new Error(`${kind} was given up after ${lost} lost answers`),
  }
}

/** What was refused to us may be taken from whoever asks for it just now: then nobody is told that it does not exist. */
async function closeLast(entry: CallerEntry, of: Parameters<CallerEntry['closeNotDone']>): Promise<void> {
  if (!(await entry.closeNotDone(...of))) throw notKnownYet(0)
}

async function intend(row: CallerEntry, windowMs: number): Promise<Departure | EarlierAttempt> {
  // Begins before the intent does: a process may be frozen at any point from here on.
  const sendBefore = deadlineIn(windowMs)
  const standing = await row.intend()
  if (!standing) throw usedForSomethingElse()
  return standing.state === 'may-send' ? departs(standing.intent, sendBefore) : standing
}

function departs(intent: Intent, sendBefore: Deadline): Departure {
  return { state: 'departs', intent, sendBefore }
}

function lookOf({ readBack }: CallerWrite): Maker<Departure>['look'] {
  if (readBack.kind === 'repeatable') return null
  return async ({ firstIntentAt, isCertain }) => {
    try {
      return await readBack.find(firstIntentAt, isCertain)
    } catch (error) {
      // A look that fails tells nothing of the write, which must not seem to be what failed.
      if (error instanceof PlatformError && error.kind !== 'unknown') return 'unclear'
      throw error
    }
  }
}

/** What a caller is told whose write may exist: that its own answer was lost, or that an earlier one was. */
function unsure(platform: string, { intent, decision, lost }: Unknown): Error {
  if (lost) return new OutcomeUnknown(lost, intent.certainInMs)
  return decision.event === 'unclear' ? unknownOutcome(platform) : notKnownYet(intent.certainInMs)
}
