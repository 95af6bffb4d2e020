import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../sandbox-fixture.ts'
import { firstAdvertiser, tiktokClient } from './tiktok-fixture.ts'
import type { Client } from './tiktok-fixture.ts'

interface Row {
  dimensions: Record<string, string>
  metrics: Record<string, string>
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

async function report(client: Client, more: Record<string, unknown>) {
  const advertiser_id = await firstAdvertiser(client)
  const { code, data } = await client.get('report/integrated/get/', {
    advertiser_id,
    report_type: 'BASIC',
    data_level: 'AUCTION_CAMPAIGN',
    dimensions: ['campaign_id'],
    metrics: ['spend', 'impressions', 'ctr'],
    page_size: 1000,
    ...more,
  })
  return { code, rows: (data.list ?? []) as unknown as Row[] }
}

test('figures are text, the same on every question, and days add up to the whole', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const range = { start_date: day(20), end_date: day(2) }
  const whole = await report(client, range)
  const byDay = await report(client, { ...range, dimensions: ['campaign_id', 'stat_time_day'] })
  assert.equal(typeof whole.rows[0]!.metrics['spend'], 'string')
  assert.match(byDay.rows[0]!.dimensions['stat_time_day']!, /^\d{4}-\d{2}-\d{2} 00:00:00$/)
  const total = (rows: Row[]) => rows.reduce((sum, row) => sum + Number(row.metrics['spend']) * 100, 0)
  assert.equal(Math.round(total(whole.rows)), Math.round(total(byDay.rows)))
  assert.deepEqual(await report(client, range), whole)
})

test('ninety days are there, and ranges that are too long are refused', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  assert.equal((await report(client, { start_date: day(90), end_date: day(89) })).rows.length, 4)
  const dimensions = ['campaign_id', 'stat_time_day']
  assert.equal((await report(client, { start_date: day(31), end_date: day(1), dimensions })).code, 40002)
  assert.equal((await report(client, { start_date: day(400), end_date: day(1) })).code, 40002)
  assert.equal((await report(client, { start_date: day(2), end_date: day(1), metrics: ['joy'] })).code, 40002)
})

test('deleted campaigns are in a report only when it asks for all', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const range = { start_date: day(9), end_date: day(8) }
  const { rows } = await report(client, range)
  const body = {
    advertiser_id: await firstAdvertiser(client),
    campaign_ids: [rows[0]!.dimensions['campaign_id']],
    operation_status: 'DELETE',
  }
  assert.equal((await client.post('campaign/status/update/', body)).code, 0)
  assert.equal((await report(client, range)).rows.length, rows.length - 1)
  const filtering = [{ field_name: 'campaign_status', filter_type: 'IN', filter_value: '["STATUS_ALL"]' }]
  assert.equal((await report(client, { ...range, filtering })).rows.length, rows.length)
})
