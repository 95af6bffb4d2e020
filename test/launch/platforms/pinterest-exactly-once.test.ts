import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { pinAd, pinAds, pinCalls, pinFixture } from '../../support/pinterest/pinterest.ts'

/** Whatever the platform does to us, every ad exists exactly once or is reported as not created. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const fixture = await pinFixture(app)
await app.control('POST', 'pinterest', { limits: 'off', videoSeconds: 0 })

let count = 0
const launchFive = async (name: string, kind: 'png' | 'mp4' = 'png') => {
  const ads = Array.from({ length: 5 }, (_, n) =>
    pinAd(app, fixture, {
      adName: `${name} ${n}`,
      media: [{ url: `${app.sandboxUrl}/_assets/square.${kind}?v=${++count}` }],
    }),
  )
  return (await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })).body.adBatchId
}
const fault = (path: string, kind: string, more: object = {}) =>
  app.control('POST', 'faults', { platform: 'pinterest', match: { method: 'POST', path }, fault: kind, ...more })
const namesOf = async (name: string) => (await pinAds(app, `${name} `)).map((ad) => ad.name).sort()
const expected = (name: string) => Array.from({ length: 5 }, (_, n) => `${name} ${n}`)
const pinsMade = async () =>
  (await app.control<{ counts: { creatives: number } }>('GET', 'state?platform=pinterest')).counts.creatives

for (const [path, kind] of [
  ['/ads$', 'png'],
  ['/pins', 'png'],
  ['/media$', 'mp4'],
  ['/_uploads$', 'mp4'],
] as const) {
  for (const cut of ['drop-after', 'drop-before']) {
    test(`a connection cut by ${cut} on ${path} leaves every ad and every pin exactly once`, async () => {
      const name = `${cut} ${path}`
      const before = await pinsMade()
      await fault(path, cut, { after: 1, times: 3 })
      const done = await app.finished(await launchFive(name, kind))
      assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
      assert.deepEqual(await namesOf(name), expected(name))
      assert.equal((await pinsMade()) - before, 5)
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

test('"something went wrong on our end" with status 400 is looked into, not taken as a refusal', async () => {
  await fault('/ads$', 'platform-error', { code: 12, times: 2 })
  const done = await app.finished(await launchFive('Code twelve'))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Code twelve'), expected('Code twelve'))
})

test('a hanging platform is given up after its time, then looked at, and nothing is made twice', async () => {
  await fault('/ads$', 'hang', { times: 1 })
  const done = await app.finished(await launchFive('Hang'))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Hang'), expected('Hang'))
})

test('a throttle pauses the account for as long as the platform says, and then everything goes through', async () => {
  await fault('/ads$', 'throttle', { seconds: 1, times: 1 })
  const done = await app.finished(await launchFive('Throttle'))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Throttle'), expected('Throttle'))
})

test('a refusal is not repeated', async () => {
  await app.control('DELETE', 'calls?platform=pinterest')
  await fault('/ads$', 'platform-error', { code: 1, times: 1 })
  const done = await app.finished(await launchFive('Refused'))
  await app.control('DELETE', 'faults')
  assert.equal(done.rawStatus, 'Partial')
  assert.equal(done.failedAds.length, 1)
  assert.equal(done.failedAds[0]!.platformCode, 1)
  const calls = await pinCalls(app)
  assert.equal(calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/ads')).length, 5)
})

test('a token that ends in the middle of a launch is renewed, and nothing is lost or made twice', async () => {
  await app.control('POST', 'pinterest', { tokenEndsAt: 1 })
  await app.control('DELETE', 'calls?platform=pinterest')
  const done = await app.finished(await launchFive('Renewed'))
  await app.control('POST', 'pinterest', { tokenEndsAt: 0 })
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Renewed'), expected('Renewed'))
  const calls = await pinCalls(app)
  assert.equal(calls.filter(({ path }) => path === '/v5/oauth/token').length, 1, 'many refused calls, one renewal')
})

test('a token that cannot be renewed stops the account at once, with one clear message and few calls', async () => {
  await app.control('DELETE', 'calls?platform=pinterest')
  for (const method of ['POST', 'GET'])
    await app.control('POST', 'faults', {
      platform: 'pinterest',
      match: { method, path: '.' },
      fault: 'platform-error',
      code: 1104,
      times: 0,
    })
  const done = await app.finished(await launchFive('Token'))
  await app.control('DELETE', 'faults')
  assert.equal(done.status, 'error')
  assert.equal(done.failedAds.length, 5)
  assert.ok(done.failedAds.every((ad) => ad.platformCode === 1104 && String(ad.hint).includes('connection add')))
  const calls = await pinCalls(app)
  assert.ok(calls.filter(({ path }) => path.startsWith('/v5/pins')).length <= 8, `${calls.length} calls`)
  assert.deepEqual(await namesOf('Token'), [])
})
