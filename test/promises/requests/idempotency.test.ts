import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { claimIdempotencyKey, forgetOldKeys, requestHashes } from '../../../src/call/idempotency.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { askUntil } from '../../support/ask-until.ts'
import { companyId } from '../../support/company-id.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const { db } = app.app.services
const launch = (name: string, key: string, url = app) =>
  url.call<{ adBatchId: number; error?: { code: string } }>('POST', '/v1/launch', {
    key: app.key,
    body: { ads: [singleAd(app, fixture, { adName: name })] },
    headers: { 'idempotency-key': key },
  })
const countAds = async (name: string) =>
  (await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')).ads.filter((ad) => ad.name === name)
    .length

test('the same key and body replays the stored answer, and nothing is launched twice', async () => {
  const first = await launch('Replay', 'key-1')
  assert.equal(first.status, 202)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  await app.finished(first.body.adBatchId)
  const second = await launch('Replay', 'key-1')
  assert.equal(second.status, 202)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(second.body, first.body)
  assert.equal(await countAds('Replay'), 1)
})

test('the same key with another body is 422', async () => {
  await launch('Other', 'key-2')
  const reply = await launch('Other changed', 'key-2')
  assert.equal(reply.status, 422)
  assert.equal(reply.body.error!.code, 'unprocessable_entity')
})

test('the same fields in another order are the same request', async () => {
  const ad = singleAd(app, fixture, {
    adName: 'Reordered',
    media: [{ url: `${app.sandboxUrl}/_assets/square.png`, type: 'image' }],
  })
  const turned = Object.fromEntries(Object.entries(ad).reverse())
  const media = [{ type: 'image', url: `${app.sandboxUrl}/_assets/square.png` }]
  const send = (body: object) =>
    app.call<{ adBatchId: number }>('POST', '/v1/launch', { body, headers: { 'idempotency-key': 'key-2b' } })
  const first = await send({ ads: [ad], launchPaused: true })
  const again = await send({ launchPaused: true, ads: [{ ...turned, media }] })
  assert.deepEqual([first.status, again.status], [202, 202])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await send({ ads: [ad, ad], launchPaused: true })).status, 422)
})

/** As a version before this one, or one after it, would have left the row of a key. */
const leftBy = async (key: string, version: number | null, hash: Buffer) => {
  await sql`UPDATE idempotency_keys SET request_hash = ${hash}, hash_version = ${version} WHERE key = ${key}`.execute(
    db,
  )
}

test('a key from before an upgrade still knows its request, and refuses another', async () => {
  const body = { ads: [singleAd(app, fixture, { adName: 'Upgraded' })], launchPaused: true }
  const send = (asked: object, key: string) =>
    app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: asked, headers: { 'idempotency-key': key } })
  const fields = createHash('sha256')
    .update(`POST /v1/launch\n${JSON.stringify(body)}`)
    .digest()
  for (const version of [null, 1]) {
    const key = `key-old-${version}`
    const first = await send(body, key)
    await leftBy(key, version, fields)
    const again = await send(body, key)
    assert.deepEqual([again.status, again.body], [202, first.body], JSON.stringify(again.body))
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal((await send({ ...body, launchPaused: false }, key)).status, 422)
  }
  // The rows of the version that wrote none into them were made as today's are.
  const first = await send(body, 'key-old-same')
  await sql`UPDATE idempotency_keys SET hash_version = NULL WHERE key = 'key-old-same'`.execute(db)
  assert.deepEqual((await send(body, 'key-old-same')).body, first.body)
  assert.equal((await send({ ...body, launchPaused: false }, 'key-old-same')).status, 422)
})

test('a key whose request was written down by a newer version is answered as it was then', async () => {
  const first = await launch('From later', 'key-new')
  await leftBy('key-new', 99, Buffer.alloc(32))
  const again = await launch('From later', 'key-new')
  assert.deepEqual([again.status, again.body], [202, first.body])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('a run from before an upgrade whose process died is taken over by its repeat alone', async () => {
  const claim = (asked: object) =>
    claimIdempotencyKey(db, {
      ...{ company: { id: companyId(1) }, key: 'key-old-run', keptHours: 24 },
      hashes: requestHashes('POST', '/x', asked),
    })
  const asked = { b: 1, a: 2 }
  assert.equal((await claim(asked)).kind, 'run')
  await leftBy('key-old-run', null, createHash('sha256').update('POST /x\n{"b":1,"a":2}').digest())
  await sql`UPDATE idempotency_keys SET lease_until = '-infinity' WHERE key = 'key-old-run'`.execute(db)
  await assert.rejects(claim({ b: 2 }), /another request/)
  assert.equal((await claim(asked)).kind, 'run')
})

test('of many simultaneous calls with one key exactly one launches, in two processes', async () => {
  const other = await startTestApp(
    { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
    { api: true, worker: false, sandbox: false },
  )
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => launch('Rush', 'key-3', n % 2 ? other : app)))
  const accepted = replies.filter((reply) => reply.status === 202)
  assert.ok(accepted.length >= 1)
  assert.ok(
    replies.every((reply) => reply.status === 202 || reply.status === 409),
    replies.map((reply) => reply.status).join(),
  )
  assert.equal(new Set(accepted.map((reply) => reply.body.adBatchId)).size, 1)
  await app.finished(accepted[0]!.body.adBatchId)
  assert.equal(await countAds('Rush'), 1)
  await other.close()
})

test('where keys are kept for longer than a day, a repeat is answered for as long', async () => {
  const longer = await startTestApp(
    {
      ...{ DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
      RETENTION_IDEMPOTENCY_HOURS: '72',
    },
    { api: true, worker: false, sandbox: false },
  )
  const since = (hours: number) =>
    sql`UPDATE idempotency_keys SET created_at = now() - make_interval(hours => ${hours}) WHERE key = 'key-long'`.execute(
      db,
    )
  const first = await launch('Long', 'key-long', longer)
  await since(71)
  await forgetOldKeys(db, 72)
  const again = await launch('Long', 'key-long', longer)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [202, 'true'])
  assert.deepEqual(again.body, first.body)
  await since(73)
  assert.equal((await launch('Long', 'key-long', longer)).headers.get('idempotent-replayed'), null)
  await longer.close()
})

test('a request that was refused frees its key', async () => {
  const bad = await app.call('POST', '/v1/launch', { body: { ads: [] }, headers: { 'idempotency-key': 'key-4' } })
  assert.equal(bad.status, 400)
  assert.equal((await launch('Freed', 'key-4')).status, 202)
})

test('a key belongs to its company', async () => {
  const stranger = await app.stranger()
  const theirs = await demoFixture(app, stranger.key)
  await launch('Mine', 'key-5')
  const reply = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    key: stranger.key,
    body: { ads: [singleAd(app, theirs, { adName: 'Theirs' })] },
    headers: { 'idempotency-key': 'key-5' },
  })
  assert.equal(reply.status, 202)
  assert.equal(reply.headers.get('idempotent-replayed'), null)
})

test('a key that is empty, too long or not printable is 400', async () => {
  for (const key of ['x'.repeat(256), 'naïve']) assert.equal((await launch('Bad key', key)).status, 400)
})

test('a run whose process died is taken over when its lease has ended, and answers are kept for 24 hours', async () => {
  const hashes = requestHashes('POST', '/x', {})
  const claim = () => claimIdempotencyKey(db, { company: { id: companyId(1) }, key: 'key-6', hashes, keptHours: 24 })
  assert.equal((await claim()).kind, 'run')
  await assert.rejects(claim(), /still running/)
  await sql`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = 'key-6'`.execute(db)
  const second = await claim()
  assert.ok(second.kind === 'run')
  await second.keep(200, { fine: true })
  assert.deepEqual(await claim(), { kind: 'replay', status: 200, answer: { fine: true } })
  await sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'key-6'`.execute(db)
  const fresh = await claim()
  assert.ok(fresh.kind === 'run', 'after a day the key is new')
  await fresh.keep(200, { fine: true })
  await sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'key-6'`.execute(db)
  assert.equal(await forgetOldKeys(db, 24), 1)
})

test('a call that was frozen until another took over its key stores nothing any more', async () => {
  let calls: ReturnType<typeof launch>[] = []
  await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE batches IN EXCLUSIVE MODE`.execute(trx)
    calls = [launch('Frozen', 'key-7')]
    const first = await untilHeld('key-7')
    await sql`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = 'key-7'`.execute(db)
    calls.push(launch('Frozen', 'key-7'))
    await untilHeld('key-7', first)
  })
  const [first, second] = await Promise.all(calls)
  assert.equal(second!.status, 202)
  assert.equal(first!.status, 409)
  assert.equal(first!.body.error!.code, 'conflict')
  const again = await launch('Frozen', 'key-7')
  assert.deepEqual(again.body, second!.body)
  await app.finished(second!.body.adBatchId)
  assert.equal(await countAds('Frozen'), 1)
})

/** Until a call other than the one before has the key: that calls wait for the table tells nothing, workers wait for it too. */
async function untilHeld(key: string, before?: string): Promise<string> {
  return askUntil(async () => {
    const { rows } = await sql<{ token: string }>`
      SELECT run_token AS token FROM idempotency_keys WHERE key = ${key}`.execute(db)
    return rows[0] && rows[0].token !== before ? rows[0].token : null
  })
}
