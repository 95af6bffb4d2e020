import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayCount, daysOf, monthsTouched, stretchesOf, todayIn, windowsOf } from './days.ts'

test('today is the date in the time zone of the account, also when the clocks change', () => {
  const late = new Date('2026-12-31T23:30:00Z')
  assert.equal(todayIn('UTC', late), '2026-12-31')
  assert.equal(todayIn('Asia/Tokyo', late), '2027-01-01')
  assert.equal(todayIn('America/Los_Angeles', late), '2026-12-31')
  assert.equal(todayIn('America/Los_Angeles', new Date('2026-03-08T07:59:00Z')), '2026-03-07')
  assert.equal(todayIn('America/Los_Angeles', new Date('2026-03-09T06:59:00Z')), '2026-03-08')
  assert.equal(todayIn('America/Los_Angeles', new Date('2026-03-09T07:00:00Z')), '2026-03-09')
})

test('a time zone that nobody knows counts as UTC', () => {
  assert.equal(todayIn('Mars/Olympus', new Date('2026-12-31T23:30:00Z')), '2026-12-31')
})

test('days are counted and listed with both ends, over leap days and year ends', () => {
  assert.equal(addDays('2028-02-28', 1), '2028-02-29')
  assert.equal(dayCount({ from: '2026-12-30', to: '2027-01-02' }), 4)
  assert.equal(dayCount({ from: '2027-01-02', to: '2026-12-30' }), 0)
  assert.deepEqual(daysOf({ from: '2026-12-31', to: '2027-01-01' }), ['2026-12-31', '2027-01-01'])
})

test('days with a gap are two stretches', () => {
  assert.deepEqual(stretchesOf(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03']), [
    { from: '2026-02-27', to: '2026-03-01' },
    { from: '2026-03-03', to: '2026-03-03' },
  ])
  assert.deepEqual(stretchesOf([]), [])
})

test('windows begin with the newest days, cover every day once and never more than asked', () => {
  const days = [...daysOf({ from: '2026-12-20', to: '2027-01-05' }), '2027-01-08']
  const windows = windowsOf(days, 7)
  assert.deepEqual(windows, [
    { from: '2027-01-08', to: '2027-01-08' },
    { from: '2026-12-30', to: '2027-01-05' },
    { from: '2026-12-23', to: '2026-12-29' },
    { from: '2026-12-20', to: '2026-12-22' },
  ])
  assert.deepEqual(windows.flatMap(daysOf).sort(), days)
})

test('every month that a range touches is named once', () => {
  assert.deepEqual(monthsTouched({ from: '2026-11-30', to: '2027-01-01' }), ['2026-11-01', '2026-12-01', '2027-01-01'])
  assert.deepEqual(monthsTouched({ from: '2026-02-10', to: '2026-02-10' }), ['2026-02-01'])
})
