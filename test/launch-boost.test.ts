import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { singleAd } from './demo.ts'
import { startTestApp } from './harness.ts'
import { launchGround } from './primary-graph.ts'

const app = await startTestApp()
const { ground, graph, asset, launch, launched, failed } = await launchGround(app)
const { page } = ground
const account = ground.accounts[0]!.id
const flags = { existingAd: true, existingPrimaryAd: true, isExistingPost: true }

let linkPost = ''
let picturePost = ''
let refusedPost = ''
let otherPage = ''

before(async () => {
  interface Posts {
    data: { id: string; call_to_action?: object; is_eligible_for_promotion: boolean }[]
  }
  const { data } = await graph.get<Posts>(`${page}/posts`, {
    fields: 'id,call_to_action,is_eligible_for_promotion',
    limit: '50',
  })
  const eligible = data.filter((post) => post.is_eligible_for_promotion)
  linkPost = eligible.find((post) => post.call_to_action)!.id
  picturePost = eligible.find((post) => !post.call_to_action)!.id
  refusedPost = data.find((post) => !post.is_eligible_for_promotion)!.id
  const pages = await graph.get<{ data: { id: string }[] }>('me/accounts', { fields: 'id' })
  otherPage = pages.data.find(({ id }) => id !== page)!.id
})

const boost = (storyId: string, more: Record<string, unknown> = {}, media: Record<string, unknown> = {}) =>
  singleAd(app, ground, {
    adName: 'Boost',
    scalePostId: true,
    media: [{ effectiveStoryId: storyId, ...flags, url: asset('square.png'), ...media }],
    link: undefined,
    cta: undefined,
    ...more,
  })

async function pageLikesAdSet(promotedPage: string): Promise<string> {
  const campaign = await graph.post<{ id: string }>(`${account}/campaigns`, {
    name: 'Likes',
    objective: 'OUTCOME_ENGAGEMENT',
    status: 'PAUSED',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  })
  const adSet = await graph.post<{ id: string }>(`${account}/adsets`, {
    name: 'Likes',
    campaign_id: campaign.id,
    status: 'PAUSED',
    daily_budget: 2000,
    billing_event: 'IMPRESSIONS',
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    optimization_goal: 'PAGE_LIKES',
    destination_type: 'ON_PAGE',
    promoted_object: { page_id: promotedPage },
    targeting: { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } },
  })
  return adSet.id
}

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
    () => boost(linkPost, { media: Array(2).fill({ effectiveStoryId: linkPost, ...flags }) }),
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

test('a post without a link is refused by name for a sales ad set, before any write', async () => {
  await app.control('DELETE', 'calls')
  const failure = await failed(boost(picturePost, { adSets: [await graph.adSetFor('OUTCOME_SALES')] }))
  assert.equal(failure.code, 'unprocessable_entity')
  assert.equal(failure.field, 'media.0.effectiveStoryId')
  assert.equal(failure.retryable, false)
  assert.match(String(failure.hint), /Nothing was made/)
  assert.deepEqual(await graph.writes(), [])
})

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
  const { creative } = await launched(boost(picturePost, { adSets: [await pageLikesAdSet(page)] }))
  assert.equal(creative.object_story_id, picturePost)
})

test('a post does not gather followers for another page than its own', async () => {
  const adSets = [await pageLikesAdSet(otherPage)]
  await app.control('DELETE', 'calls')
  const failure = await failed(boost(picturePost, { adSets }))
  assert.equal(failure.code, 'unprocessable_entity')
  assert.equal(failure.field, 'page')
  assert.deepEqual(await graph.writes(), [])
})

test('a post that does not exist is reported as the platform puts it, and no ad is made', async () => {
  const { ads } = await graph.counts()
  const failure = await failed(boost(`${page}_999`))
  assert.equal(failure.platformSubcode, 1885557)
  assert.equal((await graph.counts()).ads, ads)
})

test('a post that may not be promoted is refused by name, before any write', async () => {
  await app.control('DELETE', 'calls')
  const failure = await failed(boost(refusedPost))
  assert.equal(failure.code, 'unprocessable_entity')
  assert.equal(failure.field, 'media.0.effectiveStoryId')
  assert.deepEqual(await graph.writes(), [])
})
