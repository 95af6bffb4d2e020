import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricNames } from '../../../platforms/contract/metrics.ts'
import type { Metrics } from '../../../platforms/contract/metrics.ts'
import { addUp } from './breakdown.ts'

const empty = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics

test('sums are added, ratios are worked out anew, and people are not added up', () => {
  const one = {
    ...empty,
    spend: 0.1,
    impressions: 1000,
    clicks: 10,
    conversions: 1,
    conversionValue: 5,
    results: 2,
    reach: 900,
  }
  const other = {
    ...empty,
    spend: 0.2,
    impressions: 3000,
    clicks: 10,
    conversions: 2,
    conversionValue: 1,
    results: 3,
    reach: 800,
  }
  const sum = addUp([one, other])
  assert.deepEqual([sum.spend, sum.impressions, sum.clicks, sum.results], [0.3, 4000, 20, 5])
  assert.deepEqual([sum.ctr, sum.roas], [0.5, 20])
  assert.deepEqual([sum.reach, sum.frequency], [null, null])
})

test('results that one of the parts cannot tell are unknown for the whole', () => {
  assert.equal(addUp([{ ...empty, results: 2 }, empty]).results, null)
})

test('a single part is its own total, and no part at all has no figures', () => {
  const only = { ...empty, reach: 7, frequency: 1.1 }
  assert.equal(addUp([only]), only)
  assert.deepEqual(addUp([]), empty)
})
