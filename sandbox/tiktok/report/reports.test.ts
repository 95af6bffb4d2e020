import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { firstAdvertiser, tiktokClient } from '../../../test/support/simulated/tiktok.ts'
import type { Client } from '../../../test/support/simulated/tiktok.ts'

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

test('a report in the background waits, has no limit on its days, and is its maker’s alone', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { reportSeconds: 100, limits: 'off' })
  const client = tiktokClient(url)
  const advertiser_id = await firstAdvertiser(client)
  const question = {
    advertiser_id,
    report_type: 'BASIC',
    data_level: 'AUCTION_CAMPAIGN',
    dimensions: ['campaign_id', 'stat_time_day'],
    metrics: ['campaign_name', 'spend'],
    start_date: day(80),
    end_date: day(2),
  }
  const made = await client.post('report/task/create/', question)
  const task = { advertiser_id, task_id: String(made.data['task_id']) }
  const status = async (offsetSeconds: number) => {
    await control('POST', '/clock', { offsetSeconds })
    return (await client.get('report/task/check/', task)).data['status']
  }
  assert.equal(await status(0), 'QUEUING')
  assert.equal((await client.get('report/task/download/', task)).code, 40002)
  assert.equal(await status(60), 'PROCESSING')
  assert.equal(await status(101), 'SUCCESS')
  const [titles, ...lines] = (await client.get('report/task/download/', task)).text.split('\n')
  assert.equal(titles, 'campaign_id,stat_time_day,campaign_name,spend')
  const cents = (values: string[]) => values.reduce((sum, value) => sum + Math.round(Number(value) * 100), 0)
  const { body } = await control('GET', `/tiktok/totals?accountId=${advertiser_id}&from=${day(80)}&to=${day(2)}`)
  const { spendMinor } = body['total'] as { spendMinor: number }
  assert.equal(cents(lines.map((line) => line.split(',').at(-1)!)), spendMinor)
  const other = tiktokClient(url, 'sandbox-tiktok-token.other')
  assert.equal((await other.get('report/task/check/', task)).code, 40001)
  const canceled = {
    advertiser_id,
    task_id: String((await client.post('report/task/create/', question)).data['task_id']),
  }
  assert.equal((await client.post('report/task/cancel/', canceled)).code, 0)
  assert.equal((await client.get('report/task/check/', canceled)).data['status'], 'CANCELED')
  assert.equal(await status(31 * 86_400), undefined, 'forgotten after thirty days')
})

test('reports that the platform would refuse are refused', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { limits: 'off' })
  const client = tiktokClient(url)
  const range = { start_date: day(9), end_date: day(8) }
  const is = (field_name: string, values: string[]) => [
    { field_name, filter_type: 'IN', filter_value: JSON.stringify(values) },
  ]
  const codeOf = async (more: Record<string, unknown>) => (await report(client, { ...range, ...more })).code
  const countries = { report_type: 'AUDIENCE', dimensions: ['campaign_id', 'country_code'] }
  assert.equal(await codeOf(countries), 0)
  assert.equal(await codeOf({ ...countries, metrics: ['reach'] }), 40002)
  assert.equal(await codeOf({ dimensions: ['campaign_id', 'country_code'] }), 40002)
  assert.equal(await codeOf({ report_type: 'AUDIENCE' }), 40002)
  assert.equal(await codeOf({ dimensions: ['ad_id'] }), 40002)
  assert.equal(await codeOf({ filtering: is('mood', ['x']) }), 40002)
  assert.equal(await codeOf({ filtering: is('campaign_status', ['HAPPY']) }), 40002)
  assert.equal(await codeOf({ filtering: is('campaign_ids', Array<string>(101).fill('1')) }), 40011)
  assert.equal(await codeOf({ page_size: 1001 }), 40002)
  const task = {
    advertiser_id: await firstAdvertiser(client),
    report_type: 'BASIC',
    data_level: 'AUCTION_AD',
    dimensions: ['ad_id'],
    metrics: ['spend'],
    ...range,
  }
  assert.equal((await client.post('report/task/create/', task)).code, 0)
  const filtering = is('ad_status', ['STATUS_ALL'])
  assert.equal((await client.post('report/task/create/', { ...task, filtering })).code, 40002)
  assert.equal((await control('GET', '/tiktok/totals?accountId=1')).status, 400)
  assert.equal((await control('POST', '/tiktok', { corrections: [{ day: 'soon', factor: 2 }] })).status, 400)
})
