import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askUntil } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { serviceBatches } from '../support/service/service-batch.ts'

const app = await startTestApp({ METRICS: 'on', LOG_LEVEL: 'silent', PLATFORM_TIMEOUT_SECONDS: '1' })

/** Name and labels as they are written, with their value. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(`${app.url}/metrics`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('metrics are off unless they are asked for', async () => {
  const plain = await startTestApp({ SANDBOX: 'off' })
  const reply = await plain.call<{ error: { message: string } }>('GET', '/metrics', { key: null })
  assert.equal(reply.status, 404)
  assert.match(reply.body.error.message, /METRICS=on/)
})

test('before the first launch there are figures too', async () => {
  assert.equal((await scrape()).get('flightdeck_launch_items_recent{state="launched"}'), 0)
})

test('a launch can be followed from outside: calls, platform calls by outcome, items, lanes, queue, pool', async () => {
  const { launchIntoAHang, call } = serviceBatches(() => app, app.key)
  const batchId = await launchIntoAHang('Measured')
  await app.finished(batchId)
  await call('GET', `/v1/batch-status/${batchId}`)
  await app.call('GET', '/v1/batch-status/999999')
  await app.call('GET', '/nothing/of/the/kind')
  // Figures from the database are kept for some seconds: the test before asked for them.
  const found = await askUntil(async () => {
    const page = await scrape()
    return page.get('flightdeck_launch_items_recent{state="launched"}') === 0 ? null : page
  })
  const status = 'operation="/v1/batch-status/:id",method="GET"'
  assert.ok(found.get(`flightdeck_http_requests_total{${status},status="2xx"}`)! >= 1)
  assert.equal(found.get(`flightdeck_http_requests_total{${status},status="4xx"}`), 1)
  assert.equal(found.get('flightdeck_http_requests_total{operation="none",method="GET",status="4xx"}'), 1)
  assert.ok(found.get(`flightdeck_http_request_seconds_count{${status}}`)! >= 2)
  assert.ok(found.get('flightdeck_platform_calls_total{platform="primary",outcome="ok"}')! > 10)
  assert.equal(found.get('flightdeck_platform_calls_total{platform="primary",outcome="unknown"}'), 2)
  assert.ok(found.get('flightdeck_platform_call_seconds_count{platform="primary"}')! > 12)
  for (const state of ['waiting', 'running', 'unsure'])
    assert.equal(found.get(`flightdeck_launch_items{state="${state}"}`), 0, state)
  assert.equal(found.get('flightdeck_launch_items_recent{state="launched"}'), 10)
  assert.equal(found.get('flightdeck_lanes{state="waiting"}'), 0)
  assert.ok(found.has('flightdeck_queue_jobs{state="active"}'))
  assert.ok(found.get('flightdeck_database_pool{state="total"}')! > 0)
  assert.equal(found.get('flightdeck_database_up'), 1)
  assert.ok(found.has('nodejs_eventloop_lag_p99_seconds'))
  assert.ok([...found.keys()].some((name) => name.startsWith('flightdeck_build_info{version="')))
})

test('no label names a company, an account or a key', async () => {
  const { slug } = await app.stranger()
  const [account] = (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts')).body.data
  const text = [...(await scrape()).keys()].join('\n')
  for (const secret of [app.key, slug, account!.id, 'demo']) assert.ok(!text.includes(secret), secret)
})
