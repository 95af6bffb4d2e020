import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAfter, daysIn, midnightOf } from './midnight.ts'

test('a day begins at midnight of its place, with the offset that holds at that midnight', () => {
  const zone = 'America/New_York'
  assert.equal(midnightOf('2026-07-01', zone), '2026-07-01T00:00:00.000-04:00')
  assert.equal(midnightOf('2026-12-01', zone), '2026-12-01T00:00:00.000-05:00')
  assert.equal(midnightOf('2026-12-01', 'Asia/Kolkata'), '2026-12-01T00:00:00.000+05:30')
  assert.equal(midnightOf('2026-12-01', 'UTC'), '2026-12-01T00:00:00.000+00:00')
})

test('the days on which clocks change begin before the change', () => {
  assert.equal(midnightOf('2026-03-08', 'America/New_York'), '2026-03-08T00:00:00.000-05:00')
  assert.equal(midnightOf('2026-11-01', 'America/New_York'), '2026-11-01T00:00:00.000-04:00')
  assert.equal(midnightOf('2026-03-29', 'Europe/Berlin'), '2026-03-29T00:00:00.000+01:00')
  assert.equal(midnightOf('2026-10-25', 'Europe/Berlin'), '2026-10-25T00:00:00.000+02:00')
})

test('where clocks skip midnight, the day begins when they do', () => {
  assert.equal(midnightOf('2026-09-06', 'America/Santiago'), '2026-09-06T00:00:00.000-04:00')
  assert.equal(daysIn('America/Santiago')(Date.parse('2026-09-06T00:00:00.000-04:00')), '2026-09-06')
  assert.equal(midnightOf('2026-09-07', 'America/Santiago'), '2026-09-07T00:00:00.000-03:00')
})

test('the day after the last of a month or year is the first of the next', () => {
  assert.equal(dayAfter('2026-12-31'), '2027-01-01')
  assert.equal(dayAfter('2028-02-28'), '2028-02-29')
})
