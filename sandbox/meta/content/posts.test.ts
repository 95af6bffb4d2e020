import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import {
  adSetForm,
  campaignForm,
  graphClient,
  instagram,
  page,
  pixel,
  usdAccount,
} from '../../../test/support/simulated/primary.ts'
import type { GraphClient } from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

const otherPage = '106066148315002'
const post = (number: number, of = page) => `${of}_12206614831500${number}`

function boost(client: GraphClient, change: Record<string, unknown>) {
  return client.post(`${usdAccount}/adcreatives`, { name: 'Boost', ...change })
}

/** An ad set of a sales campaign, and one that promotes a Page. */
async function adSets(client: GraphClient) {
  const create = async (campaign: object, adset: object) => {
    const campaignId = await client.create(`${usdAccount}/campaigns`, { ...campaignForm, ...campaign })
    return client.create(`${usdAccount}/adsets`, { ...adSetForm(campaignId), ...adset })
  }
  const promoted = { pixel_id: pixel, custom_event_type: 'PURCHASE' }
  return {
    sales: await create(
      { objective: 'OUTCOME_SALES' },
      { optimization_goal: 'OFFSITE_CONVERSIONS', promoted_object: promoted },
    ),
    likes: await create(
      { objective: 'OUTCOME_ENGAGEMENT' },
      { optimization_goal: 'PAGE_LIKES', promoted_object: { page_id: page } },
    ),
  }
}

test('posts of a Page tell whether they can be promoted', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const fields =
    'message,created_time,is_eligible_for_promotion,promotable_id,call_to_action,permalink_url,full_picture,attachments,allowed_advertising_objectives'
  const shown = (await client.get(`${post(1)}?fields=${fields}`)).body
  assert.equal(shown['promotable_id'], post(1))
  assert.deepEqual(shown['call_to_action'], { type: 'SHOP_NOW', value: { link: 'https://shop.example/lookbook' } })
  assert.equal((shown['attachments'] as { data: { url: string }[] }).data[0]?.url, 'https://shop.example/lookbook')
  assert.match(String(shown['full_picture']), /^http:\/\/127\.0\.0\.1/)
  for (const edge of ['posts', 'feed', 'published_posts']) {
    const { data } = (await client.get(`${page}/${edge}?fields=is_eligible_for_promotion`)).body
    assert.deepEqual(
      data?.map((entry) => entry['is_eligible_for_promotion']),
      [false, true, true, true, true, true],
    )
  }
  const ads = (await client.get(`${page}/ads_posts?limit=5&fields=is_published`)).body.data
  assert.ok(ads?.length === 5 && ads.every((entry) => entry['is_published'] === false))
})

test('only available posts of own Pages can be boosted', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  assert.equal((await boost(client, { object_story_id: post(1) })).status, 200)
  assertError(await boost(client, { object_story_id: `${page}_1` }), 100, 1885557, 'unknown')
  assertError(await boost(client, { object_story_id: post(6) }), 100, 1487472, 'ineligible')
  const stranger = graphClient(url, 'sandbox-meta-token.other')
  const foreign = String((await stranger.get('me/accounts')).body.data?.[0]?.['id'])
  const foreignPost = String((await stranger.get(`${foreign}/posts`)).body.data?.[1]?.['id'])
  assertError(await boost(client, { object_story_id: foreignPost }), 100, 1885557, 'foreign')
  const { body } = await client.get('me/accounts?fields=access_token')
  const token = String(body.data?.[0]?.['access_token'])
  assertError(await client.remove(post(2)), 210)
  await graphClient(url, token).remove(post(2))
  assertError(await boost(client, { object_story_id: post(2) }), 100, 1885557, 'deleted')
})

test('a boosted post must fit the ad set that shows it', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { sales, likes } = await adSets(client)
  const launch = (adset: string, creative: object) =>
    client.post(`${usdAccount}/ads`, { name: 'Boost', adset_id: adset, creative })
  assertError(await launch(sales, { object_story_id: post(3) }), 100, 2446383, 'no link')
  assert.equal((await launch(sales, { object_story_id: post(1) })).status, 200)
  assertError(await launch(likes, { object_story_id: post(1, otherPage) }), 100, 1885029, 'other Page')
})

test('Instagram posts can be boosted when they are one’s own and free of licensed music', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { sales } = await adSets(client)
  const fields = 'id,media_type,boost_eligibility_info'
  const media = (await client.get(`${instagram}/media?fields=${fields}`)).body.data ?? []
  assert.equal(media.length, 3)
  const [reel, , image] = media.map((entry) => String(entry['id']))
  const spec = { object_id: page, instagram_user_id: instagram }
  assert.equal((await boost(client, { ...spec, source_instagram_media_id: image })).status, 200)
  assertError(await boost(client, { ...spec, source_instagram_media_id: reel }), 100, 2875030, 'music')
  assertError(await boost(client, { ...spec, source_instagram_media_id: '18' }), 100, 2446289, 'unknown')
  assertError(await boost(client, { ...spec, object_id: '1', source_instagram_media_id: image }), 100, 1487202, 'Page')
  const link = 'https://shop.example/reel'
  const launch = (creative: object) =>
    client.post(`${usdAccount}/ads`, {
      name: 'Reel',
      adset_id: sales,
      creative: { ...spec, source_instagram_media_id: image, ...creative },
    })
  assertError(await launch({}), 100, 2446383, 'no button')
  assert.equal((await launch({ call_to_action: { type: 'SHOP_NOW', value: { link } } })).status, 200)
})
