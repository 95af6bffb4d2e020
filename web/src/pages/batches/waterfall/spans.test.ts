import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdTimeline } from '../../../../../client/src/index.ts'
import { waterfallOf } from './spans.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 19, 8, 0, second)).toISOString()
const step = (name: string, from: number, to: number | null, more: object = {}) => ({
  ...{ name, kind: name, state: to === null ? 'open' : 'done', tries: 1, platformId: null, shared: false },
  ...{ begunAt: at(from), lastTriedAt: at(from), endedAt: to === null ? null : at(to) },
  ...more,
})
const ad = (more: object) =>
  ({
    index: 0,
    adSetId: '1',
    adName: 'One',
    status: 'launched',
    steps: [],
    events: [],
    ...more,
  }) as unknown as AdTimeline

test('steps, pauses and lost answers of all ads lie on one axis, and are counted', () => {
  const throttled = { id: 1, at: at(2), kind: 'ad.waiting', step: 'ad', until: at(9), reason: 'throttled' }
  const lost = { id: 2, at: at(12), kind: 'ad.unsure', step: 'ad', until: at(14), reason: 'lookup' }
  const launched = { id: 3, at: at(15), kind: 'ad.launched' }
  const fall = waterfallOf(
    [
      ad({
        steps: [step('media:0', 0, 2), step('ad', 2, 15, { tries: 3 })],
        events: [throttled, { ...throttled, id: 4, at: at(5) }, lost, launched],
      }),
      ad({ index: 1, steps: [step('media:0', 0, 2, { shared: true }), step('ad', 16, null)], status: 'running' }),
    ],
    Date.parse(at(20)),
  )
  assert.ok(fall)
  assert.deepEqual([fall.from, fall.to], [Date.parse(at(0)), Date.parse(at(20))])
  assert.deepEqual(fall.counts, { pauses: 2, lost: 1, found: 1, retries: 2 })
  const seconds = fall.falls[0]?.spans.map(({ kind, from, to }) => [
    kind,
    (from - fall.from) / 1000,
    (to - fall.from) / 1000,
  ])
  assert.deepEqual(seconds, [
    ['step', 0, 2],
    ['step', 2, 15],
    // A pause ends when the next thing happens, though it was to last longer.
    ['wait', 2, 5],
    ['wait', 5, 9],
    ['lookup', 12, 15],
  ])
  assert.deepEqual(
    fall.falls[1]?.spans.map(({ name }) => name),
    ['ad'],
  )
})

test('where nothing was begun there is nothing to draw', () => {
  assert.equal(waterfallOf([ad({})], 0), null)
})
