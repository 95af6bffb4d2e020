import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { snapFixture } from '../../support/platforms/snapchat.ts'

const app = await startTestApp()
const { usd, jpy, adSets, snapsOnly, profileId, snapAd, launch, adsNamed, paths, read, state } = await snapFixture(app)
const [setA, setB] = adSets[usd.id]!

test('a picture with a link goes live as an ad of the right kind, and what the platform stored is what was asked', async () => {
  const ad = snapAd({ adName: 'One', clientRef: 'ref-1', urlTags: 'utm_source=x', cta: 'LEARN_MORE' })
  const { status, body } = await launch({ ads: [ad] })
  assert.equal(status, 202, JSON.stringify(body))
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [made] = await adsNamed('One')
  assert.deepEqual([made!.status, made!.adsetId, made!.accountId], ['ACTIVE', setA, usd.id])
  assert.equal(done.ads![0]!.adId, made!.id)
  assert.equal(done.ads![0]!.clientRef, 'ref-1')
  assert.equal((await read('ads', 'ad', made!.id)).type, 'REMOTE_WEBPAGE')
  const creative = await read('creatives', 'creative', made!.creativeId)
  assert.equal(creative.type, 'WEB_VIEW')
  assert.equal(creative.headline, 'Spring sale')
  assert.equal(creative.brand_name, 'Harbor & Pine')
  assert.equal(creative.call_to_action, 'MORE')
  assert.deepEqual(creative.profile_properties, { profile_id: profileId })
  assert.deepEqual(creative.web_view_properties, { url: 'https://example.com/sale?utm_source=x' })
  const media = await read('media', 'media', String(creative.top_snap_media_id))
  assert.equal(media.media_status, 'READY')
  assert.deepEqual(media.image_metadata, { width_px: 1080, height_px: 1920 })
})

test('an ad needs no brand name: its profile says who advertises', async () => {
  const { status, body } = await launch({ ads: [snapAd({ adName: 'No brand', brandName: undefined })] })
  assert.equal(status, 202, JSON.stringify(body))
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [made] = await adsNamed('No brand')
  assert.equal((await read('creatives', 'creative', made!.creativeId)).brand_name, undefined)
})

test('a video is waited for until it is processed, and launchPaused makes a paused ad', async () => {
  const media = [{ url: `${app.sandboxUrl}/_assets/vertical.mp4` }]
  const { body } = await launch({ ads: [snapAd({ adName: 'Film', media, launchPaused: true })] })
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [made] = await adsNamed('Film')
  assert.equal(made!.status, 'PAUSED')
})

test('one ad in two ad sets is two ads that share a creative, a second apart, without a throttle', async () => {
  await app.control('DELETE', 'calls?platform=snapchat')
  const { body } = await launch({ ads: [snapAd({ adName: 'Both', adSets: [setA, setB] })] })
  const done = await app.finished(body.adBatchId)
  assert.equal(done.successfulAds, 2, JSON.stringify(done.failedAds))
  const both = await adsNamed('Both')
  assert.deepEqual(both.map((ad) => ad.adsetId).sort(), [setA, setB].sort())
  assert.equal(new Set(both.map((ad) => ad.creativeId)).size, 1)
  const { calls } = await app.control<{ calls: { status: number }[] }>('GET', 'calls?platform=snapchat')
  assert.ok(!calls.some((call) => call.status === 429))
})

test('the same file is uploaded once per account, whichever ads show it', async () => {
  const before = (await state()).counts.images
  const media = [{ url: `${app.sandboxUrl}/_assets/vertical.png?v=31` }]
  const ads = [usd, jpy].flatMap((account) =>
    Array.from({ length: 3 }, (_, n) =>
      snapAd({
        adName: `Shared ${account.currency} ${n}`,
        adAccountId: account.id,
        adSets: [adSets[account.id]![0]],
        media,
      }),
    ),
  )
  const { body } = await launch({ ads })
  const done = await app.finished(body.adBatchId)
  assert.equal(done.successfulAds, 6, JSON.stringify(done.failedAds))
  assert.equal((await state()).counts.images, before + 2)
})

const rules: [rule: string, change: Record<string, unknown>, path: string][] = [
  ['a headline of 35 characters', { headline: 'x'.repeat(35) }, 'ads.0.headline'],
  ['a title of 35 characters that stands in for the headline', { title: 'x'.repeat(35) }, 'ads.0.title'],
  ['no headline', { title: undefined }, 'ads.0.headline'],
  ['a brand name of 33 characters', { brandName: 'x'.repeat(33) }, 'ads.0.brandName'],
  ['no profile', { profileId: undefined }, 'ads.0.profileId'],
  ['a profile that is no id', { profileId: '12345' }, 'ads.0.profileId'],
  ['an unknown button', { cta: 'FLY_AWAY' }, 'ads.0.cta'],
  ['a kind of creative that cannot be made', { snapAdType: 'COLLECTION' }, 'ads.0.snapAdType'],
  ['a link where none is possible', { snapAdType: 'SNAP_AD', cta: undefined }, 'ads.0.link'],
  ['a button that leads nowhere', { snapAdType: 'SNAP_AD', link: undefined }, 'ads.0.cta'],
  ['no link where one is needed', { snapAdType: 'WEB_VIEW', link: undefined }, 'ads.0.link'],
  ['a name of 376 characters', { adName: 'x'.repeat(376) }, 'ads.0.adName'],
  ['a carousel', { type: 'carousel' }, 'ads.0.type'],
  ['a field of another platform', { boardId: '1' }, 'ads.0.boardId'],
]

for (const [rule, change, path] of rules) {
  test(`a launch with ${rule} is refused before any call`, async () => {
    await app.control('DELETE', 'calls?platform=snapchat')
    const reply = await launch({ ads: [snapAd(change)] })
    assert.equal(reply.status, 422, JSON.stringify(reply.body))
    assert.ok(paths(reply.body).includes(path), `${path} not in ${paths(reply.body).join(', ')}`)
    const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=snapchat')
    assert.deepEqual(
      calls.filter((call) => call.method !== 'GET'),
      [],
    )
  })
}

test('an unknown button is answered with the words that are known', async () => {
  const { body } = await launch({ ads: [snapAd({ cta: 'FLY_AWAY' })] })
  assert.match(JSON.stringify(body), /none of the \d+ words that are taken here, such as ADD_TO_CART/)
})

const lateRules: [what: string, change: Record<string, unknown>, field: string][] = [
  ['a square picture', { media: [{ url: `${app.sandboxUrl}/_assets/square.png` }] }, 'media.0'],
  ['an ad set that does not exist', { adSets: ['00000000-0000-4000-8000-000000000000'] }, 'adSets'],
  ["an ad set of the company's other account", { adSets: [adSets[jpy.id]![0]] }, 'adSets'],
  ['another kind of ad than its ad set holds', { link: undefined, cta: undefined }, 'link'],
]

for (const [what, change, field] of lateRules) {
  test(`an ad with ${what} fails with nothing made`, async () => {
    await app.control('DELETE', 'calls?platform=snapchat')
    const { body } = await launch({ ads: [snapAd({ adName: 'Late', ...change })] })
    const done = await app.finished(body.adBatchId)
    assert.equal(done.status, 'error')
    assert.equal(done.failedAds[0]!.field, field, JSON.stringify(done.failedAds))
    const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=snapchat')
    assert.deepEqual(
      calls.filter((call) => call.method !== 'GET' && call.path.startsWith('/v1')),
      [],
    )
  })
}

test('a profile that the platform does not know fails with its code and what it said', async () => {
  const { body } = await launch({ ads: [snapAd({ adName: 'Bad profile', profileId: usd.id })] })
  const done = await app.finished(body.adBatchId)
  const [failed] = done.failedAds
  assert.equal(failed!.step, 'creative')
  assert.equal(failed!.platformCode, 'E2025')
  assert.match(String(failed!.message), /profile_id/)
  assert.equal(typeof failed!.traceId, 'string')
  assert.equal(failed!.retryable, false)
  assert.deepEqual(await adsNamed('Bad profile'), [])
})

test("a stranger can launch nothing in the company's accounts", async () => {
  const { key } = await app.stranger()
  const reply = await app.call<{ error: { details?: { issues?: { path: string; message: string }[] } } }>(
    'POST',
    '/v1/launch',
    { body: { ads: [snapAd({ adName: 'Foreign' })] }, key },
  )
  assert.equal(reply.status, 422)
  assert.ok(paths(reply.body).includes('ads.0.adAccountId'))
})

test('an ad that is only looked at goes live in an ad set that holds such ads, and in no other', async () => {
  const only = snapsOnly[usd.id]!
  const kind = { snapAdType: 'SNAP_AD', link: undefined, cta: undefined }
  const { status, body } = await launch({ ads: [snapAd({ adName: 'Looked at', ...kind, adSets: [only] })] })
  assert.equal(status, 202, JSON.stringify(body))
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [made] = await adsNamed('Looked at')
  assert.equal((await read('ads', 'ad', made!.id)).type, 'SNAP_AD')
  const creative = await read('creatives', 'creative', made!.creativeId)
  assert.deepEqual(
    [creative.type, creative.web_view_properties, creative.call_to_action],
    ['SNAP_AD', undefined, undefined],
  )
  const receipts = await app.call<{ data: { differences: object[] }[] }>(
    'GET',
    `/v1/batches/${body.adBatchId}/receipts`,
  )
  assert.deepEqual(receipts.body.data[0]!.differences, [])
  for (const wrong of [snapAd({ adName: 'Stray', ...kind }), snapAd({ adName: 'Stray', adSets: [only] })]) {
    const batch = (await launch({ ads: [wrong] })).body.adBatchId
    assert.match(String((await app.finished(batch)).failedAds[0]!.message), /the ad set holds ads of type/)
  }
})
