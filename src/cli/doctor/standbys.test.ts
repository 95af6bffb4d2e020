import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeStandbys } from './standbys.ts'

test('a standby that may lack what was committed is warned of, one that has it is not', () => {
  const marks = (...states: (string | null)[]) =>
    describeStandbys(states.map((state, n) => ({ name: `standby ${n}`, state }))).map(({ mark }) => mark)
  assert.deepEqual(marks(), [])
  assert.deepEqual(marks('sync'), ['ok'])
  assert.deepEqual(marks('quorum', 'async'), ['ok'])
  assert.deepEqual(marks('async', 'potential'), ['warning'])
  assert.deepEqual(marks(null), ['warning'])
})
