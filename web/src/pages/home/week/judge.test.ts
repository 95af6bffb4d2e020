import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entity } from '../../../../../client/src/index.ts'
import { judge } from './judge.ts'

const ad = (
  id: string,
  campaignId: string,
  figures: [spend: number | null, results: number | null],
  state = 'active',
) =>
  ({
    ...{ id, name: id, platform: 'primary', level: 'ad', campaignId, campaignName: `C${campaignId}`, state },
    figures: { spend: figures[0], results: figures[1] },
  }) as unknown as Entity

const ids = (some: { ad: Entity }[]) => some.map(({ ad: { id } }) => id)

test('an ad is compared with its siblings, and where these say nothing with all others', () => {
  const { worst, best } = judge([
    ad('dear', '1', [300, 3]),
    ad('usual', '1', [100, 10]),
    ad('cheap', '1', [40, 20]),
    ad('alone', '2', [500, 1]),
    ad('paused', '1', [900, 1], 'paused'),
    ad('unknown', '1', [700, null]),
  ])
  assert.deepEqual(ids(worst), ['alone', 'dear'])
  assert.deepEqual(ids(best), ['cheap', 'usual'])
  assert.equal(worst[0]?.among, null)
  assert.equal(worst[1]?.among, 'C1')
  // 100 + 40 + 900 for 10 + 20 + 1.
  assert.equal(worst[1]?.usual.toFixed(2), (1040 / 31).toFixed(2))
})

test('without a result it is bad once it has spent what two would have cost, and never good', () => {
  const siblings = [ad('a', '1', [50, 5]), ad('b', '1', [50, 5])]
  assert.deepEqual(ids(judge([...siblings, ad('young', '1', [19, 0])]).worst), [])
  const found = judge([...siblings, ad('old', '1', [20, 0])])
  assert.deepEqual(ids(found.worst), ['old'])
  assert.equal(found.worst[0]?.cost, null)
  assert.deepEqual(ids(found.best), [])
})

test('a handful of results says nothing', () => {
  assert.deepEqual(judge([ad('a', '1', [50, 1]), ad('b', '1', [5, 1])]), { worst: [], best: [] })
})
