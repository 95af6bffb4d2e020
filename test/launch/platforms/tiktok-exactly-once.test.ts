import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'

/** Whatever this platform does to us, every ad exists exactly once or is reported as not created. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
// The limits have a test of their own; here five ads after five would only wait for them.
await app.control('POST', 'tiktok', { limits: 'off', videoSeconds: 0 })

const { data: accounts } = (
  await app.call<{ data: { id: string; currency: string }[] }>('GET', '/v1/adaccounts?platform=tiktok')
).body
const account = accounts.find(({ currency }) => currency === 'USD')!.id
const { data: adSets } = (
  await app.call<{ data: { value: string; label: string }[] }>('GET', `/v1/adsets?accountId=${account}&status=ACTIVE`)
).body
const feedSets = adSets.filter(({ label }) => !/(Partner apps|Smart\+)$/.test(label)).map(({ value }) => value)
const { data: identities } = (
  await app.call<{ data: { identityId: string; identityType: string }[] }>(
    'GET',
    `/v1/tiktok/identities?accountId=${account}`,
  )
).body
const identityId = identities.find(({ identityType }) => identityType === 'TT_USER')!.identityId

let version = 0
const adOf = (name: string, n: number, asset: string, own: boolean) => ({
  adName: `${name} ${n}`,
  adAccountId: account,
  adSets: [feedSets[version % feedSets.length]],
  identityId,
  description: 'Made for bad weather.',
  cta: 'SHOP_NOW',
  link: 'https://example.com',
  media: [{ url: `${app.sandboxUrl}/_assets/${asset}?v=${version * 100 + (own ? n : 0)}` }],
})
const launchFive = async (name: string, asset = 'square.png', own = false) => {
  version++
  const ads = Array.from({ length: 5 }, (_, n) => adOf(name, n, asset, own))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  return app.finished(body.adBatchId)
}
const fault = (path: string, kind: string, more: object = {}) =>
  app.control('POST', 'faults', { platform: 'tiktok', match: { method: 'POST', path }, fault: kind, ...more })
const namesOf = async (name: string) =>
  (await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=tiktok')).ads
    .map((ad) => ad.name)
    .filter((each) => each.startsWith(`${name} `))
    .sort()
const five = (name: string) => Array.from({ length: 5 }, (_, n) => `${name} ${n}`)

const writes = [
  { path: '/ad/create/', asset: 'square.png', own: false },
  { path: '/image/ad/upload/', asset: 'square.png', own: true },
  { path: '/video/ad/upload/', asset: 'vertical.mp4', own: true },
]
for (const { path, asset, own } of writes) {
  for (const kind of ['drop-after', 'drop-before']) {
    test(`a connection cut by ${kind} on ${path} leaves every ad exactly once`, async () => {
      const name = `${kind} ${path}`
      await fault(path, kind, { after: 1, times: 3 })
      const done = await launchFive(name, asset, own)
      assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
      assert.deepEqual(await namesOf(name), five(name))
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

test('videos whose answer was lost are found by their name and not uploaded again', async () => {
  const count = async () =>
    (await app.control<{ counts: { videos: number } }>('GET', 'state?platform=tiktok')).counts.videos
  const before = await count()
  await fault('/video/ad/upload/', 'drop-after', { times: 2 })
  const done = await launchFive('Lost videos', 'vertical.mp4', true)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.equal((await count()) - before, 5)
})

test('codes that leave it open whether an ad was made are looked into, not repeated blindly', async () => {
  await fault('/ad/create/', 'platform-error', { code: 50000, times: 2 })
  await fault('/ad/create/', 'platform-error', { code: 40050, times: 1 })
  const done = await launchFive('Open code')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Open code'), five('Open code'))
})

test('a hanging platform is given up after its time, then looked at, and nothing is made twice', async () => {
  await fault('/ad/create/', 'hang', { times: 1 })
  const done = await launchFive('Hang')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Hang'), five('Hang'))
})

test('two ads with the same name and the same picture in the same ad set are two ads, even when answers are lost', async () => {
  version++
  await fault('/ad/create/', 'drop-after', { times: 2 })
  await fault('/ad/create/', 'drop-before', { times: 2 })
  const ads = Array.from({ length: 4 }, () => ({ ...adOf('Twin', 0, 'square.png', false), adName: 'Twin x' }))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.equal((await namesOf('Twin')).length, 4)
  assert.equal(new Set(done.ads!.map((ad) => ad.adId)).size, 4)
  await app.control('DELETE', 'faults')
})

test('an ad that was there before the launch is not taken for the one that was lost', async () => {
  version++
  const again = async () => {
    const ads = [{ ...adOf('Again', 0, 'square.png', false), adSets: [feedSets[0]], adName: 'Again x' }]
    const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
    return app.finished(body.adBatchId)
  }
  const first = await again()
  await fault('/ad/create/', 'drop-before', { times: 1 })
  const second = await again()
  assert.equal(second.status, 'success', JSON.stringify(second.failedAds))
  assert.notEqual(second.ads![0]!.adId, first.ads![0]!.adId)
  assert.equal((await namesOf('Again')).length, 2)
})

for (const kind of ['drop-after', 'drop-before']) {
  test(`a creator’s code whose redemption was cut by ${kind} still leads to one ad`, async () => {
    version++
    const name = `Code ${kind}`
    await fault('/tt_video/authorize/', kind, { times: 1 })
    const code = kind === 'drop-after' ? 'sandbox-code-1' : 'sandbox-code-2'
    const { media: _media, description: _text, identityId: _who, ...base } = adOf(name, 0, '', false)
    const ads = [{ ...base, sparkCode: code }]
    const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
    const done = await app.finished(body.adBatchId)
    assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
    assert.equal((await namesOf(name)).length, 1)
  })
}

test('a throttle pauses the account, and then everything goes through', async () => {
  await fault('/ad/create/', 'throttle', { times: 2 })
  const done = await launchFive('Throttle')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.deepEqual(await namesOf('Throttle'), five('Throttle'))
})

test('a token that has ended stops the account at once, with one clear message and no ads', async () => {
  await app.control('POST', 'tiktok', { tokenEndsAt: 1 })
  const done = await launchFive('Token')
  await app.control('POST', 'tiktok', { tokenEndsAt: 0 })
  assert.equal(done.status, 'error')
  assert.equal(done.failedAds.length, 5)
  assert.ok(done.failedAds.every((ad) => ad.platformCode === 40102 && String(ad.hint).includes('connection add')))
  assert.deepEqual(await namesOf('Token'), [])
})

test('a full ad set is a refusal that is not repeated', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  await fault('/ad/create/', 'platform-error', { code: 40502, times: 1 })
  const done = await launchFive('Full')
  assert.equal(done.failedAds.length, 1)
  assert.equal(done.failedAds[0]!.platformCode, 40502)
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=tiktok')
  assert.equal(calls.filter((call) => call.path.includes('/ad/create/')).length, 5)
})
