import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from './jobs.ts'

const at = (time: string) => new Date(`2026-11-18T${time}Z`)
const hourly = {
  ...{ name: 'housekeeping', cron: '17 * * * *', mayTakeSeconds: 600, begunAt: at('10:17:00') },
  ...{ lastEndedAt: at('10:18:00'), lastFailedAt: null, runningSince: null, waitingSince: null },
}

test('a job is due after the last that was begun, and late when nobody began it some minutes after', () => {
  assert.deepEqual(viewOf(hourly, at('11:00:00')).dueAt, at('11:17:00'))
  assert.equal(viewOf(hourly, at('11:21:00')).late, false)
  assert.equal(viewOf(hourly, at('11:23:00')).late, true)
})

test('one that waits is due since it does, and one that runs is late when it takes longer than it may', () => {
  const waiting = { ...hourly, waitingSince: at('10:30:00') }
  assert.deepEqual(viewOf(waiting, at('10:31:00')), { ...viewOf(hourly, at('10:31:00')), dueAt: at('10:30:00') })
  assert.equal(viewOf(waiting, at('10:36:00')).late, true)
  const running = { ...hourly, runningSince: at('11:17:00') }
  assert.equal(viewOf(running, at('11:30:00')).late, false)
  assert.equal(viewOf(running, at('11:33:00')).late, true)
})
