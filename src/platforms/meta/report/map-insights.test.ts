import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InsightsRowWire, metricsOf, resultsByType } from './map-insights.ts'

const dates = { date_start: '2026-10-01', date_stop: '2026-10-31' }
const metrics = (row: object) => metricsOf(InsightsRowWire.parse({ ...dates, ...row }))

test('figures that come as text are numbers in our units', () => {
  const row = {
    spend: '120.50',
    impressions: '10000',
    clicks: '150',
    ctr: '1.5',
    cpm: '12.05',
    cpc: '0.803333',
    reach: '8000',
    frequency: '1.25',
    actions: [
      { action_type: 'link_click', value: '120' },
      { action_type: 'omni_purchase', value: '5' },
      { action_type: 'video_view', value: '2500' },
    ],
    video_15_sec_watched_actions: [{ action_type: 'video_view', value: '1000' }],
    video_thruplay_watched_actions: [{ action_type: 'video_view', value: '1100' }],
    action_values: [{ action_type: 'omni_purchase', value: '482.00' }],
    purchase_roas: [{ action_type: 'omni_purchase', value: '4.0' }],
    results: [{ indicator: 'actions:omni_purchase', values: [{ value: '5', attribution_windows: ['default'] }] }],
  }
  assert.deepEqual(metrics(row), {
    spend: 120.5,
    impressions: 10000,
    clicks: 150,
    ctr: 1.5,
    cpm: 12.05,
    cpc: 0.803333,
    results: 5,
    costPerResult: 24.1,
    conversions: 5,
    conversionValue: 482,
    roas: 4,
    reach: 8000,
    frequency: 1.25,
    cpa: 24.1,
    plays3s: 2500,
    plays15s: 1000,
    thruplays: 1100,
    hookRate: 25,
    holdRate: 40,
  })
})

test('purchases are counted once, however many names the platform has for them', () => {
  const actions = [
    { action_type: 'offsite_conversion.fb_pixel_purchase', value: '3' },
    { action_type: 'purchase', value: '4' },
    { action_type: 'omni_purchase', value: '6' },
  ]
  const values = [
    { action_type: 'purchase', value: '40' },
    { action_type: 'omni_purchase', value: '66' },
  ]
  const { conversions, conversionValue, roas } = metrics({ spend: '33', actions, action_values: values })
  assert.deepEqual([conversions, conversionValue, roas], [6, 66, 2])
  assert.equal(metrics({ actions: actions.slice(0, 1) }).conversions, 3)
  assert.equal(metrics({ actions: [{ action_type: 'lead', value: '9' }] }).conversions, 9)
})

test('what the platform does not tell is null, and nothing is divided by zero', () => {
  const { reach, frequency, ctr, cpc, cpa, roas, results, costPerResult } = metrics({
    spend: '0',
    impressions: '0',
    clicks: '0',
  })
  assert.deepEqual([reach, frequency, ctr, cpc, cpa, roas, results, costPerResult], Array(8).fill(null))
})

test('ads that were shown and converted nobody have no conversions, not unknown ones', () => {
  const { conversions, conversionValue, cpa, roas } = metrics({ spend: '10', impressions: '100' })
  assert.deepEqual([conversions, conversionValue, cpa, roas], [0, 0, null, 0])
})

test('results of different kinds are counted together, people are not added to them, and a shape nobody knows is no figure', () => {
  const one = (indicator: string) => ({ indicator, values: [{ value: '1' }] })
  assert.equal(metrics({ results: [one('actions:link_click'), one('actions:lead')] }).results, 2)
  assert.equal(metrics({ results: [one('reach')] }).results, 1)
  assert.equal(metrics({ results: [one('reach'), one('actions:lead')] }).results, null)
  assert.equal(metrics({ results: [{ indicator: 'actions:lead' }] }).results, 0)
  assert.equal(metrics({ results: 'soon' }).results, null)
})

test('results are told by what was counted', () => {
  const results = [
    { indicator: 'reach', values: [{ value: '700' }] },
    { indicator: 'actions:link_click', values: [{ value: '12' }] },
    { indicator: 'video_thruplay_watched_actions' },
  ]
  const row = InsightsRowWire.parse({ ...dates, results })
  assert.deepEqual(resultsByType(row), { reach: 700, link_click: 12, video_thruplay_watched_actions: 0 })
  assert.deepEqual(resultsByType(InsightsRowWire.parse(dates)), {})
})
