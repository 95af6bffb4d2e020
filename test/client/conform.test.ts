import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { conform } from '../../client/conform/suite.ts'
import { commandLine } from '../support/ads/command-line.ts'
import { startTestApp } from '../support/harness.ts'

/** As people run it, but for the writes of a minute: the suite would wait for them. */
const app = await startTestApp({ RATE_LIMIT_READ: '400', RATE_LIMIT_WRITE: '400' })

test('this installation keeps the contract, with writing too', async () => {
  const outcomes = await conform({ url: app.url, key: app.key, writes: true })
  assert.deepEqual(
    outcomes.filter(({ differences }) => differences.length > 0),
    [],
  )
  const skipped = outcomes.filter((each) => each.skipped !== null)
  assert.deepEqual(
    skipped.map(({ name }) => name),
    ['beyond the window it is 429 with Retry-After'],
  )
  assert.ok(outcomes.length > 30, String(outcomes.length))
})

type Answer = { status: number; text: string; headers: Record<string, string> }

/** An installation that answers otherwise in one place. */
async function altered(context: TestContext, path: RegExp, change: (answer: Answer) => Answer): Promise<string> {
  const handOn = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const { method = 'GET', url = '/' } = request
    const body = method === 'GET' ? undefined : Buffer.concat(parts)
    const reply = await fetch(app.url + url, { method, headers: given, body, redirect: 'manual' })
    const answer = { status: reply.status, text: await reply.text(), headers: limitsOf(reply) }
    const changed = path.test(`${method} ${url}`) ? change(answer) : answer
    response.writeHead(changed.status, changed.headers).end(changed.text)
  }
  const server = createServer((request, response) => void handOn(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const limitsOf = ({ headers }: Response) =>
  Object.fromEntries(
    ['content-type', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const saying = (from: string | RegExp, to: string) => (answer: Answer) => ({
  ...answer,
  text: answer.text.replaceAll(from, to),
})
const answering = (status: number) => (answer: Answer) => ({ ...answer, status })

interface Mistake {
  what: string
  path: RegExp
  change: (answer: Answer) => Answer
  only: string
  found: RegExp
}

const mistakes: Mistake[] = [
  {
    ...{ what: 'lets in whoever has no key', path: /^GET \/v1\/adaccounts/, only: 'every endpoint requires' },
    ...{
      change: (answer) => ({ ...answer, status: answer.status === 401 ? 200 : answer.status }),
      found: /answer 401/,
    },
  },
  {
    ...{ what: 'says the code of an error otherwise', path: /^GET \/api\//, only: 'older surface says unauthorized' },
    ...{ change: saying('"unauthorized"', '"UNAUTHORIZED"'), found: /error\.code should be "unauthorized"/ },
  },
  {
    ...{ what: 'takes what is malformed', path: /^POST \/v1\/launch/, only: 'what is malformed' },
    ...{ change: answering(202), found: /POST \/v1\/launch should answer 400/ },
  },
  {
    ...{ what: 'leaves its limits out', path: /adaccounts/, only: 'how many requests' },
    ...{ change: (answer) => ({ ...answer, headers: {} }), found: /X-RateLimit-Limit/ },
  },
  {
    ...{ what: 'says ids as numbers', path: /^GET \/v1\/adsets/, only: 'ad sets with value' },
    ...{ change: saying(/"value":"(\d+)"/g, '"value":$1'), found: /data\[0\]\.value should be an id as text/ },
  },
  {
    ...{ what: 'says figures as text', path: /^GET \/v1\/reports\/query/, only: 'groups by adId' },
    ...{ change: saying(/"spend":([\d.]+)/g, '"spend":"$1"'), found: /spend should be a number/ },
  },
  {
    ...{ what: 'sorts the wrong way', path: /sortDirection=DESC/, only: 'groups by campaignName' },
    change: (answer) => {
      const said = JSON.parse(answer.text) as { data: unknown[] }
      return { ...answer, text: JSON.stringify({ ...said, data: said.data.toReversed() }) }
    },
    found: /should put the largest first/,
  },
  {
    ...{ what: 'lists more than was asked for', path: /limit=3/, only: 'ads of an account' },
    change: (answer) => {
      const said = JSON.parse(answer.text) as { data?: unknown[] }
      return { ...answer, text: JSON.stringify({ ...said, data: [...(said.data ?? []), ...(said.data ?? [])] }) }
    },
    found: /at most 3 ads/,
  },
  {
    ...{ what: 'calls a batch what it likes', path: /batch-status/, only: 'with its batch' },
    ...{
      change: saying('"summaryStatus":"success"', '"summaryStatus":"done"'),
      found: /summaryStatus should be one of/,
    },
  },
  {
    ...{ what: 'leaves out where it failed to reach', path: /^POST \/upload\/url/, only: 'URL_NOT_ACCESSIBLE' },
    ...{ change: saying('URL_NOT_ACCESSIBLE', 'NOT_FOUND'), found: /error should be "URL_NOT_ACCESSIBLE"/ },
  },
  {
    ...{ what: 'fails, in words of a page', path: /^GET \/v1\/manage\/changes/, only: 'changes of an account' },
    ...{ change: () => ({ status: 500, text: '<html>', headers: {} }), found: /answers 500 <html>/ },
  },
]

for (const { what, path, change, only, found } of mistakes) {
  test(`an installation is found out that ${what}`, async (context) => {
    const url = await altered(context, path, change)
    const outcomes = await conform({ url, key: app.key, writes: true, only })
    assert.equal(outcomes.length, 1, only)
    assert.match(outcomes[0]!.differences.join('\n'), found)
  })
}

test('without being asked to, it makes nothing', async () => {
  const before = await app.control('GET', 'state?platform=meta')
  const outcomes = await conform({ url: app.url, key: app.key })
  assert.ok(outcomes.filter(({ skipped }) => skipped?.includes('--write')).length > 5)
  assert.deepEqual(
    outcomes.flatMap(({ differences }) => differences),
    [],
  )
  assert.deepEqual(await app.control('GET', 'state?platform=meta'), before)
})

test('where nobody answers, or no account is seen, it says so', async () => {
  await assert.rejects(conform({ url: 'http://127.0.0.1:9', key: 'x' }), /fetch failed|ECONNREFUSED/)
  await assert.rejects(conform({ url: app.url, key: 'nobody' }), /GET \/v1\/adaccounts answers 401/)
})

test('in a terminal: what is kept, what differs, and how it ends', async (context) => {
  const cli = await commandLine({ FLIGHTDECK_URL: app.url, FLIGHTDECK_KEY: app.key })
  const whole = await cli.run(['conform', '--only', 'authentication'])
  assert.equal(whole.code, 0, whole.err)
  assert.match(whole.out, /ok {7}Authentication: every endpoint requires a key/)
  assert.match(whole.out, /4 promises kept, 0 broken, 0 not tried\./)
  const { path, change, only } = mistakes[0]!
  const url = await altered(context, path, change)
  const broken = await cli.run(['conform', '--url', url, '--key', app.key, '--only', only])
  assert.equal(broken.code, 1)
  assert.match(broken.out, /DIFFERS {2}Authentication: .*\n {11}GET \/v1\/adaccounts should answer 401/)
  assert.equal((await cli.run(['conform', '--write'])).code, 2)
  assert.equal((await cli.run(['conform', '--only', 'unicorns'])).code, 2)
})
