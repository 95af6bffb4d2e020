import { growing } from '../../async/growing-pauses.ts'
import { PlatformError, UnreadableMedia } from '../../errors.ts'
import type { FailureKind } from '../../errors.ts'
import { MediaError } from '../../files/media-error.ts'
import { TakenByAnother } from '../journal/turn/turn.ts'
import { writeMove } from '../journal/write/moves.ts'
import type { NextStep, WriteEvent, WriteState } from '../journal/write/moves.ts'
import type { Patience } from './patience.ts'

/** What is done about an open write: as what it goes on, what comes next, and after how long. */
export interface WriteDecision {
  event: WriteEvent
  to: WriteState
  then: NextStep
  afterMs: number
}

/** What the failure of a call says about its write, whatever was tried before. */
export type FailureEvent = Extract<WriteEvent, 'refused' | 'unsent' | 'lost' | 'broken' | 'taken'>

const eventOfKind: Record<FailureKind, FailureEvent> = {
  rejected: 'refused',
  auth: 'refused',
  throttled: 'unsent',
  transient: 'unsent',
  unknown: 'lost',
}

/** What the failure of a call says about its write. */
export function eventOf(error: unknown): FailureEvent {
  // One that looks exactly like it was taken by an item whose own is still to be found: that one is ours then.
  if (error instanceof TakenByAnother) return 'taken'
  // The file could not be read, so nothing was sent.
  if (error instanceof MediaError || error instanceof UnreadableMedia) return 'unsent'
  return error instanceof PlatformError ? eventOfKind[error.kind] : 'broken'
}

/** The platform did answer, if badly: the request is over. */
export function isAnswered(error: unknown): boolean {
  return error instanceof PlatformError && typeof error.failure.code === 'number'
}

/** How the outbound client calls a write that did not leave in time. */
const tooLateCode = 'TOO_LATE'
const tooLatePauseMs = 500

/** How soon what was not made may be sent again; null: nobody says so. */
export function pauseAfter(error: unknown, maxRequests: number): number | null {
  if (!(error instanceof PlatformError)) return null
  // It had to wait for its turn for so long that it was not sent.
  if (error.failure.code === tooLateCode) return tooLatePauseMs
  // Of several requests others had passed before this one.
  if (error.kind === 'throttled' && maxRequests === 1) return error.failure.retryAfterMs ?? null
  return null
}

/** What is known when a call has failed. */
export interface CallFacts {
  event: FailureEvent
  isRepeatable: boolean
  /** It was sent before, and what became of that is not known. */
  isRepeat: boolean
  pauseMs: number | null
  /** How often it was sent since it was asked for, this time included. */
  sends: number
}

/** Another was quicker to call what we made its own: it can be seen at once whose it is. */
const takenMs = 100

export function afterFailure(facts: CallFacts, patience: Patience): WriteDecision {
  const { isRepeatable, isRepeat, pauseMs, sends } = facts
  const isNo = facts.event === 'refused' || facts.event === 'unsent'
  const event = isNo && isRepeat ? 'doubtful' : facts.event
  const mayRepeat = sends <= patience.retries
  if (event === 'taken') return decision(event, { afterMs: takenMs })
  if (facts.event === 'unsent' && mayRepeat && pauseMs !== null && pauseMs <= patience.briefMs)
    return decision(event, { then: 'ask', afterMs: pauseMs })
  if (event !== 'lost') return decision(event)
  const [firstLookMs] = patience.looksAfterMs
  if (firstLookMs === undefined || (isRepeatable && !mayRepeat)) return decision(event, { then: 'report' })
  return decision(event, { afterMs: isRepeatable ? 0 : firstLookMs })
}

/** What is known when an open write was looked for. */
export interface LookFacts {
  /** repeatable: nothing was looked at, because it does not matter. */
  seen: 'found' | 'taken' | 'absent' | 'unclear' | 'repeatable'
  /** Before the look, by the database's clock. */
  isCertain: boolean
  certainInMs: number
  /** How often in a row its answer was lost, and how long ago the last time was. */
  lost: number
  lostMsAgo: number
  /** Whoever asks has failed before: who has not gets a try of its own. */
  mayGiveUp: boolean
  /** How often it was sent and looked for since it was asked for, this look included. */
  sends: number
  looks: number
}

const lookAgainMs = 2_000
const unclearMs = 15_000
/** So many look-alikes of others are passed over in one go. */
export const maxTaken = 20

export function afterLook(facts: LookFacts, patience: Patience): WriteDecision {
  const { seen, isCertain, certainInMs, looks } = facts
  if (seen === 'found') return decision('found')
  if (seen === 'taken' && looks < maxTaken) return decision('taken')
  if (seen === 'repeatable') return beforeRepeat('harmless', facts, patience)
  if (seen === 'absent' && isCertain) return beforeRepeat('gone', facts, patience)
  const isUnclear = seen !== 'absent'
  const event = isUnclear ? 'unclear' : 'unseen'
  // Whoever has just lost the answer looks a few times before it is called unknown.
  const nextLookMs = facts.sends > 0 ? patience.looksAfterMs[looks] : undefined
  if (nextLookMs !== undefined) return decision(event, { then: 'look', afterMs: nextLookMs })
  // It may show up before we are certain that it does not exist: look now and then.
  const afterMs = isUnclear ? unclearMs : Math.min(Math.max(certainInMs, 0) + 50, lookAgainMs)
  return decision(event, { afterMs })
}

/** It may be sent again: not at once, not for ever. The pause is by the journal, whoever asked before. */
function beforeRepeat(event: 'gone' | 'harmless', facts: LookFacts, patience: Patience): WriteDecision {
  const afterMs = growing(facts.lost, patience.pauses) - facts.lostMsAgo
  if (afterMs <= 0 && facts.lost >= patience.maxLost && facts.mayGiveUp) return decision('hopeless')
  if (facts.sends > patience.retries && facts.sends > 0) return decision(event, { then: 'report' })
  return decision(event, { afterMs: Math.max(afterMs, 0) })
}

function decision(event: WriteEvent, own: { then?: NextStep; afterMs?: number } = {}): WriteDecision {
  const { to, then } = writeMove('open', event)
  return { event, to, then: own.then ?? then, afterMs: own.afterMs ?? 0 }
}
