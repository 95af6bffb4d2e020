import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { launchFixture } from '../../support/platforms/primary-graph.ts'

const app = await startTestApp()
await app.control('POST', 'meta', { videoSeconds: 0 })
const { demo: fixture, graph, asset, launched } = await launchFixture(app)
const { page, secondary } = fixture
const link = 'https://example.com/sale'

async function hashOf(url: string): Promise<string> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  return createHash('md5').update(bytes).digest('hex')
}

test('a carousel keeps the order of its cards, and a card without a link leads where the ad leads', async () => {
  const media = [
    {
      url: asset('landscape.png'),
      carouselTitle: 'First',
      carouselDescription: 'One',
      carouselLink: `${link}/1`,
      carouselIndex: 3,
    },
    { url: asset('square.png'), carouselTitle: 'Second', carouselIndex: 1 },
    { url: asset('portrait.png'), carouselTitle: 'Third', carouselIndex: 2 },
  ]
  const { creative } = await launched(singleAd(app, fixture, { type: 'carousel', media }))
  assert.deepEqual(creative.object_story_spec, {
    page_id: page,
    instagram_user_id: secondary,
    link_data: {
      link,
      message: 'Everything must go.',
      multi_share_optimized: false,
      multi_share_end_card: false,
      call_to_action: { type: 'SHOP_NOW', value: { link } },
      child_attachments: [
        {
          link: `${link}/1`,
          name: 'First',
          description: 'One',
          image_hash: await hashOf(asset('landscape.png')),
          call_to_action: { type: 'SHOP_NOW', value: { link: `${link}/1` } },
        },
        {
          link,
          name: 'Second',
          image_hash: await hashOf(asset('square.png')),
          call_to_action: { type: 'SHOP_NOW', value: { link } },
        },
        {
          link,
          name: 'Third',
          image_hash: await hashOf(asset('portrait.png')),
          call_to_action: { type: 'SHOP_NOW', value: { link } },
        },
      ],
    },
  })
})

test('a carousel may mix images and videos, and needs no link of its own when every card has one', async () => {
  const media = [
    { url: asset('square.mp4'), carouselTitle: 'Film', carouselLink: `${link}/film` },
    { url: asset('square.png'), carouselTitle: 'Still', carouselLink: `${link}/still` },
  ]
  const { creative } = await launched(singleAd(app, fixture, { type: 'carousel', link: undefined, media }))
  const story = creative.object_story_spec!.link_data!
  const cards = story.child_attachments as Record<string, unknown>[]
  assert.equal(story.link, `${link}/film`)
  assert.deepEqual(
    cards.map((card) => [card.name, card.link, typeof card.video_id, typeof card.image_hash]),
    [
      ['Film', `${link}/film`, 'string', 'string'],
      ['Still', `${link}/still`, 'undefined', 'string'],
    ],
  )
})

test('each media item of a multi ad is shown where its aspect ratio belongs', async () => {
  const media = ['vertical.png', 'square.png', 'landscape.png', 'portrait.png'].map((name) => ({ url: asset(name) }))
  const { creative } = await launched(singleAd(app, fixture, { type: 'multi', media, adDescription: 'Small print' }))
  assert.deepEqual(creative.object_story_spec, { page_id: page, instagram_user_id: secondary })
  const labelled = async (name: string, label: string) => ({
    hash: await hashOf(asset(name)),
    adlabels: [{ name: label }],
  })
  assert.deepEqual(creative.asset_feed_spec, {
    optimization_type: 'PLACEMENT',
    ad_formats: ['SINGLE_IMAGE'],
    images: [
      await labelled('vertical.png', 'vertical'),
      await labelled('square.png', 'square'),
      await labelled('landscape.png', 'landscape'),
      await labelled('portrait.png', 'portrait'),
    ],
    bodies: [{ text: 'Everything must go.' }],
    titles: [{ text: 'Spring sale' }],
    descriptions: [{ text: 'Small print' }],
    link_urls: [{ website_url: link }],
    call_to_action_types: ['SHOP_NOW'],
    asset_customization_rules: [
      {
        customization_spec: {
          publisher_platforms: ['facebook', 'instagram'],
          facebook_positions: ['story', 'facebook_reels'],
          instagram_positions: ['story', 'reels'],
        },
        image_label: { name: 'vertical' },
        priority: 1,
      },
      {
        customization_spec: {
          publisher_platforms: ['facebook'],
          facebook_positions: ['right_hand_column', 'search'],
        },
        image_label: { name: 'landscape' },
        priority: 2,
      },
      {
        customization_spec: {
          publisher_platforms: ['facebook', 'instagram'],
          facebook_positions: ['feed'],
          instagram_positions: ['stream', 'profile_feed'],
        },
        image_label: { name: 'portrait' },
        priority: 3,
      },
      { customization_spec: {}, image_label: { name: 'square' }, priority: 4 },
    ],
  })
})

test('a multi ad may show an image in feeds and a video in stories', async () => {
  const media = [{ url: asset('square.png') }, { url: asset('vertical.mp4') }]
  const { creative } = await launched(singleAd(app, fixture, { type: 'multi', media, cta: undefined }))
  const feed = creative.asset_feed_spec!
  const [video] = feed.videos as Record<string, unknown>[]
  assert.deepEqual(feed.ad_formats, ['AUTOMATIC_FORMAT'])
  assert.deepEqual(feed.call_to_action_types, ['LEARN_MORE'])
  assert.deepEqual(video!.adlabels, [{ name: 'vertical' }])
  assert.match(String(video!.thumbnail_hash), /^[0-9a-f]{32}$/)
  const rules = feed.asset_customization_rules as Record<string, unknown>[]
  assert.deepEqual(
    rules.map((rule) => [rule.video_label, rule.image_label]),
    [
      [{ name: 'vertical' }, undefined],
      [undefined, { name: 'square' }],
    ],
  )
})

test('a flexible ad in a sales campaign holds all media and texts in an asset group', async () => {
  const media = [{ url: asset('square.png') }, { url: asset('portrait.png') }, { url: asset('vertical.mp4') }]
  const { adId, creative } = await launched(
    singleAd(app, fixture, {
      type: 'flexible',
      adSets: [await graph.adSetFor('OUTCOME_SALES')],
      media,
      headlineVariations: ['Sale', 'Last days'],
      bodyVariations: ['Everything must go.', 'Half price.', 'Half price.'],
      adDescription: 'Small print',
    }),
  )
  const { creative_asset_groups_spec: spec } = await graph.get<{
    creative_asset_groups_spec: { groups: Record<string, unknown>[] }
  }>(adId, { fields: 'creative_asset_groups_spec' })
  const [group] = spec.groups
  assert.equal(spec.groups.length, 1)
  assert.deepEqual(group!.images, [
    { hash: await hashOf(asset('square.png')) },
    { hash: await hashOf(asset('portrait.png')) },
  ])
  assert.equal((group!.videos as object[]).length, 1)
  assert.deepEqual(group!.texts, [
    { text: 'Everything must go.', text_type: 'primary_text' },
    { text: 'Half price.', text_type: 'primary_text' },
    { text: 'Sale', text_type: 'headline' },
    { text: 'Last days', text_type: 'headline' },
    { text: 'Small print', text_type: 'description' },
  ])
  assert.deepEqual(group!.call_to_action, { type: 'SHOP_NOW', value: { link } })
  assert.equal(creative.object_story_spec!.link_data!.message, 'Everything must go.')
  assert.equal(creative.asset_feed_spec, undefined)
})

test('a flexible ad elsewhere gives its one media item several texts', async () => {
  const { adId, creative } = await launched(
    singleAd(app, fixture, {
      type: 'flexible',
      adSets: [await graph.adSetFor('OUTCOME_TRAFFIC')],
      headlineVariations: ['Sale', 'Last days'],
    }),
  )
  assert.deepEqual(creative.asset_feed_spec, {
    bodies: [{ text: 'Everything must go.' }],
    titles: [{ text: 'Sale' }, { text: 'Last days' }],
    optimization_type: 'DEGREES_OF_FREEDOM',
  })
  assert.equal(creative.object_story_spec!.link_data!.image_hash, await hashOf(asset('square.png')))
  const ad = await graph.get(adId, { fields: 'creative_asset_groups_spec' })
  assert.equal(ad.creative_asset_groups_spec, undefined)
})

test('a flexible ad elsewhere with several media loses none of them', async () => {
  const { creative } = await launched(
    singleAd(app, fixture, {
      type: 'flexible',
      adSets: [await graph.adSetFor('OUTCOME_TRAFFIC')],
      media: [{ url: asset('square.png') }, { url: asset('portrait.png') }],
    }),
  )
  const feed = creative.asset_feed_spec!
  assert.deepEqual(feed.images, [
    { hash: await hashOf(asset('square.png')) },
    { hash: await hashOf(asset('portrait.png')) },
  ])
  assert.deepEqual(feed.bodies, [{ text: 'Everything must go.' }])
  assert.deepEqual(feed.titles, [{ text: 'Spring sale' }])
  assert.deepEqual(feed.link_urls, [{ website_url: link }])
  assert.equal(feed.optimization_type, 'DEGREES_OF_FREEDOM')
})

test('one flexible ad is built as each of its ad sets needs it', async () => {
  const adSets = [await graph.adSetFor('OUTCOME_SALES'), await graph.adSetFor('OUTCOME_TRAFFIC')]
  const { ads } = await launched(singleAd(app, fixture, { type: 'flexible', adSets }))
  const [sales, traffic] = await Promise.all(ads.map((ad) => graph.creativeOf(ad.adId)))
  assert.notEqual(sales!.id, traffic!.id)
  assert.equal(sales!.asset_feed_spec, undefined)
  assert.equal(traffic!.asset_feed_spec!.optimization_type, 'DEGREES_OF_FREEDOM')
})
