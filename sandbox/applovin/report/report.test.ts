import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askReport, gamesAccount, key } from '../../../test/support/simulated/applovin.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const range = { start: day(9), end: day(3) }

test('figures are text, exact, and the same whenever and however they are asked for', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const columns = 'day,creative_set_id,campaign_id_external,impressions,clicks,cost'
  const { body } = await askReport(url, { ...range, columns })
  assert.equal(body.code, 200)
  const rows = body.results!
  assert.ok(rows.length > 30)
  assert.ok(rows.every((row) => /^\d+\.\d\d$/.test(row.cost!) && /^\d+$/.test(row.impressions!)))
  assert.deepEqual((await askReport(url, { ...range, columns })).body, body)
  const { body: whole } = await askReport(url, { ...range, columns: 'cost' })
  const cents = (cost: string | undefined) => Math.round(Number(cost) * 100)
  assert.equal(
    rows.reduce((sum, row) => sum + cents(row.cost), 0),
    cents(whole.results![0]!.cost),
  )
  const own = `/applovin/totals?accountId=${gamesAccount}&from=${range.start}&to=${range.end}&level=account`
  const { total } = (await control('GET', own)).body as { total: { spendMinor: number } }
  assert.ok(total.spendMinor > 0 && total.spendMinor < cents(whole.results![0]!.cost), 'of one account of two')
})

test('pages end with an empty one, and may be shorter than asked for before that', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/applovin', { reportRows: 7 })
  const asked = { ...range, columns: 'day,creative_set_id,cost', sort_day: 'ASC', limit: '10' }
  const days: string[] = []
  for (let offset = 0; ;) {
    const { results } = (await askReport(url, { ...asked, offset: String(offset) })).body
    if (results!.length === 0) break
    assert.ok(results!.length <= 7)
    days.push(...results!.map((row) => row.day!))
    offset += results!.length
  }
  assert.deepEqual(days, [...days].sort())
  assert.ok(days.length > 30)
})

test('rows can be filtered and split by country, and those of apps reach half as far back', async (context) => {
  const { url } = await startTestSandbox(context)
  const { body } = await askReport(url, { ...range, columns: 'country,cost', filter_platform: 'android' })
  assert.deepEqual(body.results!.map(({ country }) => country).sort(), ['de', 'gb', 'jp', 'us'])
  const old = { start: day(80), end: day(60), columns: 'platform,cost' }
  assert.deepEqual(
    (await askReport(url, old)).body.results!.map(({ platform }) => platform),
    ['web'],
  )
})

test('a wrong question is told in the body alone, and a key of another kind opens nothing', async (context) => {
  const { url } = await startTestSandbox(context)
  const wrong: Record<string, string>[] = [
    { columns: 'day,price' },
    { columns: '' },
    { columns: 'cost', start: day(95) },
    { columns: 'cost', start: day(1), end: day(2) },
    { columns: 'cost', report_type: 'publisher' },
  ]
  for (const query of wrong) {
    const { status, body } = await askReport(url, { ...range, ...query })
    assert.deepEqual([status, body.code], [200, 400], JSON.stringify(query))
  }
  assert.equal((await askReport(url, { ...range, columns: 'cost', api_key: key })).status, 401)
})

test('no key is ever in the list of calls', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await askReport(url, { ...range, columns: 'cost' })
  const { body } = await control('GET', '/calls?platform=applovin')
  assert.doesNotMatch(JSON.stringify(body), /report-key/)
})
