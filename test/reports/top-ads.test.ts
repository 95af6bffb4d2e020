import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { askAny, fillAccount } from '../support/reports/reports.ts'
import type { Report } from '../support/reports/reports.ts'
import { accountsOn, askWhole, assertRow, daysAgo, totalsOf } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const range = { from: daysAgo(25), to: daysAgo(5) }
const days = { startDate: range.from, endDate: range.to }

async function topAds(query: Record<string, string | number>): Promise<Report['data']> {
  const { status, body } = await askAny<Report>(app, '/v1/analytics/top-ads', { ...days, ...query })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.count, body.data.length)
  return body.data
}

for (const [platform, simulator] of [
  ['primary', 'meta'],
  ['tiktok', 'tiktok'],
] as const) {
  test(`the top ads of ${platform} come with their figures, a picture and a link`, async () => {
    const [account] = await accountsOn(app, platform)
    await askWhole(app, range, { accountIds: account!.id, metrics: 'spend' })
    const ads = await topAds({ accountIds: account!.id, limit: 5 })
    const { objects } = await totalsOf(app, simulator, account!, { range, level: 'ad' })
    const best = objects.sort((one, other) => other.spendMinor - one.spendMinor).slice(0, 5)
    assert.deepEqual(
      ads.map((ad) => ad.adId),
      best.map(({ id }) => id),
    )
    for (const [place, ad] of ads.entries()) {
      assertRow(ad, best[place]!, account!)
      assert.equal((await fetch(String(ad.link))).status, 200, "the sandbox's page of the ad")
      assert.match(String(ad.link), new RegExp(`^${app.sandboxUrl}/.*${ad.adId}`))
      assert.equal(typeof ad.adName, 'string')
    }
    const pictures = ads.filter((ad) => ad.thumbnail !== null)
    assert.ok(pictures.length > 0)
    for (const ad of pictures) assert.match(String(ad.thumbnail), /^https?:\/\//)
  })
}

test('by a cost, the cheapest ads come first; by anything else, the most', async () => {
  const [account] = await accountsOn(app, 'primary')
  const costs = (await topAds({ accountIds: account!.id, metric: 'cpc', limit: 100 })).map((ad) => ad.cpc)
  const known = costs.filter((cost) => cost !== null)
  assert.deepEqual(
    known,
    [...known].sort((one, other) => Number(one) - Number(other)),
  )
  const clicks = (await topAds({ accountIds: account!.id, metric: 'clicks' })).map((ad) => Number(ad.clicks))
  assert.deepEqual(
    clicks,
    [...clicks].sort((one, other) => other - one),
  )
  assert.equal(clicks.length, 10)
})

test('ads can be ranked by the people they reached', async () => {
  const [account] = await accountsOn(app, 'primary')
  const ads = await topAds({ accountIds: account!.id, metric: 'reach', limit: 3 })
  const { objects } = await totalsOf(app, 'meta', account!, { range, level: 'ad' })
  const best = objects.map(({ reach }) => reach!).sort((one, other) => other - one)
  assert.deepEqual(
    ads.map((ad) => ad.reach),
    best.slice(0, 3),
  )
})

test('ads that spent too little are left out', async () => {
  const [account] = await accountsOn(app, 'primary')
  const all = await topAds({ accountIds: account!.id, limit: 100 })
  const middle = Number(all[Math.floor(all.length / 2)]!.spend)
  const some = await topAds({ accountIds: account!.id, limit: 100, minSpend: middle })
  assert.deepEqual(
    some,
    all.filter((ad) => Number(ad.spend) >= middle),
  )
})

test('platforms whose ads cannot be shown answer 501 when they are asked for, and are left out otherwise', async () => {
  const [pins] = await accountsOn(app, 'pinterest')
  const queries: Record<string, string>[] = [{ accountIds: pins!.id }, { platform: 'pinterest' }]
  for (const query of queries) {
    const { status } = await askAny(app, '/v1/analytics/top-ads', { ...days, ...query })
    assert.equal(status, 501)
  }
  await fillAccount(app, {
    id: 'loud',
    read: [range.from, range.to],
    rows: [{ day: range.from, ad: 'x', spend: 9e9, impressions: 1 }],
  })
  const ads = await topAds({ limit: 100 })
  assert.deepEqual([...new Set(ads.map((ad) => ad.platform))].sort(), ['primary', 'tiktok'])
})

test('a platform that cannot be asked for pictures leaves them out, and nothing else', async () => {
  const [account] = await accountsOn(app, 'primary')
  const before = await topAds({ accountIds: account!.id, limit: 5 })
  await app.control('POST', 'faults', { platform: 'meta', fault: 'platform-error', code: 100, times: 0 })
  const without = await topAds({ accountIds: account!.id, limit: 5 })
  await app.control('DELETE', 'faults')
  assert.deepEqual(
    without,
    before.map((ad) => ({ ...ad, thumbnail: null })),
  )
})
