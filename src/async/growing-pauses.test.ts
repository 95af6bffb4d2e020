import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrowingPauses, growing } from './growing-pauses.ts'

const limits = { firstMs: 1_000, maxMs: 5_000 }

test('what keeps failing waits twice as long each time, up to a longest, and what works once begins anew', () => {
  let now = 0
  const pauses = createGrowingPauses<string>(limits, () => now)
  assert.ok(pauses.isOver('a'))
  const reported = [1, 2, 3, 4, 5].map(() => pauses.failed('a').pauseMs)
  assert.deepEqual(reported, [1_000, 2_000, 4_000, 5_000, 5_000])
  assert.deepEqual([pauses.isOver('a'), pauses.isOver('b')], [false, true])
  now = 5_000
  assert.ok(pauses.isOver('a'))
  pauses.worked('a')
  assert.deepEqual(pauses.failed('a'), { pauseMs: 1_000, times: 1 })
})

test('nothing waits for what never failed, and no count is too large', () => {
  assert.equal(growing(0, limits), 0)
  assert.equal(growing(1e6, limits), 5_000)
})
