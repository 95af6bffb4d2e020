import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf } from '../../src/days.ts'
import { startTestApp } from '../support/harness.ts'
import { asking, useRates } from '../support/reports/reports.ts'
import type { Report } from '../support/reports/reports.ts'
import { accountsOn, askWhole, daysAgo } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const ask = asking(app)
const range = { from: daysAgo(20), to: daysAgo(10) }
const middle = daysAgo(14)
await app.call('GET', '/v1/adaccounts')
await useRates(app, 'EUR', { USD: '0.9', JPY: '0.0061' }, daysAgo(40))
await useRates(app, 'EUR', { USD: '0.95', JPY: '0.0057' }, middle)
await useRates(app, 'XSU', { USD: '2', JPY: '0.02' }, middle)
await useRates(app, 'EUR', {}, middle)

const rateOf = (currency: string, day: string) =>
  currency === 'JPY' ? (day < middle ? 0.0061 : 0.0057) : day < middle ? 0.9 : 0.95

/** Page after page. */
async function everyRow(query: Record<string, string>): Promise<Report> {
  const first = await askWhole(app, range, { ...query, limit: 1000 })
  const data = [...first.data]
  for (let page = first; page.data.length === 1000; data.push(...page.data)) {
    page = await askWhole(app, range, { ...query, limit: 1000, offset: data.length })
  }
  return { ...first, data }
}

const splits = { country: 'primary', searchTerm: 'google-ads' } as const
for (const [by, platform] of Object.entries(splits)) {
  test(`rows by ${by} are in one currency, each day's amounts by its rate`, async () => {
    const accounts = await accountsOn(app, platform)
    assert.deepEqual(accounts.map(({ currency }) => currency).sort(), ['JPY', 'USD'])
    const accountIds = accounts.map(({ id }) => id).join(',')
    const metrics = 'spend,conversionValue,clicks'
    const daily = await everyRow({ accountIds, metrics, groupBy: `${by},account,day` })
    const own = new Map<string, number>()
    for (const row of daily.data) {
      const rate = rateOf(String(row.currency), String(row.date))
      for (const name of [`${row.accountId} ${row[by]}`, String(row[by])]) {
        own.set(name, (own.get(name) ?? 0) + Number(row.spend) * rate)
      }
    }
    const asked = { accountIds, metrics, currency: 'EUR' }
    for (const groupBy of [`${by},account`, by]) {
      const { data, metadata } = await everyRow({ ...asked, groupBy })
      assert.ok(data.length > 1)
      for (const row of data) {
        const name = groupBy === by ? String(row[by]) : `${row.accountId} ${row[by]}`
        assert.ok(Math.abs(Number(row.spend) - own.get(name)!) < 0.0051, `${name}: ${row.spend} ${own.get(name)}`)
        assert.equal(row.currency, 'EUR')
      }
      const clicks = (rows: Report['data']) => rows.reduce((sum, row) => sum + Number(row.clicks), 0)
      assert.equal(clicks(data), clicks(daily.data))
      assert.deepEqual([metadata.currency, metadata.partial], ['EUR', false])
    }
    const byDay = await everyRow({ ...asked, groupBy: `${by},account,day` })
    assert.equal(new Set(byDay.data.map(({ date }) => date)).size, daysOf(range).length)
  })
}

test('before the first rate a row has no amount, people are counted as without, and a file has the same', async () => {
  const [account] = (await accountsOn(app, 'primary')).filter(({ currency }) => currency === 'USD')
  const question = { accountIds: account!.id, groupBy: 'country', metrics: 'spend,clicks,reach' }
  const days = { startDate: range.from, endDate: range.to }
  const without = await ask({ ...question, ...days, currency: 'XSU' })
  assert.ok(without.data.every(({ spend, clicks }) => spend === null && Number(clicks) >= 0))
  assert.match(without.metadata.missing[0]!.reason, /no rate of USD in XSU .* rates import/)
  const plain = await askWhole(app, range, question)
  const reach = (report: Report) => report.data.map((row) => `${row['country']} ${row['reach']}`).sort()
  const euro = await askWhole(app, range, { ...question, currency: 'EUR' })
  assert.deepEqual(reach(euro), reach(plain))
  const text = new URLSearchParams({
    ...{ ...question, metrics: 'spend', ...days, currency: 'EUR' },
  })
  const file = await fetch(`${app.url}/v1/reports/export?${text.toString()}`, {
    headers: { authorization: `Bearer ${app.key}` },
  })
  const lines = (await file.text()).trim().split('\n').slice(1)
  const spends = (values: unknown[]) => values.map(Number).sort((one, other) => one - other)
  assert.deepEqual(spends(lines.map((line) => line.split(',').at(-1))), spends(euro.data.map(({ spend }) => spend)))
})
