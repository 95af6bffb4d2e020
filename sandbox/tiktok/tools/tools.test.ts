import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import {
  ApiClient,
  AudienceApi,
  CommentsApi,
  MeasurementApi,
  ReportingApi,
  ToolApi,
} from 'tiktok-business-api-sdk-official'
import type { SdkAnswer } from 'tiktok-business-api-sdk-official'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { fixture, tiktokClient, token } from '../../../test/support/simulated/tiktok.ts'

type Rows = Record<string, unknown>[]

/** The SDK answers through callbacks. */
async function asked(ask: (callback: (error: Error | null, data: SdkAnswer) => void) => void) {
  const { data } = await new Promise<SdkAnswer>((resolve, reject) =>
    ask((error, answer) => (error ? reject(error) : resolve(answer))),
  )
  return data
}

async function open(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { limits: 'off' })
  ApiClient.instance.basePath = `${url}/tiktok`
  const client = tiktokClient(url)
  return { ...(await fixture(client)), client }
}

test('the official SDK makes and lists pixels; a name is taken once', async (context) => {
  const { advertiser } = await open(context)
  const create = (pixel_name: string) =>
    asked((done) => new MeasurementApi().pixelCreate(token, { body: { advertiser_id: advertiser, pixel_name } }, done))
  const { pixel_id: id } = await create('Second shop')
  await assert.rejects(create('Second shop'), /40002/)
  const listed = await asked((done) => new MeasurementApi().pixelList(advertiser, token, {}, done))
  assert.equal((listed['pixels'] as Rows).length, 2)
  const one = await asked((done) => new MeasurementApi().pixelList(advertiser, token, { pixel_id: id }, done))
  assert.equal((one['pixels'] as Rows)[0]!['pixel_name'], 'Second shop')
})

test('an audience is made of uploaded files, and of no others', async (context) => {
  const { advertiser, client } = await open(context)
  const bytes = Buffer.from(createHash('sha256').update('ann@shop.example').digest('hex'))
  const signature = createHash('md5').update(bytes).digest('hex')
  const upload = async (name: string, file_signature: string) => {
    const form = new FormData()
    form.append('advertiser_id', advertiser)
    form.append('calculate_type', 'EMAIL_SHA256')
    form.append('file_signature', file_signature)
    form.append('file', new Blob([bytes]), name)
    const sent = { method: 'POST', headers: { 'access-token': token }, body: form }
    const answer = await fetch(`${client.base}/dmp/custom_audience/file/upload/`, sent)
    return (await answer.json()) as { code: number; data: { file_path: string } }
  }
  const { data } = await upload('people.csv', signature)
  assert.equal((await upload('people.pdf', signature)).code, 40002)
  assert.equal((await upload('people.csv', 'f'.repeat(32))).code, 40900)
  const body = {
    ...{ advertiser_id: advertiser, custom_audience_name: 'Buyers', calculate_type: 'EMAIL_SHA256' },
    file_paths: [data.file_path],
  }
  const create = (more: object) =>
    asked((done) => new AudienceApi().dmpCustomAudienceCreate(token, { body: { ...body, ...more } }, done))
  const { custom_audience_id: id } = await create({})
  for (const wrong of [{ file_paths: ['nowhere'] }, { calculate_type: 'PHONE_SHA256' }, { retention_in_days: 366 }])
    await assert.rejects(create(wrong), /40002/)
  const listed = await asked((done) => new AudienceApi().dmpCustomAudienceList(advertiser, token, {}, done))
  assert.deepEqual(
    listed.list!.map((each) => [each['audience_id'], each['cover_num']]),
    [[id, 0]],
  )
  const read = await asked((done) => new AudienceApi().dmpCustomAudienceGet(advertiser, [String(id)], token, {}, done))
  assert.equal((read.list![0]!['audience_details'] as { name: string }).name, 'Buyers')
  const saved = { advertiser_id: advertiser, saved_audience_name: 'Americans', location_ids: ['6252001'] }
  await asked((done) => new AudienceApi().dmpSavedAudienceCreate(token, { body: saved }, done))
  const kept = await asked((done) => new AudienceApi().dmpSavedAudienceList(advertiser, token, {}, done))
  assert.deepEqual((kept['saved_audiences'] as Rows)[0]!['location_ids'], ['6252001'])
})

test('what can be aimed at is listed and searched', async (context) => {
  const { advertiser } = await open(context)
  const api = new ToolApi()
  const regions = await asked((done) => api.toolRegion(advertiser, ['PLACEMENT_TIKTOK'], 'TRAFFIC', token, {}, done))
  assert.ok((regions['region_info'] as Rows).some((region) => region['region_code'] === 'JP'))
  await assert.rejects(
    asked((done) => api.toolRegion(advertiser, ['PLACEMENT_TIKTOK'], 'MOON', token, {}, done)),
    /40002/,
  )
  const body = {
    ...{ advertiser_id: advertiser, placements: ['PLACEMENT_TIKTOK'], objective_type: 'TRAFFIC' },
    ...{ search_type: 'FUZZY_SEARCH', keywords: ['calif'] },
  }
  const search = async (more: object) => {
    const found = await asked((done) => api.toolTargetingSearch(token, { body: { ...body, ...more } }, done))
    return (found['targeting_tag_list'] as { name: string }[]).map(({ name }) => name)
  }
  assert.deepEqual(await search({}), ['California'])
  const zips = { search_type: 'BATCH_ZIPCODE_SEARCH', keywords: ['10001', 'ABC'], region_codes: ['US'] }
  assert.deepEqual(await search(zips), ['10001'])
  await assert.rejects(search({ keywords: ['one', 'two'] }), /40002/)
  await assert.rejects(search({ ...zips, region_codes: null }), /40002/)
  const words = await asked((done) => api.toolInterestKeywordRecommend(advertiser, 'desk', token, {}, done))
  assert.equal((words['recommended_keywords'] as Rows)[0]!['keyword'], 'desk')
  for (const [name, found] of [
    ['languages', await asked((done) => api.toolLanguage(advertiser, token, done))],
    ['interest_categories', await asked((done) => api.toolInterestCategory(advertiser, token, {}, done))],
    ['action_categories', await asked((done) => api.toolActionCategory(advertiser, token, {}, done))],
  ] as const)
    assert.ok((found[name] as Rows).length > 0)
})

test('comments are read and answered, forms listed and ads previewed', async (context) => {
  const { advertiser, client, identity } = await open(context)
  const ads = await client.get('ad/get/', { advertiser_id: advertiser, page_size: 1 })
  const { ad_id: ad, create_time: made } = ads.data.list![0]! as { ad_id: string; create_time: string }
  const list = async (start: string, end: string) =>
    client.get('comment/list/', {
      ...{ advertiser_id: advertiser, start_time: start, end_time: end, search_field: 'AD_ID', search_value: ad },
    })
  const day = made.slice(0, 10)
  const before = (await list(day, day)).data['comments'] as Rows
  assert.ok(before.length > 0)
  assert.equal((await list(day, '2099-01-01')).code, 40002)
  const body = {
    ...{ advertiser_id: advertiser, ad_id: ad, comment_type: 'REPLY', comment_id: before[0]!['comment_id'] },
    ...{ tiktok_item_id: before[0]!['tiktok_item_id'], text: 'Come and see.' },
    ...{ identity_type: 'TT_USER', identity_id: identity('TT_USER') },
  }
  const post = (more: object) =>
    asked((done) => new CommentsApi().commentPost(token, { body: { ...body, ...more } }, done))
  await post({})
  for (const wrong of [{ comment_id: '1' }, { identity_id: '1' }, { text: 'x'.repeat(151) }])
    await assert.rejects(post(wrong), /40002/)
  const today = new Date().toISOString().slice(0, 10)
  assert.deepEqual(
    ((await list(today, today)).data['comments'] as Rows).map((each) => each['content']),
    ['Come and see.'],
  )
  const pages = await client.get('page/get/', { advertiser_id: advertiser, business_type: 'LEAD_GEN' })
  assert.equal(pages.data.list![0]!['title'], 'Showroom visit')
  const preview = (id: string) =>
    client.post('creative/ads_preview/create/', { advertiser_id: advertiser, preview_type: 'AD', ad_id: id })
  assert.equal((await fetch(String((await preview(ad)).data['preview_link']))).status, 200)
  assert.equal((await preview('1')).code, 40002)
})

test('an audience is split by age and gender together, and adds up', async (context) => {
  const { advertiser } = await open(context)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const report = async (type: string, dimensions: string[]) => {
    const question = {
      ...{ advertiser_id: advertiser, data_level: 'AUCTION_ADVERTISER', metrics: ['impressions'], page_size: 100 },
      ...{ dimensions: ['advertiser_id', ...dimensions], start_date: day(7), end_date: day(1) },
    }
    const { list } = await asked((done) => new ReportingApi().reportIntegratedGet(type, token, question, done))
    return list as { dimensions: Record<string, string>; metrics: { impressions: string } }[]
  }
  const sum = (rows: Awaited<ReturnType<typeof report>>) =>
    rows.reduce((total, { metrics }) => total + Number(metrics.impressions), 0)
  const split = await report('AUDIENCE', ['age', 'gender'])
  assert.equal(split.length, 15)
  assert.equal(sum(split), sum(await report('BASIC', [])))
  await assert.rejects(report('AUDIENCE', ['country_code', 'age']), /40002/)
  await assert.rejects(report('BASIC', ['age']), /40002/)
})
