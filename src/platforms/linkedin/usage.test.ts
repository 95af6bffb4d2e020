import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatience } from './usage.ts'

test('the wait grows until a call goes through, and refusals that come together are one', () => {
  let time = Date.parse('2026-11-01T20:00:00Z')
  const patience = createPatience({ now: () => new Date(time), isSandbox: false })
  const wait = () => patience.waitFor('Resource level throttle limit for calls to this resource is reached.')
  assert.equal(wait(), 60_000)
  time += 1_000
  assert.equal(wait(), 59_000, 'it was under way with the first')
  for (const minutes of [2, 4, 8, 15, 15]) {
    time += 3_600_000
    assert.equal(wait(), minutes * 60_000)
  }
  patience.answered()
  time += 3_600_000
  assert.equal(wait(), 15 * 60_000, 'an answer to a call of before says nothing')
  time += 3_600_000
  patience.answered()
  assert.equal(wait(), 60_000)
})

test('the limit of a day is over at midnight, and that of figures after its minutes', () => {
  const patience = createPatience({ now: () => new Date('2026-11-01T20:00:00Z'), isSandbox: false })
  assert.equal(patience.waitFor('APPLICATION DAY limit reached'), 4 * 3_600_000)
  assert.equal(patience.waitFor('at most 45 million metric values in a 5-minute window'), 330_000)
})
