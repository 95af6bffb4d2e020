import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createPulse } from '../../../src/probes/pulse.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { startTestApp } from '../../support/harness.ts'
import { startOwnWorker } from '../../support/launch/own-worker.ts'
import { untilUnsure } from '../../support/until.ts'

/** Whatever the platform does to us, every ad exists exactly once or is reported as not created. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const fixture = await demoFixture(app)
const [account] = fixture.accounts
const { db } = app.app.services

/** An ad set takes 50 ads; every launch here gets the next one. */
let nextAdSet = 0
const launchTen = async (name: string, ownMedia = false) => {
  const sets = fixture.adSets[account!.id]!
  const adSets = [sets[nextAdSet++ % sets.length]]
  const ads = Array.from({ length: 10 }, (_, n) =>
    singleAd(app, fixture, {
      adName: `${name} ${n}`,
      adSets,
      ...(ownMedia ? { media: [{ url: `${app.sandboxUrl}/_assets/square.png?v=${nextAdSet * 100 + n}` }] } : {}),
    }),
  )
  return (await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })).body.adBatchId
}
const fault = (path: string, fault: string, more: object = {}) =>
  app.control('POST', 'faults', { platform: 'meta', match: { method: 'POST', path }, fault, ...more })
const namesOf = async (name: string) =>
  (await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')).ads
    .map((ad) => ad.name)
    .filter((each) => each.startsWith(`${name} `))
    .sort()
const expected = (name: string) => Array.from({ length: 10 }, (_, n) => `${name} ${n}`)

for (const path of ['/ads$', '/adcreatives$', '/adimages$']) {
  for (const kind of ['drop-after', 'drop-before']) {
    test(`a connection cut by ${kind} on ${path} leaves every ad exactly once`, async () => {
      const name = `${kind} ${path}`
      await fault(path, kind, { after: 1, times: 3 })
      const done = await app.finished(await launchTen(name, true))
      assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
      assert.deepEqual(await namesOf(name), expected(name))
      const { faults } = await app.control<{ faults: { applied: number }[] }>('GET', 'faults')
      assert.deepEqual(
        faults.map((each) => each.applied),
        [3],
        'the fault was met',
      )
      await app.control('DELETE', 'faults')
    })
  }
}

test('a platform that answers with an internal error after it stored the ad is not asked to store it again', async () => {
  await fault('/ads$', 'platform-error', { code: 2, times: 2 })
  const done = await app.finished(await launchTen('Code two'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Code two'), expected('Code two'))
})

test('a hanging platform is given up after its time, then looked at, and nothing is made twice', async () => {
  await fault('/ads$', 'hang', { times: 1 })
  const done = await app.finished(await launchTen('Hang'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Hang'), expected('Hang'))
})

test('a throttle pauses the account for as long as the platform says, and then everything goes through', async () => {
  await fault('/ads$', 'throttle', { seconds: 1, times: 1 })
  const done = await app.finished(await launchTen('Throttle'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Throttle'), expected('Throttle'))
})

test('a token that opens nothing stops the account at once, with one clear message and few calls', async () => {
  await app.control('DELETE', 'calls?platform=meta')
  await fault('.', 'platform-error', { code: 190, times: 0 })
  const done = await app.finished(await launchTen('Token'))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'error')
  assert.equal(done.failedAds.length, 10)
  assert.ok(done.failedAds.every((ad) => ad.platformCode === 190 && String(ad.hint).includes('connection add')))
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=meta')
  assert.ok(calls.filter((call) => call.method === 'POST').length <= 8, `${calls.length} calls`)
  assert.deepEqual(await namesOf('Token'), [])
})

test('a refusal is not repeated', async () => {
  await app.control('DELETE', 'calls?platform=meta')
  await fault('/ads$', 'platform-error', { code: 100, subcode: 1487809, times: 1 })
  const done = await app.finished(await launchTen('Refused'))
  assert.equal(done.rawStatus, 'Partial')
  assert.equal(done.failedAds.length, 1)
  assert.equal(done.failedAds[0]!.platformSubcode, 1487809)
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
  assert.equal(calls.filter((call) => call.method === 'POST' && /\/ads$/.test(call.path)).length, 10)
})

test('a lane that was taken over cannot be written by its former owner', async () => {
  const { openJournal } = await import('../../../src/core/journal/open.ts')
  const { takeLane, renewLane, LaneLost } = await import('../../../src/core/journal/lane/lanes.ts')
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  const lane = { companyId: company.id, platform: 'primary', accountId: account!.id }
  const step = {
    kind: 'ad',
    name: 'ad',
    key: 'fence test',
    asks: {},
    send: () => Promise.reject(new Error()),
    readBack: { kind: 'repeatable', because: '' },
  } as const
  const item = (await bareItems(db, lane, 1))[0]!
  const write = { item, lifeMs: 1000, step }
  const journal = openJournal(db, createPulse())
  const first = await takeLane(db, lane, { name: 'first', life: null })
  assert.ok(first)
  assert.equal(await takeLane(db, lane, { name: 'second', life: null }), null, 'held')
  const standing = await journal.intend({ ...write, lease: first })
  assert.equal(standing.state, 'may-send')
  await sql`UPDATE lanes SET lease_until = clock_timestamp() - interval '1 second' WHERE account_id = ${lane.accountId}`.execute(
    db,
  )
  const second = await takeLane(db, lane, { name: 'second', life: null })
  assert.ok(second && second.fence > first.fence)
  assert.equal(await renewLane(db, first, { name: 'first', life: null }), false)
  assert.ok(standing.state === 'may-send')
  const { intent } = standing
  // All at once: what the new owner writes down goes together with what its predecessor tries to.
  const [late, closed, begun, seen] = await Promise.allSettled([
    journal.intend({ ...write, lease: first, step: { ...step, key: 'another' } }),
    journal.close({ item, lease: first, intent, result: { id: '1' } }),
    journal.begin({ item, lease: first }),
    journal.intend({ ...write, lease: second }),
  ])
  assert.ok(late.status === 'rejected' && late.reason instanceof LaneLost)
  assert.ok(closed.status === 'rejected' && closed.reason instanceof LaneLost)
  assert.ok(begun.status === 'rejected' && begun.reason instanceof LaneLost)
  assert.ok(seen.status === 'fulfilled' && seen.value.state === 'open', 'the new owner finds the intent and must look')
  await sql`UPDATE lanes SET lease_until = '-infinity', owner = NULL WHERE account_id = ${lane.accountId}`.execute(db)
})

test('an ad that was sent is found again although its media and its ad set can no longer be read', async () => {
  const { createServer } = await import('node:http')
  const picture = Buffer.from(await (await fetch(`${app.sandboxUrl}/_assets/square.png?v=4711`)).arrayBuffer())
  const host = createServer((_request, response) => response.end(picture))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const { port } = host.address() as { port: number }
  const own = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1', ALLOW_PRIVATE_URLS: `127.0.0.1:${port}` })
  const ownFixture = await demoFixture(own)
  const media = [{ url: `http://127.0.0.1:${port}/a.png` }]
  await own.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/ads$' },
    fault: 'drop-after',
    times: 1,
  })
  const { body } = await own.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(own, ownFixture, { adName: 'Found', media })] },
  })
  await untilUnsure(own, body.adBatchId)
  await own.app.worker!.stop(2000)
  host.close()
  host.closeAllConnections()
  own.app.services.launchMedia.forget(body.adBatchId)
  await own.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'GET', path: `^/v26.0/${ownFixture.adSets[ownFixture.accounts[0]!.id]![0]}\\?` },
    fault: 'platform-error',
    code: 100,
    subcode: 33,
    times: 0,
  })
  const second = startOwnWorker(own)
  const done = await own.finished(body.adBatchId)
  await second.stop(1000)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const { ads } = await own.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')
  assert.equal(ads.filter((ad) => ad.name === 'Found').length, 1)
  await own.close()
})
