import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import { fixture, tiktokClient, uploadImage } from '../../test/support/simulated/tiktok.ts'

test('the platform refuses ads that break its rules, and stores none of them', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { limits: 'off' })
  const client = tiktokClient(url)
  const { advertiser, group, identity, seededVideo } = await fixture(client)
  const image = String((await uploadImage(client, advertiser, 'square.png')).data['image_id'])
  const good: Record<string, unknown> = {
    ad_name: 'Good',
    ad_format: 'SINGLE_VIDEO',
    identity_type: 'TT_USER',
    identity_id: identity('TT_USER'),
    video_id: seededVideo,
    image_ids: [`tos-cover/${seededVideo}/0`],
    ad_text: 'Text',
    call_to_action: 'LEARN_MORE',
    landing_page_url: 'https://example.com',
  }
  const feed = group('Spring traffic Broad')
  const create = async (change: Record<string, unknown>, adgroup = feed) => {
    const body = { advertiser_id: advertiser, adgroup_id: adgroup, creatives: [good, { ...good, ...change }] }
    return (await client.post('ad/create/', body)).code
  }
  const count = async () => (await client.get('ad/get/', { advertiser_id: advertiser })).data['page_info'] as object
  const before = await count()
  const custom = { identity_type: 'CUSTOMIZED_USER', identity_id: identity('CUSTOMIZED_USER') }
  const carousel = { ad_format: 'CAROUSEL_ADS', video_id: undefined, image_ids: [image] }
  assert.equal(await create(custom), 40002, 'custom identities are over in the feed')
  assert.equal(await create({ identity_type: 'AUTH_CODE', identity_id: identity('AUTH_CODE') }), 40002)
  assert.equal(await create({ identity_type: 'BC_AUTH_TT', identity_id: identity('BC_AUTH_TT') }), 40002)
  assert.equal(await create({ video_id: 'v0' }), 40053)
  assert.equal(await create({ image_ids: [] }), 40002)
  assert.equal(await create({ image_ids: [image] }), 40002, 'a cover has the shape of its video')
  assert.equal(await create({ ad_text: '天'.repeat(51) }), 40002)
  assert.equal(await create({ ad_text: 'Sun ☀️' }), 40002)
  assert.equal(await create({ call_to_action: 'WATCH_MORE' }), 40002)
  assert.equal(await create({ call_to_action: undefined }), 40002)
  assert.equal(await create({ landing_page_url: undefined }), 40002)
  assert.equal(await create({ tiktok_item_id: '1' }), 40002)
  assert.equal(await create({ ...carousel, ad_format: 'SINGLE_IMAGE' }), 40002, 'no plain pictures in the feed')
  assert.equal(await create(carousel), 40002, 'no carousel without music')
  assert.equal(await create({}, '1799999999999999999'), 40002)
  assert.equal(await create({}, group('Always on Smart+')), 40002, 'nothing is made by hand in a Smart+ campaign')
  assert.deepEqual(await count(), before)
  assert.equal(await create({ ...carousel, music_id: '7000000000000000101' }), 0)
  await control('POST', '/tiktok', { adsPerAdGroup: 4 })
  assert.equal(await create({}), 40502)
})

test('budgets keep to the least amount, the decimals of the currency and the kind they were made with', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const { advertiser, group } = await fixture(client)
  const set = async (budget: number) => {
    const body = { advertiser_id: advertiser, adgroup_id: group('Spring traffic Broad'), budget }
    return (await client.post('adgroup/update/', body)).code
  }
  assert.equal(await set(19), 40002)
  assert.equal(await set(25.123), 40002)
  assert.equal(await set(25.5), 0)
})

test('the kind of a schedule is not taken without its start', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const { advertiser, group } = await fixture(client)
  const end = { schedule_type: 'SCHEDULE_START_END', schedule_end_time: '2035-01-01 00:00:00' }
  const set = async (schedule: object) => {
    const body = { advertiser_id: advertiser, adgroup_id: group('Spring traffic Broad'), ...schedule }
    return (await client.post('adgroup/update/', body)).code
  }
  assert.equal(await set(end), 40002)
  assert.equal(await set({ ...end, schedule_start_time: '2026-01-01 00:00:00' }), 0)
})

test('posts are shown in the format of their kind, and only those that everybody sees', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { limits: 'off' })
  const client = tiktokClient(url)
  const { advertiser, group, identity } = await fixture(client)
  const whose = { advertiser_id: advertiser, identity_type: 'TT_USER', identity_id: identity('TT_USER') }
  const list = async (more: object) =>
    (await client.get('identity/video/get/', { ...whose, ...more })).data['video_list'] as {
      item_id: string
      status: string
    }[]
  const videos = await list({})
  const [photo] = await list({ item_type: 'CAROUSEL' })
  const create = async (ad_format: string, tiktok_item_id: string | undefined) => {
    const creative = { ...whose, ad_name: 'Post', ad_format, tiktok_item_id, call_to_action: 'LEARN_MORE' }
    const body = { advertiser_id: advertiser, adgroup_id: group('Spring traffic Broad'), creatives: [creative] }
    return (await client.post('ad/create/', body)).code
  }
  const hidden = videos.find(({ status }) => status === 'STATUS_ONLY_FRIEND_SEE')
  assert.equal(await create('SINGLE_VIDEO', photo!.item_id), 40002)
  assert.equal(await create('CAROUSEL_ADS', videos[0]!.item_id), 40002)
  assert.equal(await create('SINGLE_VIDEO', hidden!.item_id), 40002)
  assert.equal(await create('CAROUSEL_ADS', photo!.item_id), 0)
  assert.equal(await create('SINGLE_VIDEO', videos[0]!.item_id), 0)
})

test('music for carousels is only found by a search', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const { advertiser } = await fixture(client)
  const search = (more: object) =>
    client.get('file/music/get/', { advertiser_id: advertiser, music_scene: 'CAROUSEL_ADS', ...more })
  assert.equal((await search({})).code, 40002)
  assert.equal((await search({ search_type: 'SEARCH_BY_KEYWORD' })).code, 40002)
  const found = await search({ search_type: 'SEARCH_BY_KEYWORD', filtering: { keyword: 'happy' } })
  assert.deepEqual(
    (found.data['musics'] as { file_name: string }[]).map((music) => music.file_name),
    ['Morning Light'],
  )
})

test('Smart+ campaigns and what is in them cannot be changed in the usual ways', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = tiktokClient(url)
  const { advertiser, group } = await fixture(client)
  const adgroup_id = group('Always on Smart+')
  const about = { advertiser_id: advertiser }
  const switching = { ...about, adgroup_ids: [adgroup_id], operation_status: 'DISABLE' }
  for (const [path, body] of [
    ['adgroup/update/', { ...about, adgroup_id, adgroup_name: 'Other' }],
    ['adgroup/status/update/', switching],
  ] as const)
    assert.equal((await client.post(path, body)).code, 40002, path)
})
