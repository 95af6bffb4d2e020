import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { serveHttp } from '../support/media/file-server.ts'

/** A research tool that does what no research tool should. */
const toolKey = 'tool-key-that-nobody-may-see'
const seen: { url: string; headers: IncomingMessage['headers'] }[] = []
const json = { 'content-type': 'application/json' }

const behaviours: Record<string, (response: ServerResponse) => void> = {
  fine: (response) => response.writeHead(200, json).end('{"result":{"data":{"ok":true}},"more":1}'),
  hang: () => undefined,
  drip: (response) => {
    response.writeHead(200, json)
    const drops = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(drops))
  },
  endless: (response) => {
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    }
    response.writeHead(200, json)
    response.on('drain', more)
    more()
  },
  short: (response) => {
    response.writeHead(200, { ...json, 'content-length': 5000 })
    response.write('{"result":{"data":1}}', () => response.destroy())
  },
  long: (response) => {
    response.socket!.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"result":{"data":1}}')
  },
  inward: (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  outward: (response) => response.writeHead(302, { location: '/fine' }).end('{"result":{"data":1}}'),
  page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hello</h1>'),
  nothing: (response) => response.writeHead(204).end(),
  outage: (response) => response.writeHead(503, { 'content-type': 'text/plain' }).end('Come back later.'),
  number: (response) => response.writeHead(200, json).end('7'),
  deep: (response) =>
    response.writeHead(200, json).end(`{"result":{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`),
  prototype: (response) => {
    response
      .writeHead(200, json)
      .end('{"__proto__":{"result":{"data":1}},"result":{"data":{"__proto__":{"admin":true}}}}')
  },
  key: (response) => {
    const escaped = [...toolKey].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const text = `{"result":{"data":{"a":"${toolKey}","b":"x${escaped}y","${toolKey}":1}}}`
    response.writeHead(200, { ...json, 'x-key': toolKey }).end(text)
  },
  keyInError: (response) => {
    const error = {
      message: `Bearer ${toolKey} is over its limit`,
      code: -32_001,
      data: { code: toolKey, httpStatus: 401 },
    }
    response.writeHead(401, json).end(JSON.stringify({ error }))
  },
  oddError: (response) => response.writeHead(500, json).end('{"error":{"message":{"a":1},"code":{"b":2}}}'),
}

const stacked =
  '[{"result":{"data":1}},{"error":{"message":"No.","code":-32603,"data":{"code":"X","stack":"at /srv/tool.js"}}}]'

const tool = await serveHttp((request, response) => {
  seen.push({ url: request.url ?? '', headers: request.headers })
  const name = /^\/api\/odd\.(\w+)/.exec(request.url ?? '')?.[1] ?? 'nothing'
  request.resume()
  if (request.url?.startsWith('/api/odd.fine,odd.oddError')) response.writeHead(207, json).end(stacked)
  else behaviours[name]!(response)
})
after(() => tool.close())

const app = await startTestApp({
  RESEARCH_URL: tool.url('/api/'),
  RESEARCH_KEY: toolKey,
  RESEARCH_PROCEDURES: Object.keys(behaviours)
    .map((name) => `odd.${name}`)
    .join(', '),
  RESEARCH_TIMEOUT_SECONDS: '1',
  RESEARCH_INPUT: 'json',
})

interface Answer {
  result?: { data: unknown }
  error?: { code: string; details: { code: string; status?: number; mayHaveHappened?: boolean } }
}

function ask(name: string, query = '') {
  return app.call<Answer>('GET', `/v1/research/rpc/odd.${name}${query}`)
}

test("the tool gets its own key, and never the caller's", async () => {
  const { status, body } = await app.call('GET', '/v1/research/rpc/odd.fine', {
    headers: { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', 'x-api-key': app.key },
  })
  assert.equal(status, 200)
  assert.deepEqual(body, { success: true, result: { data: { ok: true } } })
  const { headers } = seen.at(-1)!
  assert.equal(headers.authorization, `Bearer ${toolKey}`)
  assert.ok(!JSON.stringify(seen).includes(app.key))
  assert.deepEqual(
    [headers.cookie, headers['x-forwarded-for'], headers['x-api-key']],
    [undefined, undefined, undefined],
  )
})

test('a tool that takes wrapped inputs gets them wrapped, however they came', async () => {
  const inputs = ['{"a":1}', '{"json":{"a":1}}', '{"json":{"a":1},"meta":{"values":{"a":["Date"]}}}']
  for (const input of inputs) await ask('fine', `?${new URLSearchParams({ input }).toString()}`)
  const sent = seen.slice(-3).map(({ url }) => new URL(url, tool.url('/')).searchParams.get('input'))
  assert.deepEqual(sent, ['{"json":{"a":1}}', '{"json":{"a":1}}', inputs[2]])
})

const refusals: [name: string, code: string][] = [
  ['hang', 'TIMEOUT'],
  ['drip', 'TIMEOUT'],
  ['endless', 'ANSWER_TOO_LARGE'],
  ['short', 'UNREACHABLE'],
  ['long', 'NOT_JSON'],
  ['inward', 'REDIRECTED'],
  ['outward', 'REDIRECTED'],
  ['page', 'NOT_JSON'],
  ['nothing', 'NOT_JSON'],
  ['outage', 'NOT_JSON'],
  ['number', 'UNEXPECTED_ANSWER'],
  ['deep', 'ANSWER_TOO_LARGE'],
  ['oddError', 'UNKNOWN'],
]

for (const [name, code] of refusals) {
  test(`an answer of the kind "${name}" is 502 with the code ${code}`, async () => {
    const { status, body } = await ask(name)
    assert.deepEqual([status, body.error?.code, body.error?.details.code], [502, 'platform_error', code])
    const written = await app.call<Answer>('POST', `/v1/research/rpc/odd.${name}`, { body: {} })
    assert.equal(written.status, 502)
    if (name !== 'oddError') assert.equal(written.body.error?.details.mayHaveHappened, true)
    assert.ok(seen.every(({ url }) => url.startsWith('/api/odd.')))
  })
}

test('the status of an answer that is none is told', async () => {
  assert.equal((await ask('outage')).body.error?.details.status, 503)
})

test('words that reach for prototypes do not come through', async () => {
  const { status, body } = await ask('prototype')
  assert.equal(status, 200)
  assert.deepEqual(body.result, { data: {} })
})

test("the tool's key is in no answer, however the tool writes it", async () => {
  const reply = await ask('key')
  assert.deepEqual(reply.body.result?.data, { a: '[key]', b: 'x[key]y', '[key]': 1 })
  const refused = await ask('keyInError')
  assert.equal(refused.status, 502)
  for (const { body, headers } of [reply, refused]) {
    assert.ok(!JSON.stringify(body).includes(toolKey))
    assert.ok(!JSON.stringify([...headers]).includes(toolKey))
  }
})

test('a batch that is answered with something else than a list of as many is 502', async () => {
  const { status, body } = await app.call<Answer>('GET', '/v1/research/rpc/odd.fine,odd.fine?batch=1')
  assert.deepEqual([status, body.error?.details.code], [502, 'UNEXPECTED_ANSWER'])
  const refused = await app.call<Answer>('GET', '/v1/research/rpc/odd.keyInError,odd.fine?batch=1')
  assert.deepEqual([refused.status, refused.body.error?.details.code], [502, '[key]'])
})

test('where in its code the tool failed is not passed on', async () => {
  const { status, body } = await app.call<Answer[]>('GET', '/v1/research/rpc/odd.fine,odd.oddError?batch=1')
  assert.equal(status, 207)
  const error = { message: 'No.', code: -32_603, data: { code: 'X' } }
  assert.deepEqual(body, [{ result: { data: 1 } }, { error }])
})

test('curated calls that the configuration leaves out are 404 like any other', async () => {
  const { status, body } = await app.call<Answer>('GET', '/v1/research/rpc/ads.list')
  assert.equal(status, 404)
  assert.ok(JSON.stringify(body).includes('odd.fine'))
})
