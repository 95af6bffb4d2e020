import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../../src/api/examples.ts'
import { createCompany } from '../../../src/core/people/companies/companies.ts'
import { createApiKey } from '../../../src/core/people/keys.ts'
import { startTestApp } from '../../support/harness.ts'
import { logLines } from '../../support/service/log-lines.ts'
import { untilTrue } from '../../support/ask-until.ts'

const log = logLines()
const app = await startTestApp({ LOG_LEVEL: 'info' }, undefined, { logTo: log.to })

/** A line is written when the last byte is out, which its reader may see first. */
async function linesOf(requestId: string, count = 1) {
  const own = () => log.of('answered').filter((line) => line.requestId === requestId)
  await untilTrue(() => own().length >= count)
  return own().map(({ level: _level, time: _time, msg: _msg, ...line }) => line)
}

test('every call that is answered is one line, found by the id that its answer carries', async () => {
  const secret = 'token=ak_never&cursor=abc'
  const answer = await app.call('GET', `/v1/batch-status/999999?${secret}`)
  const [line, ...more] = await linesOf(answer.headers.get('x-request-id')!)
  const { ms, ...rest } = line!
  assert.ok(typeof ms === 'number' && ms > 0)
  const requestId = answer.headers.get('x-request-id')
  assert.deepEqual(rest, { requestId, company: 'demo', operation: '/v1/batch-status/:id', method: 'GET', status: 404 })
  assert.equal(more.length, 0)
  assert.ok(!log.text().join('').includes('ak_never'))
})

test('a call of a stranger, and one for a path that does not exist, name nobody and no path', async () => {
  for (const [path, status] of [['/v1/batches', 401] as const, ['/made/up/by/whoever', 404] as const]) {
    const { headers } = await app.call('GET', path, { key: null })
    const [line] = await linesOf(headers.get('x-request-id')!)
    assert.equal(line!.status, status)
    assert.equal('company' in line!, false)
    assert.equal(line!.operation, status === 404 ? 'none' : path)
  }
  assert.ok(!log.text().join('').includes('whoever'))
})

test('nobody writes lines of their own: neither a name nor an id nor a path breaks one', async () => {
  const forged = '{"level":30,"msg":"answered","company":"forged"}'
  const name = `Odd\n${forged}\r\n\u2028${forged}\u001b[2J`
  const { db } = app.app.services
  const company = await createCompany(db, { name, slug: 'odd-names' })
  const { key } = await createApiKey(db, { companyId: company.id, name, scopes: ['read'] })
  const { headers } = await app.call('GET', `/v1/user?x=%0A${encodeURIComponent(forged)}`, {
    key,
    headers: { 'x-request-id': 'mine:1', 'user-agent': 'a\tb' },
  })
  assert.equal(headers.get('x-request-id'), 'mine:1')
  const [line] = await linesOf('mine:1')
  assert.equal(line!.company, 'odd-names')
  for (const text of log.text()) {
    assert.match(text, /^\{[^\n\r]*\}\n$/)
    assert.notEqual((JSON.parse(text) as { company?: string }).company, 'forged')
  }
})

test('what an agent calls is a line of its own, under the id of its request', async () => {
  await app.call('POST', '/mcp', {
    headers: { 'x-request-id': 'agent-1', accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_ad_accounts', arguments: {} } },
  })
  const lines = await linesOf('agent-1', 2)
  const reported = lines.map(({ ms: _ms, requestId: _id, ...line }) => line)
  assert.deepEqual(reported, [
    { company: 'demo', operation: '/v1/adaccounts', method: 'GET', tool: 'list_ad_accounts', status: 200 },
    { company: 'demo', operation: '/mcp', method: 'POST', status: 200 },
  ])
})

test('a caller who hangs up before the answer is a line too: that is the call that somebody asks about', async () => {
  await app.control('POST', 'faults', { platform: 'meta', match: { method: 'GET' }, fault: 'hang', times: 0 })
  const gone = new AbortController()
  const asked = fetch(`${app.url}/v1/adsets?accountId=${demo.account}&status=PAUSED`, {
    headers: { authorization: `Bearer ${app.key}`, 'x-request-id': 'gone-1' },
    signal: gone.signal,
  })
  await untilTrue(async () => {
    const { faults } = await app.control<{ faults: { applied: number }[] }>('GET', 'faults')
    return faults.some(({ applied }) => applied > 0)
  })
  gone.abort()
  await assert.rejects(asked)
  const [line, ...more] = await linesOf('gone-1')
  await app.control('DELETE', 'faults')
  const { ms, ...rest } = line!
  assert.ok(typeof ms === 'number' && ms > 0)
  const called = { requestId: 'gone-1', company: 'demo', operation: '/v1/adsets', method: 'GET' }
  assert.deepEqual(rest, { ...called, status: 499, hungUp: true })
  assert.equal(more.length, 0)
})

test('an address that cannot be read is a line as well', async () => {
  const { status, headers } = await fetch(`${app.url}/v1/%zz`)
  const [line] = await linesOf(headers.get('x-request-id')!)
  assert.deepEqual({ status: line!.status, operation: line!.operation }, { status, operation: 'none' })
})

test('who reads a stream and leaves has had an answer, and is one line when they leave', async () => {
  const left = new AbortController()
  const reply = await fetch(`${app.url}/v1/events`, {
    headers: { authorization: `Bearer ${app.key}`, 'x-request-id': 'left-1', accept: 'text/event-stream' },
    signal: left.signal,
  })
  assert.equal(reply.status, 200)
  left.abort()
  const [line, ...more] = await linesOf('left-1')
  assert.deepEqual({ status: line!.status, hungUp: line!.hungUp }, { status: 200, hungUp: true })
  assert.equal(more.length, 0)
})

test('at the usual level there are none', async () => {
  const quiet = logLines()
  const other = await startTestApp({ LOG_LEVEL: 'warn', SANDBOX: 'off' }, undefined, { logTo: quiet.to })
  await other.call('GET', '/v1/user')
  assert.deepEqual(quiet.of('answered'), [])
})

test('what machines ask every few seconds is no line at info, and one at debug', async () => {
  for (const level of ['info', 'debug'] as const) {
    const own = logLines()
    const watched = await startTestApp(
      { LOG_LEVEL: level, METRICS: 'on' },
      { api: true, worker: false, sandbox: false },
      { logTo: own.to },
    )
    for (const path of ['/live', '/ready', '/metrics']) assert.equal((await fetch(watched.url + path)).status, 200)
    const last = await watched.call('GET', '/v1/user')
    const lastId = last.headers.get('x-request-id')
    await untilTrue(() => own.of('answered').some((line) => line.requestId === lastId))
    const operations = own.of('answered').map(({ operation }) => operation)
    const polls = level === 'debug' ? ['/live', '/ready', '/metrics'] : []
    assert.deepEqual(operations, [...polls, '/v1/user'])
    await watched.close()
  }
})
