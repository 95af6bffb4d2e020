import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt, held, inOrder, isWithin, monthsAfter, weeksOf } from './month.ts'

const press = (key: string, shiftKey = false) => ({ key, shiftKey })

test('a month is shown in whole weeks, from the weekday on which the reader’s begin', () => {
  const monday = weeksOf('2026-11-19', 1)
  assert.deepEqual([monday[0]?.[0], monday.at(-1)?.at(-1)], ['2026-10-26', '2026-12-06'])
  const sunday = weeksOf('2026-11-19', 7)
  assert.deepEqual([sunday[0]?.[0], sunday.at(-1)?.at(-1)], ['2026-11-01', '2026-12-05'])
  for (const week of [...monday, ...sunday]) assert.equal(week.length, 7)
})

test('keys lead through days, weeks, months and years, over every edge', () => {
  assert.equal(dayAt('2026-03-01', press('ArrowLeft'), 1), '2026-02-28')
  assert.equal(dayAt('2026-12-31', press('ArrowRight'), 1), '2027-01-01')
  assert.equal(dayAt('2026-11-19', press('ArrowDown'), 1), '2026-11-26')
  assert.equal(dayAt('2026-11-19', press('Home'), 1), '2026-11-16')
  assert.equal(dayAt('2026-11-19', press('End'), 7), '2026-11-21')
  assert.equal(dayAt('2026-03-31', press('PageUp'), 1), '2026-02-28')
  assert.equal(dayAt('2028-02-29', press('PageDown', true), 1), '2029-02-28')
  assert.equal(dayAt('2026-11-19', press('a'), 1), null)
  assert.equal(monthsAfter('2026-01-31', 13), '2027-02-28')
})

test('what lies outside of the bounds is not taken', () => {
  const bounds = { min: '2026-11-01', max: '2026-11-18' }
  assert.deepEqual(
    ['2026-10-31', '2026-11-01', '2026-11-18', '2026-11-19'].map((day) => isWithin(day, bounds)),
    [false, true, true, false],
  )
  assert.equal(held('2027-01-01', bounds), '2026-11-18')
  assert.equal(held('2020-01-01', bounds), '2026-11-01')
  assert.deepEqual(inOrder('2026-11-09', '2026-11-03'), { from: '2026-11-03', to: '2026-11-09' })
})
