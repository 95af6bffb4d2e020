import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { featuresOf, launchFixture } from '../../support/platforms/primary-graph.ts'
import type { StoredCreative } from '../../support/platforms/primary-graph.ts'

const app = await startTestApp()
const { demo: fixture, graph, asset, launched, launch } = await launchFixture(app)
const { page, secondary } = fixture
const link = 'https://example.com/sale'
const featuresOn = (creative: StoredCreative) =>
  Object.entries(featuresOf(creative)).flatMap(([name, choice]) => (choice === 'OPT_IN' ? [name] : []))

test('a partnership code alone makes the ad: no type, no media, the brand as its sponsor', async () => {
  const { data: offered } = await graph.get<{ data: { id: string; eligibility_errors: string[] }[] }>(
    `${secondary}/branded_content_advertisable_medias`,
    { fields: 'id,eligibility_errors' },
  )
  const media = offered.find((each) => each.eligibility_errors.length === 0)!
  const { ad_code: code } = await graph.post<{ ad_code: string }>(`${media.id}/partnership_ad_code`, {})
  const { creative } = await launched(
    singleAd(app, fixture, {
      media: undefined,
      partnershipCode: code,
      adSets: [await graph.adSetFor('OUTCOME_TRAFFIC')],
    }),
  )
  assert.equal(creative.object_id, page)
  assert.deepEqual(creative.branded_content, { instagram_boost_post_access_token: code, ad_format: 1 })
  assert.deepEqual(creative.facebook_branded_content, { sponsor_page_id: page })
  assert.deepEqual(creative.instagram_branded_content, { sponsor_id: secondary })
  assert.deepEqual(creative.call_to_action, { type: 'SHOP_NOW', value: { link } })
  assert.equal(creative.object_story_spec, undefined)
})

test("a partnership by the creator's id is a normal ad with the creator beside the brand", async () => {
  interface Permission {
    permission_status: string
    creator_id: string
    creator_fb_page: string
  }
  const { data } = await graph.get<{ data: Permission[] }>(`${secondary}/branded_content_ad_permissions`, {
    fields: 'permission_status,creator_id,creator_fb_page',
  })
  const approved = data.find(({ permission_status: status }) => status === 'APPROVED')!
  const { creator_id: creatorId, creator_fb_page: creatorPageId } = approved
  const { creative } = await launched(
    singleAd(app, fixture, { partnership_ad: { creator_id: creatorId, creatorPageId: Number(creatorPageId) } }),
  )
  assert.equal(creative.object_story_spec!.link_data!.link, link)
  assert.deepEqual(creative.instagram_branded_content, { sponsor_id: creatorId })
  assert.deepEqual(creative.facebook_branded_content, { sponsor_page_id: creatorPageId })
})

test('a promo code rides beside the story of a single ad and inside the feed of a multi ad', async () => {
  const promotion = {
    manual_coupon_codes: ['SAVE-20_now'],
    allowed_coupon_code_sources: ['AD_CREATIVE_MANUAL_COUPON_CODES'],
    is_auto_update_allowed: false,
  }
  const single = await launched(singleAd(app, fixture, { promoCode: 'SAVE-20_now' }))
  assert.deepEqual(single.creative.asset_feed_spec, { promotional_metadata: promotion })
  assert.equal(single.creative.object_story_spec!.link_data!.link, link)
  const media = [{ url: asset('square.png') }, { url: asset('vertical.png') }]
  const multi = await launched(singleAd(app, fixture, { type: 'multi', media, promoCode: 'SAVE-20_now' }))
  assert.deepEqual(multi.creative.asset_feed_spec!.promotional_metadata, promotion)
  assert.equal(multi.creative.asset_feed_spec!.optimization_type, 'PLACEMENT')
})

test('media made with AI are disclosed when the caller says so, and not otherwise', async () => {
  const disclosed = await launched(singleAd(app, fixture, { aiMediaSelfDisclosure: true }))
  assert.deepEqual(featuresOn(disclosed.creative), ['ai_media_self_disclosure'])
  const silent = await launched(singleAd(app, fixture, { aiMediaSelfDisclosure: false }))
  assert.deepEqual(featuresOn(silent.creative), [])
})

test("the platform's word for the disclosure is a setting", async () => {
  const other = await startTestApp({ AI_DISCLOSURE_FEATURE: 'made_with_ai' })
  await other.control('POST', 'meta', { disclosureFeature: 'made_with_ai' })
  const there = await launchFixture(other)
  const { creative } = await there.launched(singleAd(other, there.demo, { aiMediaSelfDisclosure: true }))
  assert.deepEqual(featuresOn(creative), ['made_with_ai'])
})

test('page and secondary come from the launch defaults when the ad leaves them out', async () => {
  await app.call('PATCH', '/v1/launch-defaults', { body: { page, secondary } })
  const ad = singleAd(app, fixture, { page: undefined, secondary: '' })
  const { creative } = await launched(ad)
  assert.equal(creative.object_story_spec!.page_id, page)
  assert.equal(creative.object_story_spec!.instagram_user_id, secondary)
  await app.call('PATCH', '/v1/launch-defaults', { body: { page: null, secondary: null } })
  const { status, body } = await launch(ad)
  assert.equal(status, 422)
  assert.deepEqual(
    body.error.details.issues.map((issue) => issue.path),
    ['ads.0.page', 'ads.0.secondary'],
  )
})
