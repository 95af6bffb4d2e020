import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RuleSchedule } from './rule.ts'
import { nextSlot } from './slots.ts'

function slots(schedule: RuleSchedule, after: string, count: number): string[] {
  const found: string[] = []
  for (let slot: Date | null = new Date(after); slot && found.length < count;) {
    slot = nextSlot(schedule, slot)
    if (slot) found.push(slot.toISOString().slice(0, 16))
  }
  return found
}
const berlin = (cron: string) => ({ cron, timeZone: 'Europe/Berlin' })

test('every so many minutes are the same moments for everybody', () => {
  assert.deepEqual(slots({ everyMinutes: 15 }, '2026-11-16T01:07:30Z', 3), [
    '2026-11-16T01:15',
    '2026-11-16T01:30',
    '2026-11-16T01:45',
  ])
})

test('what is due at an hour that clocks skip is due when they do, once', () => {
  assert.deepEqual(slots(berlin('30 2 * * *'), '2027-03-27T00:00:00Z', 3), [
    '2027-03-27T01:30',
    '2027-03-28T01:00',
    '2027-03-29T00:30',
  ])
  assert.deepEqual(slots(berlin('0,30 2 * * *'), '2027-03-27T12:00:00Z', 3), [
    '2027-03-28T01:00',
    '2027-03-29T00:00',
    '2027-03-29T00:30',
  ])
})

test('what is due at an hour that clocks show twice is due the first time alone', () => {
  assert.deepEqual(slots(berlin('0,30 2 * * *'), '2026-10-24T12:00:00Z', 4), [
    '2026-10-25T00:00',
    '2026-10-25T00:30',
    '2026-10-26T01:00',
    '2026-10-26T01:30',
  ])
  assert.deepEqual(slots(berlin('0 0-4 * * *'), '2026-10-25T00:30:00Z', 2), ['2026-10-25T02:00', '2026-10-25T03:00'])
})

test('what is due every hour goes on by the hour when clocks are changed', () => {
  const hours = slots(berlin('0 * * * *'), '2026-10-24T22:30:00Z', 5)
  assert.deepEqual(hours, [
    '2026-10-24T23:00',
    '2026-10-25T00:00',
    '2026-10-25T01:00',
    '2026-10-25T02:00',
    '2026-10-25T03:00',
  ])
})

test('a line that never fires has no moment', () => {
  assert.equal(nextSlot({ cron: '0 0 31 2 *' }, new Date('2026-01-01')), null)
})
