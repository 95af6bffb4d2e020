import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitsOfPeople, memoryRateLimiter, windowMs } from '../../../src/call/rate-limit.ts'
import { startTestApp } from '../../support/harness.ts'

test('an exact sliding window: the 61st read in 60 seconds is refused, and passes when the first has left the window', async () => {
  let now = 1_000
  const one = { kind: 'key', id: 1 } as const
  const two = { kind: 'key', id: 2 } as const
  const limiter = memoryRateLimiter({ key: { read: 60, write: 10, upload: 120 }, user: limitsOfPeople }, () => now)
  for (let n = 0; n < 60; n++) {
    now += 100
    assert.equal((await limiter.take(one, 'read')).remaining, 59 - n)
  }
  const first = 1_100
  const refused = await limiter.take(one, 'read')
  assert.equal(refused.passed, false)
  assert.equal(refused.waitMs, first + windowMs - now)
  for (let n = 0; n < 20; n++) assert.equal((await limiter.take(one, 'read')).passed, false)
  now = first + windowMs - 1
  assert.equal((await limiter.take(one, 'read')).passed, false, 'one millisecond too early')
  now = first + windowMs
  assert.equal((await limiter.take(one, 'read')).passed, true, 'refused calls did not extend the wait')
  assert.equal((await limiter.take(one, 'read')).passed, false)
  assert.equal((await limiter.take(two, 'read')).passed, true, 'another key has a window of its own')
  assert.equal((await limiter.take(one, 'write')).passed, true, 'writes are counted apart')
})

test('two processes on one database together pass exactly 60 of 61 reads, and 10 of 11 writes', async () => {
  const settings = { RATE_LIMIT_READ: '60', RATE_LIMIT_WRITE: '10' }
  const one = await startTestApp(settings, { api: true, worker: false, sandbox: true })
  const two = await startTestApp(
    { ...settings, DATABASE_URL: one.databaseUrl, SANDBOX_URL: one.sandboxUrl, DEMO_API_KEY: one.key },
    { api: true, worker: false, sandbox: false },
  )
  const reads = await Promise.all(
    Array.from({ length: 61 }, (_, n) => (n % 2 ? one : two).call('GET', '/v1/user', { key: one.key })),
  )
  assert.equal(reads.filter((reply) => reply.status === 200).length, 60)
  const refused = reads.find((reply) => reply.status === 429)!
  assert.equal(refused.headers.get('x-ratelimit-limit'), '60')
  assert.equal(refused.headers.get('x-ratelimit-remaining'), '0')
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds >= 50 && seconds <= 60, `Retry-After ${seconds}`)
  assert.equal((refused.body.error as { code: string }).code, 'rate_limit_exceeded')
  const writes = await Promise.all(
    Array.from({ length: 11 }, (_, n) =>
      (n % 2 ? one : two).call('POST', '/v1/launch/validate', { key: one.key, body: {} }),
    ),
  )
  assert.equal(writes.filter((reply) => reply.status === 400).length, 10)
  assert.equal(writes.filter((reply) => reply.status === 429).length, 1)
  const remaining = reads.map((reply) => Number(reply.headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b)
  assert.deepEqual(
    remaining,
    [0, ...Array.from({ length: 60 }, (_, n) => n)].sort((a, b) => a - b),
  )
  await two.close()
  await one.close()
})

test('uploads are counted apart: they leave the writes alone, and have a limit of their own', async () => {
  const settings = { RATE_LIMIT_WRITE: '1', RATE_LIMIT_UPLOAD: '3' }
  const app = await startTestApp(settings, { api: true, worker: false, sandbox: false })
  for (const path of ['/upload/url', '/v1/media/upload/url', '/v1/media/upload']) {
    const reply = await app.call('POST', path, { body: { url: 'nonsense' } })
    assert.notEqual(reply.status, 429, path)
    assert.equal(reply.headers.get('x-ratelimit-limit'), '3', path)
  }
  assert.equal((await app.call('POST', '/upload', { body: {} })).status, 429)
  const write = await app.call('POST', '/v1/launch/validate', { body: {} })
  assert.equal(write.status, 400)
  assert.equal(write.headers.get('x-ratelimit-limit'), '1')
  assert.equal((await app.call('POST', '/v1/launch/validate', { body: {} })).status, 429)
  await app.close()
})

test('open operations are not counted', async () => {
  const app = await startTestApp({ RATE_LIMIT_READ: '1' }, { api: true, worker: false, sandbox: true })
  for (let n = 0; n < 5; n++) assert.equal((await app.call('GET', '/v1/health', { key: null })).status, 200)
  assert.equal((await app.call('GET', '/v1/user')).status, 200)
  assert.equal((await app.call('GET', '/v1/user')).status, 429)
  await app.close()
})

test('a rehearsal is no write: it counts as a read, as long as there is one', async () => {
  const limits = { read: 5, write: 2, upload: 1 }
  const limiter = memoryRateLimiter({ key: limits, user: limits }, () => 1_000)
  const one = { kind: 'key', id: 1 } as const
  for (let n = 0; n < 5; n++) {
    assert.equal((await limiter.take(one, 'write')).remaining, 1)
    await limiter.giveBack(one, 'write')
  }
  const app = await startTestApp(
    { RATE_LIMIT_READ: '5', RATE_LIMIT_WRITE: '2' },
    { api: true, worker: false, sandbox: true },
  )
  const graduate = async (body: object) =>
    (await app.call('POST', '/v1/creatives/1/graduate', { key: app.key, body })).status
  for (let n = 0; n < 4; n++) assert.notEqual(await graduate({ adSetIds: ['1'], dryRun: true }), 429)
  assert.equal((await app.call('GET', '/v1/user', { key: app.key })).status, 200)
  assert.equal((await app.call('GET', '/v1/user', { key: app.key })).status, 429, 'they were reads')
  const writes = []
  for (let n = 0; n < 3; n++) writes.push((await graduate({ adSetIds: ['1'] })) === 429)
  assert.deepEqual(writes, [false, false, true], 'no write was used up')
  await app.close()
})
