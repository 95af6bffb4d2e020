import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { askAny, asking, fillAccount, queryText, refusedPaths, useRates } from '../support/reports/reports.ts'
import type { Report } from '../support/reports/reports.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const ask = asking(app)
const days = { startDate: '2024-01-02', endDate: '2024-01-05' }
const accountIds = 'dollars,yen,krone'

interface Converted {
  currency: string
  rates: { currency: string; rate: number; date: string; source: string; lowest: number; highest: number }[]
  earlier: { currency: string; from: string; to: string; date: string }[]
}
const conversionIn = ({ metadata }: Report) => (metadata as Report['metadata'] & { conversion?: Converted }).conversion

const read: [string, string] = [days.startDate, days.endDate]
const row = (day: number, ad: string, spend: number, value = 0) => {
  return { day: `2024-01-0${day}`, ad, spend, value, clicks: 10, impressions: 1000, campaign: `${ad[0]}` }
}
await fillAccount(app, { id: 'dollars', read, rows: [row(2, 'd1', 10), row(3, 'd1', 0.5)] })
const yen = [row(2, 'y1', 1200, 2400), row(3, 'y1', 1000), row(4, 'y2', 101), row(5, 'y2', 99)]
await fillAccount(app, { id: 'yen', currency: 'JPY', read, rows: yen })
await fillAccount(app, { id: 'krone', currency: 'NOK', read, rows: [row(3, 'n1', 5), row(5, 'n1', 5)] })
await useRates(app, 'USD', { JPY: '0.006' }, '2024-01-01')
await useRates(app, 'USD', { JPY: '0.00713' }, '2024-01-03')
await useRates(app, 'USD', { NOK: '0.1' }, '2024-01-05')

// 1200 x 0.006 + 1000 x 0.00713 + 101 x 0.00713 + 99 x 0.00713
const yenInDollars = 15.76

test('amounts of several currencies are one number, those of each day by its rate, rounded once', async () => {
  const question = {
    ...days,
    accountIds: 'dollars,yen',
    metrics: 'spend,conversionValue,roas,cpm',
    currency: 'company',
  }
  const totals = await ask({ ...question, groupBy: 'currency' })
  assert.deepEqual(
    totals.data.map(({ currency, spend, conversionValue }) => [currency, spend, conversionValue]),
    [['USD', 26.26, 14.4]],
  )
  assert.equal(totals.metadata.currency, 'USD')
  const accounts = await ask({ ...question, groupBy: 'account' })
  assert.deepEqual(
    accounts.data.map(({ accountId, currency, spend }) => [accountId, currency, spend]),
    [
      ['yen', 'USD', yenInDollars],
      ['dollars', 'USD', 10.5],
    ],
  )
  for (const groupBy of ['ad', 'adset', 'campaign', 'platform', 'day', 'ad,day', 'currency,day']) {
    const { data } = await ask({ ...question, groupBy, metrics: 'spend' })
    const sum = data.reduce((total, { spend }) => total + Number(spend), 0)
    assert.ok(Math.abs(sum - 26.26) < 0.005 * data.length, `${groupBy}: ${sum}`)
    assert.ok(data.every(({ currency }) => currency === 'USD'))
  }
})

test('the answer says by which rates, which days had none of their own, and what is unknown with the way out', async () => {
  const report = await ask({ ...days, accountIds, groupBy: 'account', metrics: 'spend,clicks', currency: 'USD' })
  const { rates, earlier, currency } = conversionIn(report)!
  const source = 'test'
  assert.equal(currency, 'USD')
  assert.deepEqual(rates, [
    { currency: 'JPY', rate: 0.00713, date: '2024-01-03', source, lowest: 0.006, highest: 0.00713 },
    { currency: 'NOK', rate: 0.1, date: '2024-01-05', source, lowest: 0.1, highest: 0.1 },
  ])
  assert.deepEqual(earlier, [
    { currency: 'JPY', from: '2024-01-02', to: '2024-01-02', date: '2024-01-01' },
    { currency: 'JPY', from: '2024-01-04', to: '2024-01-05', date: '2024-01-03' },
  ])
  const krone = report.data.find(({ accountId }) => accountId === 'krone')!
  assert.deepEqual([krone.spend, krone.clicks], [null, 20])
  assert.equal(report.metadata.partial, true)
  const [missing] = report.metadata.missing
  assert.deepEqual([missing!.accountId, missing!.days], ['krone', [{ from: '2024-01-02', to: '2024-01-04' }]])
  assert.ok(missing!.metrics!.includes('spend') && !missing!.metrics!.includes('clicks'))
  assert.match(missing!.reason, /rates import/)
  const later = await ask({
    ...days,
    startDate: '2024-01-05',
    accountIds: 'krone',
    metrics: 'spend',
    currency: 'company',
  })
  assert.deepEqual([later.data[0]!.spend, later.metadata.partial], [0.5, false])
})

test('any currency can be asked for, and its smallest amount is what is rounded to', async () => {
  // 10 x 150 + 0.5 / 0.00713 + 2400: the newest rate holds in both directions.
  await useRates(app, 'JPY', { USD: '150' }, '2024-01-01')
  const { data } = await ask({
    ...days,
    accountIds: 'dollars,yen',
    groupBy: 'currency',
    metrics: 'spend',
    currency: 'jpy',
  })
  await useRates(app, 'USD', {}, '2024-01-01')
  assert.deepEqual([data[0]!.currency, data[0]!.spend], ['JPY', 3970])
})

test('rows are sorted, filtered and paged by the converted amounts', async () => {
  const question = { ...days, accountIds: 'dollars,yen', groupBy: 'ad', metrics: 'spend', currency: 'USD' }
  const ids = ({ data }: Report) => data.map(({ adId }) => adId)
  assert.deepEqual(ids(await ask(question)), ['y1', 'd1', 'y2'])
  assert.deepEqual(ids(await ask({ ...question, minSpend: 10 })), ['y1', 'd1'])
  assert.deepEqual(ids(await ask({ ...question, limit: 1, offset: 1 })), ['d1'])
})

test('an export has the same amounts, and its headers say so', async () => {
  const query = queryText({ ...days, accountIds: 'dollars,yen', groupBy: 'account', metrics: 'spend', currency: 'USD' })
  const file = await fetch(`${app.url}/v1/reports/export?${query}`, { headers: { authorization: `Bearer ${app.key}` } })
  assert.match(file.headers.get('x-report-notes')!, /in USD/)
  const lines = (await file.text()).trim().split('\n').slice(1)
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(-3)).sort(),
    [
      ['USD', 'dollars', '10.5'],
      ['USD', 'yen', String(yenInDollars)],
    ].sort(),
  )
})

test('left out, amounts stay in the currency of their account; what is no currency is refused', async () => {
  const plain = await ask({ ...days, accountIds, groupBy: 'account', metrics: 'spend' })
  assert.deepEqual([plain.metadata.currency, conversionIn(plain)], ['mixed', undefined])
  assert.deepEqual(
    await ask({ ...days, accountIds, groupBy: 'account', metrics: 'spend', currency: 'account' }).then(
      ({ data }) => data,
    ),
    plain.data,
  )
  const [issue] = await refusedPaths(app, '/v1/reports/query', { ...days, currency: 'EURO' })
  assert.deepEqual([issue!.path, issue!.expected], ['currency', 'account, company, or a currency such as EUR'])
  const { status } = await askAny(app, '/v1/reports/export', { ...days, currency: 'EURO' })
  assert.equal(status, 400)
})
