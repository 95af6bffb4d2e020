import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import type { CopyAnswer, Refusal } from '../support/manage/duplicates.ts'
import { tiktokFixture } from '../support/platforms/tiktok.ts'
import { tiktokClient } from '../support/simulated/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '2' })
const { usd, feedSet, setNamed, videoAd, launched, sandboxAds, smartAd } = await tiktokFixture(app)
const client = tiktokClient(app.sandboxUrl)
const adSetId = setNamed('Smart+')
const asset = (name: string) => `${app.sandboxUrl}/_assets/${name}`
const media = [{ url: asset('vertical.mp4') }, { url: asset('square.png') }]
const done = await launched([
  videoAd({ adName: 'Plain', adSets: [adSetId] }),
  videoAd({ adName: 'Faced', adSets: [adSetId], type: 'flexible', media, launchPaused: true }),
])
assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
const adId = (await sandboxAds('Plain'))[0]!.id
type Fields = Record<string, unknown>
const listed = async (path: string, filtering: object) =>
  (await client.get(`smart_plus/${path}/get/`, { advertiser_id: usd, filtering, page_size: 100 })).data.list!
const [group] = await listed('adgroup', { adgroup_ids: [adSetId] })
const campaignId = String(group!['campaign_id'])
const call = (what: string, body: object, more: object = {}) =>
  app.call<CopyAnswer>('POST', `/v1/manage/duplicate-${what}`, { body: { accountId: usd, ...body }, ...more })
const drop = (path: string, times = 1) =>
  app.control('POST', 'faults', { platform: 'tiktok', match: { method: 'POST', path }, fault: 'drop-after', times })
const without = (from: Fields, ...names: string[]) =>
  Object.fromEntries(
    Object.entries(from).filter(([name, value]) => value !== null && !names.includes(name) && !name.endsWith('_time')),
  )

test('a Smart+ ad is made again as it is, or with other texts and another link', async () => {
  const reply = await call('ad', { adId, copyCount: 2 })
  assert.deepEqual(
    [reply.body.successCount, reply.body.results[0]!.method],
    [2, 'recreation'],
    JSON.stringify(reply.body),
  )
  const source = await smartAd(adId)
  for (const { newAdId, copyNumber } of reply.body.results) {
    const copy = await smartAd(newAdId!)
    const [{ creative_info: info } = { creative_info: null }] = copy.creative_list
    assert.deepEqual(info, source.creative_list[0]!.creative_info)
    assert.deepEqual(copy.ad_configuration, source.ad_configuration, 'what is switched off stays off')
    const { ad_name, operation_status } = copy as unknown as Fields
    assert.deepEqual([ad_name, operation_status], [`Plain - Copy ${copyNumber}`, 'DISABLE'])
  }
  const copyValues = {
    primaryText1: 'New one.',
    primaryText2: 'New two.',
    url: 'https://example.com/new',
    urlTags: 'a=b',
  }
  const changed = await call('ad', { adId, copyValues, initialStatus: 'ACTIVE' })
  const copy = await smartAd(changed.body.results[0]!.newAdId!)
  assert.deepEqual(copy.ad_text_list, [{ ad_text: 'New one.' }, { ad_text: 'New two.' }])
  assert.deepEqual(copy.landing_page_url_list, [{ landing_page_url: 'https://example.com/new?a=b' }])
  assert.equal((copy as unknown as Fields)['operation_status'], 'ENABLE')
})

test('a Smart+ campaign is copied with its ad sets and ads, each once although answers are lost', async () => {
  const before = await listed('campaign', {})
  for (const path of ['/smart_plus/campaign/create/', '/smart_plus/adgroup/create/']) await drop(path)
  await drop('/smart_plus/ad/create/', 2)
  const body = { campaignId, newName: 'Again {n}', initialStatus: 'INHERITED' }
  const reply = await call('campaign', body, { headers: { 'idempotency-key': 'copy' } })
  assert.equal(reply.body.successCount, 1, JSON.stringify(reply.body))
  const { newCampaignId, missing, warnings, method } = reply.body.results[0]!
  assert.deepEqual([missing, warnings, method], [undefined, undefined, 'piece-by-piece'])
  const after = await listed('campaign', {})
  assert.equal(after.length, before.length + 1)
  const [source, copy] = [campaignId, newCampaignId].map((id) => after.find((each) => each['campaign_id'] === id)!)
  const own = ['campaign_id', 'campaign_name']
  assert.deepEqual(without(copy!, ...own), without(source!, ...own))
  assert.equal(copy!['campaign_name'], 'Again 1')
  const groups = await listed('adgroup', { campaign_ids: [newCampaignId] })
  assert.equal(groups.length, 1)
  // The platform takes no pacing when a Smart+ ad group is made.
  const ofGroup = ['adgroup_id', 'campaign_id', 'campaign_name', 'pacing']
  assert.deepEqual(without(groups[0]!, ...ofGroup), without(group!, ...ofGroup))
  const adsOf = async (id: unknown) =>
    (await listed('ad', { adgroup_ids: [id] })).map((ad) => [
      ad['ad_name'],
      ad['operation_status'],
      (ad['creative_list'] as unknown[]).length,
    ])
  const made = await adsOf(groups[0]!['adgroup_id'])
  assert.deepEqual(made.toSorted(), (await adsOf(adSetId)).toSorted())
  assert.equal(made.length, 5)
})

test('an ad set goes into another Smart+ campaign, and what cannot be made is told', async () => {
  const { data } = await client.post('smart_plus/campaign/create/', {
    ...{ advertiser_id: usd, request_id: '900', campaign_name: 'Target', objective_type: 'WEB_CONVERSIONS' },
    ...{ sales_destination: 'WEBSITE', budget: 100 },
  })
  const match = { method: 'POST', path: '/smart_plus/ad/create/' }
  await app.control('POST', 'faults', { platform: 'tiktok', match, fault: 'platform-error', code: 40002, times: 1 })
  const body = { adSetId, targetCampaignId: data['campaign_id'], initialStatus: 'ACTIVE', deepCopy: true }
  const reply = await call('adset', body)
  const [{ newAdSetId, missing, warnings } = {}] = reply.body.results
  assert.equal(missing!.length, 1, JSON.stringify(reply.body))
  assert.match(warnings![0]!, /left paused/)
  const [copy] = await listed('adgroup', { adgroup_ids: [newAdSetId] })
  assert.deepEqual([copy!['campaign_id'], copy!['operation_status']], [data['campaign_id'], 'DISABLE'])
  const whole = await call('adset', body)
  const [running] = await listed('adgroup', { adgroup_ids: [whole.body.results[0]!.newAdSetId] })
  assert.equal(running!['operation_status'], 'ENABLE')
})

test('what people run is not copied, and no wish that cannot be met', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  const refused = async (what: string, body: object) => {
    const { status, body: said } = await app.call<Refusal>('POST', `/v1/manage/duplicate-${what}`, {
      body: { accountId: usd, ...body },
    })
    return [status, said.error.message, (said.error.details?.issues ?? []).map(({ path }) => path)] as const
  }
  const [status, message] = await refused('adset', { adSetId: feedSet })
  assert.equal(status, 422)
  assert.match(message, /people run: only Smart\+/)
  assert.equal((await refused('ad', { adId, targetAdSetId: feedSet }))[0], 422)
  assert.equal((await refused('campaign', { campaignId: '1' }))[0], 404)
  for (const copyValues of [{ headline1: 'A' }, { primaryText1: 'x'.repeat(101) }]) {
    const [code, , paths] = await refused('ad', { adId, copyValues })
    assert.deepEqual([code, paths], [422, [`copyValues.${Object.keys(copyValues)[0]}`]])
  }
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=tiktok')
  assert.ok(calls.every(({ method }) => method === 'GET'))
})
