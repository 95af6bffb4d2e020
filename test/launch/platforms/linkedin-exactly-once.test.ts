import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { networkAd, networkAds, networkCalls, networkFixture } from '../../support/linkedin/network.ts'

/** Whatever the platform does to us, every ad exists exactly once or is reported as not created. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const fixture = await networkFixture(app)
await app.control('POST', 'linkedin', { imageSeconds: 0, videoSeconds: 0, documentSeconds: 0, partBytes: 32_768 })

const count = 6
let version = 0
const files = {
  png: { set: 'Workplace images', asset: 'square.png' },
  mp4: { set: 'Workshop film', asset: 'square.mp4' },
  pdf: { set: 'Buying guide', asset: 'document.pdf' },
}
const launch = async (name: string, kind: keyof typeof files = 'png', more: object = {}) => {
  const { set, asset } = files[kind]
  const ads = Array.from({ length: count }, (_, n) =>
    networkAd(app, fixture, {
      adName: `${name} ${n}`,
      description: `${name} ${n}`,
      adSets: [fixture.adSets[set]],
      media: [{ url: `${app.sandboxUrl}/_assets/${asset}?v=${++version}` }],
      launchPaused: true,
      ...more,
    }),
  )
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  return body.adBatchId
}
const fault = (path: string, kind: string, more: object = {}) =>
  app.control('POST', 'faults', { platform: 'linkedin', match: { method: 'POST', path }, fault: kind, ...more })
const namesOf = async (name: string) => (await networkAds(app, `${name} `)).map((ad) => ad.name).sort()
const expected = (name: string) => Array.from({ length: count }, (_, n) => `${name} ${n}`)
const postsMade = async () =>
  (await app.control<{ counts: { creatives: number } }>('GET', 'state?platform=linkedin')).counts.creatives

for (const [path, kind, method] of [
  ['/creatives$', 'png', 'POST'],
  ['/posts$', 'png', 'POST'],
  ['/images\\?', 'png', 'POST'],
  ['/dms-uploads/', 'mp4', 'PUT'],
] as const) {
  for (const cut of ['drop-after', 'drop-before']) {
    test(`a connection cut by ${cut} on ${path} leaves every ad and every post exactly once`, async () => {
      const name = `${cut} ${path}`
      const before = await postsMade()
      await app.control('POST', 'faults', {
        platform: 'linkedin',
        match: { method, path },
        fault: cut,
        after: 1,
        times: 3,
      })
      const done = await app.finished(await launch(name, kind))
      assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
      assert.deepEqual(await namesOf(name), expected(name))
      assert.equal((await postsMade()) - before, count)
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

test('ads that ask for just the same are all made, and none of them twice, though answers are lost', async () => {
  await fault('/creatives$', 'drop-after', { times: 2 })
  const same = { adName: 'Same', description: 'Same', media: [{ url: `${app.sandboxUrl}/_assets/square.png?v=900` }] }
  const done = await app.finished(await launch('Same', 'png', same))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const ads = await networkAds(app, 'Same')
  assert.equal(ads.length, count)
  assert.equal(new Set(ads.map(({ creativeId }) => creativeId)).size, 1, 'they share their post')
})

test('a hanging platform is given up after its time, then looked at, and nothing is made twice', async () => {
  await fault('/creatives$', 'hang', { times: 1 })
  const done = await app.finished(await launch('Hang'))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Hang'), expected('Hang'))
})

test('a throttle pauses the account, and then everything goes through', async () => {
  await fault('/creatives$', 'throttle', { seconds: 1, times: 1 })
  const done = await app.finished(await launch('Throttle'))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Throttle'), expected('Throttle'))
})

test('a write conflict is tried again; a refusal is not, and says all that the platform said', async () => {
  await fault('/creatives$', 'platform-error', { code: 409, times: 1 })
  const done = await app.finished(await launch('Conflict'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await app.control('DELETE', 'faults')
  await app.control('DELETE', 'calls?platform=linkedin')
  await fault('/creatives$', 'platform-error', { code: 403, times: 1 })
  const refused = await app.finished(await launch('Refused'))
  await app.control('DELETE', 'faults')
  assert.equal(refused.rawStatus, 'Partial')
  const [failed] = refused.failedAds
  assert.deepEqual([failed!.platformCode, failed!.retryable], ['ACCESS_DENIED', false])
  assert.match(String(failed!.traceId), /^[\w+/=]{10,}$/)
  assert.match(String(failed!.hint), /CAMPAIGN_MANAGER/)
  const calls = await networkCalls(app)
  assert.equal(calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/creatives')).length, count)
})

test('a token that ends in the middle of a launch is renewed once, and nothing is lost or made twice', async () => {
  // From now on the token in use is one that ends.
  await fault('/posts$', 'platform-error', { code: 65602, times: 1 })
  assert.equal((await app.finished(await launch('Ending'))).status, 'success')
  await app.control('DELETE', 'faults')
  await app.control('DELETE', 'calls?platform=linkedin')
  await app.control('POST', 'linkedin', { expireTokens: true })
  const done = await app.finished(await launch('Renewed'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Renewed'), expected('Renewed'))
  const calls = await networkCalls(app)
  assert.equal(
    calls.filter(({ path }) => path === '/oauth/v2/accessToken').length,
    1,
    'many refused calls, one renewal',
  )
})

test('a version that was switched off is one clear message', async () => {
  await app.control('POST', 'faults', {
    platform: 'linkedin',
    match: { path: '/posts$' },
    fault: 'version-ended',
    times: 0,
  })
  const done = await app.finished(await launch('Old version'))
  await app.control('DELETE', 'faults')
  assert.equal(done.failedAds.length, count)
  assert.match(String(done.failedAds[0]!.hint), /newer release/)
  assert.deepEqual(await namesOf('Old version'), [])
})
