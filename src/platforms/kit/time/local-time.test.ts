import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clocksOf, findClocks, momentOf, offsetAt } from './local-time.ts'

const at = (wall: string, timeZone: string) =>
  new Date(momentOf(Date.parse(`${wall}Z`), clocksOf(timeZone))).toISOString()
const newYork = 'America/New_York'

test('a time is meant on the clocks of the place, in summer and in winter', () => {
  assert.equal(at('2026-12-31T18:00:00', newYork), '2026-12-31T23:00:00.000Z')
  assert.equal(at('2026-07-01T18:00:00', newYork), '2026-07-01T22:00:00.000Z')
  assert.equal(at('2026-07-01T00:00:00', 'Asia/Kolkata'), '2026-06-30T18:30:00.000Z')
  assert.equal(at('2026-07-01T00:00:00', 'UTC'), '2026-07-01T00:00:00.000Z')
})

test('an hour that clocks skip means the moment at which they do', () => {
  const jump = '2026-03-08T07:00:00.000Z'
  for (const time of ['02:00:00', '02:30:00', '02:59:59', '03:00:00'])
    assert.equal(at(`2026-03-08T${time}`, newYork), jump)
  assert.equal(at('2026-03-08T01:59:59', newYork), '2026-03-08T06:59:59.000Z')
  assert.equal(at('2026-03-08T03:00:01', newYork), '2026-03-08T07:00:01.000Z')
})

test('an hour that clocks go through twice means the first time', () => {
  assert.equal(at('2026-11-01T01:30:00', newYork), '2026-11-01T05:30:00.000Z')
  assert.equal(at('2026-11-01T00:59:59', newYork), '2026-11-01T04:59:59.000Z')
  assert.equal(at('2026-11-01T02:00:00', newYork), '2026-11-01T07:00:00.000Z')
})

test('a day begins when clocks have skipped its midnight, and after an hour that they repeat before it', () => {
  assert.equal(at('2026-09-06T00:00:00', 'America/Santiago'), '2026-09-06T04:00:00.000Z')
  assert.equal(at('2026-04-05T00:00:00', 'America/Santiago'), '2026-04-05T04:00:00.000Z')
  assert.equal(at('2011-12-30T12:00:00', 'Pacific/Apia'), '2011-12-30T10:00:00.000Z', 'a day that there never was')
})

const zones = [
  newYork,
  'Europe/Berlin',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Asia/Tokyo',
  'UTC',
]
const someClocks = fc.constantFrom(...zones.map(clocksOf))
const walls = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2037, 0, 1) / 1000 })
  .map((each) => each * 1000)
/** Around the changes of clocks, where it is hard. */
const hardWalls = fc
  .tuple(
    fc.integer({ min: 2024, max: 2036 }),
    fc.constantFrom(2, 3, 8, 9, 10),
    fc.integer({ min: 0, max: 9 * 48 * 1800 }),
  )
  .map(([year, month, seconds]) => Date.UTC(year, month, 1) + seconds * 1000)

test('whatever the place and time: it is the first moment at which clocks show that much', () => {
  const property = fc.property(someClocks, fc.oneof(walls, hardWalls), (clocks, wall) => {
    const moment = momentOf(wall, clocks)
    const shown = (time: number) => time + offsetAt(time, clocks)
    assert.ok(shown(moment) >= wall)
    for (const earlier of [1, 1000, 1_800_000, 3_600_000]) assert.ok(shown(moment - earlier) < wall)
  })
  fc.assert(property, { numRuns: 2000 })
})

test('of two times the later one never comes to an earlier moment', () => {
  const property = fc.property(
    someClocks,
    fc.oneof(walls, hardWalls),
    fc.integer({ min: 0, max: 90_000 }),
    (clocks, wall, seconds) => assert.ok(momentOf(wall + seconds * 1000, clocks) >= momentOf(wall, clocks)),
  )
  fc.assert(property, { numRuns: 2000 })
})

test('a place that is not known is told', () => {
  assert.ok(findClocks(newYork))
  assert.equal(findClocks('Mars/Olympus'), null)
  assert.equal(findClocks(''), null)
})
