import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricNames } from '../../../platforms/contract/metrics.ts'
import type { Metrics } from '../../../platforms/contract/metrics.ts'
import { addUp, nothing, restOf, withAmounts } from './parts.ts'

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

test('the rest is what the whole has beyond its parts, and unknown where either is', () => {
  const whole = {
    metrics: { ...empty, spend: 10.3, impressions: 500, clicks: 20, reach: 90, results: 4 },
    resultsByType: { lead: 4 },
  }
  const part = (spend: number) => ({
    metrics: { ...empty, spend, impressions: 100, clicks: 5, reach: 60 },
    resultsByType: { lead: 1 },
  })
  const rest = restOf(whole, [part(0.1), part(0.2)])
  assert.deepEqual([rest.metrics.spend, rest.metrics.impressions, rest.metrics.ctr], [10, 300, (10 / 300) * 100])
  assert.deepEqual([rest.metrics.reach, rest.metrics.results], [null, null])
  assert.deepEqual(rest.resultsByType, { lead: 2 })
  assert.equal(restOf(whole, []).metrics.spend, 10.3)
  assert.equal(restOf(nothing, [part(1)]).metrics.spend, null)
})

test('with other amounts costs are made anew, and people stay', () => {
  const { metrics } = withAmounts(
    { metrics: { ...empty, spend: 1, impressions: 1000, clicks: 4, reach: 7, frequency: 2 }, resultsByType: {} },
    { spend: 8, conversionValue: null },
  )
  assert.deepEqual([metrics.spend, metrics.cpm, metrics.cpc, metrics.roas], [8, 8, 2, null])
  assert.deepEqual([metrics.reach, metrics.frequency, metrics.clicks], [7, 2, 4])
})
