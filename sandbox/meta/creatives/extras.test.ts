import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSampleImage } from '../../core/media/sample-image.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import {
  adSetForm,
  campaignForm,
  graphClient,
  linkStory,
  prepareLaunch,
  token,
  uploadImage,
  usdAccount,
} from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

const declared = (feature: string, choice = 'OPT_IN') => ({
  degrees_of_freedom_spec: { creative_features_spec: { [feature]: { enroll_status: choice } } },
})

test('the declaration of AI media has a configurable name; unknown features are refused', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const story = { object_story_spec: linkStory(await uploadImage(client, usdAccount)) }
  const post = (more: object) => client.post(`${usdAccount}/adcreatives`, { ...story, ...more })
  const id = String((await post(declared('ai_media_self_disclosure'))).body.id)
  const shown = (await client.get(`${id}?fields=degrees_of_freedom_spec`)).body
  const on = { enroll_status: 'OPT_IN' }
  assert.deepEqual(
    shown['degrees_of_freedom_spec'],
    { creative_features_spec: { ai_media_self_disclosure: on, adapt_to_placement: on } },
    'a picture is adapted to its placement unless that is switched off',
  )
  assertError(await post(declared('ai_sparkles')), 100)
  assertError(await post(declared('text_translation', 'MAYBE')), 100)
  assert.equal((await post(declared('image_uncrop', 'OPT_OUT'))).status, 200)
  await control('POST', '/meta', { disclosureFeature: 'ai_sparkles' })
  assert.equal((await post(declared('ai_sparkles'))).status, 200)
  assertError(await post(declared('ai_media_self_disclosure')), 100)
})

test('promo codes stand beside the story and are read back', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const story = { object_story_spec: linkStory(await uploadImage(client, usdAccount)) }
  const post = (metadata: unknown) =>
    client.post(`${usdAccount}/adcreatives`, { ...story, asset_feed_spec: { promotional_metadata: metadata } })
  const metadata = {
    manual_coupon_codes: ['SPRING10'],
    allowed_coupon_code_sources: ['AD_CREATIVE_MANUAL_COUPON_CODES'],
    is_auto_update_allowed: false,
  }
  const id = String((await post(metadata)).body.id)
  const shown = (await client.get(`${id}?fields=asset_feed_spec`)).body['asset_feed_spec']
  assert.deepEqual(shown, { promotional_metadata: metadata })
  for (const change of [
    { manual_coupon_codes: [] },
    { manual_coupon_codes: 'SPRING10' },
    { allowed_coupon_code_sources: undefined },
    { promotion_type: 'PERCENT' },
  ])
    assertError(await post({ ...metadata, ...change }), 100, undefined, JSON.stringify(change))
  assertError(await post(['SPRING10']), 100)
})

test('polls are refused from v26 on and the old Messenger placement is taken out silently', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const story = { object_story_spec: linkStory(await uploadImage(client, usdAccount)) }
  const poll = { interactive_components_spec: { components: [{ type: 'POLL', poll_spec: { question_text: '?' } }] } }
  assertError(await client.post(`${usdAccount}/adcreatives`, { ...story, ...poll }), 100)
  const old = graphClient(url, token, 'v25.0')
  assert.equal((await old.post(`${usdAccount}/adcreatives`, { ...story, ...poll })).status, 200)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const form = adSetForm(campaignId)
  const placements = { publisher_platforms: ['messenger'], messenger_positions: ['messenger_home', 'story'] }
  const adsetId = await client.create(`${usdAccount}/adsets`, {
    ...form,
    targeting: { ...form.targeting, ...placements },
  })
  const { targeting } = (await client.get(`${adsetId}?fields=targeting`)).body
  assert.deepEqual((targeting as { messenger_positions: string[] }).messenger_positions, ['messenger_home'])
})

test('a video takes a thumbnail of one’s own and has captions once it is ready', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { videoSeconds: 0 })
  const client = graphClient(url)
  const videoId = await client.create(`${usdAccount}/advideos`, {
    file_url: `${url}/_assets/square.mp4`,
    title: 'Square',
  })
  const form = new FormData()
  form.set('source', new Blob([await drawSampleImage(90, 160, 5)]), 'own.png')
  form.set('is_preferred', 'true')
  const headers = { authorization: `Bearer ${token}` }
  const upload = await fetch(`${client.base}/${videoId}/thumbnails`, { method: 'POST', headers, body: form })
  assert.deepEqual(await upload.json(), { success: true })
  const thumbnails = (await client.get(`${videoId}/thumbnails`)).body.data ?? []
  assert.deepEqual(
    thumbnails.map((entry) => entry['is_preferred']),
    [true, false, false, false],
  )
  assert.equal((await fetch(String(thumbnails[0]?.['uri']))).headers.get('content-type'), 'image/png')
  assertError(await client.post(`${videoId}/thumbnails`, {}), 100)
  const [caption] = (await client.get(`${videoId}/captions`)).body.data ?? []
  assert.deepEqual([caption?.['locale'], caption?.['is_auto_generated']], ['en_US', true])
  assert.match(await (await fetch(String(caption?.['uri']))).text(), /-->[^]*Square/)
  const source = (await client.get(`${videoId}?fields=source`)).body['source']
  assert.equal((await fetch(String(source))).headers.get('content-type'), 'video/mp4')
})

test('a rejected ad shows why, and runs only after it was changed', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { rejectNamesWith: 'miracle', reviewSeconds: 0 })
  const client = graphClient(url)
  const { adsetId, creativeId } = await prepareLaunch(client)
  const creative = { creative_id: creativeId }
  const adId = await client.create(`${usdAccount}/ads`, {
    name: 'A miracle',
    adset_id: adsetId,
    status: 'PAUSED',
    creative,
  })
  const shown = (await client.get(`${adId}?fields=effective_status,ad_review_feedback`)).body
  assert.equal(shown['effective_status'], 'DISAPPROVED')
  assert.ok(shown['ad_review_feedback'])
  assertError(await client.post(adId, { status: 'ACTIVE' }), 100, 2490427)
  assert.equal((await client.post(adId, { name: 'Honest', creative, status: 'ACTIVE' })).status, 200)
  assert.equal((await client.get(`${adId}?fields=effective_status`)).body['effective_status'], 'ACTIVE')
})

test('an ad set for dynamic creative holds one ad, which goes only with it', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { campaignId, creativeId } = await prepareLaunch(client)
  const adsetId = await client.create(`${usdAccount}/adsets`, { ...adSetForm(campaignId), is_dynamic_creative: true })
  const form = { name: 'Only', adset_id: adsetId, creative: { creative_id: creativeId } }
  const adId = await client.create(`${usdAccount}/ads`, form)
  assertError(await client.post(`${usdAccount}/ads`, form), 100)
  assertError(await client.remove(adId), 100, 1340029)
  assertError(await client.post(adId, { status: 'DELETED' }), 100, 1340029)
  assert.equal((await client.remove(adsetId)).status, 200)
})

test('without limits an account takes any number of calls', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { limits: 'off', tier: 'development_access' })
  const client = graphClient(url)
  for (let call = 0; call < 70; call++) assert.equal((await client.get(usdAccount)).status, 200)
  await control('POST', '/meta', { limits: 'on' })
  await control('POST', '/clock', { offsetSeconds: 0, stopped: true })
  const statuses = []
  for (let call = 0; call < 61; call++) statuses.push((await client.get(usdAccount)).status)
  assert.deepEqual([statuses[59], statuses[60]], [200, 400])
})
