import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from './harness.ts'
import { askAny, fillAccount } from './reports-ground.ts'

interface Spend {
  data: { date: string; accountId: string; accountName: string; platform: string; currency: string; spend: number }[]
  count: number
  metadata: {
    totalSpend: number | null
    byPlatform: Record<string, Record<string, number>>
    byCurrency: Record<string, number>
    missing: { accountId: string; reason: string; days: object[] }[]
  }
}

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const days = { startDate: '2026-01-01', endDate: '2026-01-03' }
const read: [string, string] = ['2026-01-01', '2026-01-31']

await fillAccount(app, {
  id: 'shop',
  read,
  rows: [
    { day: '2026-01-01', ad: 'a1', spend: 0.1 },
    { day: '2026-01-01', ad: 'a2', spend: 0.2 },
    { day: '2026-01-03', ad: 'a1', spend: 12.34 },
  ],
})
await fillAccount(app, { id: 'second', read, rows: [{ day: '2026-01-02', ad: 'b1', spend: 0.7 }] })
await fillAccount(app, { id: 'tokyo', currency: 'JPY', read, rows: [{ day: '2026-01-02', ad: 'j', spend: 1200 }] })
await fillAccount(app, { id: 'unread', read: ['2026-03-01', '2026-03-02'], rows: [] })

async function spend(query: Record<string, string>): Promise<Spend> {
  const { status, body } = await askAny<Spend>(app, '/v1/spend/daily', { ...days, ...query })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('spend is listed day by day to the cent, and a day without delivery is 0', async () => {
  const { data, count, metadata } = await spend({ accountIds: 'shop' })
  const account = { accountId: 'shop', accountName: 'Account shop', platform: 'google-ads', currency: 'USD' }
  assert.deepEqual(data, [
    { date: '2026-01-01', ...account, spend: 0.3 },
    { date: '2026-01-02', ...account, spend: 0 },
    { date: '2026-01-03', ...account, spend: 12.34 },
  ])
  assert.equal(count, 3)
  assert.deepEqual(metadata, {
    totalSpend: 12.64,
    byPlatform: { 'google-ads': { USD: 12.64 } },
    byCurrency: { USD: 12.64 },
    missing: [],
  })
})

test('the total is a plain number over accounts of one currency', async () => {
  const { metadata } = await spend({ accountIds: 'shop,second' })
  assert.equal(metadata.totalSpend, 13.34)
})

test('there is no total over two currencies, but one for each', async () => {
  const { metadata } = await spend({ accountIds: 'shop,tokyo' })
  assert.equal(metadata.totalSpend, null)
  assert.deepEqual(metadata.byCurrency, { USD: 12.64, JPY: 1200 })
  assert.deepEqual(metadata.byPlatform, { 'google-ads': { USD: 12.64, JPY: 1200 } })
})

test('an account that could not be read is missing, never 0', async () => {
  const { data, metadata } = await spend({ accountIds: 'shop,unread' })
  assert.deepEqual([...new Set(data.map((row) => row.accountId))], ['shop'])
  const [gap, ...others] = metadata.missing
  assert.deepEqual(others, [])
  assert.deepEqual([gap!.accountId, gap!.days], ['unread', [{ from: '2026-01-01', to: '2026-01-03' }]])
  assert.notEqual(gap!.reason, '')
  assert.equal(metadata.totalSpend, 12.64)
  const alone = await spend({ accountIds: 'unread' })
  assert.deepEqual([alone.data, alone.metadata.totalSpend, alone.metadata.byCurrency], [[], null, {}])
})

test('without accounts it is about all of the company, and a platform narrows it down', async () => {
  const { data, metadata } = await spend({ platform: 'google-ads' })
  assert.deepEqual([...new Set(data.map((row) => row.accountId))].sort(), ['second', 'shop', 'tokyo'])
  assert.deepEqual(
    metadata.missing.map((gap) => gap.accountId),
    ['unread'],
  )
})
