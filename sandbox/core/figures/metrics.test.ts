import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricsOfDay } from './metrics.ts'

test('the numbers of an ad and a day never change and fit together', () => {
  const one = metricsOfDay(1, '120206614831500004', '2026-11-14', 1)
  assert.deepEqual(metricsOfDay(1, '120206614831500004', '2026-11-14', 1), one)
  assert.notDeepEqual(metricsOfDay(2, '120206614831500004', '2026-11-14', 1), one)
  assert.notDeepEqual(metricsOfDay(1, '120206614831500004', '2026-11-13', 1), one)
  assert.ok(
    one.impressions >= one.reach &&
      one.reach >= one.clicks &&
      one.clicks >= one.linkClicks &&
      one.linkClicks >= one.purchases,
  )
  assert.ok(one.spend > 0)
})

test('yen have no decimals', () => {
  for (let day = 1; day <= 28; day++) {
    const { spend, purchaseValue } = metricsOfDay(1, '1', `2026-02-${String(day).padStart(2, '0')}`, 150)
    assert.ok(Number.isInteger(spend) && Number.isInteger(purchaseValue))
  }
})
