import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { snapFixture } from '../../support/platforms/snapchat.ts'

/** Whatever the platform does to us, every ad exists exactly once or is reported as not created. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { usd, adSets, snapAd, launch, adsNamed, state } = await snapFixture(app)

let launches = 0
/** With pictures of their own the ads upload five files, otherwise one. */
const launchFive = async (name: string, ownMedia = false) => {
  const sets = adSets[usd.id]!
  const round = ++launches
  const ads = Array.from({ length: 5 }, (_, n) =>
    snapAd({
      adName: `${name} ${n}`,
      adSets: [sets[round % sets.length]],
      media: [{ url: `${app.sandboxUrl}/_assets/vertical.png?v=${round * 100 + (ownMedia ? n : 0)}` }],
    }),
  )
  return (await launch({ ads })).body.adBatchId
}
const fault = (path: string, kind: string, more: object = {}) =>
  app.control('POST', 'faults', { platform: 'snapchat', match: { method: 'POST', path }, fault: kind, ...more })
const namesOf = async (name: string) => (await adsNamed(`${name} `)).map((ad) => ad.name).sort()
const expected = (name: string) => Array.from({ length: 5 }, (_, n) => `${name} ${n}`)
const applied = async () =>
  (await app.control<{ faults: { applied: number }[] }>('GET', 'faults')).faults.map((each) => each.applied)

const isUpload = (path: string) => path === '/media$' || path === '/upload$'

for (const path of ['/ads$', '/creatives$', '/media$', '/upload$']) {
  for (const kind of ['drop-after', 'drop-before']) {
    test(`a connection cut by ${kind} on ${path} leaves every ad exactly once`, async () => {
      const name = `${kind} ${path}`
      const creatives = (await state()).counts.creatives
      await fault(path, kind, { after: 1, times: 3 })
      const done = await app.finished(await launchFive(name, isUpload(path)))
      assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
      assert.deepEqual(await namesOf(name), expected(name))
      assert.equal((await state()).counts.creatives, creatives + 5, 'one creative for each ad')
      assert.deepEqual(await applied(), [3], 'the fault was met')
      await app.control('DELETE', 'faults')
    })
  }
}

test('a server that fails in the middle is looked at before it is asked again', async () => {
  await fault('/ads$', 'platform-error', { code: 500, times: 2 })
  const done = await app.finished(await launchFive('Failing'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Failing'), expected('Failing'))
  await app.control('DELETE', 'faults')
})

test('a hanging platform is given up after its time, then looked at, and nothing is made twice', async () => {
  await fault('/ads$', 'hang', { times: 1 })
  const done = await app.finished(await launchFive('Hang'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Hang'), expected('Hang'))
})

test('a throttle, which comes without a word about its length, is waited out', async () => {
  await fault('/ads$', 'throttle', { seconds: 1, times: 1 })
  const done = await app.finished(await launchFive('Throttle'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Throttle'), expected('Throttle'))
  await app.control('DELETE', 'faults')
})

test('an access token that ends in the middle of a launch is replaced without anybody noticing', async () => {
  await app.control('DELETE', 'calls?platform=snapchat')
  await fault('/ads$', 'status', { status: 401, body: {}, after: 2, times: 1 })
  await app.control('POST', 'snapchat', { expireTokens: true })
  const done = await app.finished(await launchFive('Expired'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Expired'), expected('Expired'))
  const { calls } = await app.control<{ calls: { path: string; status: number }[] }>('GET', 'calls?platform=snapchat')
  assert.equal(calls.filter((call) => call.path.startsWith('/login')).length, 2, 'one token for each that ended')
  await app.control('DELETE', 'faults')
})

test('credentials that open nothing stop the account at once, with one clear message and no write', async () => {
  await app.control('POST', 'snapchat', { expireTokens: true })
  await app.control('DELETE', 'calls?platform=snapchat')
  await fault('/access_token$', 'status', { status: 400, body: { error: 'invalid_grant' }, times: 0 })
  const done = await app.finished(await launchFive('Token'))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'error')
  assert.equal(done.failedAds.length, 5)
  assert.ok(done.failedAds.every((ad) => ad.platformCode === 'invalid_grant'))
  for (const { hint } of done.failedAds)
    assert.match(String(hint), /^Connect it again, .*flightdeck connection connect snapchat$/)
  assert.deepEqual(await namesOf('Token'), [])
  const { calls } = await app.control<{ calls: { method: string; path: string; status: number }[] }>(
    'GET',
    'calls?platform=snapchat',
  )
  const written = calls.filter((call) => call.method !== 'GET' && call.path.startsWith('/v1') && call.status === 200)
  assert.deepEqual(written, [])
})

test('a refusal of one ad is not repeated and does not hold the others up', async () => {
  await app.control('DELETE', 'calls?platform=snapchat')
  await fault('/ads$', 'platform-error', { code: 4001, times: 1 })
  const done = await app.finished(await launchFive('Refused'))
  assert.equal(done.rawStatus, 'Partial')
  assert.equal(done.failedAds.length, 1)
  assert.equal(done.failedAds[0]!.platformCode, 'E4001')
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=snapchat')
  assert.equal(calls.filter((call) => call.method === 'POST' && /\/ads$/.test(call.path)).length, 5)
})
