import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breachesOf, playDays } from './days.ts'

/** The first 16: simulate.test.ts. On a machine that does much else it takes longer than a test may that hangs. */
test('284 more bad days break no promise', { timeout: 900_000 }, async () => {
  const outcomes = await playDays(17, 301)
  assert.deepEqual(breachesOf(outcomes), [])
  assert.equal(outcomes.length, 284)
})
