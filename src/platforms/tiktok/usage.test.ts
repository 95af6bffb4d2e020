import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThrottleWaits } from './usage.ts'

test('calls that are refused together are one refusal; refusals in a row make the wait longer', () => {
  let now = 1_000_000
  const waits = createThrottleWaits(() => now)
  assert.equal(waits.refused('a'), 1_000)
  now += 20
  assert.deepEqual([waits.refused('a'), waits.refused('a')], [980, 980])
  assert.equal(waits.refused('b'), 1_000, 'each account waits for itself')
  now += 980
  assert.equal(waits.refused('a'), 5_000)
  now += 5_000
  assert.equal(waits.refused('a'), 30_000)
  waits.passed('a')
  assert.equal(waits.refused('a'), 1_000)
})
