import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSampleImage } from '../../../sandbox/core/media/sample-image.ts'
import { startTestApp } from '../../support/harness.ts'
import { tiktokFixture } from '../../support/platforms/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { usd, feedSet, partnerSet, identityOf, videoAd, launch, launched, sandboxAds, wireAd } = await tiktokFixture(app)

test('a video ad goes live with a cover that the platform chose', async () => {
  const done = await launched([videoAd({ adName: 'Video one', urlTags: 'utm_source=x' })])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [ad] = await sandboxAds('Video one')
  assert.equal(ad!.status, 'ACTIVE')
  assert.equal(ad!.adsetId, feedSet)
  assert.equal(done.ads![0]!.adId, ad!.id)
  const wire = await wireAd(ad!.id)
  assert.equal(wire.ad_format, 'SINGLE_VIDEO')
  assert.equal(wire.ad_text, 'Made for bad weather.')
  assert.equal(wire.call_to_action, 'SHOP_NOW')
  assert.equal(wire.landing_page_url, 'https://example.com/boots?utm_source=x')
  assert.equal(wire.identity_type, 'TT_USER')
  assert.equal(wire.dark_post_status, 'ON')
  assert.equal((wire.image_ids as string[]).length, 1)
})

test("a caller's own cover is used, and one of another shape is refused before any write", async () => {
  const own = { url: `${app.sandboxUrl}/_assets/vertical.mp4`, thumbnail: `${app.sandboxUrl}/_assets/vertical.png` }
  const done = await launched([videoAd({ adName: 'Covered', media: [own] })])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [ad] = await sandboxAds('Covered')
  const [cover] = (await wireAd(ad!.id)).image_ids as string[]
  assert.doesNotMatch(cover!, /^tos-cover/)
  const other = { ...own, thumbnail: `${app.sandboxUrl}/_assets/square.png` }
  await app.control('DELETE', 'calls?platform=tiktok')
  const refused = await launched([videoAd({ adName: 'Wrong cover', media: [other] })])
  assert.equal(refused.failedAds[0]!.field, 'media.0.thumbnail')
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=tiktok')
  assert.deepEqual(
    calls.filter((call) => call.method === 'POST'),
    [],
  )
})

test('a picture becomes a carousel with music in the feed, and a plain picture elsewhere', async () => {
  const media = [{ url: `${app.sandboxUrl}/_assets/square.png` }]
  const done = await launched([videoAd({ adName: 'Picture', media, adSets: [feedSet, partnerSet] })])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const ads = await sandboxAds('Picture')
  const formats: Record<string, unknown> = {}
  for (const ad of ads) formats[ad.adsetId] = (await wireAd(ad.id)).ad_format
  assert.deepEqual(formats, { [feedSet]: 'CAROUSEL_ADS', [partnerSet]: 'SINGLE_IMAGE' })
})

test('a picture that is too large for the feed is refused before any write, and goes live elsewhere', async () => {
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array(await drawSampleImage(1300, 900, 1))], { type: 'image/png' }),
    'wide.png',
  )
  const { body } = await app.call<{ url: string }>('POST', '/v1/media/upload', { body: form })
  const media = [{ url: body.url }]
  await app.control('DELETE', 'calls?platform=tiktok')
  const refused = await launched([videoAd({ adName: 'Wide', media })])
  assert.equal(refused.failedAds[0]!.field, 'media.0.url')
  assert.match(String(refused.failedAds[0]!.message), /1300 x 900.*1242 x 2340/)
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=tiktok')
  assert.ok(calls.every(({ method }) => method === 'GET'))
  const elsewhere = await launched([videoAd({ adName: 'Wide', media, adSets: [partnerSet] })])
  assert.equal(elsewhere.status, 'success', JSON.stringify(elsewhere.failedAds))
})

test('a post of an identity is shown without media, and so is the post behind a creator’s code', async () => {
  const identityId = identityOf('BC_AUTH_TT')
  const posts = await app.call<{ data: { postId: string }[]; paging: { cursors: { after: string | null } } }>(
    'GET',
    `/v1/tiktok/posts?accountId=${usd}&identityId=${identityId}&limit=2`,
  )
  assert.equal(posts.status, 200, JSON.stringify(posts.body))
  assert.equal(posts.body.data.length, 2)
  const rest = await app.call<{ data: { postId: string }[] }>(
    'GET',
    `/v1/tiktok/posts?accountId=${usd}&identityId=${identityId}&limit=2&after=${posts.body.paging.cursors.after}`,
  )
  assert.equal(rest.body.data.length, 2)
  const { media: _media, description: _text, ...base } = videoAd()
  const sparkPostId = posts.body.data[0]!.postId
  const { identityId: _identity, ...withoutIdentity } = base
  const done = await launched([
    { ...base, adName: 'Spark post', identityId, sparkPostId, launchPaused: true },
    { ...withoutIdentity, adName: 'Spark code', sparkCode: 'sandbox-code-1' },
  ])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [post] = await sandboxAds('Spark post')
  assert.equal(post!.status, 'PAUSED')
  const wire = await wireAd(post!.id)
  assert.equal(wire.tiktok_item_id, sparkPostId)
  assert.equal(wire.video_id, null)
  const [code] = await sandboxAds('Spark code')
  assert.equal((await wireAd(code!.id)).identity_type, 'AUTH_CODE')
})

test('every rule of the platform is told before any call, with the field it is about', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  const { media: _media, ...withoutMedia } = videoAd()
  const { status, body } = await launch([
    videoAd({ cta: 'SHOPNOWW' }),
    videoAd({ cta: undefined }),
    videoAd({ identityId: undefined }),
    videoAd({ identityType: 'PAGE' }),
    videoAd({ description: 'a'.repeat(101) }),
    videoAd({ description: '天'.repeat(51) }),
    videoAd({ description: 'Sunny ☀️' }),
    videoAd({ description: undefined, title: undefined }),
    videoAd({ link: undefined }),
    videoAd({ adName: 'n'.repeat(513) }),
    videoAd({ sparkPostId: '123' }),
    { ...withoutMedia, sparkPostId: '123', sparkCode: 'x' },
    videoAd({ boardId: '5' }),
    videoAd({ type: 'carousel' }),
    withoutMedia,
    videoAd({ identityType: 'AUTH_CODE' }),
    videoAd({ bodyVariations: ['Another'] }),
  ])
  assert.equal(status, 422)
  const issues = body.error!.details!.issues!
  const paths = issues.map((issue) => issue.path)
  assert.deepEqual(paths, [
    'ads.0.cta',
    'ads.1.cta',
    'ads.2.identityId',
    'ads.3.identityType',
    'ads.4.description',
    'ads.5.description',
    'ads.6.description',
    'ads.7.description',
    'ads.8.link',
    'ads.9.adName',
    'ads.10.media',
    'ads.11.sparkCode',
    'ads.12.boardId',
    'ads.13.media',
    'ads.14.media',
    'ads.15.identityType',
    'ads.16.bodyVariations',
  ])
  assert.match(issues[0]!.message, /none of the \d+ words.*did you mean SHOP_NOW\?/)
  const { calls } = await app.control<{ calls: object[] }>('GET', 'calls?platform=tiktok')
  assert.deepEqual(calls, [])
})

test('words for buttons that the platform calls otherwise are translated', async () => {
  const done = await launched([videoAd({ adName: 'Button', cta: 'WATCH_MORE' })])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [ad] = await sandboxAds('Button')
  assert.equal((await wireAd(ad!.id)).call_to_action, 'WATCH_NOW')
})

test('an unknown ad set, a foreign identity and a custom one in the feed fail alone, and no ad is made for them', async () => {
  const done = await launched([
    videoAd({ adName: 'Alone good' }),
    videoAd({ adName: 'Alone set', adSets: ['1799999999999999999'] }),
    videoAd({ adName: 'Alone identity', identityId: '12345' }),
    videoAd({ adName: 'Alone custom', identityId: identityOf('CUSTOMIZED_USER') }),
    videoAd({ adName: 'Alone code', identityId: identityOf('AUTH_CODE') }),
  ])
  assert.equal(done.successfulAds, 1)
  const fields = Object.fromEntries(done.failedAds.map((ad) => [String(ad.adName), ad.field]))
  assert.deepEqual(fields, {
    'Alone set': 'adSets',
    'Alone identity': 'identityId',
    'Alone custom': 'identityId',
    'Alone code': 'identityId',
  })
  assert.deepEqual(
    (await sandboxAds('Alone')).map((ad) => ad.name),
    ['Alone good'],
  )
})

test('a custom identity speaks in ad sets outside of the feed', async () => {
  const done = await launched([
    videoAd({ adName: 'Custom', identityId: identityOf('CUSTOMIZED_USER'), adSets: [partnerSet] }),
  ])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
})

test('a video that takes long is waited for, and the same file is uploaded once', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  await app.control('POST', 'faults', {
    platform: 'tiktok',
    match: { method: 'POST', path: 'video/ad/upload' },
    fault: 'slow-video',
    seconds: 3,
  })
  const media = [{ url: `${app.sandboxUrl}/_assets/square.mp4?v=5` }]
  const done = await launched([1, 2, 3].map((n) => videoAd({ adName: `Slow ${n}`, media })))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=tiktok')
  assert.equal(calls.filter((call) => call.path.includes('video/ad/upload')).length, 1)
})
