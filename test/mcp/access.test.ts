import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { operations } from '../../src/api/index.ts'
import { maxBodyBytes } from '../../src/call/limits.ts'
import { maxAnswerChars, spoken } from '../../src/mcp/answer.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import type { Spoken } from '../support/mcp/client.ts'

const [reads, writes] = [20, 3]
const app = await startTestApp({
  RATE_LIMIT_READ: String(reads),
  RATE_LIMIT_WRITE: String(writes),
  PUBLIC_URL: 'https://ads.example.com/flightdeck',
})

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
const accept = 'application/json, text/event-stream'

/** fetch sets Host itself, so these are sent by hand. */
function post(headers: Record<string, string>, body: string = JSON.stringify(initialize)) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = httpRequest(
      `${app.url}/mcp`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json', accept, ...headers },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

interface Failure {
  code: string
  message: string
  retryAfterSeconds?: number
  needed?: string[]
}

const failureOf = (reported: Spoken) => {
  assert.equal(reported.isError, true, reported.text)
  return reported.value.error as Failure
}

test('a message that says far more of its client than any client does is refused before anything looks at it', async () => {
  const experimental = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`k${at}`, { a: 1, b: [2, 3, 4, 5, 6, 7] }]),
  )
  const { params } = initialize
  const answer = await post(
    {},
    JSON.stringify({ ...initialize, params: { ...params, capabilities: { experimental } } }),
  )
  assert.equal(answer.status, 400)
  assert.match(answer.text, /at most 1,000 values/)
})

test('only names of this machine and the public address are answered, for pages of these alone', async () => {
  for (const host of ['localhost:1234', '127.0.0.1', '[::1]:8080', 'ads.example.com']) {
    assert.equal((await post({ host })).status, 200, host)
  }
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '169.254.169.254', 'a b']) {
    const { status, text } = await post({ host })
    assert.ok(status === 403 || status === 400, `${host} ${status}`)
    assert.doesNotMatch(text, /serverInfo/)
  }
  assert.equal((await post({ host: 'localhost:8080', origin: 'http://127.0.0.1:8080' })).status, 200)
  assert.equal((await post({ origin: 'https://ads.example.com' })).status, 200)
  const elsewhere = ['http://localhost:6274', 'https://localhost:8080', 'http://ads.example.com', 'http://localhost']
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', ...elsewhere]) {
    assert.equal((await post({ host: 'localhost:8080', origin })).status, 403, origin)
  }
})

test('whoever has no key is told where to read how to be let in', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer ak_nope', `Basic ${app.key}`]) {
    const { status, headers, text } = await post({ authorization })
    assert.equal(status, 401)
    const where = /^Bearer (?:error="invalid_token", )?scope="read", resource_metadata="(.+)"$/.exec(
      String(headers['www-authenticate']),
    )?.[1]
    assert.equal(where, 'https://ads.example.com/flightdeck/.well-known/oauth-protected-resource')
    assert.equal((JSON.parse(text) as { jsonrpc: string }).jsonrpc, '2.0')
  }
  for (const path of ['', '/mcp']) {
    const { status, body } = await app.call('GET', `/.well-known/oauth-protected-resource${path}`, { key: null })
    assert.equal(status, 200)
    assert.equal(body.resource, 'https://ads.example.com/flightdeck/mcp')
    assert.deepEqual(body.bearer_methods_supported, ['header'])
  }
})

test('bodies that are broken, huge, strange or of another kind are refused, and nothing breaks', async () => {
  const cases: [body: string, headers: Record<string, string>, statuses: number[]][] = [
    ['{', {}, [400]],
    ['', {}, [400]],
    ['null', {}, [400]],
    ['"text"', {}, [400]],
    ['[]', {}, [400]],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', {}, [400]],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', {}, [400]],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{"x":1}}}', {}, [400]],
    [`{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(200)}${']'.repeat(200)}}`, {}, [400]],
    [`{"a":"${'x'.repeat(maxBodyBytes)}"}`, {}, [413]],
    [JSON.stringify(initialize), { 'content-type': 'text/plain' }, [415]],
    [JSON.stringify(initialize), { accept: 'text/html' }, [406]],
  ]
  for (const [body, headers, statuses] of cases) {
    const { status, text } = await post(headers, body)
    assert.ok(statuses.includes(status), `${body.slice(0, 80)}: ${status} ${text.slice(0, 200)}`)
    if (text) assert.equal((JSON.parse(text) as { jsonrpc: string }).jsonrpc, '2.0')
  }
  for (const method of ['GET', 'DELETE']) assert.equal((await app.call(method, '/mcp')).status, 405, method)
  assert.equal((await post({})).status, 200)
})

test('a key sees the tools that its scopes let it use, and is told what it lacks', async () => {
  const names = async (key: string) => {
    const { client } = await connect(app, 'modern', key)
    return (await client.listTools()).tools.map(({ name }) => name)
  }
  const reader = await app.stranger(['read'])
  const launcher = await app.stranger(['launch'])
  const all = await names(app.key)
  const readable = await names(reader.key)
  assert.ok(readable.includes('query_reports') && readable.includes('search_docs'))
  assert.deepEqual(
    readable.filter((name) => /^(plan|run|pause|lower|create|cancel|upload)_/.test(name)),
    [],
  )
  const launching = await names(launcher.key)
  assert.ok(launching.includes('plan_launch') && launching.includes('run_plan') && !launching.includes('plan_delete'))
  assert.ok(readable.length < launching.length && launching.length < all.length)
  const { call } = await connect(app, 'modern', reader.key)
  const failure = failureOf(await call('pause_entities', { entityIds: ['1'], entityType: 'ad' }))
  assert.equal(failure.code, 'forbidden')
  assert.deepEqual(failure.needed, ['manage'])
  const used = await call('use_operation', { operation: 'create_draft', input: { ads: [] } })
  assert.match(failureOf(used).message, /scope "launch"/)
  assert.match(String(used.value.next), /flightdeck key create/)
})

test('no tool changes a guard, a rate, a key or a webhook, or decides on an approval', async () => {
  const forbidden = /guard|approv|refuse|key|currency|rates|webhook|connection|invite|user/
  const open = operations.filter(({ tool, effect }) => tool && effect !== 'reads').map(({ name }) => name)
  assert.deepEqual(
    open.filter((name) => forbidden.test(name)).filter((name) => !/keyword/.test(name)),
    [],
  )
  const { client, call } = await connect(app)
  const { tools } = await client.listTools()
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name)
  assert.deepEqual(writing.sort(), [
    'cancel_batch',
    'create_draft',
    'lower_budget',
    'pause_entities',
    'run_plan',
    'upload_media_from_url',
    'use_operation',
  ])
  for (const operation of ['set_spend_guards', 'approve_approval', 'create_key', 'constructor']) {
    for (const tool of ['use_operation', 'plan_operation']) {
      assert.equal(failureOf(await call(tool, { operation, input: {} })).code, 'not_found', `${tool} ${operation}`)
    }
  }
})

test('each call of a tool counts once in the class of its operation, and nothing else counts', async () => {
  const { key } = await app.stranger()
  const { client, call } = await connect(app, 'modern', key)
  for (let each = 0; each < reads * 2; each++) await client.listTools()
  for (let each = 0; each < reads; each++) {
    const reply = await call('list_ad_accounts')
    assert.equal(reply.isError, false, reply.text)
  }
  const read = await call('who_am_i')
  assert.equal(failureOf(read).code, 'rate_limit_exceeded')
  assert.ok(failureOf(read).retryAfterSeconds! > 0)
  const counted = [
    () => call('run_plan', { planId: 999, digest: 'x' }),
    () => call('plan_delete', { entityIds: ['1'], entityType: 'ad' }),
    () => call('pause_entities', { entityIds: ['1'], entityType: 'ad' }),
  ]
  assert.equal(counted.length, writes)
  for (const each of counted) assert.equal(failureOf(await each()).code, 'not_found')
  for (const each of counted) assert.equal(failureOf(await each()).code, 'rate_limit_exceeded')
})

test('arguments of the wrong type are told by name, with what is expected', async () => {
  const { call, client } = await connect(app, 'modern', (await app.stranger()).key)
  const reply = await call('query_reports', { startDate: 'yesterday', endDate: 5, limit: 'many' })
  const { problems } = reply.value.error as { problems: { argument: string; problem: string }[] }
  assert.deepEqual(problems.map(({ argument }) => argument).sort(), ['endDate', 'limit', 'startDate'])
  assert.match(String(reply.value.next), /query_reports again/)
  assert.equal(failureOf(await call('search_docs', { query: 5 })).code, 'bad_request')
  assert.equal(
    failureOf(await call('lower_budget', { entityId: '1', entityType: 'adset', percent: -20 })).code,
    'bad_request',
  )
  assert.equal(failureOf(await call('get_batch_status', { id: 999_999 })).code, 'not_found')
  await assert.rejects(client.callTool({ name: 'approve', arguments: {} }), /no tool approve/)
})

test('an answer that would fill a context is cut, and says how to get the rest', () => {
  const data = Array.from({ length: 500 }, (_, id) => ({ id, name: 'x'.repeat(200) }))
  const reported = spoken({ value: { data, pagination: { nextCursor: 'abc' } }, next: 'Go on.' })
  const { cut, next } = JSON.parse(reported.json) as { cut: { shown: number; of: number }; next: string }
  assert.ok(reported.json.length < maxAnswerChars * 1.1, `${reported.json.length}`)
  assert.equal(cut.of, 500)
  assert.match(next, new RegExp(`limit ${cut.shown}`))
  const page = spoken({ value: { data: data.slice(0, 2), pagination: { nextCursor: 'abc' } } })
  assert.match((JSON.parse(page.json) as { next: string }).next, /cursor "abc"/)
})

test('a plain call gets the same answer as one that the library of the protocol looks at', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const called = (id: unknown, name: string, _meta?: object) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: {}, ...(_meta ? { _meta } : {}) },
    })
  const modern = (name: string) => ({
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  })
  const bodyOf = ({ text }: { text: string }) => {
    const json = text.startsWith('event:') ? /^data: (.*)$/m.exec(text)![1]! : text
    const { result, ...rest } = JSON.parse(json) as {
      result: { content: unknown; structuredContent: Record<string, unknown> }
    }
    return { ...rest, result: JSON.parse(JSON.stringify(result).replaceAll(/req_[\w-]+/g, 'req')) as unknown }
  }
  // A type with a parameter is as good, and odd enough to be looked at.
  const odd = { 'content-type': 'application/json; charset=utf-8' }
  for (const name of ['list_events', 'get_batch_status']) {
    const now = { ...modern(name) }
    const plain = await post(now, called(7, name, meta))
    assert.deepEqual(bodyOf(plain), bodyOf(await post({ ...now, ...odd }, called(7, name, meta))), name)
    const old = await post({ 'mcp-protocol-version': '2025-06-18' }, called('x', name))
    assert.deepEqual(
      bodyOf(old),
      bodyOf(await post({ 'mcp-protocol-version': '2025-06-18', ...odd }, called('x', name))),
      name,
    )
  }
})
