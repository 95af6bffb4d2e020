import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../errors.ts'
import { momentIn, Time, withMoments } from './given-time.ts'

const newYork = 'America/New_York'
const meant = (text: string | number, edge: 'start' | 'end' = 'end', zone = newYork) =>
  momentIn(Time.parse(text), zone, edge, 'endTime').toISOString()

test('a time without an offset is meant in the account, one with an offset is what it says', () => {
  assert.equal(meant('2026-12-31T18:00:00'), '2026-12-31T23:00:00.000Z')
  assert.equal(meant('2026-12-31 18:00'), '2026-12-31T23:00:00.000Z')
  for (const text of ['2026-12-31T18:00:00Z', '2026-12-31T20:00:00+02:00', '2026-12-31T20:00:00.000+0200'])
    assert.equal(meant(text), '2026-12-31T18:00:00.000Z', text)
  assert.equal(meant('2026-12-31T13:00:00-05'), '2026-12-31T18:00:00.000Z')
  assert.equal(meant(1_798_740_000), '2026-12-31T18:00:00.000Z')
  assert.equal(meant('1798740000'), '2026-12-31T18:00:00.000Z')
})

test('a day alone begins with its first second and ends with its last', () => {
  assert.equal(meant('2026-12-31', 'start'), '2026-12-31T05:00:00.000Z')
  assert.equal(meant('2026-12-31', 'end'), '2027-01-01T04:59:59.000Z')
  assert.equal(meant('2026-03-08', 'end'), '2026-03-09T03:59:59.000Z', 'a day of 23 hours')
  assert.equal(meant('2026-11-01', 'end'), '2026-11-02T04:59:59.000Z', 'a day of 25 hours')
  assert.equal(meant('2026-04-04', 'end', 'America/Santiago'), '2026-04-05T03:59:59.000Z', 'its last hour comes twice')
})

test('what is no time is refused', () => {
  const wrong = ['', 'soon', '2026-02-30', '2026-12-31T25:00:00', '20261231', '12/31/2026', '2026-12-31T10:00:00+99:99']
  for (const text of wrong) assert.equal(Time.safeParse(text).success, false, text)
})

test('times of a request become moments, also those in its lists, by what they begin or end', () => {
  const day = Time.parse('2026-12-31')
  const asked = { name: 'x', startTime: day, endTime: day, budgetSchedules: [{ timeStart: day, timeEnd: day }] }
  const begin = new Date('2026-12-31T05:00:00Z')
  const end = new Date('2027-01-01T04:59:59Z')
  assert.deepEqual(withMoments(asked, newYork), {
    name: 'x',
    startTime: begin,
    endTime: end,
    budgetSchedules: [{ timeStart: begin, timeEnd: end }],
  })
})

test('where the time zone of the account is not known, an offset is asked for', () => {
  const asked = { endTime: Time.parse('2026-12-31') }
  assert.throws(
    () => withMoments(asked, 'Mars/Olympus'),
    (error) => error instanceof AppError && error.code === 'unprocessable_entity',
  )
  assert.doesNotThrow(() => withMoments({ endTime: Time.parse('2026-12-31T10:00:00Z') }, 'Mars/Olympus'))
})
