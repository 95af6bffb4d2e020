import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { asking, fillAccount, withUnread } from '../support/reports/reports.ts'
import type { Report } from '../support/reports/reports.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true }, withUnread)
const ask = asking(app)
const january = { startDate: '2026-01-01', endDate: '2026-01-31' }

await fillAccount(app, {
  id: 'shop',
  read: ['2025-12-01', '2026-02-28'],
  names: { c1: 'Spring', c2: 'Spring', a1: 'Red shoes', a2: 'Blue shoes', a3: 'Hats 100 %' },
  rows: [
    { day: '2025-12-31', ad: 'a1', adset: 's1', campaign: 'c1', spend: 1000, impressions: 1 },
    { day: '2026-01-01', ad: 'a1', adset: 's1', campaign: 'c1', spend: 0.1, impressions: 1000, clicks: 10, results: 1 },
    { day: '2026-01-02', ad: 'a1', adset: 's1', campaign: 'c1', spend: 0.2, impressions: 3000, clicks: 10, results: 1 },
    {
      ...{ day: '2026-01-02', ad: 'a2', adset: 's1', campaign: 'c1', spend: 9.7, impressions: 1000, clicks: 80 },
      ...{ conversions: 2.5, value: 25, results: 3 },
    },
    { day: '2026-01-31', ad: 'a3', adset: 's3', campaign: 'c2', spend: 5, impressions: 500, conversions: null },
    { day: '2026-02-01', ad: 'a3', adset: 's3', campaign: 'c2', spend: 1000, impressions: 1 },
  ],
})
await fillAccount(app, {
  id: 'tokyo',
  currency: 'JPY',
  timeZone: 'Asia/Tokyo',
  read: ['2026-01-01', '2026-01-31'],
  rows: [{ day: '2026-01-02', ad: 'j1', spend: 1200, impressions: 400, clicks: 4 }],
})
await fillAccount(app, {
  id: 'half',
  read: ['2026-01-01', '2026-01-20'],
  rows: [{ day: '2026-01-02', ad: 'h1', spend: 3, impressions: 10 }],
})

const additive = 'spend,impressions,clicks,results,conversions,conversionValue'

test('campaigns are summed over exactly the days asked for, and ratios are made from the sums', async () => {
  const metrics = `${additive},ctr,cpm,cpc,costPerResult,roas,cpa`
  const { data, pagination } = await ask({ accountIds: 'shop', ...january, groupBy: 'campaignName', metrics })
  assert.deepEqual(data, [
    {
      ...{ campaignId: 'c1', campaignName: 'Spring', accountId: 'shop', accountName: 'Account shop' },
      ...{ platform: 'kiosk', currency: 'USD' },
      ...{ spend: 10, impressions: 5000, clicks: 100, results: 5, conversions: 2.5, conversionValue: 25 },
      ...{ ctr: 2, cpm: 2, cpc: 0.1, costPerResult: 2, roas: 2.5, cpa: 4 },
    },
    {
      ...{ campaignId: 'c2', campaignName: 'Spring', accountId: 'shop', accountName: 'Account shop' },
      ...{ platform: 'kiosk', currency: 'USD' },
      ...{ spend: 5, impressions: 500, clicks: 0, results: 0, conversions: null, conversionValue: 0 },
      ...{ ctr: 0, cpm: 10, cpc: null, costPerResult: null, roas: 0, cpa: null },
    },
  ])
  assert.deepEqual(pagination, { offset: 0, limit: 50, total: 2, hasMore: false, nextCursor: null })
})

test('rows carry the grouping under the word the caller used, and the names of everything above', async () => {
  const metrics = 'spend'
  const ads = await ask({ accountIds: 'shop', ...january, groupBy: 'adId', metrics })
  assert.deepEqual(ads.data[0], {
    ...{ adId: 'a2', adName: 'Blue shoes', adsetId: 's1', adsetName: 'Name of s1', campaignId: 'c1' },
    ...{ campaignName: 'Spring', accountId: 'shop', accountName: 'Account shop', platform: 'kiosk' },
    ...{ currency: 'USD', spend: 9.7 },
  })
  const sets = await ask({ accountIds: 'shop', ...january, groupBy: 'adset', metrics })
  assert.deepEqual([sets.data[0]!.adset, sets.data[0]!.adsetId, sets.data[0]!.spend], ['Name of s1', 's1', 10])
  for (const [groupBy, value] of [
    ['ad', 'a2'],
    ['campaign', 'Spring'],
    ['campaignId', 'c1'],
    ['campaign_name', 'Spring'],
    ['account', 'shop'],
  ]) {
    const { data } = await ask({ accountIds: 'shop', ...january, groupBy: groupBy!, metrics })
    assert.equal(data[0]![groupBy === 'campaign_name' ? 'campaignName' : groupBy!], value)
  }
})

test('without a grouping there is one row for each account, with every metric', async () => {
  const { data } = await ask({ accountIds: 'shop', ...january })
  assert.equal(data.length, 1)
  assert.deepEqual(
    ['spend', 'ctr', 'conversions', 'reach', 'frequency', 'cpa'].map((metric) => data[0]![metric]),
    [15, (100 / 5500) * 100, null, null, null, null],
  )
})

test('several groupings by comma, days in order by default', async () => {
  const { data } = await ask({ accountIds: 'shop', ...january, groupBy: 'day,campaign', metrics: 'spend' })
  assert.deepEqual(
    data.map((row) => [row.day, row.date, row.campaignId, row.spend]),
    [
      ['2026-01-01', '2026-01-01', 'c1', 0.1],
      ['2026-01-02', '2026-01-02', 'c1', 9.9],
      ['2026-01-31', '2026-01-31', 'c2', 5],
    ],
  )
  const perAd = await ask({ accountIds: 'shop', ...january, groupBy: 'ad,date', metrics: 'spend,cpm,conversions' })
  assert.deepEqual(
    perAd.data.map((row) => [row.date, row.ad, row.spend, row.cpm, row.conversions]),
    [
      ['2026-01-01', 'a1', 0.1, 0.1, 0],
      ['2026-01-02', 'a2', 9.7, 9.7, 2.5],
      ['2026-01-02', 'a1', 0.2, 0.2 / 3, 0],
      ['2026-01-31', 'a3', 5, 10, null],
    ],
  )
})

test('money of two currencies is never added up', async () => {
  const query = { accountIds: 'shop,tokyo', ...january, metrics: 'spend,impressions', sortBy: 'currency' }
  const byPlatform = await ask({ ...query, groupBy: 'platform' })
  assert.deepEqual(byPlatform.data, [
    { platform: 'kiosk', currency: 'JPY', spend: 1200, impressions: 400 },
    { platform: 'kiosk', currency: 'USD', spend: 15, impressions: 5500 },
  ])
  const byDay = await ask({ ...query, groupBy: 'date', endDate: '2026-01-02' })
  assert.deepEqual(
    byDay.data.map((row) => [row.date, row.currency, row.spend]),
    [
      ['2026-01-02', 'JPY', 1200],
      ['2026-01-01', 'USD', 0.1],
      ['2026-01-02', 'USD', 9.9],
    ],
  )
  assert.equal(byDay.metadata.currency, 'mixed')
  assert.equal(byDay.metadata.timeZone, 'mixed')
  assert.equal(byDay.metadata.platform, 'kiosk')
})

test('rows can be sorted by any metric both ways and by any field, unknown figures last', async () => {
  const order = async (sort: Record<string, string>) => {
    const { data } = await ask({ accountIds: 'shop', ...january, groupBy: 'adId', metrics: 'spend', ...sort })
    return data.map((row) => row.adId).join(' ')
  }
  assert.equal(await order({}), 'a2 a3 a1')
  assert.equal(await order({ sortBy: 'spend', sortDirection: 'ASC' }), 'a1 a3 a2')
  assert.equal(await order({ sortBy: 'impressions' }), 'a1 a2 a3')
  assert.equal(await order({ sort_by: 'cpm', sort_direction: 'asc' }), 'a1 a2 a3')
  assert.equal(await order({ sortBy: 'cpc', sortDirection: 'desc' }), 'a2 a1 a3')
  assert.equal(await order({ sortBy: 'cpc', sortDirection: 'asc' }), 'a1 a2 a3')
  assert.equal(await order({ sortBy: 'conversions' }), 'a2 a1 a3')
  assert.equal(await order({ sortBy: 'adName' }), 'a2 a3 a1')
  assert.equal(await order({ sortBy: 'campaignId', sortDirection: 'DESC' }), 'a3 a1 a2')
})

test('pages follow each other without gaps, and know how many rows there are', async () => {
  const query = { accountIds: 'shop', ...january, groupBy: 'adId', metrics: 'spend', limit: 2 }
  const first = await ask(query)
  const { nextCursor } = first.pagination
  const second = await ask({ ...query, offset: 2 })
  assert.deepEqual(await ask({ ...query, cursor: nextCursor! }), second)
  const beyond = await ask({ ...query, offset: 100 })
  assert.deepEqual(first.pagination, { offset: 0, limit: 2, total: 3, hasMore: true, nextCursor })
  assert.deepEqual(second.pagination, { offset: 2, limit: 2, total: 3, hasMore: false, nextCursor: null })
  assert.deepEqual(
    [...first.data, ...second.data].map((row) => row.adId),
    ['a2', 'a3', 'a1'],
  )
  assert.deepEqual([beyond.data, beyond.pagination.total], [[], 3])
})

test('rows can be narrowed down by spend, by part of a name and by platform', async () => {
  const ids = async (filter: Record<string, string | number>) => {
    const { data } = await ask({ accountIds: 'shop', ...january, groupBy: 'adId', metrics: 'clicks', ...filter })
    return data.map((row) => row.adId).join(' ')
  }
  assert.equal(await ids({ minSpend: 5 }), 'a2 a3')
  assert.equal(await ids({ minSpend: 5.01 }), 'a2')
  assert.equal(await ids({ search: 'SHOES' }), 'a2 a1')
  assert.equal(await ids({ search: '100 %' }), 'a3')
  assert.equal(await ids({ search: "'; DROP TABLE ad_days; --" }), '')
  assert.equal(await ids({ search: 's3' }), 'a3')
  assert.equal(await ids({ platform: 'booth' }), 'a2 a3 a1')
  assert.equal(await ids({ platform: 'primary' }), '')
})

test('both spellings of accounts and dates are understood, and ids may be repeated', async () => {
  const older = await ask({ accountId: 'shop', dateFrom: '2026-01-01', dateTo: '2026-01-31', metrics: 'spend' })
  const snake = await ask({ account_ids: 'shop', start_date: '2026-01-01', end_date: '2026-01-31', metrics: 'spend' })
  assert.equal(older.data[0]!.spend, 15)
  assert.deepEqual(snake.data, older.data)
  const { body } = await app.call<{ data: object[] }>(
    'GET',
    '/v1/reports/query?accountIds=shop&accountIds=tokyo,shop&startDate=2026-01-01&endDate=2026-01-31&metrics=spend',
  )
  assert.equal(body.data.length, 2)
})

test('ids may be written with brackets, as some clients do', async () => {
  for (const ids of [
    'accountIds[]=shop',
    'accountIds[]=shop&accountIds[]=shop',
    'accountIds%5B0%5D=shop',
    'account_ids[]=shop',
  ]) {
    const { body } = await app.call<{ data: { accountId: string }[] }>(
      'GET',
      `/v1/reports/query?${ids}&startDate=2026-01-01&endDate=2026-01-31&metrics=spend`,
    )
    assert.deepEqual(
      body.data.map((row) => row.accountId),
      ['shop'],
      ids,
    )
  }
})

test('the metadata says where the figures are from, how fresh they are and what is missing', async () => {
  const whole = await ask({ accountIds: 'shop', ...january, metrics: 'spend' })
  assert.deepEqual(
    { ...whole.metadata, freshAt: typeof whole.metadata.freshAt },
    {
      ...{ platform: 'kiosk', source: 'synced', currency: 'USD', timeZone: 'UTC', freshAt: 'string' },
      ...{ comparison: null, asOf: null, partial: false, missing: [], excluded: [], notes: [], attribution: null },
    },
  )
  const half = await ask({ accountIds: 'half', ...january, metrics: 'spend' })
  assert.equal(half.data[0]!.spend, 3)
  assert.equal(half.metadata.partial, true)
  const [gap] = half.metadata.missing
  assert.deepEqual([gap!.accountId, gap!.days], ['half', [{ from: '2026-01-21', to: '2026-01-31' }]])
  assert.notEqual(gap!.reason, '')
})

test('an account without delivery has no row, which is not an error', async () => {
  const { data, pagination } = await ask({ accountIds: 'tokyo', startDate: '2026-01-03', endDate: '2026-01-04' })
  assert.deepEqual([data, pagination.total, pagination.hasMore], [[], 0, false])
})

test('reach of very many ads day by day is left out where nobody asked for it, and 422 with what to narrow where somebody did', async () => {
  const ads = Array.from({ length: 60 }, (_, at) => ({ day: '2026-01-02', ad: `many${at}`, spend: 1, impressions: 1 }))
  await fillAccount(app, { id: 'many', read: ['2023-02-01', '2026-01-31'], rows: ads })
  const years = { startDate: '2023-02-01', endDate: '2026-01-31', accountIds: 'many', groupBy: 'ad,day', limit: '1' }
  const query = (more: Record<string, string>) =>
    app.call<Report & { error?: { message: string } }>(
      'GET',
      `/v1/reports/query?${new URLSearchParams({ ...years, ...more }).toString()}`,
    )
  const { status: usual, body: reported } = await query({})
  assert.equal(usual, 200)
  const [row] = reported.data
  assert.deepEqual([row!.spend, row!.reach, row!.frequency], [1, null, null])
  const [gap] = reported.metadata.missing
  assert.deepEqual([reported.metadata.partial, gap!.accountId, gap!.metrics], [true, 'many', ['reach', 'frequency']])
  assert.match(gap!.reason, /60 ads on 1096 days are more than 50,000 figures. To have them, ask for fewer days/)
  for (const more of [{ metrics: 'spend,reach' }, { sortBy: 'frequency' }] as Record<string, string>[]) {
    const { status, body } = await query(more)
    assert.equal(status, 422)
    assert.match(body.error!.message, /60 ads on 1096 days are more than 50,000 figures; ask for fewer days/)
  }
  const narrower: Record<string, string>[] = [
    { metrics: 'spend' },
    { startDate: '2026-01-01' },
    { groupBy: 'ad' },
    { groupBy: 'day' },
  ]
  for (const more of narrower) assert.equal((await query(more)).status, 200, JSON.stringify(more))
  const file = new URLSearchParams({ ...years, metrics: 'reach', format: 'csv' }).toString()
  assert.equal((await app.call('GET', `/v1/reports/export?${file}`)).status, 422)
})
