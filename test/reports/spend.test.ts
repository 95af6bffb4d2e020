import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { askAny, fillAccount, useRates, withUnread } from '../support/reports/reports.ts'
import type { Report } from '../support/reports/reports.ts'

type Total = number | 'unknown'

interface Spend {
  data: { date: string; accountId: string; accountName: string; platform: string; currency: string; spend: number }[]
  count: number
  metadata: {
    totalSpend: Total
    knownSpend: number
    currency: string | null
    rates: { currency: string; rate: number; date: string; source: string }[]
    byPlatform: Record<string, Total>
    byCurrency: Record<string, number>
    missing: { accountId: string | null; platform: string; reason: string; days: object[] }[]
  }
}

const app = await startTestApp({}, { api: true, worker: false, sandbox: true }, withUnread)
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
// Figures and rates of a year in which no rate comes in the box.
await fillAccount(app, { id: 'oslo', currency: 'NOK', read, rows: [{ day: '2026-01-02', ad: 'n', spend: 50 }] })
await fillAccount(app, { id: 'idle', currency: 'NOK', read, rows: [] })
await useRates(app, 'USD', { JPY: '0.00613' }, '2025-12-31')

async function spend(query: Record<string, string>): Promise<Spend> {
  const { status, body } = await askAny<Spend>(app, '/v1/spend/daily', { ...days, ...query })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('spend is listed day by day to the cent, and a day without delivery is 0', async () => {
  const { data, count, metadata } = await spend({ accountIds: 'shop' })
  const account = { accountId: 'shop', accountName: 'Account shop', platform: 'kiosk', currency: 'USD' }
  assert.deepEqual(data, [
    { date: '2026-01-01', ...account, spend: 0.3 },
    { date: '2026-01-02', ...account, spend: 0 },
    { date: '2026-01-03', ...account, spend: 12.34 },
  ])
  assert.equal(count, 3)
  assert.deepEqual(metadata, {
    totalSpend: 12.64,
    knownSpend: 12.64,
    currency: 'USD',
    rates: [],
    byPlatform: { kiosk: 12.64 },
    byCurrency: { USD: 12.64 },
    missing: [],
    excluded: [],
    asOf: null,
  })
})

test('the total is a plain number over accounts of one currency', async () => {
  const { metadata } = await spend({ accountIds: 'shop,second' })
  assert.equal(metadata.totalSpend, 13.34)
})

test("the total over several currencies is in the company's, converted with rates that are shown", async () => {
  const { metadata } = await spend({ accountIds: 'shop,tokyo' })
  // 12.64 + 1200 * 0.00613 = 12.64 + 7.356
  assert.equal(metadata.totalSpend, 20)
  assert.deepEqual(metadata, {
    totalSpend: 20,
    knownSpend: 20,
    currency: 'USD',
    rates: [{ currency: 'JPY', rate: 0.00613, date: '2025-12-31', source: 'test' }],
    byPlatform: { kiosk: 20 },
    byCurrency: { USD: 12.64, JPY: 1200 },
    missing: [],
    excluded: [],
    asOf: null,
  })
})

test('an account in another currency alone is converted too', async () => {
  const { data, metadata } = await spend({ accountIds: 'tokyo' })
  assert.deepEqual([...new Set(data.map((row) => row.currency))], ['JPY'])
  assert.deepEqual([metadata.totalSpend, metadata.currency], [7.36, 'USD'])
})

test('where a rate is missing the total is the word unknown, and the part that is known stands beside it', async () => {
  const { metadata } = await spend({ accountIds: 'shop,oslo' })
  assert.deepEqual([metadata.totalSpend, metadata.knownSpend], ['unknown', 12.64])
  assert.deepEqual(metadata.byPlatform, { kiosk: 'unknown' })
  assert.deepEqual(metadata.byCurrency, { USD: 12.64, NOK: 50 })
  const [gap, ...others] = metadata.missing
  assert.deepEqual([gap!.accountId, others], ['oslo', []])
  assert.match(gap!.reason, /no rate of NOK in USD from 2026-01-03 or before.*flightdeck rates set NOK/)
})

test('an account that spent nothing needs no rate', async () => {
  const { metadata } = await spend({ accountIds: 'shop,idle' })
  assert.deepEqual([metadata.totalSpend, metadata.missing], [12.64, []])
})

test('an account that could not be read is missing, never 0', async () => {
  const { data, metadata } = await spend({ accountIds: 'shop,unread' })
  assert.deepEqual([...new Set(data.map((row) => row.accountId))], ['shop'])
  const [gap, ...others] = metadata.missing
  assert.deepEqual(others, [])
  assert.deepEqual([gap!.accountId, gap!.days], ['unread', [{ from: '2026-01-01', to: '2026-01-03' }]])
  assert.notEqual(gap!.reason, '')
  assert.deepEqual([metadata.totalSpend, metadata.knownSpend], ['unknown', 12.64])
  const alone = await spend({ accountIds: 'unread' })
  assert.deepEqual([alone.data, alone.metadata.totalSpend, alone.metadata.byCurrency], [[], 'unknown', {}])
})

/** Whether a script in jq stops: `(.metadata.totalSpend // 0) > 50`, where text is greater than every number. */
function stopsAt(cap: number, metadata: object): boolean {
  const { totalSpend } = JSON.parse(JSON.stringify(metadata)) as { totalSpend?: unknown }
  const read = totalSpend === undefined || totalSpend === null || totalSpend === false ? 0 : totalSpend
  return typeof read === 'string' || Number(read) > cap
}

test('a script that takes a missing total for 0 stops at its cap, whatever the currencies and whatever is missing', async () => {
  const big: [string, string] = ['2026-02-01', '2026-02-02']
  await fillAccount(app, { id: 'large', read: big, rows: [{ day: big[0], ad: 'l', spend: 1984 }] })
  await fillAccount(app, { id: 'kyoto', currency: 'JPY', read: big, rows: [{ day: big[0], ad: 'k', spend: 90_000 }] })
  const ask = (accountIds: string) => spend({ startDate: big[0], endDate: big[1], accountIds })
  const mixed = await ask('large,kyoto')
  assert.equal(mixed.metadata.totalSpend, 2535.7)
  const broken = await ask('large,kyoto,unread')
  assert.equal(broken.metadata.totalSpend, 'unknown')
  for (const { metadata } of [mixed, broken, await ask('unread')]) assert.ok(stopsAt(50, metadata))
  assert.ok(!stopsAt(50, (await spend({ accountIds: 'shop,tokyo' })).metadata))
})

test('a company without any account has spent 0, as long as every platform says so', async () => {
  const { key, companyId } = await app.stranger()
  const { pool } = app.app.services
  const none = async () =>
    (await askAny<Spend>(app, '/v1/spend/daily', { ...days, platform: 'tiktok' }, key)).body.metadata
  await askAny(app, '/v1/adaccounts', {}, key)
  await pool.query('DELETE FROM ad_accounts WHERE company_id = $1', [companyId])
  const asked = await none()
  assert.deepEqual([asked.totalSpend, asked.missing], [0, []])
  await pool.query("UPDATE account_reads SET error = 'It does not answer.', read_at = now() WHERE company_id = $1", [
    companyId,
  ])
  const failed = await none()
  assert.deepEqual([failed.totalSpend, failed.knownSpend], ['unknown', 0])
  assert.deepEqual(
    failed.missing.map(({ accountId, platform }) => [accountId, platform]),
    [[null, 'tiktok']],
  )
  assert.match(failed.missing[0]!.reason, /It does not answer/)
  for (const path of ['/v1/reports/query', '/v1/analytics/top-ads']) {
    const { body } = await askAny<Report>(app, path, { ...days, platform: 'tiktok' }, key)
    assert.deepEqual([body.metadata.partial, body.metadata.missing], [true, failed.missing], path)
  }
})

test('without accounts it is about all of the company, and a platform narrows it down', async () => {
  const { data, metadata } = await spend({ platform: 'kiosk' })
  assert.deepEqual([...new Set(data.map((row) => row.accountId))].sort(), ['idle', 'oslo', 'second', 'shop', 'tokyo'])
  assert.deepEqual(metadata.missing.map((gap) => gap.accountId).sort(), ['kyoto', 'large', 'oslo', 'unread'])
})
