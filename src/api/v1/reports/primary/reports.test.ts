import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { monthAgo, overDayAgo as dayAgo, useRates } from '../../../../../test/support/reports/reports.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const account = fixture.accounts.find(({ currency }) => currency === 'USD')!.id
await app.control('POST', 'meta', { reportSeconds: 0.3 })

type Row = Record<string, number | string | null>
interface Report {
  success: boolean
  data: Row[]
  count: number
  totals: Row
  account: Row
  rest: Row
  countries?: Row[]
  metadata: Row
  error: { code: string; details?: { issues?: { path: string }[] } }
}

const report = (name: string, query: Record<string, string>, key = app.key) =>
  app.call<Report>('GET', `/v1/reports/${name}?${new URLSearchParams({ accountId: account, ...query }).toString()}`, {
    key,
  })

const sum = (rows: Row[], field: string) => rows.reduce((total, row) => total + Number(row[field] ?? 0), 0)
const near = (actual: unknown, expected: number) =>
  assert.ok(Math.abs(Number(actual) - expected) < 0.005, `${String(actual)} is not ${expected}`)

interface Truth {
  total: { spendMinor: number; impressions: number; clicks: number; reach: number }
}
const truth = (from: string, to: string) =>
  app.control<Truth>('GET', `meta/totals?accountId=${account}&from=${from}&to=${to}&level=account`)

async function calls(method: string, pattern: RegExp): Promise<number> {
  const { calls: all } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
  return all.filter((call) => call.method === method && pattern.test(call.path)).length
}

test('reach is told by month, in all so far, and for the first time, as the platform counts it', async () => {
  const [startDate, endDate] = [monthAgo(2), dayAgo(1)]
  const { status, body } = await report('primary/reach-composition', { startDate, endDate })
  assert.equal(status, 200, JSON.stringify(body))
  const shown = body.data.filter((row) => row['reach'] !== null)
  assert.ok(shown.length >= 2, 'the demo account delivered in several months')
  let before = 0
  for (const row of shown) {
    assert.equal(row['incrementalReach'], Math.max(0, Number(row['cumulativeReach']) - before))
    assert.ok(Number(row['incrementalReach']) <= Number(row['reach']))
    near(row['incrementalShare'], Number(row['incrementalReach']) / Number(row['reach']))
    near(row['costPerIncrementalReach'], Number(row['spend']) / Number(row['incrementalReach']))
    before = Number(row['cumulativeReach'])
  }
  const { total } = await truth(startDate, endDate)
  assert.equal(body.totals['reach'], total.reach)
  near(body.totals['spend'], total.spendMinor / 100)
  near(sum(body.data, 'spend'), total.spendMinor / 100)
  assert.ok(sum(body.data, 'reach') > total.reach, 'people who were reached in two months are one in the total')
  const { timeZone, attribution } = body.metadata
  assert.deepEqual(body.metadata, { platform: 'primary', currency: 'USD', timeZone, attribution })
  assert.match(String(attribution), /7 days after a click/)
})

test('a month without delivery has no figures: null, not zero', async () => {
  const { body } = await report('primary/reach-composition', { startDate: monthAgo(9), endDate: dayAgo(1) })
  const [first] = body.data
  assert.equal(first!['month'], monthAgo(9).slice(0, 7))
  const { month: _month, ...figures } = first!
  assert.deepEqual(new Set(Object.values(figures)), new Set([null]))
  assert.equal(Object.keys(figures).length, 6)
})

test('with countries every country has its own series, and their people are not added up', async () => {
  const query = { startDate: monthAgo(1), endDate: dayAgo(1), countries: 'us,CA' }
  const { body } = await report('primary/reach-composition', query)
  assert.deepEqual([...new Set(body.data.map((row) => row['country']))], ['US', 'CA'])
  assert.equal(body.data.length, 2 * new Set(body.data.map((row) => row['month'])).size)
  assert.equal(body.totals['reach'], null)
  assert.equal(body.countries!.length, 2)
  near(body.totals['spend'], sum(body.countries!, 'spend'))
  const alone = await report('primary/reach-composition', { ...query, countries: 'US' })
  assert.deepEqual(alone.body.totals['reach'], body.countries![0]!['reach'])
  assert.notEqual(alone.body.totals['reach'], null)
})

test('the countries of a breakdown add up to the account, and the total reach is the platform’s own', async () => {
  const [startDate, endDate] = [dayAgo(10), dayAgo(1)]
  const { status, body } = await report('primary/country-breakdown', { startDate, endDate })
  assert.equal(status, 200, JSON.stringify(body))
  const { total } = await truth(startDate, endDate)
  near(sum(body.data, 'spend'), total.spendMinor / 100)
  assert.equal(sum(body.data, 'impressions'), total.impressions)
  near(body.totals['spend'], total.spendMinor / 100)
  assert.equal(body.totals['reach'], total.reach)
  assert.ok(body.data.every((row) => /^([A-Z]{2}|unknown)$/.test(String(row['country']))))
  const spends = body.data.map((row) => Number(row['spend']))
  assert.deepEqual(
    spends,
    [...spends].sort((a, b) => b - a),
  )
})

test('a country breakdown shows only the countries and the figures that were asked for', async () => {
  const query = { startDate: dayAgo(10), endDate: dayAgo(1), countries: 'US', metrics: 'spend, ctr,reach' }
  const { body } = await report('primary/country-breakdown', query)
  assert.equal(body.count, 1)
  assert.deepEqual(Object.keys(body.data[0]!), ['country', 'spend', 'ctr', 'reach'])
  assert.deepEqual(body.totals, {
    spend: body.data[0]!['spend'],
    ctr: body.data[0]!['ctr'],
    reach: body.data[0]!['reach'],
  })
  const { total } = await truth(query.startDate, query.endDate)
  near(body.account['spend'], total.spendMinor / 100)
  near(body.rest['spend'], total.spendMinor / 100 - Number(body.data[0]!['spend']))
  assert.deepEqual([body.account['reach'], body.rest['reach']], [total.reach, null])
})

test('amounts are told in another currency, those of each day by its rate', async () => {
  const [startDate, endDate] = [dayAgo(3), dayAgo(1)]
  await useRates(app, 'EUR', { USD: '0.5' }, dayAgo(3))
  await useRates(app, 'EUR', { USD: '2' }, dayAgo(2))
  const spentOn = async (from: string, to: string) => (await truth(from, to)).total.spendMinor / 100
  const expected = (await spentOn(startDate, startDate)) * 0.5 + (await spentOn(dayAgo(2), endDate)) * 2
  for (const name of ['primary/country-breakdown', 'primary/breakdown']) {
    const query = { startDate, endDate, currency: 'company', ...(name.endsWith('/breakdown') ? { by: 'gender' } : {}) }
    const { status, body } = await report(name, query)
    assert.equal(status, 200, JSON.stringify(body))
    near(body.totals['spend'], expected)
    assert.ok(Math.abs(sum(body.data, 'spend') - expected) < 0.005 * body.data.length)
    near(body.totals['cpm'], (Number(body.totals['spend']) / Number(body.totals['impressions'])) * 1000)
    const { currency, conversion } = body.metadata as unknown as {
      currency: string
      conversion: { rates: { lowest: number; highest: number }[]; earlier: { from: string; date: string }[] }
    }
    assert.deepEqual([currency, conversion.rates[0]!.lowest, conversion.rates[0]!.highest], ['EUR', 0.5, 2])
    assert.deepEqual(conversion.earlier, [{ currency: 'USD', from: endDate, to: endDate, date: dayAgo(2) }])
  }
  await app.app.services.pool.query('DELETE FROM currency_rates WHERE company_id IS NULL')
  const before = await report('primary/breakdown', { startDate: dayAgo(5), endDate, by: 'gender', currency: 'EUR' })
  assert.deepEqual([before.body.totals['spend'], before.body.data[0]!['spend']], [null, null])
  const [missing] = before.body.metadata['missing'] as unknown as { metrics: string[]; reason: string }[]
  assert.match(missing!.reason, new RegExp(`${dayAgo(4)} or before.*rates import`))
  assert.ok(missing!.metrics.includes('spend') && !missing!.metrics.includes('clicks'))
  const own = await report('primary/breakdown', { startDate, endDate, by: 'gender', currency: 'USD' })
  near(own.body.totals['spend'], await spentOn(startDate, endDate))
})

for (const by of ['age', 'gender', 'publisher_platform', 'placement', 'device', 'region']) {
  test(`figures by ${by} add up to the account`, async () => {
    const [startDate, endDate] = [dayAgo(7), dayAgo(1)]
    const { status, body } = await report('primary/breakdown', { startDate, endDate, by })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.data.length > 1)
    assert.ok(body.data.every((row) => typeof row[by] === 'string' && !/facebook|instagram/.test(row[by])))
    assert.equal(new Set(body.data.map((row) => row[by])).size, body.data.length)
    const { total } = await truth(startDate, endDate)
    near(sum(body.data, 'spend'), total.spendMinor / 100)
    assert.equal(sum(body.data, 'clicks'), total.clicks)
    assert.deepEqual([body.rest['spend'], body.rest['clicks']], [0, 0])
  })
}

test('results are told by what was counted; together only where no people are among them, and the metadata says why', async () => {
  const [startDate, endDate] = [dayAgo(30), dayAgo(1)]
  for (const [name, by] of [
    ['primary/country-breakdown', {}],
    ['primary/breakdown', { by: 'age' }],
  ] as const) {
    const { body } = await report(name, { startDate, endDate, metrics: 'results,impressions', ...by })
    const types = (row: Row) => row['resultsByType'] as unknown as Record<string, number>
    const counted = Object.keys(types(body.totals)).filter((type) => type !== 'reach')
    assert.ok(counted.length > 1)
    for (const type of counted) {
      const parts = body.data.reduce((sum, row) => sum + (types(row)[type] ?? 0), 0)
      assert.equal(parts, types(body.totals)[type], type)
    }
    for (const row of [...body.data, body.totals]) {
      const counts = Object.values(types(row))
      const sum = counts.reduce((total, count) => total + count, 0)
      assert.equal(row['results'], counts.length > 1 && 'reach' in types(row) ? null : sum)
    }
    const missing = body.metadata['missing'] as unknown as { metrics: string[]; reason: string }[]
    assert.deepEqual(
      missing.map(({ metrics }) => metrics),
      [['results']],
    )
    assert.match(missing[0]!.reason, /optimised for reach/)
    const { body: without } = await report(name, { startDate, endDate, metrics: 'spend', ...by })
    assert.deepEqual(without.metadata['missing'], [])
    assert.ok(!('resultsByType' in without.totals))
  }
})

test('the brand’s words in the path and the other names of the parameters work too', async () => {
  const query = { accountId: account, startDate: dayAgo(3), endDate: dayAgo(1) }
  const { body } = await report('primary/country-breakdown', query)
  const { startDate: dateFrom, endDate: dateTo } = query
  const other = new URLSearchParams({ businessId: account, dateFrom, dateTo })
  for (const word of ['meta', 'facebook']) {
    const { body: same } = await app.call('GET', `/v1/reports/${word}/country-breakdown?${other.toString()}`)
    assert.deepEqual(same, body)
  }
})

test('what is too much at once is prepared by the platform, with the same figures', async () => {
  const query = { startDate: dayAgo(20), endDate: dayAgo(1), by: 'age' }
  const { body: asked } = await report('primary/breakdown', query)
  const fault = { platform: 'meta', fault: 'platform-error', code: 100, subcode: 1487534, times: 0 }
  await app.control('POST', 'faults', { ...fault, match: { method: 'GET', path: 'act_\\d+/insights' } })
  await app.control('DELETE', 'calls?platform=meta')
  const { status, body } = await report('primary/breakdown', query)
  await app.control('DELETE', 'faults')
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body, asked)
  assert.equal(await calls('POST', /insights/), 2)
})

test('a long range is prepared by the platform from the start', async () => {
  await app.control('DELETE', 'calls?platform=meta')
  const { status } = await report('primary/country-breakdown', { startDate: dayAgo(300), endDate: dayAgo(1) })
  assert.equal(status, 200)
  assert.equal(await calls('GET', /act_\d+\/insights/), 0)
})

test('a report that is too much in any form is refused with the platform’s code', async () => {
  await app.control('POST', 'meta', { largestReport: 1 })
  const { status, body } = await report('primary/breakdown', { startDate: dayAgo(20), endDate: dayAgo(1), by: 'age' })
  await app.control('POST', 'meta', { largestReport: 0 })
  assert.equal(status, 502, JSON.stringify(body))
  assert.equal((body.error.details as { subcode?: number }).subcode, 1487534)
})

const rules: [string, string, Record<string, string>, number, string][] = [
  ['no first day', 'reach-composition', { endDate: dayAgo(1) }, 400, 'startDate'],
  ['no last day', 'country-breakdown', { startDate: dayAgo(1) }, 400, 'endDate'],
  ['a day that is none', 'breakdown', { startDate: '2026-02-30', endDate: dayAgo(1), by: 'age' }, 400, 'startDate'],
  ['days in the wrong order', 'reach-composition', { startDate: dayAgo(1), endDate: dayAgo(2) }, 422, 'endDate'],
  ['days in the wrong order', 'country-breakdown', { startDate: dayAgo(1), endDate: dayAgo(2) }, 422, 'endDate'],
  ['days in the wrong order', 'breakdown', { startDate: dayAgo(1), endDate: dayAgo(2), by: 'age' }, 422, 'endDate'],
  [
    'a first day too long ago',
    'country-breakdown',
    { startDate: dayAgo(1200), endDate: dayAgo(1190) },
    422,
    'startDate',
  ],
  [
    'a country that is none',
    'reach-composition',
    { startDate: dayAgo(2), endDate: dayAgo(1), countries: 'USA' },
    400,
    'countries',
  ],
  [
    'an unknown figure',
    'country-breakdown',
    { startDate: dayAgo(2), endDate: dayAgo(1), metrics: 'spend,luck' },
    400,
    'metrics.1',
  ],
  ['an unknown dimension', 'breakdown', { startDate: dayAgo(2), endDate: dayAgo(1), by: 'mood' }, 400, 'by'],
  [
    'a currency for very many days',
    'breakdown',
    { startDate: dayAgo(94), endDate: dayAgo(1), by: 'age', currency: 'JPY' },
    422,
    'currency',
  ],
  ['no dimension', 'breakdown', { startDate: dayAgo(2), endDate: dayAgo(1) }, 400, 'by'],
]
for (const [what, name, query, expected, path] of rules) {
  test(`${name} with ${what} is ${expected} and names ${path}`, async () => {
    const { status, body } = await report(`primary/${name}`, query)
    assert.equal(status, expected, JSON.stringify(body))
    assert.deepEqual(
      body.error.details!.issues!.map((issue) => issue.path),
      [path],
    )
  })
}

test('a stranger, and everybody with an unknown account, gets 404', async () => {
  const { key } = await app.stranger()
  const days = { startDate: dayAgo(2), endDate: dayAgo(1), by: 'age' }
  for (const name of ['reach-composition', 'country-breakdown', 'breakdown']) {
    assert.equal((await report(`primary/${name}`, days, key)).status, 404)
    assert.equal((await report(`primary/${name}`, { ...days, accountId: 'act_1' })).status, 404)
  }
})
