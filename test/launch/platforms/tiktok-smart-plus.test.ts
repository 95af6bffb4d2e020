import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { tiktokFixture } from '../../support/platforms/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { usd, feedSet, identityOf, setNamed, videoAd, launched, sandboxAds, smartAd } = await tiktokFixture(app)
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
