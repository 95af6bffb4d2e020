import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boostFixture } from '../../support/launch/boosts.ts'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { featuresOf, launchFixture } from '../../support/platforms/primary-graph.ts'

const app = await startTestApp()
const { demo: fixture, graph, asset, launched } = await launchFixture(app)
const off = { enroll_status: 'OPT_OUT' }
await app.control('POST', 'meta', { ownsShop: true })

const square = { url: asset('square.png') }
const cards = [1, 2].map((n) => ({ url: asset(`square.png?v=${n}`), carouselTitle: `Card ${n}` }))
const types = {
  image: { media: [square] },
  video: { media: [{ url: asset('vertical.mp4') }] },
  multi: { type: 'multi', media: [square, { url: asset('vertical.png') }] },
  carousel: { type: 'carousel', media: cards },
  flexible: { type: 'flexible', media: [square], bodyVariations: ['A', 'B'] },
}

for (const [name, more] of Object.entries(types)) {
  test(`what nobody asked for is off in a new ${name} ad: other advertisers, the shop, and the platform's own changes`, async () => {
    const { creative } = await launched(singleAd(app, fixture, { adName: `Off ${name}`, ...more }))
    assert.deepEqual(creative.contextual_multi_ads, off)
    assert.deepEqual(creative.destination_spec, { destination_type: 'WEBSITE_AND_SHOP_OPT_OUT' })
    const choices = Object.values(featuresOf(creative))
    assert.ok(choices.length > 10)
    assert.deepEqual([...new Set(choices)], ['OPT_OUT'])
  })
}

test('an ad that shows a post is not shown among other advertisers either', async () => {
  const { boost, linkPost } = await boostFixture(app)
  const { creative } = await launched(boost(linkPost))
  assert.deepEqual(creative.contextual_multi_ads, off)
})

test('a switch that the account does not know is left out, the ad is made, and the receipt says so', async () => {
  await app.control('POST', 'meta', { unknownFeatures: ['image_templates', 'profile_card'] })
  const { ads } = await launched(singleAd(app, fixture, { adName: 'Unknown switch' }))
  await app.control('POST', 'meta', { unknownFeatures: [] })
  const creative = await graph.creativeOf(ads[0]!.adId)
  assert.equal(featuresOf(creative).image_templates, undefined)
  assert.equal(featuresOf(creative).image_touchups, 'OPT_OUT')
  const { data } = (await app.call<{ data: { adBatchId: number }[] }>('GET', '/v1/batches?limit=1')).body
  const receipts = await app.call<{ data: { differences: { field: string }[] }[] }>(
    'GET',
    `/v1/batches/${data[0]!.adBatchId}/receipts`,
  )
  const missing = receipts.body.data[0]!.differences.map(({ field }) => field)
  const path = 'creative.degrees_of_freedom_spec.creative_features_spec'
  assert.deepEqual(missing, [`${path}.profile_card.enroll_status`, `${path}.image_templates.enroll_status`])
})

test('the platform opts in to what a creative does not mention', async () => {
  const account = fixture.accounts[0]!.id
  const story = { page_id: fixture.page, link_data: { link: 'https://example.com', message: 'Plain' } }
  const { id } = await graph.post<{ id: string }>(`${account}/adcreatives`, { name: 'Plain', object_story_spec: story })
  const fields = 'contextual_multi_ads,destination_spec'
  const { contextual_multi_ads: others, destination_spec: destination } = await graph.get(id, { fields })
  assert.deepEqual(others, { enroll_status: 'OPT_IN' })
  assert.deepEqual(destination, { destination_type: 'WEBSITE_AND_SHOP' })
})
