import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import type { Reply } from '../../../test/support/simulated/sandbox.ts'

const accountsPath = '/meta/v26.0/me/adaccounts?access_token=sandbox-meta-token'

test('wrong control input is refused with the name of the field', async (context) => {
  const { control } = await startTestSandbox(context)
  const cases: [string, string, unknown, string][] = [
    ['POST', '/faults', { platform: 'orkut', fault: 'hang' }, 'platform'],
    ['POST', '/faults', { fault: 'hang' }, 'platform'],
    ['POST', '/faults', { platform: 'meta', fault: 'explode' }, 'fault'],
    ['POST', '/faults', { platform: 'meta', fault: 'hang', match: { path: '(' } }, 'match.path'],
    ['POST', '/faults', { platform: 'meta', fault: 'hang', after: -1 }, 'after'],
    ['POST', '/faults', { platform: 'meta', fault: 'hang', times: -1 }, 'times'],
    ['POST', '/faults', { platform: 'meta', fault: 'status' }, 'status'],
    ['POST', '/faults', { platform: 'meta', fault: 'platform-error' }, 'code'],
    ['POST', '/faults', { platform: 'meta', fault: 'downgrade' }, 'fields'],
    ['POST', '/faults', { platform: 'meta', fault: 'hang', often: true }, 'often'],
    ['POST', '/latency', { platform: 'meta', ms: -5 }, 'ms'],
    ['POST', '/latency', { platform: 'orkut', ms: 5 }, 'platform'],
    ['POST', '/reset', { size: 'huge' }, 'size'],
    ['POST', '/reset', { seed: -1 }, 'seed'],
    ['POST', '/clock', { offsetSeconds: 'soon' }, 'offsetSeconds'],
    ['POST', '/clock', {}, 'offsetSeconds'],
    ['POST', '/meta', { tier: 'gold' }, 'tier'],
    ['POST', '/orkut', {}, 'platform'],
    ['GET', '/state', undefined, 'platform'],
    ['GET', '/state?platform=orkut', undefined, 'platform'],
    ['GET', '/calls?platform=orkut', undefined, 'platform'],
    ['DELETE', '/faults?platform=orkut', undefined, 'platform'],
  ]
  for (const [method, path, body, field] of cases) {
    const answer = await control(method, path, body)
    const error = answer.body['error'] as { field?: string; message?: string }
    assert.equal(answer.status, 400, `${path} ${JSON.stringify(body)}`)
    assert.equal(error.field, field, `${path} ${JSON.stringify(body)}`)
    assert.ok(error.message)
  }
})

test('a body that is not JSON is refused', async (context) => {
  const { url } = await startTestSandbox(context)
  const response = await fetch(`${url}/_control/reset`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(response.status, 400)
  assert.equal(((await response.json()) as { error: { field: string } }).error.field, 'body')
})

test('a new company can have forty accounts, each with an id of its own', async (context) => {
  const { control, url } = await startTestSandbox(context)
  const account = { currency: 'USD', timezone: 'America/New_York' }
  const newAccounts = Array.from({ length: 40 }, (_, index) => ({ name: `Number ${index}`, ...account }))
  assert.equal((await control('POST', '/meta', { newAccounts })).status, 200)
  const path = '/meta/v26.0/me/adaccounts?limit=100&access_token=sandbox-meta-token.many'
  const { data } = (await (await fetch(url + path)).json()) as { data: { id: string }[] }
  assert.equal(new Set(data.map(({ id }) => id)).size, 40)
  assert.equal(new Set(data.map(({ id }) => id.length)).size, 1)
})

test('the state has two accounts, one of them in a currency without cents, and every ad', async (context) => {
  const { control, url } = await startTestSandbox(context)
  const { body } = await control('GET', '/state?platform=meta')
  const accounts = body['accounts'] as { id: string; currency: string }[]
  const ads = body['ads'] as { accountId: string; createdAt: string }[]
  const counts = body['counts'] as Record<string, number>
  assert.deepEqual(
    accounts.map(({ currency }) => currency),
    ['USD', 'JPY'],
  )
  assert.equal(body['baseUrl'], `${url}/meta`)
  assert.equal(body['token'], 'sandbox-meta-token')
  assert.deepEqual(Object.keys(counts), ['campaigns', 'adsets', 'ads', 'creatives', 'images', 'videos'])
  assert.equal(counts['ads'], ads.length)
  assert.ok(ads.length > 0)
  const [first] = accounts
  const filtered = await control('GET', `/state?platform=meta&accountId=${first?.id}`)
  const own = filtered.body['ads'] as { accountId: string }[]
  assert.equal(own.length, ads.filter(({ accountId }) => accountId === first?.id).length)
})

test('a reset brings back the seeded state, in the size that was asked for', async (context) => {
  const { control, url } = await startTestSandbox(context)
  const before = (await control('GET', '/state?platform=meta')).body['counts'] as Record<string, number>
  await control('POST', '/faults', { platform: 'meta', fault: 'hang', times: null })
  const reset = await control('POST', '/reset', { seed: 9, size: 3 })
  assert.deepEqual(reset.body, { reset: true, seed: 9, size: 3 })
  const after = (await control('GET', '/state?platform=meta')).body['counts'] as Record<string, number>
  assert.equal(after['campaigns'], (before['campaigns'] ?? 0) * 3)
  assert.equal((await fetch(url + accountsPath)).status, 200)
  assert.equal((await control('POST', '/reset', {})).body['size'], 1)
})

test('the list of calls is in order, without tokens, and can be cleared', async (context) => {
  const { control, url } = await startTestSandbox(context)
  await fetch(url + accountsPath)
  await fetch(`${url}/meta/v26.0/me?fields=id,name&access_token=wrong`)
  const { body } = await control('GET', '/calls?platform=meta')
  const calls = body['calls'] as { method: string; path: string; status: number; at: string; ms: number }[]
  assert.deepEqual(
    calls.map(({ method, path, status }) => [method, path, status]),
    [
      ['GET', '/v26.0/me/adaccounts', 200],
      ['GET', '/v26.0/me?fields=id,name', 400],
    ],
  )
  assert.ok(!JSON.stringify(body).includes('sandbox-meta-token'))
  await control('DELETE', '/calls?platform=meta')
  assert.deepEqual((await control('GET', '/calls?platform=meta')).body['calls'], [])
})

test('latency delays the calls it matches and no others, until it is removed', async (context) => {
  const { control, url } = await startTestSandbox(context)
  const delayMs = 1_000
  await control('POST', '/latency', { platform: 'meta', ms: delayMs, match: { method: 'GET', path: 'adaccounts' } })
  await fetch(url + accountsPath)
  await fetch(`${url}/meta/v26.0/me?access_token=sandbox-meta-token`)
  await control('POST', '/latency', { platform: 'meta', ms: 0 })
  await fetch(url + accountsPath)
  const { body } = await control('GET', '/calls?platform=meta')
  const [delayed = 0, other = 0, later = 0] = (body['calls'] as { ms: number }[]).map(({ ms }) => ms)
  // A timer may be a little early.
  assert.ok(delayed >= delayMs - 5, `took ${delayed} ms`)
  assert.ok(other < delayMs && later < delayMs, `took ${other} and ${later} ms`)
})

test('the clock can be moved', async (context) => {
  const { control } = await startTestSandbox(context)
  const { body } = await control('POST', '/clock', { offsetSeconds: 86_400 })
  const ahead = Date.parse(String(body['now'])) - Date.now()
  assert.ok(Math.abs(ahead - 86_400_000) < 5000)
})

test('the start page and the overview tell what there is', async (context) => {
  const { control, url } = await startTestSandbox(context)
  const page = await (await fetch(url)).text()
  for (const word of ['/meta', 'sandbox-meta-token', '/_control', '/_assets/square.png'])
    assert.ok(page.includes(word), word)
  const overview = (await control('GET', '')).body
  assert.deepEqual((overview['platforms'] as Reply[]).map((entry) => entry['platform'])[0], 'meta')
  assert.equal((await fetch(`${url}/nowhere`)).status, 404)
})

interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
}

/** With headers that fetch would set by itself. */
function send(url: string, { method = 'POST', path = '/_control/clock', headers = {}, body }: Sent): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    call.on('error', reject)
    call.end(body)
  })
}

test('pages of other people cannot steer the sandbox', async (context) => {
  const { url } = await startTestSandbox(context)
  const { host, port } = new URL(url)
  const body = '{"offsetSeconds":86400}'
  const json = { 'content-type': 'application/json' }
  const foreign = { origin: 'https://example.com' }
  const refused: [number, Sent][] = [
    [403, { body, headers: { 'content-type': 'text/plain', ...foreign } }],
    [415, { body, headers: { 'content-type': 'text/plain;application/json' } }],
    [415, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    [415, { body, headers: {} }],
    [403, { body, headers: { ...json, ...foreign } }],
    [403, { body, headers: { ...json, origin: 'null' } }],
    [403, { path: '/_control/reset', headers: foreign }],
    // A name of somebody else that was made to point to this machine.
    [403, { body, headers: { ...json, host: `attacker.example:${port}` } }],
    [403, { body, headers: { ...json, host: `127.0.0.1.attacker.example:${port}` } }],
    [403, { method: 'GET', headers: { host: `attacker.example:${port}` } }],
    [413, { body: JSON.stringify({ offsetSeconds: 1, filler: 'x'.repeat(1024 * 1024) }), headers: json }],
  ]
  for (const [status, sent] of refused) {
    assert.equal(await send(url, sent), status, JSON.stringify(sent).slice(0, 200))
  }
  const clock = (await (await fetch(`${url}/_control/clock`)).json()) as { offsetSeconds: number }
  assert.equal(clock.offsetSeconds, 0)

  const welcome: Sent[] = [
    { body, headers: json },
    { body, headers: { 'content-type': 'application/json; charset=utf-8' } },
    { body, headers: { ...json, origin: `http://${host}` } },
    { body, headers: { ...json, host: `localhost:${port}` } },
    { body, headers: { ...json, host: `[::1]:${port}` } },
    { path: '/_control/reset' },
  ]
  for (const sent of welcome) assert.equal(await send(url, sent), 200, JSON.stringify(sent))
})

test('a sandbox with an address of its own is steered by that name as well', async (context) => {
  const { url } = await startTestSandbox(context, { publicUrl: 'http://sandbox.test:8081' })
  const headers = { host: 'sandbox.test:8081', origin: 'http://sandbox.test:8081' }
  assert.equal(await send(url, { method: 'GET', headers }), 200)
})

test('a fault whose pattern would hang other engines is no danger to the calls after it', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const fault = { platform: 'meta', fault: 'hang', match: { path: '(a+)+$' } }
  assert.equal((await control('POST', '/faults', fault)).status, 200)
  const path = `/meta/v26.0/${'a'.repeat(4000)}!?access_token=sandbox-meta-token`
  assert.notEqual((await fetch(url + path)).status, 500)
})
