import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adSetForm,
  campaignForm,
  graphClient,
  linkStory,
  prepareLaunch,
  uploadImage,
} from '../../../../../test/support/simulated/primary.ts'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { assertRefused, readNode } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts, page, secondary } = await demoFixture(app)
const accountId = accounts[0]!.id
const url = '/v1/manage/update-ad'
const graph = graphClient(app.sandboxUrl)
const { adsetId } = await prepareLaunch(graph, accountId)
const hashes = [await uploadImage(graph, accountId, 1), await uploadImage(graph, accountId, 2)]
const link = 'https://shop.example/'
const actor = { page_id: page, instagram_user_id: secondary }

async function makeAd(creative: object): Promise<string> {
  const id = await graph.create(`${accountId}/adcreatives`, { name: 'Creative', ...creative })
  return graph.create(`${accountId}/ads`, {
    name: 'Ad',
    adset_id: adsetId,
    creative: { creative_id: id },
    status: 'PAUSED',
  })
}

async function update(adId: string, change: object): Promise<void> {
  const reply = await app.call('POST', url, { body: { accountId, adId, ...change } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

test('an ad that boosts a post keeps the words of the post', async () => {
  const posts = await app.call<{ data: { effectiveStoryId: string; eligible: boolean }[] }>(
    'GET',
    `/v1/primary/posts?pageId=${page}`,
  )
  const post = posts.body.data.find(({ eligible }) => eligible)!
  const adId = await makeAd({ object_story_id: post.effectiveStoryId })
  for (const field of ['title', 'description', 'urlTags']) {
    const body = { accountId, adId, [field]: 'Other words' }
    await assertRefused(app, url, { what: field, body, path: field })
  }
  await update(adId, { name: 'Renamed' })
})

const cards = hashes.map((image_hash, index) => ({
  link: `${link}${index}`,
  name: `Card ${index}`,
  image_hash,
  call_to_action: { type: 'SHOP_NOW', value: { link: `${link}${index}` } },
}))

test('the cards of a carousel keep their titles and links; text and button can change', async () => {
  const adId = await makeAd({
    object_story_spec: { ...actor, link_data: { link, message: 'Before', child_attachments: cards } },
  })
  await assertRefused(app, url, { what: 'a title', body: { accountId, adId, title: 'One' }, path: 'title' })
  await update(adId, { description: 'After', cta: 'LEARN_MORE' })
  const { creative } = await readNode<{ creative: Story }>(app, adId, 'creative{object_story_spec}')
  const data = creative.object_story_spec.link_data
  assert.equal(data.message, 'After')
  assert.deepEqual(
    data.child_attachments,
    cards.map((card) => ({ ...card, call_to_action: { ...card.call_to_action, type: 'LEARN_MORE' } })),
  )
})

interface Story {
  object_story_spec: { link_data: { message: string; child_attachments: unknown[] } }
}

test('an ad with media by placement keeps its rules when its words change', async () => {
  const rule = (spec: object, number: number) => ({
    customization_spec: spec,
    image_label: { name: `image${number}` },
    body_label: { name: `body${number}` },
  })
  const feed = {
    optimization_type: 'PLACEMENT',
    ad_formats: ['SINGLE_IMAGE'],
    images: hashes.map((hash, index) => ({ hash, adlabels: [{ name: `image${index}` }] })),
    bodies: [0, 1].map((index) => ({ text: `Body ${index}`, adlabels: [{ name: `body${index}` }] })),
    titles: [{ text: 'Title' }],
    link_urls: [{ website_url: link }],
    call_to_action_types: ['SHOP_NOW'],
    asset_customization_rules: [
      rule({ publisher_platforms: ['instagram'], instagram_positions: ['story'] }, 0),
      rule({}, 1),
    ],
  }
  const adId = await makeAd({ object_story_spec: actor, asset_feed_spec: feed })
  const lost = { accountId, adId, description: 'New body' }
  await assertRefused(app, url, { what: 'one text for two', body: lost, path: 'description' })
  const two = { accountId, adId, bodyVariations: ['One', 'Two'] }
  await assertRefused(app, url, { what: 'texts without places', body: two, path: 'bodyVariations' })
  const texts = { title: 'New title', bodyVariations: ['New body'] }
  await update(adId, { ...texts, link: `${link}new`, cta: 'LEARN_MORE' })
  const { creative } = await readNode<{ creative: { asset_feed_spec: typeof feed } }>(
    app,
    adId,
    'creative{asset_feed_spec}',
  )
  const after = creative.asset_feed_spec
  assert.deepEqual(after.bodies, [{ text: 'New body', adlabels: [{ name: 'body0' }, { name: 'body1' }] }])
  assert.deepEqual(after.titles, [{ text: 'New title' }])
  assert.deepEqual(after.link_urls, [{ website_url: `${link}new` }])
  assert.deepEqual(after.call_to_action_types, ['LEARN_MORE'])
  assert.deepEqual(after.images, feed.images)
})

test('the texts of an ad that has several are all named, or stay', async () => {
  const feed = {
    optimization_type: 'DEGREES_OF_FREEDOM',
    bodies: ['b1', 'b2', 'b3'].map((text) => ({ text })),
    titles: ['t1', 't2'].map((text) => ({ text })),
  }
  const adId = await makeAd({ object_story_spec: linkStory(hashes[0]!), asset_feed_spec: feed })
  for (const field of ['title', 'description'])
    await assertRefused(app, url, { what: field, body: { accountId, adId, [field]: 'Only one' }, path: field })
  const many = Array.from({ length: 6 }, (_none, index) => `t${index}`)
  for (const headlineVariations of [[], ['', ' '], many])
    await assertRefused(app, url, {
      what: 'too few or many',
      body: { accountId, adId, headlineVariations },
      path: 'headlineVariations',
    })
  await update(adId, { headlineVariations: ['t1', 'new', 't1'], cta: 'LEARN_MORE' })
  const fields = 'creative{asset_feed_spec,object_story_spec}'
  const { creative } = await readNode<{
    creative: { asset_feed_spec: typeof feed; object_story_spec: { link_data: { name: string } } }
  }>(app, adId, fields)
  assert.deepEqual(creative.asset_feed_spec.titles, [{ text: 't1' }, { text: 'new' }])
  assert.deepEqual(creative.asset_feed_spec.bodies, feed.bodies)
  assert.equal(creative.object_story_spec.link_data.name, 't1')
  const plain = await makeAd({ object_story_spec: linkStory(hashes[0]!) })
  const body = { accountId, adId: plain, bodyVariations: ['One'] }
  await assertRefused(app, url, { what: 'an ad with one text', body, path: 'bodyVariations' })
})

test('the words of a flexible ad stand in its asset groups, so a new creative would not change them', async () => {
  const campaignId = await graph.create(`${accountId}/campaigns`, { ...campaignForm, objective: 'OUTCOME_SALES' })
  const salesSet = await graph.create(`${accountId}/adsets`, adSetForm(campaignId))
  const texts = [{ text: 'Before', text_type: 'primary_text' }]
  const call_to_action = { type: 'SHOP_NOW', value: { link } }
  const adId = await graph.create(`${accountId}/ads`, {
    name: 'Flexible',
    adset_id: salesSet,
    creative: { name: 'Creative', object_story_spec: linkStory(hashes[0]!) },
    creative_asset_groups_spec: { groups: [{ images: hashes.map((hash) => ({ hash })), texts, call_to_action }] },
    status: 'PAUSED',
  })
  const changes = { title: 'New', description: 'New', cta: 'LEARN_MORE', link: `${link}new` }
  for (const [field, value] of Object.entries(changes)) {
    await assertRefused(app, url, { what: field, body: { accountId, adId, [field]: value }, path: field })
  }
  await update(adId, { name: 'Renamed', urlTags: 'utm_source=fd' })
  const ad = await readNode<Record<string, unknown>>(app, adId, 'name,creative{url_tags},creative_asset_groups_spec')
  assert.equal(ad.name, 'Renamed')
  assert.equal((ad.creative as { url_tags: string }).url_tags, 'utm_source=fd')
  const [group] = (ad.creative_asset_groups_spec as { groups: { texts: object[] }[] }).groups
  assert.deepEqual(group!.texts, texts)
})

test('a new creative whose answer got lost is found again, not made twice', async () => {
  const adId = await makeAd({
    object_story_spec: { ...actor, link_data: { link, message: 'Before', name: 'Before', image_hash: hashes[0] } },
  })
  const count = async () =>
    (await app.control<{ counts: { creatives: number } }>('GET', 'state?platform=meta')).counts.creatives
  const before = await count()
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/adcreatives$' },
    fault: 'drop-after',
    times: 1,
  })
  await update(adId, { title: 'After' })
  assert.equal(await count(), before + 1)
})

test('a change of words keeps what the ad says about the platform’s own changes, and switches off the rest', async () => {
  const chosen = { image_touchups: { enroll_status: 'OPT_IN' }, text_optimizations: { enroll_status: 'OPT_OUT' } }
  const adId = await makeAd({
    object_story_spec: { ...linkStory(hashes[0]!), ...actor },
    contextual_multi_ads: { enroll_status: 'OPT_OUT' },
    degrees_of_freedom_spec: { creative_features_spec: chosen },
  })
  await update(adId, { title: 'Other words' })
  interface Stored {
    contextual_multi_ads: object
    destination_spec?: object
    degrees_of_freedom_spec: { creative_features_spec: Record<string, { enroll_status: string }> }
  }
  const fields = 'creative{contextual_multi_ads,destination_spec,degrees_of_freedom_spec}'
  const { creative } = await readNode<{ creative: Stored }>(app, adId, fields)
  assert.deepEqual(creative.contextual_multi_ads, { enroll_status: 'OPT_OUT' })
  assert.deepEqual(creative.destination_spec, { destination_type: 'WEBSITE_AND_SHOP_OPT_OUT' })
  const { image_touchups, adapt_to_placement, ...rest } = creative.degrees_of_freedom_spec.creative_features_spec
  // The platform had switched this one on by itself, and told so.
  assert.deepEqual([image_touchups, adapt_to_placement], [{ enroll_status: 'OPT_IN' }, { enroll_status: 'OPT_IN' }])
  assert.ok(Object.keys(rest).length > 10)
  for (const { enroll_status: status } of Object.values(rest)) assert.equal(status, 'OPT_OUT')
})
