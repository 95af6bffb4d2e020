import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growing } from '../../async/growing-pauses.ts'
import { PlatformError, UnreadableMedia } from '../../errors.ts'
import type { FailureKind } from '../../errors.ts'
import { writeMove } from '../journal/write/moves.ts'
import { afterFailure, afterLook, eventOf, isAnswered, maxTaken, pauseAfter } from './decide.ts'
import type { CallFacts, WriteDecision, LookFacts } from './decide.ts'
import { callerWaits, laneWaits } from './patience.ts'
import type { Patience } from './patience.ts'

type Values<Facts> = { [Name in keyof Facts]: readonly Facts[Name][] }

/** Every combination of the values. */
function* product<Facts extends object>(values: Values<Facts>): Generator<Facts> {
  const names = Object.keys(values) as (keyof Facts)[]
  const indexes = names.map(() => 0)
  for (;;) {
    yield Object.fromEntries(names.map((name, at) => [name, values[name][indexes[at]!]])) as Facts
    let at = names.length - 1
    while (at >= 0 && ++indexes[at]! === values[names[at]!].length) indexes[at--] = 0
    if (at < 0) return
  }
}

const failed: Values<CallFacts> = {
  event: ['refused', 'unsent', 'lost', 'broken', 'taken'],
  isRepeatable: [true, false],
  isRepeat: [true, false],
  pauseMs: [null, 0, 500, 1_000, 1_001, 60_000],
  sends: [1, 2, 3, 4, 5],
}

const looked: Values<LookFacts> = {
  seen: ['found', 'taken', 'absent', 'unclear', 'repeatable'],
  isCertain: [true, false],
  certainInMs: [-1_000, 0, 1, 10_000],
  lost: [0, 1, 4, 7, 8, 20],
  lostMsAgo: [0, 700, 8_000, 60_000, Infinity],
  mayGiveUp: [true, false],
  sends: [0, 1, 3, 4, 5],
  looks: [1, 2, 3, 4, maxTaken, maxTaken + 1],
}

const makers: Record<string, Patience> = { 'the owner of a lane': laneWaits, 'whoever works for a caller': callerWaits }

function follows({ event, to, then }: WriteDecision, patience: Patience): void {
  const move = writeMove('open', event)
  assert.equal(to, move.to)
  // What is not done as the table says is left to whoever asked, or done a little later by the same.
  if (then !== move.then) assert.ok(then === 'report' || (then === 'ask' && patience.retries > 0) || then === 'look')
}

for (const [who, patience] of Object.entries(makers)) {
  test(`${who}: after every failure there is one move, and nothing is sent without an intent or a look`, () => {
    for (const facts of product(failed)) {
      const { event, isRepeatable, isRepeat, pauseMs, sends } = facts
      const decision = afterFailure(facts, patience)
      const text = JSON.stringify({ facts, decision })
      follows(decision, patience)
      // What is said to a repeat says nothing about the first, and closes nothing.
      const isDoubtful = isRepeat && (event === 'refused' || event === 'unsent')
      assert.equal(decision.event, isDoubtful ? 'doubtful' : event, text)
      if (isDoubtful) assert.equal(decision.to, 'open', text)
      assert.notEqual(decision.then, 'send', text)
      if (event === 'refused' || event === 'broken') assert.equal(decision.then, 'report', text)
      if (event === 'lost') assert.equal(decision.to, 'open', text)
      if (decision.then === 'ask') assert.ok(event === 'unsent' && pauseMs !== null && pauseMs <= 1_000, text)
      // However long it fails, there is an end: a look either finds it, or it is not sent again after these.
      if (sends > patience.retries)
        assert.ok(decision.then !== 'ask' && !(event === 'lost' && isRepeatable && decision.then === 'look'), text)
      if (patience === laneWaits && event !== 'taken') assert.equal(decision.then, 'report', text)
    }
  })

  test(`${who}: after every look there is one move, and only what cannot come any more or does no harm is sent again`, () => {
    for (const facts of product(looked)) {
      const { seen, isCertain, lost, lostMsAgo, mayGiveUp, sends } = facts
      const decision = afterLook(facts, patience)
      const text = () => JSON.stringify({ facts, decision })
      follows(decision, patience)
      if (seen === 'found') assert.equal(decision.then, 'answer', text())
      if (decision.then === 'send') assert.equal(seen, 'repeatable', text())
      if (decision.then === 'ask') assert.ok(seen === 'absent' && isCertain, text())
      if (decision.to === 'absent') assert.ok(seen === 'repeatable' || (seen === 'absent' && isCertain), text())
      if (seen === 'absent' && !isCertain) assert.deepEqual([decision.event, decision.to], ['unseen', 'open'], text())
      if (seen === 'unclear') assert.deepEqual([decision.event, decision.to], ['unclear', 'open'], text())
      if (decision.event === 'hopeless') assert.ok(lost >= patience.maxLost && mayGiveUp, text())
      const isAgain = decision.then === 'send' || decision.then === 'ask'
      const pauseMs = growing(lost, patience.pauses)
      if (isAgain || decision.event === 'hopeless') assert.ok(decision.afterMs + lostMsAgo >= pauseMs, text())
      if (isAgain && sends > 0) assert.ok(sends <= patience.retries, text())
      if (isAgain && mayGiveUp && decision.afterMs === 0) assert.ok(lost < patience.maxLost, text())
      // No loop without a pause; those of others are passed over, up to so many.
      if (decision.then === 'wait' || (decision.then === 'look' && seen !== 'taken'))
        assert.ok(decision.afterMs > 0, text())
      if (decision.event === 'taken') assert.ok(facts.looks < maxTaken, text())
    }
  })
}

test('a failure says about a write what its kind says, and what is none of the platform’s says nothing', () => {
  const of = (kind: FailureKind, code?: number) => new PlatformError({ platform: 'primary', kind, message: 'no', code })
  const kinds: FailureKind[] = ['rejected', 'auth', 'throttled', 'transient', 'unknown']
  assert.deepEqual(
    kinds.map((kind) => eventOf(of(kind))),
    ['refused', 'refused', 'unsent', 'unsent', 'lost'],
  )
  assert.equal(eventOf(new UnreadableMedia('https://example.com/a.png', new Error('gone'))), 'unsent')
  assert.equal(eventOf(new Error('the database is away')), 'broken')
  assert.deepEqual([isAnswered(of('unknown', 500)), isAnswered(of('unknown'))], [true, false])
})

test('a pause is known of what the platform asked for, and of what was too late to be sent', () => {
  const pause = (kind: FailureKind, more: object) =>
    new PlatformError({ platform: 'primary', kind, message: 'later', ...more })
  assert.equal(pauseAfter(pause('throttled', { retryAfterMs: 300 }), 1), 300)
  assert.equal(pauseAfter(pause('throttled', { retryAfterMs: 300 }), 2), null)
  assert.equal(pauseAfter(pause('throttled', {}), 1), null)
  assert.equal(pauseAfter(pause('transient', { code: 'TOO_LATE' }), 2), 500)
  assert.equal(pauseAfter(pause('transient', {}), 1), null)
  assert.equal(pauseAfter(new Error('ours'), 1), null)
})
