import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { askAny, asking, fillAccount, useRates } from '../support/reports/reports.ts'
import type { FilledDay, Report } from '../support/reports/reports.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const ask = asking(app)
const day = '2026-01-02'
const days = { startDate: day, endDate: day }

async function fill(id: string, currency: string, ads: Record<string, number>, platform?: string): Promise<void> {
  const rows = Object.entries(ads).map(([ad, spend]): FilledDay => ({ day, ad, spend, clicks: 10, impressions: 1000 }))
  await fillAccount(app, { id, currency, platform, read: [day, day], rows })
}

await fill('dollars', 'USD', { d1: 10, d2: 3 })
await fill('yen', 'JPY', { y1: 1200, y2: 100 })
// From a day before any rate that comes in the box.
await fill('krone', 'NOK', { n1: 999_999 })
await useRates(app, 'USD', { JPY: '0.00613' }, '2025-12-31')

const accountIds = 'dollars,yen,krone'
const ids = ({ data }: Report) => data.map(({ adId }) => adId)
const rates = [{ currency: 'JPY', rate: 0.00613, date: '2025-12-31', source: 'test' }]

test("rows in several currencies are sorted by what they are worth in the company's, and those without a rate come last", async () => {
  const question = { ...days, accountIds, groupBy: 'ad', metrics: 'spend' }
  const report = await ask({ ...question, sortBy: 'spend' })
  // 10 USD, 1200 JPY (7.356 USD), 3 USD, 100 JPY (0.613 USD)
  assert.deepEqual(ids(report), ['d1', 'y1', 'd2', 'y2', 'n1'])
  assert.deepEqual(
    report.data.map(({ currency, spend }) => [currency, spend]),
    [
      ['USD', 10],
      ['JPY', 1200],
      ['USD', 3],
      ['JPY', 100],
      ['NOK', 999_999],
    ],
  )
  assert.equal(report.metadata.currency, 'mixed')
  const { comparison, partial } = report.metadata
  assert.deepEqual([comparison!.currency, comparison!.rates, partial], ['USD', rates, false])
  assert.deepEqual(
    comparison!.missing.map(({ currency }) => currency),
    ['NOK'],
  )
  assert.match(comparison!.missing[0]!.reason, /no rate of NOK in USD/)
  const upwards = await ask({ ...question, sortBy: 'cpc', sortDirection: 'ASC' })
  assert.deepEqual(ids(upwards), ['y2', 'd2', 'y1', 'd1', 'n1'])
})

test('pages of rows in several currencies neither repeat nor skip one', async () => {
  const pages = await Promise.all(
    [0, 2, 4].map((offset) =>
      ask({ ...days, accountIds, groupBy: 'ad', metrics: 'clicks', sortBy: 'spend', limit: 2, offset }),
    ),
  )
  assert.deepEqual(pages.flatMap(ids), ['d1', 'y1', 'd2', 'y2', 'n1'])
})

test('rows that span accounts are made for each currency, and sorted by what they are worth', async () => {
  const { data } = await ask({ ...days, accountIds, groupBy: 'platform', metrics: 'spend' })
  assert.deepEqual(
    data.map(({ currency, spend }) => [currency, spend]),
    [
      ['USD', 13],
      ['JPY', 1300],
      ['NOK', 999_999],
    ],
  )
})

test("minSpend is in the company's currency where the accounts have several, and what has no rate is said to be left out", async () => {
  const report = await ask({ ...days, accountIds, groupBy: 'ad', metrics: 'spend', minSpend: 7.356 })
  assert.deepEqual(ids(report), ['d1', 'y1'])
  assert.equal(report.metadata.partial, true)
  assert.deepEqual(
    report.metadata.missing.map(({ accountId }) => accountId),
    ['krone'],
  )
})

test('where all accounts have one currency everything is in that one, and no rate is needed', async () => {
  const yen = await ask({ ...days, accountIds: 'yen', groupBy: 'ad', metrics: 'spend', minSpend: 1000 })
  assert.deepEqual([ids(yen), yen.metadata.currency, yen.metadata.comparison], [['y1'], 'JPY', null])
  const krone = await ask({ ...days, accountIds: 'krone', groupBy: 'ad', metrics: 'spend', minSpend: 1000 })
  assert.deepEqual([ids(krone), krone.metadata.partial], [['n1'], false])
})

test('figures that are no money are compared as they are', async () => {
  const { metadata } = await ask({ ...days, accountIds, groupBy: 'ad', metrics: 'clicks', sortBy: 'clicks' })
  assert.equal(metadata.comparison, null)
})

test('a file has the order and the filter of the query', async () => {
  const { body } = await askAny<string>(app, '/v1/reports/export', {
    ...{ ...days, accountIds, groupBy: 'ad', metrics: 'spend', sortBy: 'spend', minSpend: 1 },
  })
  const lines = body.trim().split('\n').slice(1)
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    ['d1', 'y1', 'd2'],
  )
})

test('top ads are ranked by what amounts are worth, and each shows its own amount beside', async () => {
  await fill('t-dollars', 'USD', { td1: 10, td2: 3 }, 'tiktok')
  await fill('t-yen', 'JPY', { ty1: 1200 }, 'tiktok')
  await fill('t-krone', 'NOK', { tn1: 999_999 }, 'tiktok')
  const top = async (query: Record<string, string>) => {
    const { status, body } = await askAny<Report>(app, '/v1/analytics/top-ads', { ...days, ...query })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const best = await top({ accountIds: 't-dollars,t-yen,t-krone' })
  assert.deepEqual(
    best.data.map(({ adId, spend, currency, rankValue, rankCurrency }) => [
      adId,
      spend,
      currency,
      rankValue,
      rankCurrency,
    ]),
    [
      ['td1', 10, 'USD', 10, 'USD'],
      ['ty1', 1200, 'JPY', 7.356, 'USD'],
      ['td2', 3, 'USD', 3, 'USD'],
      ['tn1', 999_999, 'NOK', null, 'USD'],
    ],
  )
  assert.deepEqual(best.metadata.comparison!.rates, rates)
  const cheapest = await top({ accountIds: 't-dollars,t-yen', metric: 'cpc', minSpend: '5' })
  assert.deepEqual(ids(cheapest), ['ty1', 'td1'])
  const clicks = await top({ accountIds: 't-dollars,t-yen', metric: 'clicks' })
  assert.ok(clicks.data.every(({ rankValue, rankCurrency }) => rankValue === 10 && rankCurrency === null))
  const own = await top({ accountIds: 't-yen' })
  assert.deepEqual([own.data[0]!.rankValue, own.data[0]!.rankCurrency], [1200, 'JPY'])
})
