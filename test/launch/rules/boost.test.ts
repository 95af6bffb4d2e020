import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boostFlags, boostFixture, pageLikes } from '../../support/launch/boosts.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const fixture = await boostFixture(app)
const { graph, launch, launched, account, boost, linkPost, picturePost, otherPage } = fixture
const { page } = fixture.demo

test('a post is shown as it is: no media are sent, and its bare id gets the page', async () => {
  const images = (await graph.counts()).images
  const bare = linkPost.split('_')[1]!
  const adSets = [await graph.adSetFor('OUTCOME_SALES')]
  const { creative } = await launched(boost(bare, { adSets }, { url: 'http://127.0.0.1:9/preview.mp4', type: 'video' }))
  assert.equal(creative.object_story_id, linkPost)
  assert.equal(creative.object_story_spec, undefined)
  assert.equal((await graph.counts()).images, images)
})

test('the same post in two launches makes two ads of the one creative that a post has', async () => {
  const adSets = [await graph.adSetFor('OUTCOME_TRAFFIC')]
  const first = await launched(boost(linkPost, { adSets }))
  const second = await launched(boost(linkPost, { adSets }))
  assert.equal(first.creative.id, second.creative.id)
  assert.notEqual(first.adId, second.adId)
})

test('a boost whose answer got lost is found again, although an equal ad of another launch is there', async () => {
  const adSets = [await graph.adSetFor('OUTCOME_TRAFFIC')]
  const twin = await launched(boost(linkPost, { adSets, adName: 'Twin' }))
  const { ads: adsBefore } = await graph.counts()
  await app.control('POST', 'faults', {
    platform: 'meta',
    fault: 'drop-after',
    match: { method: 'POST', path: '/ads' },
    times: 1,
  })
  const found = await launched(boost(linkPost, { adSets, adName: 'Twin' }))
  assert.notEqual(found.adId, twin.adId)
  assert.equal((await graph.counts()).ads, adsBefore! + 1)
})

const rules: [rule: string, ad: () => Record<string, unknown>, paths: string[]][] = [
  [
    'all three flags of a boost are true',
    () => boost(linkPost, {}, { existingAd: false, isExistingPost: undefined }),
    ['media.0.existingAd', 'media.0.isExistingPost'],
  ],
  ['a boost names its post', () => boost('', {}, { effectiveStoryId: undefined }), ['media.0.effectiveStoryId']],
  ["a post's id is made of digits", () => boost('page_post'), ['media.0.effectiveStoryId']],
  ['the page owns the post', () => boost(linkPost, { page: otherPage }), ['page']],
  ['a boost names the page', () => boost(linkPost, { page: undefined }), ['page']],
  [
    'a boost shows one post',
    () => boost(linkPost, { media: Array(2).fill({ effectiveStoryId: linkPost, ...boostFlags }) }),
    ['media'],
  ],
  ['a boost is no carousel', () => boost(linkPost, { type: 'carousel' }), ['type']],
  ['a post takes no promo code', () => boost(linkPost, { promoCode: 'SAVE20' }), ['promoCode']],
  ['a post takes no disclosure', () => boost(linkPost, { aiMediaSelfDisclosure: true }), ['aiMediaSelfDisclosure']],
  [
    'a post is meant only with scalePostId',
    () => boost(linkPost, { scalePostId: false, link: 'https://example.com' }),
    ['scalePostId'],
  ],
]

for (const [rule, ad, paths] of rules) {
  test(`${rule}: anything else is refused before anything is sent`, async () => {
    await app.control('DELETE', 'calls')
    const { status, body } = await launch(ad())
    assert.equal(status, 422, JSON.stringify(body))
    assert.deepEqual(
      body.error.details.issues.map((issue) => issue.path),
      paths.map((path) => `ads.0.${path}`),
    )
    assert.deepEqual(await graph.writes(), [])
  })
}

test('a post without a link may gather engagement', async () => {
  const { data } = await graph.get<{ data: { id: string; optimization_goal: string }[] }>(`${account}/adsets`, {
    fields: 'id,optimization_goal',
    limit: '100',
  })
  const adSet = data.find(({ optimization_goal }) => optimization_goal === 'POST_ENGAGEMENT')!
  const { creative } = await launched(boost(picturePost, { adSets: [adSet.id] }))
  assert.equal(creative.object_story_id, picturePost)
})

test('a post without a link may gather followers for its own page', async () => {
  const { creative } = await launched(
    boost(picturePost, { adSets: [await fixture.newAdSet('OUTCOME_ENGAGEMENT', pageLikes(page))] }),
  )
  assert.equal(creative.object_story_id, picturePost)
})
