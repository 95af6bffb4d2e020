import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { appAd, appCalls, appFixture, appSets, filmAndPicture } from '../../support/applovin/applovin.ts'

/** Whatever the platform does to us, every ad exists exactly once or is reported as not created. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const fixture = await appFixture(app)
await app.control('POST', 'applovin', { limits: 'off', assetSeconds: 0 })

let count = 0
const launchTen = async (nameOf: (n: number) => string) => {
  const ads = Array.from({ length: 10 }, (_, n) =>
    appAd(app, fixture, { adName: nameOf(n), media: filmAndPicture(app, ++count) }),
  )
  return (await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })).body.adBatchId
}
const fault = (path: string, kind: string, more: object = {}) =>
  app.control('POST', 'faults', { platform: 'applovin', match: { method: 'POST', path }, fault: kind, ...more })
const namesOf = async (name: string) => (await appSets(app, `${name} `)).map((ad) => ad.name).sort()
const expected = (name: string) => Array.from({ length: 10 }, (_, n) => `${name} ${n}`)
const numbered = (name: string) => (n: number) => `${name} ${n}`
const assetsMade = async () => {
  const { counts } = await app.control<{ counts: { images: number; videos: number } }>('GET', 'state?platform=applovin')
  return counts.images + counts.videos
}

for (const path of ['/creative_set/create', '/asset/upload']) {
  for (const cut of ['drop-after', 'drop-before']) {
    test(`a connection cut by ${cut} on ${path} leaves every ad and every file exactly once`, async () => {
      const name = `${cut} ${path}`
      const before = await assetsMade()
      await fault(path, cut, { after: 1, times: 3 })
      const done = await app.finished(await launchTen(numbered(name)))
      assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
      assert.deepEqual(await namesOf(name), expected(name))
      assert.equal((await assetsMade()) - before, 20)
      const { faults } = await app.control<{ faults: { applied: number }[] }>('GET', 'faults')
      assert.deepEqual(
        faults.map(({ applied }) => applied),
        [3],
        'the fault was met',
      )
      await app.control('DELETE', 'faults')
    })
  }
}

test('ads that ask for exactly the same are not taken for each other, whichever answer is lost', async () => {
  await fault('/creative_set/create', 'drop-after', { after: 1, times: 2 })
  const same = appAd(app, fixture, { adName: 'Twin', media: filmAndPicture(app, ++count) })
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [same, same, same, same] },
  })
  const done = await app.finished(body.adBatchId)
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.equal((await appSets(app, 'Twin')).length, 4)
})

test('a hanging platform is given up after its time, then looked at, and nothing is made twice', async () => {
  await fault('/creative_set/create', 'hang', { times: 1 })
  const done = await app.finished(await launchTen(numbered('Hang')))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Hang'), expected('Hang'))
})

test('a failure of the platform on a write is looked into before it is sent again', async () => {
  await fault('/creative_set/create', 'status', { status: 503, times: 2 })
  const done = await app.finished(await launchTen(numbered('Outage')))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Outage'), expected('Outage'))
})

test('a refusal is not repeated', async () => {
  await app.control('DELETE', 'calls?platform=applovin')
  await fault('/creative_set/create', 'platform-error', { code: 100_001, message: 'No', times: 1 })
  const done = await app.finished(await launchTen(numbered('Refused')))
  await app.control('DELETE', 'faults')
  assert.equal(done.rawStatus, 'Partial')
  assert.equal(done.failedAds.length, 1)
  assert.equal(done.failedAds[0]!.platformCode, 100_001)
  const calls = await appCalls(app)
  assert.equal(calls.filter(({ path }) => path.includes('/creative_set/create')).length, 10)
})

test('a key that opens nothing stops the account at once, with one clear message and few calls', async () => {
  await app.control('DELETE', 'calls?platform=applovin')
  for (const method of ['POST', 'GET'])
    await app.control('POST', 'faults', {
      platform: 'applovin',
      match: { method, path: '.' },
      fault: 'platform-error',
      code: 401,
      times: 0,
    })
  const done = await app.finished(await launchTen(numbered('Key')))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'error')
  assert.equal(done.failedAds.length, 10)
  assert.ok(done.failedAds.every((ad) => ad.platformCode === 401 && String(ad.hint).includes('connection add')))
  assert.ok((await appCalls(app)).length <= 10)
  assert.deepEqual(await namesOf('Key'), [])
})
