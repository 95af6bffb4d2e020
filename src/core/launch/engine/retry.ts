import { NoSlot } from '../../../async/fair-share.ts'
import { growing } from '../../../async/growing-pauses.ts'
import { PlatformError } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import { required } from '../../../lookup.ts'
import { isOutage } from '../../../outage.ts'
import type { ConnectionAnswer } from '../../deps.ts'
import { connectionPauseMs } from '../../journal/lane/lanes.ts'
import { ItemStopped } from '../../journal/intents.ts'
import { isAnAnswer, Unsure } from './item-errors.ts'
import { Halted } from './lane.ts'

/** What becomes of an item that could not be brought to its end. `isTry`: it counts as one of its tries. */
export type RetryVerdict =
  | { then: 'fail' }
  | { then: 'fail-account' }
  | { then: 'put-back' }
  | { then: 'wait'; ms: number; wholeAccount: boolean; isTry: boolean; isForConnection?: true }
  | { then: 'look-again'; ms: number; isTry: boolean }

export type AccountVerdict = Extract<RetryVerdict, { then: 'wait' | 'fail-account' }>

/** Whether what becomes of one item holds for every other one of its account. */
export function holdsForAccount(verdict: RetryVerdict): verdict is AccountVerdict {
  return verdict.then === 'fail-account' || (verdict.then === 'wait' && verdict.wholeAccount)
}

const maxTries = 8
/** An item whose worker died this often in the middle of it is held to be the cause. */
export const maxStarts = 5

interface Rule {
  why: string
  applies(error: unknown, tries: number): boolean
  verdict(error: unknown, tries: number): RetryVerdict
}

/** Stopped may be another item, which was to make what both need. */
const interruptions = [ItemStopped, Halted, NoSlot]

const is = (error: unknown, kind: PlatformError['kind']) => error instanceof PlatformError && error.kind === kind

/** What may never be found out is looked for less and less often, and never given up: the ad may exist. */
const maxLookMs = 10 * 60_000
const openAdPauseMs = 5_000

/** Asked from top to bottom; the first rule that applies decides. */
const retryRules: Rule[] = [
  {
    why: 'Nothing of it was begun: it was stopped with another item, the account has to pause, or there was no place.',
    applies: (error) => interruptions.some((kind) => error instanceof kind),
    verdict: () => ({ then: 'put-back' }),
  },
  {
    why: 'The fate of a write is open, and the protocol says when it can be known.',
    applies: (error) => error instanceof Unsure && !error.isUnclear,
    verdict: (error) => ({ then: 'look-again', ms: (error as Unsure).waitMs, isTry: false }),
  },
  {
    why: 'The platform does not show enough to tell, which may stay so.',
    applies: (error) => error instanceof Unsure,
    verdict: (error, tries) => ({ then: 'look-again', ms: lookPause(tries, (error as Unsure).waitMs), isTry: true }),
  },
  {
    why: 'The answer to a write was lost: it may exist, so look for it before anything else.',
    applies: (error) => is(error, 'unknown'),
    verdict: () => ({ then: 'look-again', ms: 1_000, isTry: true }),
  },
  {
    why: 'The token does not open this: every other item of the account would fail the same way, unless it opens nothing at all.',
    applies: (error) => is(error, 'auth'),
    verdict: () => ({ then: 'fail-account' }),
  },
  {
    why: 'The platform asks for a pause; nothing was created, and the pause holds for the whole account.',
    applies: (error) => is(error, 'throttled'),
    verdict: (error) => ({
      then: 'wait',
      ms: Math.max(1_000, (error as PlatformError).failure.retryAfterMs ?? 60_000),
      wholeAccount: true,
      isTry: false,
    }),
  },
  {
    why: 'Nothing happened and it may work next time, but not for ever.',
    applies: (error, tries) => is(error, 'transient') && tries < maxTries,
    verdict: (_error, tries) => ({ then: 'wait', ms: backoff(tries), wholeAccount: false, isTry: true }),
  },
  {
    why: 'The server of a media file did not answer this time.',
    applies: (error, tries) => error instanceof MediaError && isPassing(error) && tries < 3,
    verdict: (_error, tries) => ({ then: 'wait', ms: backoff(tries), wholeAccount: false, isTry: true }),
  },
  {
    why: 'Our own database or storage was away: that says nothing about the ad.',
    applies: (error) => isOutage(error),
    verdict: (_error, tries) => ({ then: 'wait', ms: backoff(Math.min(tries, 3)), wholeAccount: false, isTry: false }),
  },
  {
    why: 'Nobody said no: something of ours failed. It may work next time.',
    applies: (error, tries) => !isAnAnswer(error) && tries < 3,
    verdict: (_error, tries) => ({ then: 'wait', ms: backoff(tries), wholeAccount: false, isTry: true }),
  },
  {
    why: 'They said no, and would say no again.',
    applies: () => true,
    verdict: () => ({ then: 'fail' }),
  },
]

/** An item is not called failed while its ad may exist. */
export function whileAdMayExist(verdict: RetryVerdict, tries: number): RetryVerdict {
  return isFailed(verdict) ? { then: 'look-again', ms: lookPause(tries, openAdPauseMs), isTry: true } : verdict
}

/** Whether the platform is asked what the connection opens before an item fails for this. */
export function isAboutConnection(error: unknown): boolean {
  return is(error, 'auth')
}

/** Nothing of the account goes on before its connection works: none of its ads has failed for that. */
export function untilConnected(answer: ConnectionAnswer): RetryVerdict | null {
  if (answer === 'works') return null
  // With other credentials the account is opened anew.
  const ms = answer === 'replaced' ? 0 : connectionPauseMs
  return { then: 'wait', ms, wholeAccount: true, isTry: false, isForConnection: true }
}

export function isFailed({ then }: RetryVerdict): boolean {
  return then === 'fail' || then === 'fail-account'
}

/** Nobody said anything about the item, and nothing of ours is wrong. */
export function isInterruption(error: unknown): boolean {
  return error instanceof Unsure || interruptions.some((kind) => error instanceof kind)
}

function lookPause(tries: number, firstMs: number): number {
  return growing(tries + 1, { firstMs, maxMs: maxLookMs })
}

export function verdictOn(error: unknown, tries: number): RetryVerdict {
  const rule = retryRules.find((each) => each.applies(error, tries))
  return required(rule, 'retry rule').verdict(error, tries)
}

export function isPassing(error: MediaError): boolean {
  const reason = String(error.details.reason)
  return error.code === 'URL_NOT_ACCESSIBLE' && /^(timeout|connect|dns|status_5\d\d|status_429)/.test(reason)
}

/** 1, 2, 4 ... 60 s, each half random, so that many items do not come back in step. */
function backoff(tries: number): number {
  const max = Math.min(60_000, 1_000 * 2 ** tries)
  return max / 2 + Math.random() * (max / 2)
}
