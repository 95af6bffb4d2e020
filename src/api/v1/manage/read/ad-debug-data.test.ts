import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphClient, linkStory, prepareLaunch, uploadImage } from '../../../../../test/support/simulated/primary.ts'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { assertRefused, watchCalls } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
await app.control('POST', 'reset', { size: 3 })
await app.control('POST', 'meta', { videoSeconds: 0 })
const { accounts, page, secondary } = await demoFixture(app)
const account = accounts[0]!.id
const graph = graphClient(app.sandboxUrl)
const url = '/v1/manage/ad-debug-data'

interface Debug {
  data: {
    adId: string
    success: boolean
    error?: string
    campaign?: Record<string, string>
    adset?: Record<string, string>
    creative?: {
      id: string
      object_story_spec: object
      asset_feed_spec: { images: { hash: string; url: string }[] } | null
    }
    pageMetadata?: Record<string, string>
    videoSource?: string
    videoThumbnail?: string
    videoCaptions?: object[]
  }[]
  count: number
}

const debug = async (body: object, key = app.key) => {
  const reply = await app.call<Debug>('POST', url, { body, key })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

const { adsetId } = await prepareLaunch(graph, account)
const hashes = [await uploadImage(graph, account, 1), await uploadImage(graph, account, 2)]
const feedCreative = await graph.create(`${account}/adcreatives`, {
  name: 'By placement',
  object_story_spec: { page_id: page, instagram_user_id: secondary },
  asset_feed_spec: {
    optimization_type: 'PLACEMENT',
    ad_formats: ['SINGLE_IMAGE'],
    images: hashes.map((hash, index) => ({ hash, adlabels: [{ name: `label${index}` }] })),
    bodies: [{ text: 'Body' }],
    titles: [{ text: 'Title' }],
    link_urls: [{ website_url: 'https://shop.example/' }],
    call_to_action_types: ['SHOP_NOW'],
    asset_customization_rules: [
      {
        customization_spec: { publisher_platforms: ['instagram'], instagram_positions: ['story'] },
        image_label: { name: 'label0' },
      },
      { customization_spec: {}, image_label: { name: 'label1' } },
    ],
  },
})
const feedAd = await graph.create(`${account}/ads`, {
  name: 'Feed ad',
  adset_id: adsetId,
  creative: { creative_id: feedCreative },
  status: 'PAUSED',
})
const videoId = await graph.create(`${account}/advideos`, { file_url: `${app.sandboxUrl}/_assets/vertical.mp4` })
const videoCreative = await graph.create(`${account}/adcreatives`, {
  name: 'Film',
  object_story_spec: {
    page_id: page,
    instagram_user_id: secondary,
    video_data: {
      video_id: videoId,
      image_hash: hashes[0],
      message: 'Film',
      title: 'Film',
      call_to_action: { type: 'SHOP_NOW', value: { link: 'https://shop.example/' } },
    },
  },
})
const videoAd = await graph.create(`${account}/ads`, {
  name: 'Film ad',
  adset_id: adsetId,
  creative: { creative_id: videoCreative },
  status: 'PAUSED',
})

test('an ad is told whole: campaign, ad set, creative with resolved images, page', async () => {
  const { data, count } = await debug({ adIds: [feedAd] })
  assert.equal(count, 1)
  const [record] = data
  assert.equal(record?.success, true)
  assert.equal(record?.campaign?.objective, 'OUTCOME_TRAFFIC')
  assert.deepEqual([record?.adset?.id, record?.adset?.optimization_goal], [adsetId, 'LINK_CLICKS'])
  assert.equal(record?.creative?.id, feedCreative)
  const images = record?.creative?.asset_feed_spec?.images ?? []
  assert.deepEqual(
    images.map(({ hash }) => hash),
    hashes,
  )
  for (const image of images) assert.equal((await fetch(image.url)).status, 200)
  assert.equal(record?.pageMetadata?.pageId, page)
  assert.equal(record?.pageMetadata?.secondaryUserId, secondary)
  assert.equal(record?.pageMetadata?.companySlug, 'demo')
  for (const field of ['pageName', 'secondaryName', 'profileImageUrl']) {
    assert.equal(typeof record?.pageMetadata?.[field], 'string', field)
  }
})

test("a video ad has the film's address and picture, and its captions only when asked for", async () => {
  const calls = await watchCalls(app)
  const without = await debug({ adIds: [videoAd] })
  assert.equal((await calls.all()).filter(({ path }) => path.includes('/captions')).length, 0)
  assert.match(without.data[0]?.videoSource ?? '', /vertical\.mp4$/)
  assert.equal(typeof without.data[0]?.videoThumbnail, 'string')
  assert.equal(without.data[0]?.videoCaptions, undefined)
  const withCaptions = await debug({ adIds: [videoAd], includeVideoCaptions: true })
  assert.ok(Array.isArray(withCaptions.data[0]?.videoCaptions))
  assert.equal((await calls.all()).filter(({ path }) => path.includes('/captions')).length, 1)
})

test('fifty ads take at most five calls over the network', async () => {
  const list = await app.call<{ data: { id: string }[] }>('GET', `/v1/manage/list-ads?accountId=${account}&limit=48`)
  const adIds = [
    feedAd,
    videoAd,
    ...list.body.data.map(({ id }) => id).filter((id) => id !== feedAd && id !== videoAd),
  ].slice(0, 50)
  assert.ok(adIds.length >= 46)
  const calls = await watchCalls(app)
  const { data } = await debug({ adIds })
  assert.ok((await calls.http()).length <= 5)
  assert.deepEqual(
    data.map(({ adId }) => adId),
    adIds,
  )
  assert.ok(data.every(({ success }) => success))
})

test('ads that cannot be read say so and leave the others alone', async () => {
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'GET', path: `/${feedAd}\\?` },
    fault: 'platform-error',
    code: 10,
    message: 'No permission for this ad',
    times: 1,
  })
  const { data } = await debug({ adIds: [feedAd, videoAd, '12345', 'me', '../me'] })
  assert.deepEqual(
    data.map(({ success }) => success),
    [false, true, false, false, false],
  )
  assert.equal(data[0]?.error, '(#10) No permission for this ad')
  for (const record of data.slice(2)) assert.match(record.error ?? '', /There is no ad/)
})

test('to a stranger the ads do not exist', async () => {
  const { key } = await app.stranger()
  for (const path of ['ad-debug-data', 'ad-creative-specs']) {
    const { body } = await app.call<Debug>('POST', `/v1/manage/${path}`, { key, body: { adIds: [feedAd] } })
    assert.deepEqual(body.data, [{ adId: feedAd, success: false, error: `There is no ad ${feedAd}.` }])
  }
})

test('creative specs are the compact form', async () => {
  const calls = await watchCalls(app)
  const body = { adIds: [videoAd, '12345'] }
  const reply = await app.call<Debug>('POST', '/v1/manage/ad-creative-specs', { body })
  assert.equal((await calls.http()).length, 1)
  assert.deepEqual(Object.keys(reply.body.data[0]!.creative!), [
    'id',
    'name',
    'object_story_spec',
    'asset_feed_spec',
    'url_tags',
    'effective_object_story_id',
  ])
  assert.equal(reply.body.data[0]?.creative?.id, videoCreative)
  assert.equal(reply.body.data[1]?.success, false)
})

test('no ads and 51 ads are refused', async () => {
  const many = Array.from({ length: 51 }, (_, index) => String(index + 1))
  for (const path of [url, '/v1/manage/ad-creative-specs']) {
    await assertRefused(app, path, { what: 'no ads', body: { adIds: [] }, path: 'adIds', status: 400 })
    await assertRefused(app, path, { what: '51 ads', body: { adIds: many }, path: 'adIds', status: 400 })
    await assertRefused(app, path, { what: 'nothing', body: {}, path: 'adIds', status: 400 })
  }
})

test('a single image story keeps its own words', async () => {
  const creative = await graph.create(`${account}/adcreatives`, {
    name: 'Plain',
    object_story_spec: linkStory(hashes[0]!),
  })
  const ad = await graph.create(`${account}/ads`, {
    name: 'Plain ad',
    adset_id: adsetId,
    creative: { creative_id: creative },
    status: 'PAUSED',
  })
  const { data } = await debug({ adIds: [ad] })
  assert.deepEqual(data[0]?.creative?.object_story_spec, linkStory(hashes[0]!))
  assert.equal(data[0]?.creative?.asset_feed_spec, null)
})
