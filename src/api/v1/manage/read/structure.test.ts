import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { watchCalls } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts } = await demoFixture(app)
const account = accounts.find(({ currency }) => currency === 'USD')!.id
const yen = accounts.find(({ currency }) => currency === 'JPY')!.id
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const days = `startDate=${day(9)}&endDate=${day(3)}`

interface Row {
  id: string
  name: string
  campaignId: string
  dailyBudget: number | null
  spend: number | null
  impressions: number | null
  results: number | null
  costPerResult: number | null
  optimizationGoal: string | null
}

interface View {
  data: Row[]
  count: number
  paging: { cursors: { after: string | null } }
  metadata: { currency: string }
}

const view = async (path: string, query: string) => {
  const reply = await app.call<View>('GET', `/v1/manage/${path}?${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

interface Totals {
  rows: { id: string; spendMinor: number; impressions: number }[]
}

/** What the sandbox itself says was spent, in minor units, by campaign or ad set. */
async function truth(accountId: string, level: string): Promise<Map<string, { spend: number; impressions: number }>> {
  const query = `accountId=${accountId}&level=${level}&from=${day(9)}&to=${day(3)}`
  const { rows } = await app.control<Totals>('GET', `meta/totals?${query}`)
  const sums = new Map<string, { spend: number; impressions: number }>()
  for (const { id, spendMinor, impressions } of rows) {
    const sum = sums.get(id) ?? { spend: 0, impressions: 0 }
    sums.set(id, { spend: sum.spend + spendMinor, impressions: sum.impressions + impressions })
  }
  return sums
}

for (const [path, level] of [
  ['campaigns', 'campaign'],
  ['adsets', 'adset'],
] as const) {
  test(`${path} show what was spent and brought in the days asked for`, async () => {
    const { data, metadata } = await view(path, `accountId=${account}&${days}&limit=200`)
    assert.equal(metadata.currency, 'USD')
    const expected = await truth(account, level)
    assert.ok(expected.size > 0)
    for (const row of data) {
      const sum = expected.get(row.id) ?? { spend: 0, impressions: 0 }
      assert.equal(Math.round((row.spend ?? NaN) * 100), sum.spend, row.name)
      assert.equal(row.impressions, sum.impressions)
    }
    const successful = data.filter((row) => (row.results ?? 0) > 0)
    assert.ok(successful.length > 0)
    for (const { spend, results, costPerResult } of successful) {
      assert.ok(Math.abs(costPerResult! - spend! / results!) < 0.001)
    }
  })
}

test('money in yen is not divided by a hundred', async () => {
  const { data } = await view('campaigns', `accountId=${yen}&${days}&limit=200`)
  const expected = await truth(yen, 'campaign')
  for (const row of data) assert.equal(row.spend, expected.get(row.id)?.spend ?? 0)
})

test('without days there are budgets and no figures', async () => {
  const { data } = await view('adsets', `accountId=${account}&limit=200`)
  assert.ok(data.every((row) => row.spend === null && row.results === null && row.costPerResult === null))
  assert.ok(data.some((row) => row.dailyBudget !== null))
  assert.ok(data.every((row) => row.optimizationGoal !== null))
})

test('ad sets can be those of one campaign, and campaigns one alone', async () => {
  const all = await view('adsets', `accountId=${account}&limit=200`)
  const campaignId = all.data[0]!.campaignId
  const some = await view('adsets', `accountId=${account}&campaignId=${campaignId}`)
  assert.deepEqual(
    some.data.map(({ id }) => id),
    all.data.filter((row) => row.campaignId === campaignId).map(({ id }) => id),
  )
  const one = await view('campaigns', `accountId=${account}&campaignId=${campaignId}&${days}`)
  assert.deepEqual(
    one.data.map(({ id }) => id),
    [campaignId],
  )
})

test('a page costs two platform calls, however many there are', async () => {
  const calls = await watchCalls(app)
  const first = await view('campaigns', `accountId=${account}&${days}&limit=2`)
  assert.equal((await calls.http()).length, 2)
  const second = await view('campaigns', `accountId=${account}&limit=2&after=${first.paging.cursors.after}`)
  assert.equal(new Set([...first.data, ...second.data].map(({ id }) => id)).size, 4)
})

test('the days of GET /v1/campaigns bring spend', async () => {
  const { body } = await app.call<{ data: Row[] }>('GET', `/v1/campaigns?accountId=${account}&${days}`)
  const expected = await truth(account, 'campaign')
  for (const row of body.data) assert.equal(Math.round(row.spend! * 100), expected.get(row.id)?.spend ?? 0)
})

test('days the wrong way round, a day that does not exist and an unknown campaign are refused', async () => {
  const get = async (query: string) =>
    (await app.call('GET', `/v1/manage/campaigns?accountId=${account}&${query}`)).status
  assert.equal(await get('startDate=2026-05-02&endDate=2026-05-01'), 422)
  assert.equal(await get('startDate=2026-02-30'), 400)
  assert.equal(await get('campaignId=1'), 404)
  assert.equal(await get('campaignId=me'), 404)
})

test("another company's account does not exist", async () => {
  const { key } = await app.stranger()
  for (const path of ['campaigns', 'adsets']) {
    assert.equal((await app.call('GET', `/v1/manage/${path}?accountId=${account}`, { key })).status, 404)
  }
})
