import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { demo } from '../../../src/api/examples.ts'
import { untilTrue } from '../../support/ask-until.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { startReceiver } from '../../support/events/receiver.ts'
import type { Received } from '../../support/events/receiver.ts'
import { startCollector } from '../../support/service/collector.ts'
import { logLines } from '../../support/service/log-lines.ts'

/** An interface and a worker apart, on one database, and a collector that both tell. */
const collector = await startCollector()
const receiver = await startReceiver()
after(() => receiver.close())
const traced = { ALLOW_PRIVATE_URLS: receiver.host, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' }
const apiLog = logLines()
const api = await startTestApp(traced, { api: true, worker: false, sandbox: true }, { logTo: apiLog.to })
const workerLog = logLines()
const shared = { DATABASE_URL: api.databaseUrl, DEMO_API_KEY: api.key, SANDBOX_URL: api.sandboxUrl }
await startTestApp({ ...traced, ...shared }, { api: false, worker: true, sandbox: false }, { logTo: workerLog.to })
const fixture = await demoFixture(api)

type Span = (typeof collector.spans)[number]

const callersTrace = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') })

/** Answers the id that the answer carries. */
async function launch(headers: Record<string, string> = {}): Promise<string | null> {
  const body = { ads: [singleAd(api, fixture, { adName: 'Followed' })] }
  const reply = await api.call<{ adBatchId: number }>('POST', '/v1/launch', { body, headers })
  assert.equal(reply.status, 202)
  assert.equal((await api.finished(reply.body.adBatchId)).status, 'success')
  return reply.headers.get('x-request-id')
}

test('a launch is one trace from its caller over the interface and the worker to the platform', async () => {
  const { traceId, spanId } = callersTrace()
  const requestId = 'followed-1'
  await launch({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=1', 'x-request-id': requestId })
  const own = () => collector.spans.filter((span) => span.traceId === traceId)
  // Each process sends for itself.
  await untilTrue(() => ['lane', 'POST /v1/launch'].every((name) => own().some((span) => span.name === name)))
  const byId = new Map(own().map((span) => [span.spanId, span]))
  const pathOf = (id: string | undefined): string[] => {
    const span = id === undefined ? undefined : byId.get(id)
    return span ? [...pathOf(span.parentSpanId), `${span.role}: ${span.name}`] : []
  }
  const paths = new Set(own().map((span) => pathOf(span.spanId).join(' > ')))
  const request = 'serve: POST /v1/launch'
  for (const path of [
    request,
    `${request} > serve: plan`,
    `${request} > worker: lane`,
    `${request} > worker: lane > worker: write`,
    `${request} > worker: lane > worker: write > worker: platform call`,
  ])
    assert.ok(paths.has(path), `${path} is missing among:\n${[...paths].join('\n')}`)
  const first = own().find(({ name }) => name === 'POST /v1/launch')!
  assert.equal(first.parentSpanId, spanId)
  assert.equal(first.attributes['http.response.status_code'], 202)
  const ids = own().flatMap(({ attributes }) => attributes['flightdeck.request_id'] ?? [])
  assert.deepEqual(new Set(ids), new Set([requestId]))

  const [answered] = apiLog.of('answered').filter((line) => line.requestId === requestId)
  assert.equal(answered!.operation, '/v1/launch')
  await untilTrue(() => workerLog.of('ads of a batch were worked on').some((line) => line.requestId === requestId))
})

test('the id of an answer leads to every call that its launch made at the platform, and each of them back to the id', async () => {
  const id = (await launch())!
  const traceIds = () => new Set(collector.spans.filter(isOfRequest).map(({ traceId }) => traceId))
  const isOfRequest = ({ attributes }: Span) => attributes['flightdeck.request_id'] === id
  await untilTrue(() => collector.spans.some((span) => isOfRequest(span) && span.name === 'lane'))
  assert.equal(traceIds().size, 1)
  const own = collector.spans.filter(({ traceId }) => traceIds().has(traceId))
  const byId = new Map(own.map((span) => [span.spanId, span]))
  const idAbove = (span: Span | undefined): unknown =>
    span && (span.attributes['flightdeck.request_id'] ?? idAbove(byId.get(span.parentSpanId ?? '')))
  const calls = own.filter(({ name }) => name === 'platform call')
  assert.ok(calls.some(({ role }) => role === 'worker'))
  for (const call of calls) assert.equal(idAbove(call), id, JSON.stringify(call))

  const linesIn = (log: typeof apiLog) => log.all().filter(({ requestId }) => requestId === id)
  await untilTrue(() => linesIn(workerLog).length > 0 && linesIn(apiLog).length > 0)
  const [line] = linesIn(workerLog)
  assert.deepEqual({ platform: line!.platform, ads: line!.ads }, { platform: 'primary', ads: 1 })
})

test('a caller who hangs up leaves a span, which says so', async () => {
  await api.control('POST', 'faults', { platform: 'meta', match: { method: 'GET' }, fault: 'hang', times: 0 })
  const leaving = new AbortController()
  const url = `${api.url}/v1/adsets?accountId=${demo.account}&status=PAUSED`
  const headers = { authorization: `Bearer ${api.key}`, 'x-request-id': 'left-early' }
  const asked = fetch(url, { headers, signal: leaving.signal })
  await untilTrue(async () => {
    const { faults } = await api.control<{ faults: { applied: number }[] }>('GET', 'faults')
    return faults.some(({ applied }) => applied > 0)
  })
  leaving.abort()
  await assert.rejects(asked)
  const isIt = ({ attributes }: Span) => attributes['flightdeck.request_id'] === 'left-early'
  await untilTrue(() => collector.spans.some(isIt))
  await api.control('DELETE', 'faults')
  const { attributes } = collector.spans.find(isIt)!
  assert.equal(attributes['flightdeck.hung_up'], true)
  assert.equal(attributes['http.response.status_code'], 499)
})

test("what webhooks are told of a launch carries its trace, and nobody's names", async () => {
  const made = await api.call('POST', '/v1/webhooks', { body: { url: `${receiver.url}/traced` } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { traceId, spanId } = callersTrace()
  await launch({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=1' })
  const ofTrace = ({ headers }: Received) => String(headers.traceparent).startsWith(`00-${traceId}-`)
  const notified = (await receiver.until((all) => all.some(ofTrace))).find(ofTrace)!
  assert.equal(notified.headers.tracestate, 'vendor=1')
  const [, , sender] = String(notified.headers.traceparent).split('-')
  await untilTrue(() => collector.spans.some((span) => span.spanId === sender && span.name === 'webhook'))
})

test('no attribute names a company, an account, a key or an address with a secret', async () => {
  await api.call('GET', '/v1/user?token=never-told')
  await untilTrue(() => collector.spans.some(({ name }) => name === 'GET /v1/user'))
  const text = collector.texts.join('\n')
  for (const secret of [api.key, 'never-told', 'Followed', fixture.accounts[0]!.id, '"demo"'])
    assert.ok(!text.includes(secret), secret)
})

test("platforms are told nothing of it, and nobody's headers but W3C's are believed", async () => {
  const { calls } = await api.control<{ calls: { headers?: Record<string, string> }[] }>('GET', 'calls?platform=meta')
  assert.ok(calls.length > 0)
  assert.ok(!JSON.stringify(calls).includes('traceparent'))
  const from = collector.spans.length
  await api.call('GET', '/v1/user', { headers: { traceparent: '00-not-one-01' } })
  await untilTrue(() => collector.spans.slice(from).some(({ name }) => name === 'GET /v1/user'))
  assert.equal(collector.spans.slice(from).find(({ name }) => name === 'GET /v1/user')!.parentSpanId, undefined)
})

test('what an agent says of itself in _meta is where its call belongs', async () => {
  const { traceId, spanId } = callersTrace()
  const params = { name: 'list_ad_accounts', arguments: {}, _meta: { traceparent: `00-${traceId}-${spanId}-01` } }
  const { status } = await api.call('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  })
  assert.equal(status, 200)
  const ofTool = () => collector.spans.find((each) => each.traceId === traceId && each.name === 'tool list_ad_accounts')
  await untilTrue(() => ofTool() !== undefined)
  assert.equal(ofTool()?.parentSpanId, spanId)
})

test('what could be no header of its own is not kept', async () => {
  const { traceId, spanId } = callersTrace()
  const tracestate = 'vendor=1\r\nx-injected: 1'
  const _meta = { traceparent: `00-${traceId}-${spanId}-01`, tracestate }
  const params = { name: 'list_ad_accounts', arguments: {}, _meta }
  const { status } = await api.call('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  })
  assert.equal(status, 200)
  await untilTrue(() =>
    collector.spans.some((each) => each.traceId === traceId && each.name === 'tool list_ad_accounts'),
  )
  assert.ok(!collector.texts.join('\n').includes('x-injected'))
})

test('a collector that hangs, or is gone, holds nothing up, and is one line', async () => {
  const silent = await startCollector({ hangs: true })
  for (const url of [silent.url, 'http://127.0.0.1:9']) {
    const log = logLines()
    const own = await startTestApp(
      { OTEL_EXPORTER_OTLP_ENDPOINT: url, LOG_LEVEL: 'warn', SANDBOX: 'off' },
      { api: true, worker: false, sandbox: false },
      { logTo: log.to },
    )
    for (let n = 0; n < 20; n++) assert.equal((await own.call('GET', '/v1/user')).status, 200)
    if (url === silent.url) await untilTrue(() => silent.requests() > 0)
    else await untilTrue(() => log.all().length > 0)
    // It never answers: whoever waited for it would wait for ever.
    await own.app.close()
    for (const line of log.all()) assert.equal(line.msg, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT')
    assert.ok(log.all().length <= 2, log.text().join(''))
  }
})
