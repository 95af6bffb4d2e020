import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { tiktokFixture } from '../../support/platforms/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { usd, feedSet, identityOf, setNamed, videoAd, launch, launched, sandboxAds, smartAd, wireAd } =
  await tiktokFixture(app)
const smartSet = setNamed('Smart+')
const asset = (name: string) => `${app.sandboxUrl}/_assets/${name}`
const smart = (more: Record<string, unknown>) => videoAd({ adSets: [smartSet], ...more })

test('a video goes live in a Smart+ ad set, with what the platform may change switched off', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  const done = await launched([
    smart({ adName: 'Smart one', urlTags: 'utm_source=x' }),
    smart({ adName: 'Smart two', launchPaused: true }),
    videoAd({ adName: 'By hand', adSets: [feedSet] }),
  ])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [one] = await sandboxAds('Smart one')
  assert.equal(one!.adsetId, smartSet)
  assert.equal(one!.status, 'ACTIVE')
  assert.equal(done.ads!.find((ad) => ad.adName === 'Smart one')!.adId, one!.id)
  assert.equal((await sandboxAds('Smart two'))[0]!.status, 'PAUSED')
  const wire = await smartAd(one!.id)
  const [creative, ...others] = wire.creative_list
  assert.deepEqual(others, [])
  const { ad_format, identity_type, image_info, video_info } = creative!.creative_info
  assert.deepEqual([ad_format, identity_type, image_info!.length], ['SINGLE_VIDEO', 'TT_USER', 1])
  assert.match(video_info!.video_id, /^v/)
  assert.deepEqual(wire.ad_text_list, [{ ad_text: 'Made for bad weather.' }])
  assert.deepEqual(wire.landing_page_url_list, [{ landing_page_url: 'https://example.com/boots?utm_source=x' }])
  const { call_to_action_id: button, ...configuration } = wire.ad_configuration
  assert.match(String(button), /^\d+$/)
  assert.deepEqual(configuration, {
    dark_post_status: 'ON',
    creative_auto_enhancement_strategy_list: [],
    creative_auto_add_toggle: false,
  })
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=tiktok')
  const made = calls.filter(({ path }) => path.includes('/creative/portfolio/create/'))
  assert.equal(made.length, 1, 'one portfolio serves all ads with the button')
})

test('the receipt holds what was asked against what the platform stores', async () => {
  const { adBatchId } = await launched([smart({ adName: 'Receipt' })])
  const match = { method: 'POST', path: '/smart_plus/ad/create/' }
  const fields = ['ad_configuration.dark_post_status']
  await app.control('POST', 'faults', { platform: 'tiktok', match, fault: 'downgrade', fields })
  const other = await launched([smart({ adName: 'Receipt of less' })])
  const receiptOf = async (batchId: number) => {
    const { data } = (
      await app.call<{ data: { stored: Record<string, unknown>; differences: { field: string }[] }[] }>(
        'GET',
        `/v1/batches/${batchId}/receipts`,
      )
    ).body
    return data[0]!
  }
  const { stored, differences } = await receiptOf(Number(adBatchId))
  assert.deepEqual(differences, [])
  assert.deepEqual([stored.call_to_action, stored.ad_text], ['SHOP_NOW', 'Made for bad weather.'])
  const less = await receiptOf(Number(other.adBatchId))
  assert.deepEqual(
    less.differences.map(({ field }) => field),
    ['dark_post_status'],
  )
})

test('pictures get music, and posts and creators’ codes are shown as they are', async () => {
  const identityId = identityOf('BC_AUTH_TT')
  const list = `/v1/tiktok/posts?accountId=${usd}&identityId=${identityId}`
  const { data: posts } = (await app.call<{ data: { postId: string; type: string; eligible: boolean }[] }>('GET', list))
    .body
  const postOf = (kind: string) => posts.find(({ type, eligible }) => eligible && type === kind)!.postId
  const { media: _media, description: _text, ...plain } = smart({})
  const { identityId: _identity, ...unspoken } = plain
  const done = await launched([
    smart({ adName: 'Smart picture', media: [{ url: asset('square.png') }] }),
    { ...plain, adName: 'Smart post', identityId, sparkPostId: postOf('VIDEO') },
    { ...plain, adName: 'Smart photos', identityId, sparkPostId: postOf('CAROUSEL') },
    { ...unspoken, adName: 'Smart code', sparkCode: 'sandbox-code-1' },
  ])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const infoOf = async (name: string) => {
    const [ad] = await sandboxAds(name)
    return (await smartAd(ad!.id)).creative_list[0]!.creative_info
  }
  const picture = await infoOf('Smart picture')
  assert.equal(picture.ad_format, 'CAROUSEL_ADS')
  assert.ok(picture.music_info)
  const post = await infoOf('Smart post')
  assert.deepEqual([post.tiktok_item_id, post.video_info], [postOf('VIDEO'), undefined])
  const photos = await infoOf('Smart photos')
  assert.ok(photos.music_info)
  assert.equal((await infoOf('Smart code')).identity_type, 'AUTH_CODE')
})

const faces = [{ url: asset('vertical.mp4') }, { url: asset('square.png') }, { url: asset('square.mp4') }]
const bodyVariations = ['One text.', 'Another text.', 'One text.']
const faced = (adName: string) =>
  smart({ adName, type: 'flexible', media: faces, bodyVariations, description: undefined })

interface FieldReport {
  differences: object[]
  fields: { field: string; outcome: string }[]
  enhancements: { name: string; stored: string }[]
}
const describedIn = async (batchId: unknown) =>
  (await app.call<{ data: FieldReport[] }>('GET', `/v1/batches/${String(batchId)}/receipts`)).body.data

test('a flexible ad is one Smart+ ad of several creatives and texts, and its receipt tells all of them', async () => {
  const done = await launched([faced('Many faces')])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const ads = await sandboxAds('Many faces')
  assert.equal(ads.length, 1)
  const { creative_list: creatives, ad_text_list: texts } = await smartAd(ads[0]!.id)
  assert.deepEqual(
    creatives.map(({ creative_info: info }) => [
      info.ad_format,
      info.image_info!.length,
      info.music_info !== undefined,
    ]),
    [
      ['SINGLE_VIDEO', 1, false],
      ['CAROUSEL_ADS', 1, true],
      ['SINGLE_VIDEO', 1, false],
    ],
  )
  assert.deepEqual(texts, [{ ad_text: 'One text.' }, { ad_text: 'Another text.' }])
  const [told] = await describedIn(done.adBatchId)
  assert.deepEqual(told!.differences, [])
  assert.deepEqual(
    told!.fields.filter(({ outcome }) => outcome !== 'as_asked').map(({ field }) => field),
    [],
  )
  const named = told!.enhancements.map(({ name }) => name)
  for (const name of ['translate_and_dub', 'image_quality', 'video_quality', 'auto_add'])
    assert.ok(named.includes(name), name)
})

test('several pictures are the cards of one carousel, in the feed and in Smart+', async () => {
  const media = [{ url: asset('square.png') }, { url: asset('vertical.png') }]
  const cards = { type: 'carousel', media }
  const done = await launched([
    smart({ ...cards, adName: 'Cards smart' }),
    videoAd({ ...cards, adName: 'Cards by hand', adSets: [feedSet] }),
    videoAd({ ...cards, adName: 'Cards elsewhere', adSets: [setNamed('Partner apps')] }),
  ])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const own = (await smartAd((await sandboxAds('Cards smart'))[0]!.id)).creative_list
  assert.deepEqual(
    own.map(({ creative_info: info }) => [info.ad_format, info.image_info!.length]),
    [['CAROUSEL_ADS', 2]],
  )
  for (const name of ['Cards by hand', 'Cards elsewhere']) {
    const wire = await wireAd((await sandboxAds(name))[0]!.id)
    assert.deepEqual([wire['ad_format'], (wire['image_ids'] as string[]).length], ['CAROUSEL_ADS', 2])
  }
  for (const { differences, fields } of await describedIn(done.adBatchId)) {
    assert.deepEqual(differences, [])
    assert.ok(fields.filter(({ field }) => field.startsWith('media.')).every(({ outcome }) => outcome === 'as_asked'))
  }
})

test('several media that make no ad are refused before anything is stored', async () => {
  const texts = ['1', '2', '3', '4', '5', '6']
  const { status, body } = await launch([
    smart({ adName: 'Bad count', media: faces }),
    smart({
      adName: 'Bad card',
      type: 'carousel',
      media: [{ url: asset('square.png') }, { ...faces[0], type: 'video' }],
    }),
    smart({ adName: 'Bad texts', type: 'flexible', bodyVariations: texts }),
    smart({ adName: 'Bad place of texts', bodyVariations: ['1'] }),
    { ...faced('Bad place'), adSets: [smartSet, feedSet] },
  ])
  assert.equal(status, 422)
  assert.deepEqual(
    body.error!.details!.issues!.map(({ path }) => path),
    ['ads.0.media', 'ads.1.media.1.type', 'ads.2.bodyVariations', 'ads.3.bodyVariations', 'ads.4.type'],
  )
  assert.deepEqual(await sandboxAds('Bad'), [])
})

test('an answer that is lost leaves an ad of several creatives exactly once', async () => {
  const match = { method: 'POST', path: '/smart_plus/ad/create/' }
  await app.control('POST', 'faults', { platform: 'tiktok', match, fault: 'drop-after', times: 2 })
  const done = await launched([faced('Lost faces'), smart({ adName: 'Lost faces', media: faces.slice(0, 1) })])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const ads = await sandboxAds('Lost faces')
  const counts = await Promise.all(ads.map(async ({ id }) => (await smartAd(id)).creative_list.length))
  assert.deepEqual(counts.toSorted(), [1, 3])
})

test('what Smart+ does not take is refused before any write, with the field it is about', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  const done = await launched([
    smart({ adName: 'Bad button', cta: 'VISIT_STORE' }),
    smart({ adName: 'Bad label', aiDisclosure: true }),
    smart({ adName: 'Bad speaker', identityId: identityOf('CUSTOMIZED_USER') }),
  ])
  const fields = Object.fromEntries(done.failedAds.map((ad) => [String(ad.adName), ad.field]))
  assert.deepEqual(fields, { 'Bad button': 'cta', 'Bad label': 'aiDisclosure', 'Bad speaker': 'identityId' })
  assert.match(String(done.failedAds.find((ad) => ad.field === 'cta')!.message), /LEARN_MORE, SHOP_NOW/)
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=tiktok')
  assert.ok(calls.every(({ method }) => method === 'GET'))
})

for (const [kind, times] of [
  ['drop-after', 3],
  ['drop-before', 2],
  ['hang-after', 1],
] as const)
  test(`answers lost by ${kind} leave every Smart+ ad exactly once`, async () => {
    const match = { method: 'POST', path: '/smart_plus/ad/create/' }
    await app.control('POST', 'faults', { platform: 'tiktok', match, fault: kind, after: 1, times })
    const ads = Array.from({ length: 5 }, (_, n) => smart({ adName: `${kind} ${n}` }))
    const twins = [1, 2].map(() => smart({ adName: `${kind} twin` }))
    const done = await launched([...ads, ...twins])
    assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
    const names = (await sandboxAds(`${kind} `)).map(({ name }) => name).sort()
    assert.deepEqual(names, [...ads, ...twins].map(({ adName }) => String(adName)).sort())
    assert.equal(new Set(done.ads!.map((ad) => ad.adId)).size, 7)
    await app.control('DELETE', 'faults')
    const made = done.ads!.map((ad) => String(ad.adId))
    const removed = await app.call('POST', '/v1/manage/delete', {
      body: { entityType: 'ad', entityIds: made, accountId: usd },
    })
    assert.equal(removed.status, 200, JSON.stringify(removed.body))
    assert.deepEqual(
      (await sandboxAds(`${kind} `)).map(({ status }) => status),
      made.map(() => 'DELETED'),
    )
  })
