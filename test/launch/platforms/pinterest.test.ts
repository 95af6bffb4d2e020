import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { pinAd, pinAds, pinCalls, pinFixture, readPlatform } from '../../support/pinterest/pinterest.ts'

const app = await startTestApp()
const fixture = await pinFixture(app)
const [setA, setB] = fixture.adSets[fixture.usd]!
const asset = (name: string) => `${app.sandboxUrl}/_assets/${name}`

interface Launched {
  adBatchId: number
  error?: { details?: { issues?: { path: string; message: string }[] } }
}

const launch = (ads: object[]) => app.call<Launched>('POST', '/v1/launch', { body: { ads } })
const launched = async (...ads: object[]) => {
  const { status, body } = await launch(ads)
  assert.equal(status, 202, JSON.stringify(body))
  return app.finished(body.adBatchId)
}

test('a picture becomes a pin on the chosen board and an ad that promotes it', async () => {
  const done = await launched(pinAd(app, fixture, { adName: 'One pin', urlTags: 'utm_source=pin', clientRef: 'p1' }))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [stored] = await pinAds(app, 'One pin')
  assert.equal(stored!.adsetId, setA)
  const [shown] = done.ads!
  assert.equal(shown!.adId, stored!.id)
  assert.equal(shown!.creativeId, stored!.creativeId)
  assert.equal(shown!.adsManagerUrl, `${app.sandboxUrl}/manager/pinterest/${fixture.usd}/ads/${stored!.id}`)
  const ad = await readPlatform(app, `ad_accounts/${fixture.usd}/ads/${stored!.id}`)
  const link = 'https://example.com/autumn?utm_source=pin'
  assert.deepEqual(
    [ad.status, ad.creative_type, ad.customizable_cta_type, ad.destination_url],
    ['ACTIVE', 'REGULAR', 'SHOP_NOW', link],
  )
  const pin = await readPlatform(app, `pins/${stored!.creativeId}`)
  assert.deepEqual(
    [pin.board_id, pin.title, pin.description, pin.link],
    [fixture.boards[0], 'Autumn living', 'Warm rooms for long evenings.', link],
  )
  const { images } = pin.media as { images: Record<string, { width: number }> }
  assert.equal(images['600x']!.width, 1080, 'the picture itself was sent')
})

test('an ad in two ad sets is two ads of one pin, and launchPaused makes them paused', async () => {
  const done = await launched(pinAd(app, fixture, { adName: 'Two sets', adSets: [setA, setB], launchPaused: true }))
  assert.equal(done.successfulAds, 2, JSON.stringify(done.failedAds))
  const ads = await pinAds(app, 'Two sets')
  assert.deepEqual(ads.map(({ adsetId }) => adsetId).sort(), [setA, setB].sort())
  assert.equal(new Set(ads.map(({ creativeId }) => creativeId)).size, 1)
  assert.ok(ads.every(({ status }) => status === 'PAUSED'))
})

test('a video is uploaded once, waited for, and shown by every ad that has it, with its cover', async () => {
  await app.control('DELETE', 'calls?platform=pinterest')
  const media = [{ url: asset('vertical.mp4?v=5'), thumbnail: asset('vertical.png') }]
  const done = await launched(
    pinAd(app, fixture, { adName: 'Film 1', media }),
    pinAd(app, fixture, { adName: 'Film 2', media: [{ url: asset('vertical.mp4?v=5') }] }),
  )
  assert.equal(done.successfulAds, 2, JSON.stringify(done.failedAds))
  const calls = await pinCalls(app)
  assert.equal(calls.filter(({ method, path }) => method === 'POST' && path === '/v5/media').length, 1)
  assert.equal(calls.filter(({ path }) => path === '/_uploads').length, 1)
  for (const { id, creativeId } of await pinAds(app, 'Film')) {
    const ad = await readPlatform(app, `ad_accounts/${fixture.usd}/ads/${id}`)
    assert.equal(ad.creative_type, 'VIDEO')
    assert.equal((await readPlatform(app, `pins/${creativeId}`)).creative_type, 'VIDEO')
  }
})

test('a video that the platform is slow to notice is waited for, not uploaded again', async () => {
  await app.control('POST', 'pinterest', { noticeSeconds: 1 })
  await app.control('DELETE', 'calls?platform=pinterest')
  const done = await launched(pinAd(app, fixture, { adName: 'Slow film', media: [{ url: asset('square.mp4?v=8') }] }))
  await app.control('POST', 'pinterest', { noticeSeconds: 0 })
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.equal((await pinCalls(app)).filter(({ path }) => path === '/_uploads').length, 1)
})

test('a video that the platform cannot process fails its ad with a hint, and is uploaded anew the next time', async () => {
  await app.control('POST', 'pinterest', { failVideos: true, videoSeconds: 0 })
  const ad = pinAd(app, fixture, { adName: 'Broken film', media: [{ url: asset('square.mp4?v=6') }] })
  const failed = await launched(ad)
  assert.equal(failed.status, 'error')
  assert.match(String(failed.failedAds[0]!.hint), /MP4/)
  await app.control('POST', 'pinterest', { failVideos: false, videoSeconds: 2 })
  const done = await launched(ad)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
})

test('a video pin that is refused right after its processing is tried again', async () => {
  const match = { method: 'POST', path: '/pins' }
  await app.control('POST', 'faults', { platform: 'pinterest', match, fault: 'platform-error', code: 29, times: 1 })
  const done = await launched(pinAd(app, fixture, { adName: 'Early film', media: [{ url: asset('square.mp4?v=7') }] }))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await app.control('DELETE', 'faults')
})

test('common words for the button are told in the words of the platform', async () => {
  const done = await launched(
    pinAd(app, fixture, { adName: 'Cta visit', cta: 'VISIT_WEBSITE' }),
    pinAd(app, fixture, { adName: 'Cta none', cta: 'NO_BUTTON' }),
  )
  assert.equal(done.successfulAds, 2, JSON.stringify(done.failedAds))
  const buttons = await Promise.all(
    (await pinAds(app, 'Cta')).map(async ({ id, name }) => {
      const ad = await readPlatform(app, `ad_accounts/${fixture.usd}/ads/${id}`)
      return [name, ad.customizable_cta_type]
    }),
  )
  assert.deepEqual(Object.fromEntries(buttons), { 'Cta visit': 'VISIT_SITE', 'Cta none': null })
})

/** What is broken, what breaks it, and the field that is named, below ads.0. */
const rules: [rule: string, ad: Record<string, unknown>, path: string][] = [
  ['a pin needs a board', { boardId: undefined }, 'boardId'],
  ['a board has an id made of digits', { boardId: 'kitchen' }, 'boardId'],
  ['an ad leads somewhere', { link: undefined }, 'link'],
  ['a link has 2048 characters at most', { link: `https://example.com/${'x'.repeat(2048)}` }, 'link'],
  ['tags count as part of the link', { urlTags: 'x'.repeat(2048) }, 'link'],
  ['a title has 100 characters at most', { title: 'x'.repeat(101) }, 'title'],
  ['a description has 800 characters at most', { description: 'x'.repeat(801) }, 'description'],
  ['a name has 255 characters at most', { adName: 'x'.repeat(256) }, 'adName'],
  ['a button has a known word', { cta: 'CALL_NOW' }, 'cta'],
  ['a single ad has one media item', { media: [{ url: asset('a.png') }, { url: asset('b.png') }] }, 'media'],
  ['other kinds of ads are not possible', { type: 'carousel' }, 'type'],
  ['fields of other platforms are not possible', { snapAdType: 'SNAP_AD' }, 'snapAdType'],
  ['variations are not possible', { headlineVariations: ['a', 'b'] }, 'headlineVariations'],
  ['the account belongs to the named platform', { adAccountType: 'primary' }, 'adAccountType'],
]

for (const [rule, ad, path] of rules) {
  test(`${rule}, or the launch is refused before any call`, async () => {
    await app.control('DELETE', 'calls?platform=pinterest')
    const { status, body } = await launch([pinAd(app, fixture, { adName: 'Broken', ...ad })])
    assert.equal(status, 422, JSON.stringify(body))
    assert.ok(
      body.error?.details?.issues?.some((issue) => issue.path === `ads.0.${path}`),
      JSON.stringify(body.error?.details),
    )
    assert.deepEqual(await pinCalls(app), [])
  })
}

test('an unknown button is answered with the words that are possible', async () => {
  const { body } = await launch([pinAd(app, fixture, { cta: 'NOPE' })])
  const [issue] = body.error!.details!.issues!
  assert.match(issue!.message, /none of the \d+ words that are taken here, such as ADD_TO_CART/)
})

test('a board of somebody else fails the ad with a hint, and no ad is made', async () => {
  const done = await launched(pinAd(app, fixture, { adName: 'Foreign board', boardId: '1' }))
  assert.equal(done.failedAds[0]!.platformCode, 40)
  assert.equal(done.failedAds[0]!.step, 'creative')
  assert.match(String(done.failedAds[0]!.hint), /\/v1\/pinterest\/boards/)
  assert.deepEqual(await pinAds(app, 'Foreign board'), [])
})

test('an ad set that does not exist is told by the platform inside of a good answer, as an object or a list', async () => {
  for (const adExceptions of ['object', 'array']) {
    await app.control('POST', 'pinterest', { adExceptions })
    const name = `Bad set ${adExceptions}`
    const done = await launched(pinAd(app, fixture, { adName: name, adSets: ['999'] }))
    assert.equal(done.failedAds[0]!.step, 'ad', adExceptions)
    assert.equal(done.failedAds[0]!.platformCode, 404)
    assert.equal(typeof done.failedAds[0]!.traceId, 'string')
    assert.deepEqual(await pinAds(app, name), [])
  }
  await app.control('POST', 'pinterest', { adExceptions: 'object' })
})

test("another company cannot launch into this company's account, and has boards and accounts of its own", async () => {
  const stranger = await app.stranger()
  const theirs = await pinFixture(app, stranger.key)
  assert.notEqual(theirs.usd, fixture.usd)
  const { status } = await app.call('POST', '/v1/launch', {
    body: { ads: [pinAd(app, fixture)] },
    key: stranger.key,
  })
  assert.equal(status, 422)
  assert.equal((await app.call('GET', `/v1/adsets?accountId=${fixture.usd}`, { key: stranger.key })).status, 404)
})
