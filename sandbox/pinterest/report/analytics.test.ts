import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { pinClient, usdAccount } from '../../../test/support/simulated/pinterest.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const base = `ad_accounts/${usdAccount}`

test('analytics refuse columns, windows, splits and ranges that the platform does not have', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = pinClient(url)
  const [ad] = await client.items(`${base}/ads`)
  const good = {
    ad_ids: ad!.id!,
    start_date: day(20),
    end_date: day(2),
    granularity: 'DAY',
    columns: 'SPEND_IN_MICRO_DOLLAR',
    click_window_days: '30',
  }
  const ask = (path: string, change: Record<string, string>) =>
    client.get(`${base}/${path}?${new URLSearchParams({ ...good, ...change }).toString()}`)
  assert.equal((await ask('ads/analytics', {})).status, 200)
  assert.equal((await ask('ads/targeting_analytics', { targeting_types: 'COUNTRY' })).status, 200)
  const refusals: [string, Record<string, string>][] = [
    ['ads/analytics', { columns: 'SPEND_IN_MICRO_DOLLAR,JOY' }],
    ['ads/analytics', { click_window_days: '3' }],
    ['ads/analytics', { view_window_days: 'never' }],
    ['ads/analytics', { conversion_report_time: 'LATER' }],
    ['ads/analytics', { granularity: 'FORTNIGHT' }],
    ['ads/analytics', { start_date: day(95) }],
    ['ads/analytics', { end_date: day(-3) }],
    ['ads/analytics', { start_date: day(1), end_date: day(2) }],
    ['ads/targeting_analytics', {}],
    ['ads/targeting_analytics', { targeting_types: 'MOOD' }],
    ['ads/targeting_analytics', { targeting_types: 'COUNTRY', start_date: day(95) }],
  ]
  for (const [path, change] of refusals) {
    const { status, body } = await ask(path, change)
    assert.deepEqual([status, body.code], [400, 1], `${path} ${JSON.stringify(change)}`)
  }
  const other = pinClient(url, 'sandbox-pinterest-token.other')
  const foreign = await other.get(`${base}/ads/analytics?${new URLSearchParams(good).toString()}`)
  assert.equal(foreign.status, 404)
})

test('figures that are nothing are null at once and left out of reports, and a report ends after an hour', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = pinClient(url)
  await control('POST', '/pinterest', { reportSeconds: 0 })
  const range = { start_date: day(30), end_date: day(2), granularity: 'DAY' }
  const ids = (await client.items(`${base}/ads`)).map(({ id }) => `ad_ids=${id}`).join('&')
  const query = new URLSearchParams({ ...range, columns: 'TOTAL_CHECKOUT,TOTAL_IMPRESSION' }).toString()
  type Row = { AD_ID: string; DATE: string; TOTAL_CHECKOUT?: number | null }
  const rows = (await client.get(`${base}/ads/analytics?${query}&${ids}`)).body as unknown as Row[]
  const without = rows.filter((row) => row.TOTAL_CHECKOUT === null)
  assert.ok(without.length > 0 && without.length < rows.length)
  const columns = ['TOTAL_CHECKOUT', 'TOTAL_IMPRESSION']
  const refused = await client.post(`${base}/reports`, { ...range, columns: ['JOY'], level: 'PIN_PROMOTION' })
  assert.equal(refused.status, 400)
  const window = { ...range, columns, level: 'PIN_PROMOTION', click_window_days: 3 }
  assert.equal((await client.post(`${base}/reports`, window)).status, 400)
  const { body: started } = await client.post(`${base}/reports`, { ...range, columns, level: 'PIN_PROMOTION' })
  const look = async () => (await client.get(`${base}/reports?token=${String(started['token'])}`)).body
  const file = (await (await fetch(String((await look())['url']))).json()) as Record<string, Row[]>
  const reported = Object.values(file).flat()
  assert.equal(reported.length, rows.length)
  assert.equal(reported.filter((row) => !('TOTAL_CHECKOUT' in row)).length, without.length)
  await control('POST', '/clock', { offsetSeconds: 2 * 3600 })
  assert.equal((await look())['report_status'], 'EXPIRED')
})

test('a corrected day changes the reports and the totals alike, and can be taken back', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = pinClient(url)
  const columns = 'SPEND_IN_MICRO_DOLLAR,TOTAL_IMPRESSION_USER'
  const spendOf = async () => {
    const range = `start_date=${day(5)}&end_date=${day(5)}&granularity=TOTAL&columns=${columns}`
    const { body } = await client.get(`${base}/analytics?${range}`)
    const [row] = body as unknown as { SPEND_IN_MICRO_DOLLAR: number; TOTAL_IMPRESSION_USER: number }[]
    const query = `accountId=${usdAccount}&from=${day(5)}&to=${day(5)}`
    const { body: totals } = await control('GET', `/pinterest/totals?${query}`)
    const { spendMinor, reach } = totals['total'] as { spendMinor: number; reach: number }
    assert.deepEqual([row!.SPEND_IN_MICRO_DOLLAR, row!.TOTAL_IMPRESSION_USER], [spendMinor * 10_000, reach])
    return spendMinor
  }
  const before = await spendOf()
  await control('POST', '/pinterest', { corrections: [{ day: day(5), factor: 1.1 }] })
  assert.ok(Math.abs((await spendOf()) / before - 1.1) < 0.01)
  await control('POST', '/pinterest', { corrections: [] })
  assert.equal(await spendOf(), before)
  assert.equal((await control('POST', '/pinterest', { corrections: [{ day: '2026-02-30', factor: 1 }] })).status, 400)
  assert.equal((await control('GET', '/pinterest/totals?accountId=nobody')).status, 400)
  assert.equal((await control('GET', `/pinterest/totals?accountId=${usdAccount}&level=mood`)).status, 400)
})
