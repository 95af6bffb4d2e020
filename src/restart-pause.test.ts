import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRestartPause } from './restart-pause.ts'

test('a start that fails is tried again after longer and longer, until one serves', () => {
  const pause = createRestartPause()
  const pauses = Array.from({ length: 8 }, () => pause.next(false))
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  assert.equal(pause.next(true), 0)
  assert.equal(pause.next(false), 500)
})

test('who ends once a minute is never kept waiting, and who ends at every start is started a few times a minute', () => {
  let time = 0
  const pause = createRestartPause(() => time)
  for (let minute = 0; minute < 20; minute++) {
    assert.equal(pause.next(true), 0)
    time += 60_000
  }
  const starts = []
  for (const from = time; time < from + 60_000; time += pause.next(true) + 100) starts.push(time)
  assert.ok(starts.length >= 10 && starts.length <= 20, `${starts.length} starts`)
})
