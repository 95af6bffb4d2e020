import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { operations } from '../../../src/api/index.ts'
import type { Operation } from '../../../src/call/operation.ts'
import { startTestApp } from '../../support/harness.ts'
import type { CallOptions } from '../../support/harness.ts'

/** Promises that hold for every operation there is, and for every one that will be added. */
const app = await startTestApp()
const closed = operations.filter((operation) => operation.scope !== null)
const readOnly = await app.stranger(['read'])

const pathWith = (operation: Operation, value: string) =>
  operation.rest.path.replace(/\{\w+\}/g, encodeURIComponent(value)).replace(/\/\.\.\.$/, '/x')
const nameOf = (operation: Operation) => `${operation.rest.method} ${operation.rest.path}`
const bodyFor = (operation: Operation, body: unknown = {}) => (operation.rest.method === 'GET' ? {} : { body })

const nonsense = fc.record({
  id: fc.string({ minLength: 1, maxLength: 30 }),
  body: fc.jsonValue({ maxDepth: 4 }),
  query: fc.webQueryParameters(),
})

interface Failure {
  success?: boolean
  message?: string
  error: { code: string; message: string; requestId?: string } | string
}

/** Keys in wrong places, and wrong ones: who is let in is decided before an operation is known, so each of these meets every few of them. */
const wrongKeys: (CallOptions & { query?: string })[] = [
  { key: null, headers: { 'x-api-key': app.key } },
  { key: null, headers: { authorization: `Basic ${app.key}` } },
  { key: 'ak_00000000000000000000000000000000' },
  { key: 'nonsense' },
  { key: null, query: `?api_key=${app.key}&access_token=${app.key}` },
]

for (const [index, operation] of closed.entries()) {
  test(`${nameOf(operation)} answers 401 without a key, and to a key in any other place`, async () => {
    for (const attempt of [{ key: null }, wrongKeys[index % wrongKeys.length]!]) {
      const { query = '', ...options } = attempt
      const path = pathWith(operation, '1') + query
      const reply = await app.call<Failure>(operation.rest.method, path, { ...options, ...bodyFor(operation) })
      assert.equal(reply.status, 401, JSON.stringify(attempt))
    }
  })

  test(`${nameOf(operation)} carries a request id and the rate limit on every answer, and keeps a caller's own id`, async () => {
    const reply = await app.call(operation.rest.method, pathWith(operation, '1'), {
      headers: { 'x-request-id': 'mine-42' },
      ...bodyFor(operation),
    })
    assert.equal(reply.headers.get('x-request-id'), 'mine-42')
    assert.match(reply.headers.get('x-ratelimit-limit') ?? '', /^\d+$/)
    assert.match(reply.headers.get('x-ratelimit-remaining') ?? '', /^\d+$/)
    const own = await app.call(operation.rest.method, pathWith(operation, '1'), {
      headers: { 'x-request-id': 'bad id!' },
      ...bodyFor(operation),
    })
    assert.match(own.headers.get('x-request-id') ?? '', /^req_/)
  })

  if (operation.scope !== 'read') {
    test(`${nameOf(operation)} is forbidden to a key that may only read`, async () => {
      const reply = await app.call<Failure>(operation.rest.method, pathWith(operation, '1'), {
        key: readOnly.key,
        ...bodyFor(operation),
      })
      assert.equal(reply.status, 403)
    })
  }

  test(`${nameOf(operation)} never answers 5xx to nonsense, and always in its own envelope`, async () => {
    await fc.assert(
      fc.asyncProperty(nonsense, async ({ id, body, query }) => {
        if (id === '.' || id === '..') return
        const multipart = operation.rest.form ? { headers: { 'content-type': 'multipart/form-data; boundary=x' } } : {}
        const reply = await app.call<Failure>(operation.rest.method, `${pathWith(operation, id)}?${query}`, {
          ...bodyFor(operation, body),
          ...multipart,
        })
        assert.ok(reply.status < 500 || reply.status === 501, `${reply.status} ${JSON.stringify(reply.body)}`)
        if (reply.status >= 400) assertEnvelope(operation, reply.body)
      }),
      { numRuns: 3, seed: 7 },
    )
  })
}

function assertEnvelope(operation: Operation, body: Failure): void {
  if (operation.rest.surface === 'older') {
    assert.deepEqual(Object.keys(body), ['error'])
    assert.deepEqual(Object.keys(body.error as object).sort(), ['code', 'doc_url', 'message'])
    return
  }
  assert.equal(body.success, false)
  assert.equal(typeof body.message, 'string')
  if (operation.rest.surface === 'upload') assert.equal(typeof body.error, 'string')
  else {
    const error = body.error as { code: string; message: string; requestId?: string }
    assert.equal(error.message, body.message)
    assert.match(error.code, /^[a-z_]+$/)
    assert.equal(typeof error.requestId, 'string')
  }
}

// What is for people alone is 403 for every key, whatever it names (test/people/sessions.test.ts).
const withId = closed.filter((operation) => operation.rest.path.includes('{') && !operation.forPeople)
test('an id that nobody has is 404 (or a complaint about the request) everywhere', async () => {
  for (const operation of withId) {
    const { status } = await app.call(operation.rest.method, pathWith(operation, '999999999'), bodyFor(operation))
    assert.ok([400, 404, 415, 422, 501].includes(status), `${nameOf(operation)} answered ${status}`)
  }
})

test('every operation is in the documents', async () => {
  const { body: openapi } = await app.call<{ paths: Record<string, Record<string, unknown>> }>('GET', '/openapi.json', {
    key: null,
  })
  const { body: llms } = await app.call<string>('GET', '/llms.txt', { key: null })
  const { body: full } = await app.call<string>('GET', '/llms-full.txt', { key: null })
  for (const operation of operations) {
    const path = operation.rest.path.replace(/\/\.\.\.$/, '/{path}')
    assert.ok(openapi.paths[path]?.[operation.rest.method.toLowerCase()], `openapi lacks ${nameOf(operation)}`)
    assert.ok(llms.includes(operation.rest.path.replace(/\/\.\.\.$/, '/')), `llms.txt lacks ${nameOf(operation)}`)
    assert.ok(full.includes(operation.rest.path.replace(/\/\.\.\.$/, '/')), `llms-full.txt lacks ${nameOf(operation)}`)
  }
})

test('examples in the documents show the sandbox that runs, and the address of the tools', async () => {
  for (const path of ['/llms.txt', '/llms-full.txt', '/openapi.json']) {
    const { body } = await app.call('GET', path, { key: null })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    assert.ok(text.includes(`${app.sandboxUrl}/_assets/square.png`), path)
    assert.ok(text.includes(`${app.url}/mcp`), path)
    assert.doesNotMatch(text, /:8081/, path)
  }
})

test('no two operations share a method and a path', () => {
  const names = operations.flatMap((operation) =>
    [operation.rest.path, ...(operation.rest.alsoAt ?? []), ...(operation.rest.unlistedAt ?? [])].map(
      (path) => `${operation.rest.method} ${path}`,
    ),
  )
  assert.equal(new Set(names).size, names.length)
})

test('a platform in a path may be called by any of its words', async () => {
  const asked: [string, string][] = [
    ['/v1/manage/photo-messaging/campaigns', '/v1/manage/snapchat/campaigns'],
    ['/v1/short-video/identities', '/v1/tiktok/identities'],
    ['/v1/pin/boards', '/v1/pinterest/boards'],
    ['/v1/facebook/posts', '/v1/primary/posts'],
    ['/v1/meta/audiences', '/v1/primary/audiences'],
    ['/v1/reports/meta/breakdown', '/v1/reports/primary/breakdown'],
    ['/v1/reports/facebook/reach-composition', '/v1/reports/primary/reach-composition'],
  ]
  const { body: openapi } = await app.call<{ paths: object }>('GET', '/openapi.json', { key: null })
  for (const [word, documented] of asked) {
    const [other, own] = await Promise.all([app.call<Failure>('GET', word), app.call<Failure>('GET', documented)])
    assert.equal(other.status, own.status, word)
    assert.equal(other.body.message, own.body.message, word)
    assert.ok(!(word in openapi.paths), `${word} is documented`)
  }
  assert.equal((await app.call('GET', '/v1/constructor/posts')).status, 404)
})

test('a known path answers other methods with 405, and names those it takes', async () => {
  const paths = Map.groupBy(operations, (operation) => operation.rest.path)
  for (const [path, same] of paths) {
    const taken = same.map(({ rest }) => rest.method)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (taken.includes(method)) continue
      const reply = await app.call<Failure>(method, pathWith(same[0]!, '1'), { key: null })
      assert.equal(reply.status, 405, `${method} ${path}`)
      const allowed = (reply.headers.get('allow') ?? '').split(', ').filter((each) => each !== 'HEAD')
      assert.deepEqual(allowed.sort(), [...taken].sort(), path)
      assertEnvelope(same[0]!, reply.body)
    }
  }
})

test('a path that does not exist is 404 in the envelope of its surface', async () => {
  const v1 = await app.call<Failure>('GET', '/v1/nothing-here')
  assert.equal(v1.status, 404)
  assert.equal((v1.body.error as { code: string }).code, 'not_found')
  const older = await app.call<Failure>('GET', '/api/nothing-here')
  assert.equal(older.status, 404)
  assert.deepEqual(Object.keys(older.body), ['error'])
  const upload = await app.call<Failure>('POST', '/upload/nothing-here')
  assert.equal(upload.status, 404)
  assert.equal(upload.body.error, 'NOT_FOUND')
})
