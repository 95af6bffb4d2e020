import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../../../src/days.ts'
import { tiktok } from '../../../src/platforms/tiktok/index.ts'
import { changeEverything } from '../changes.ts'
import { checkCalls, unused } from '../check.ts'
import { askForFigures } from '../figures.ts'
import type { Interface } from '../interface.ts'
import { largeVideo } from '../large-video.ts'
import { startRecordedApp } from '../recorder.ts'
import { tiktokClient } from '../../support/simulated/tiktok.ts'
import known from './operations.json' with { type: 'json' }

const recorded = await startRecordedApp()
const { app, ok, launch } = recorded
// What is looked at is what is said, not how fast.
await app.control('POST', 'tiktok', { limits: 'off' })

interface List<T> {
  data: T[]
}
const listed = async <T>(path: string) => (await ok<List<T>>('GET', path)).data
const accounts = await listed<{ id: string; currency: string }>('/v1/adaccounts?platform=tiktok')
const accountId = accounts.find(({ currency }) => currency === 'USD')!.id
const adSets = await listed<{ value: string; label: string }>(`/v1/adsets?accountId=${accountId}&status=ACTIVE`)
const feedSet = adSets.find(({ label }) => label.endsWith('Feed only'))!.value
const smartSet = adSets.find(({ label }) => label.endsWith('Smart+'))!.value
const partnerSet = adSets.find(({ label }) => label.endsWith('Partner apps'))!.value
const identities = await listed<{ identityId: string; identityType: string }>(
  `/v1/tiktok/identities?accountId=${accountId}`,
)
const identityOf = (type: string) => identities.find(({ identityType }) => identityType === type)!.identityId
const asset = (name: string) => `${app.sandboxUrl}/_assets/${name}`

const adOf = (more: Record<string, unknown>) => ({
  adAccountId: accountId,
  adSets: [feedSet],
  identityId: identityOf('TT_USER'),
  description: 'Made for bad weather.',
  cta: 'SHOP_NOW',
  link: 'https://example.com/boots',
  ...more,
})

test('pictures and videos are launched, and their receipts read', async () => {
  const batchId = await launch(
    adOf({ adName: 'Wire picture', adSets: [feedSet, partnerSet], media: [{ url: asset('square.png') }] }),
    adOf({ adName: 'Wire video', media: [{ url: asset('vertical.mp4') }], launchPaused: true }),
    adOf({
      adName: 'Wire cover',
      identityId: identityOf('BC_AUTH_TT'),
      media: [{ url: asset('vertical.mp4'), thumbnail: asset('vertical.png') }],
    }),
    adOf({ adName: 'Wire large', media: [{ url: await largeVideo(app, 21) }] }),
    adOf({
      adName: 'Wire custom',
      adSets: [partnerSet],
      identityId: identityOf('CUSTOMIZED_USER'),
      media: [{ url: asset('vertical.mp4') }],
    }),
  )
  await ok('GET', `/v1/batches/${batchId}/receipts`)
})

test('posts of every kind are launched', async () => {
  const identityId = identityOf('BC_AUTH_TT')
  const posts = await listed<{ postId: string; type: string; eligible: boolean }>(
    `/v1/tiktok/posts?accountId=${accountId}&identityId=${identityId}`,
  )
  const shown = posts.filter(({ eligible }) => eligible)
  const spark = ['VIDEO', 'CAROUSEL'].map((kind) => {
    const sparkPostId = shown.find(({ type }) => type === kind)!.postId
    return adOf({ adName: `Wire post ${kind}`, identityId, sparkPostId, description: undefined })
  })
  const code = adOf({ adName: 'Wire code', identityId: undefined, sparkCode: 'sandbox-code-1', description: undefined })
  await launch(...spark, code)
})

test('writes whose answers were lost are looked for', async () => {
  const media = [{ url: asset('square.mp4') }]
  for (const path of ['/file/video/ad/upload/', '/ad/create/'])
    await app.control('POST', 'faults', {
      platform: 'tiktok',
      match: { method: 'POST', path },
      fault: 'drop-after',
      times: 1,
    })
  await launch(adOf({ adName: 'Wire lost', media }))
})

test('Smart+ ads are launched, looked for, listed, switched and deleted', async () => {
  const identityId = identityOf('BC_AUTH_TT')
  const match = { method: 'POST', path: '/smart_plus/ad/create/' }
  await app.control('POST', 'faults', { platform: 'tiktok', match, fault: 'drop-after', times: 1 })
  const batchId = await launch(
    adOf({ adName: 'Wire smart', adSets: [smartSet], media: [{ url: asset('vertical.mp4') }] }),
    adOf({ adName: 'Wire smart picture', adSets: [smartSet], identityId, media: [{ url: asset('square.png') }] }),
    adOf({
      ...{ adName: 'Wire smart faces', adSets: [smartSet], type: 'flexible', bodyVariations: ['One.', 'Two.'] },
      media: [{ url: asset('vertical.mp4') }, { url: asset('square.png') }],
    }),
  )
  await ok('GET', `/v1/batches/${batchId}/receipts`)
  const ads = await listed<{ id: string }>(`/v1/manage/list-ads?accountId=${accountId}&adSetId=${smartSet}`)
  const { campaignId } = (
    await listed<{ value: string; campaignId: string }>(`/v1/adsets?accountId=${accountId}`)
  ).find(({ value }) => value === smartSet)!
  const ids = { campaign: campaignId, adset: smartSet, ad: ads[0]!.id }
  for (const [entityType, id] of Object.entries(ids)) {
    const about = { accountId, entityType, entityIds: [id] }
    await ok('POST', '/v1/manage/update-status', { entityType, entityIds: [id], newStatus: 'PAUSED' })
    await ok('POST', '/v1/manage/update-status', { ...about, newStatus: 'ACTIVE' })
    if (entityType === 'adset')
      await ok('POST', '/v1/manage/update-status', { ...about, endTime: '2035-01-01T00:00:00Z' })
  }
  await ok('POST', '/v1/manage/update-budget', {
    ...{ accountId, entityType: 'campaign', entityId: campaignId, dailyBudget: 250 },
  })
  await ok('POST', '/v1/manage/delete', { accountId, entityType: 'ad', entityIds: [ids.ad] })
})

test('materials of Smart+ ads are reported, in all and day by day', async () => {
  await app.control('POST', 'clock', { offsetSeconds: 2 * 86_400 })
  const today = new Date().toISOString().slice(0, 10)
  for (const way of ['level=campaign', 'level=ad', 'granularity=DAILY', 'kind=text', 'kind=button'])
    await ok(
      'GET',
      `/v1/tiktok/materials?accountId=${accountId}&startDate=${today}&endDate=${addDays(today, 1)}&${way}`,
    )
  await app.control('POST', 'clock', { offsetSeconds: 0 })
})

test('campaigns, ad sets and ads are switched, ended, paid and deleted, also without naming their account', () =>
  changeEverything(recorded, accountId, feedSet))

test('campaigns and ad sets of both kinds are made; a Smart+ ad set that holds its own budget is paid', async () => {
  const sale = { accountId, name: 'Wire sale', objective: 'WEB_CONVERSIONS', dailyBudget: 60 }
  const smart = await ok<{ campaignId: string }>('POST', '/v1/tiktok/create-campaign', sale)
  const visits = { accountId, name: 'Wire visits', kind: 'manual', objective: 'TRAFFIC' }
  const manual = await ok<{ campaignId: string }>('POST', '/v1/tiktok/create-campaign', visits)
  const place = { accountId, name: 'Wire people', locationIds: ['6252001'] }
  await ok('POST', '/v1/tiktok/create-adset', {
    ...{ ...place, campaignId: smart.campaignId, optimizationGoal: 'CONVERT', billingEvent: 'OCPM' },
    ...{ pixelId: '7100000000000000009', optimizationEvent: 'SHOPPING', endTime: '2035-01-01T00:00:00Z' },
  })
  await ok('POST', '/v1/tiktok/create-adset', {
    ...{ ...place, campaignId: manual.campaignId, dailyBudget: 25, placements: ['PLACEMENT_TIKTOK'] },
  })
  const copied = { accountId, initialStatus: 'ACTIVE' }
  await ok('POST', '/v1/manage/duplicate-campaign', { ...copied, campaignId: smart.campaignId })
  const [ad] = await listed<{ id: string }>(`/v1/manage/list-ads?accountId=${accountId}&adSetId=${smartSet}`)
  await ok('POST', '/v1/manage/duplicate-ad', { ...copied, adId: ad!.id })
  // Made elsewhere: from here the campaign always holds the budget.
  const client = tiktokClient(app.sandboxUrl)
  const about = { advertiser_id: accountId }
  const own = await client.post('smart_plus/campaign/create/', {
    ...{ ...about, request_id: '501', campaign_name: 'Own budgets', objective_type: 'WEB_CONVERSIONS' },
    ...{ sales_destination: 'WEBSITE', budget_optimize_on: false },
  })
  const adGroup = await client.post('smart_plus/adgroup/create/', {
    ...{ ...about, request_id: '502', campaign_id: own.data['campaign_id'], adgroup_name: 'Own budget' },
    ...{ promotion_type: 'WEBSITE', optimization_goal: 'CLICK', billing_event: 'CPC', budget: 50 },
    ...{ budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', targeting_spec: { location_ids: ['6252001'] } },
    ...{ schedule_type: 'SCHEDULE_FROM_NOW', schedule_start_time: '2026-01-01 00:00:00' },
  })
  const entityId = adGroup.data['adgroup_id']
  await ok('POST', '/v1/manage/update-budget', { accountId, entityType: 'adset', entityId, dailyBudget: 70 })
  const { data } = await client.get('adgroup/get/', { ...about, filtering: { adgroup_ids: [entityId] } })
  assert.equal(data.list![0]!['budget'], 70)
})

test('ad sets and campaigns by name, a second page of posts, and every kind of figures are asked for', async () => {
  await ok('GET', `/v1/adsets?accountId=${accountId}&search=a`)
  await ok('GET', `/v1/campaigns?accountId=${accountId}&search=a`)
  const about = `accountId=${accountId}&identityId=${identityOf('TT_USER')}&limit=1`
  const { paging } = await ok<{ paging: { cursors: { after: string } } }>('GET', `/v1/tiktok/posts?${about}`)
  await ok('GET', `/v1/tiktok/posts?${about}&after=${encodeURIComponent(paging.cursors.after)}`)
  await askForFigures(recorded, accountId)
})

test('a connection is checked', async () => {
  const { accounts: opened } = await recorded.open(tiktok).check!()
  assert.equal(opened.length, 2)
})

test('whatever was sent and answered keeps to the published interface, and all of it was used', async () => {
  const findings = await checkCalls(known as Interface, recorded.calls)
  assert.deepEqual(findings.problems, [])
  assert.deepEqual(unused(known as Interface, findings), [])
})
