import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import { app, firstAdvertiser, fixture, tiktokClient, token, uploadVideo } from '../../test/support/simulated/tiktok.ts'

test('refusals come with status 200 and a code; only unknown paths and methods have a status of their own', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const advertiser = await firstAdvertiser(client)
  const codeOf = async (accessToken: string | null) => {
    const { status, code } = await tiktokClient(url, accessToken).get('ad/get/', { advertiser_id: advertiser })
    assert.equal(status, 200)
    return code
  }
  assert.equal(await codeOf(null), 40104)
  assert.equal(await codeOf(`Bearer ${token}`), 40105)
  assert.equal(await codeOf(`${token}.stranger`), 40001)
  assert.equal((await client.get('oauth2/advertiser/get/', { ...app, secret: 'x' })).code, 40113)
  assert.equal((await client.get('ad/get', { advertiser_id: advertiser })).status, 404)
  assert.equal((await client.post('ad/get/', { advertiser_id: advertiser })).status, 405)
  assert.equal((await client.get('ad/get/')).code, 40002)
})

test('a token ends by revocation or when a test says so', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = tiktokClient(url)
  await control('POST', '/tiktok', { tokenEndsAt: 1 })
  assert.equal((await client.get('user/info/')).code, 40102)
  await control('POST', '/tiktok', { tokenEndsAt: 0 })
  assert.equal((await client.post('oauth2/revoke_token/', { ...app, access_token: token })).code, 0)
  assert.equal((await client.get('user/info/')).code, 40105)
})

test('companies see their own accounts only, and the accounts are the same on every start', async (context) => {
  const { url } = await startTestSandbox(context)
  const mine = await firstAdvertiser(tiktokClient(url))
  const theirs = await firstAdvertiser(tiktokClient(url, `${token}.acme`))
  assert.notEqual(mine, theirs)
  assert.match(mine, /^\d{19}$/)
  const again = await startTestSandbox(context)
  assert.equal(await firstAdvertiser(tiktokClient(again.url)), mine)
})

test('lists have ten entries unless more are asked for, leave deleted ones out, and hold ids beyond exact numbers', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const advertiser = await firstAdvertiser(client)
  const { data, text } = await client.get('ad/get/', { advertiser_id: advertiser })
  assert.equal(data.list!.length, 10)
  assert.deepEqual(data['page_info'], { page: 1, page_size: 10, total_number: 32, total_page: 4 })
  assert.match(text, /"tracking_pixel_id":\d{19}[,}]/)
  const id = String(data.list![0]!['ad_id'])
  const body = { advertiser_id: advertiser, ad_ids: [id], operation_status: 'DELETE' }
  assert.equal((await client.post('ad/status/update/', body)).code, 0)
  assert.equal((await client.post('ad/status/update/', body)).code, 40002, 'deleted is final')
  const named = { advertiser_id: advertiser, filtering: { ad_ids: [id] } }
  assert.deepEqual((await client.get('ad/get/', named)).data.list, [])
  const all = { advertiser_id: advertiser, filtering: { ad_ids: [id], primary_status: 'STATUS_ALL' } }
  assert.equal((await client.get('ad/get/', all)).data.list![0]!['secondary_status'], 'AD_STATUS_DELETE')
  assert.equal((await client.get('ad/get/', { advertiser_id: advertiser, page_size: 1001 })).code, 40002)
})

test('more than ten calls in a second are refused until the second is over', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = tiktokClient(url)
  await control('POST', '/clock', { offsetSeconds: 0, stopped: true })
  const codes = await Promise.all(Array.from({ length: 14 }, async () => (await client.get('user/info/')).code))
  assert.equal(codes.filter((code) => code === 0).length, 10)
  assert.equal(codes.filter((code) => code === 40100).length, 4)
  await control('POST', '/clock', { offsetSeconds: 2 })
  assert.equal((await client.get('user/info/')).code, 0)
})

test('a name is used once, and a request with the same request_id counts once within ten seconds', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const advertiser_id = await firstAdvertiser(client)
  const campaign = { advertiser_id, campaign_name: 'Once', objective_type: 'TRAFFIC' }
  assert.equal((await client.post('campaign/create/', campaign)).code, 0)
  assert.equal((await client.post('campaign/create/', campaign)).code, 40002)
  const named = { ...campaign, request_id: '77' }
  assert.equal((await client.post('campaign/create/', named)).code, 0)
  assert.equal((await client.post('campaign/create/', named)).code, 40050)
  await control('POST', '/clock', { offsetSeconds: 11 })
  assert.equal((await client.post('campaign/create/', named)).code, 0)
})

test('a video is told by its id alone until it has been processed, and its name cannot be used again', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { videoSeconds: 60 })
  const client = tiktokClient(url)
  const { advertiser, group, identity } = await fixture(client)
  const uploaded = await uploadVideo(client, advertiser, 'clip.mp4')
  const [video] = uploaded.data as unknown as { video_id: string }[]
  assert.equal((await uploadVideo(client, advertiser, 'clip.mp4')).code, 40911)
  const again = (await uploadVideo(client, advertiser, 'other.mp4')).data as unknown as { video_id: string }[]
  assert.notEqual(again[0]!.video_id, video!.video_id, 'the same bytes are another video')
  const info = { advertiser_id: advertiser, video_ids: [video!.video_id, 'v0'] }
  assert.deepEqual(Object.keys((await client.get('file/video/ad/info/', info)).data.list![0]!), [
    'video_id',
    'file_name',
    'material_id',
  ])
  const creative = {
    ad_name: 'Early',
    ad_format: 'SINGLE_VIDEO',
    identity_type: 'TT_USER',
    identity_id: identity('TT_USER'),
    video_id: video!.video_id,
    image_ids: [`tos-cover/${video!.video_id}/0`],
    ad_text: 'Early',
    call_to_action: 'LEARN_MORE',
    landing_page_url: 'https://example.com',
  }
  const body = { advertiser_id: advertiser, adgroup_id: group('Spring traffic Broad'), creatives: [creative] }
  await control('POST', '/clock', { offsetSeconds: 5 })
  assert.equal((await client.post('ad/create/', body)).code, 40901)
  await control('POST', '/clock', { offsetSeconds: 61 })
  assert.equal((await client.get('file/video/ad/info/', info)).data.list![0]!['height'], 1920)
  assert.equal((await client.post('ad/create/', body)).code, 0)
})
