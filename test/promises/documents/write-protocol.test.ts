import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeEvents, writeMoves, writeStates } from '../../../src/core/journal/write/moves.ts'
import type { WriteState } from '../../../src/core/journal/write/moves.ts'

test('for what can happen to a write there is one move, every state can be left, and each says what a repeat does', () => {
  const names = writeMoves.map(({ from, event }) => `${from} ${event}`)
  assert.deepEqual(names, [...new Set(names)])
  assert.deepEqual([...new Set(writeMoves.map(({ event }) => event))].sort(), Object.keys(writeEvents).sort())
  const states = Object.keys(writeStates) as WriteState[]
  for (const state of states) assert.ok(names.includes(`${state} asked`), state)
  assert.ok(writeMoves.every(({ to }) => to !== 'none'))
})

test('a write is sent only once its row says open, and only what exists is answered', () => {
  for (const { from, event, to, then } of writeMoves) {
    if (then === 'send') assert.equal(to, 'open', `${from} ${event}`)
    if (then === 'answer') assert.equal(to, 'done', `${from} ${event}`)
    if (then === 'look' || then === 'wait') assert.equal(to, 'open', `${from} ${event}`)
  }
})
