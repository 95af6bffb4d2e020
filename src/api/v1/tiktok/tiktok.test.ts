import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'

const app = await startTestApp()
// What the tests themselves read counts against the same limits of the app.
await app.control('POST', 'tiktok', { limits: 'off' })

interface Entity {
  id: string
  name: string
  status: string
}

interface Results {
  results: { entityId: string; success: boolean; status: string | null; endTime?: string; endedBy?: string }[]
  successCount: number
}

const { data: accounts } = (
  await app.call<{ data: { id: string; currency: string }[] }>('GET', '/v1/adaccounts?platform=short-video')
).body
const usd = accounts.find(({ currency }) => currency === 'USD')!.id
const jpy = accounts.find(({ currency }) => currency === 'JPY')!.id
const adSets = (
  await app.call<{ data: { value: string; label: string; status: string; campaignId: string }[] }>(
    'GET',
    `/v1/adsets?accountId=${usd}`,
  )
).body.data
const adSet = (label: string) => adSets.find((each) => each.label === label)!
const manage = <T = Results>(path: string, body: object) => app.call<T>('POST', `/v1/manage/${path}`, { body })
const wire = async (level: string, id: string, account = usd) => {
  const { baseUrl, token } = await app.control<{ baseUrl: string; token: string }>('GET', 'state?platform=tiktok')
  const filtering = encodeURIComponent(JSON.stringify({ [`${level}_ids`]: [id], primary_status: 'STATUS_ALL' }))
  const url = `${baseUrl}/open_api/v1.3/${level}/get/?advertiser_id=${account}&filtering=${filtering}`
  const answer = await fetch(url, { headers: { 'access-token': token } })
  return ((await answer.json()) as { data: { list: Record<string, unknown>[] } }).data.list[0]!
}
const writes = async () =>
  (await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=tiktok')).calls.filter(
    (call) => call.method === 'POST',
  ).length

test('the two accounts are found with their currencies and time zones', async () => {
  const { body } = await app.call<{ data: { currency: string; timeZone: string }[] }>(
    'GET',
    '/v1/adaccounts?platform=tiktok',
  )
  assert.deepEqual(
    body.data.map(({ currency }) => currency),
    ['USD', 'JPY'],
  )
})

test('identities tell who can show media and who only posts', async () => {
  const { body } = await app.call<{ data: { identityType: string; canShowMedia: boolean; canShowPosts: boolean }[] }>(
    'GET',
    `/v1/tiktok/identities?accountId=${usd}`,
  )
  const can = Object.fromEntries(body.data.map((each) => [each.identityType, [each.canShowMedia, each.canShowPosts]]))
  assert.deepEqual(can, {
    TT_USER: [true, true],
    BC_AUTH_TT: [true, true],
    AUTH_CODE: [false, true],
    CUSTOMIZED_USER: [true, false],
  })
})

test('an unknown identity is not found, and an account of a platform without identities has no such operation', async () => {
  const unknown = await app.call('GET', `/v1/tiktok/posts?accountId=${usd}&identityId=99`)
  assert.equal(unknown.status, 404)
  const primary = (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')).body.data[0]!
  assert.equal((await app.call('GET', `/v1/tiktok/identities?accountId=${primary.id}`)).status, 501)
  const cursor = await app.call('GET', `/v1/tiktok/posts?accountId=${usd}&identityId=99&after=x`)
  assert.equal(cursor.status, 404)
})

test('a stranger sees nothing of the account', async () => {
  const { key } = await app.stranger()
  const paths = [
    `/v1/tiktok/identities?accountId=${usd}`,
    `/v1/tiktok/posts?accountId=${usd}&identityId=1`,
    `/v1/adsets?accountId=${usd}`,
    `/v1/campaigns?accountId=${usd}`,
    `/v1/manage/list-ads?accountId=${usd}`,
  ]
  for (const path of paths) assert.equal((await app.call('GET', path, { key })).status, 404, path)
  await app.control('DELETE', 'calls?platform=tiktok')
  const change = { businessId: usd, entityType: 'adgroup', entityIds: [adSets[0]!.value], newStatus: 'DISABLE' }
  assert.equal((await app.call('POST', '/v1/manage/update-status', { key, body: change })).status, 404)
  const unnamed = { entityType: 'adgroup', entityIds: [adSets[0]!.value], newStatus: 'DISABLE' }
  assert.equal((await app.call('POST', '/v1/manage/update-status', { key, body: unnamed })).status, 404)
  assert.equal(await writes(), 0)
})

test('ad sets and campaigns are filtered by status, and spend comes with the days asked for', async () => {
  const paused = await app.call<{ data: { label: string }[] }>('GET', `/v1/adsets?accountId=${usd}&status=PAUSED`)
  assert.ok(paused.body.data.every(({ label }) => label.endsWith('On hold') || label.startsWith('Last winter')))
  const archived = await app.call<{ data: object[] }>('GET', `/v1/adsets?accountId=${usd}&status=ARCHIVED`)
  assert.deepEqual(archived.body.data, [])
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const campaigns = await app.call<{ data: (Entity & { spend: number; dailyBudget: number | null })[] }>(
    'GET',
    `/v1/campaigns?accountId=${usd}&startDate=${day(500)}&endDate=${day(1)}`,
  )
  assert.equal(campaigns.status, 200, JSON.stringify(campaigns.body))
  const idle = campaigns.body.data.filter(({ spend }) => spend === 0).map(({ name }) => name)
  assert.deepEqual(idle, ['Always on'], 'the campaign without ads')
  assert.equal(campaigns.body.data.find(({ name }) => name === 'Store visits')!.dailyBudget, 200)
})

test('ads are paged by the account and by the ad set', async () => {
  const first = await app.call<{ data: Entity[]; paging: { cursors: { after: string } } }>(
    'GET',
    `/v1/manage/list-ads?accountId=${usd}&limit=20`,
  )
  const path = `/v1/manage/list-ads?accountId=${usd}&limit=20&after=${first.body.paging.cursors.after}`
  const second = await app.call<{ data: Entity[]; paging: { cursors: { after: null } } }>('GET', path)
  assert.equal(first.body.data.length + second.body.data.length, 32)
  assert.equal(second.body.paging.cursors.after, null)
  const inSet = await app.call<{ data: (Entity & { thumbnailUrl: string })[] }>(
    'GET',
    `/v1/manage/list-ads?adSetId=${adSets[0]!.value}`,
  )
  assert.equal(inSet.body.data.length, 2)
  assert.equal((await fetch(inSet.body.data[0]!.thumbnailUrl)).status, 200)
  assert.equal((await app.call('GET', `/v1/manage/list-ads?accountId=${usd}&after=x`)).status, 400)
})

test('DISABLE and ENABLE switch ads, ad sets and campaigns, in the words of either platform', async () => {
  const { value, campaignId } = adSet('Spring traffic Broad')
  const off = await manage('update-status', { entityType: 'adgroup', entityIds: [value], newStatus: 'DISABLE' })
  assert.equal(off.status, 200, JSON.stringify(off.body))
  assert.deepEqual(off.body.results, [{ entityId: value, success: true, status: 'DISABLE' }])
  assert.equal((await wire('adgroup', value)).operation_status, 'DISABLE')
  await manage('update-status', { businessId: usd, entityType: 'adset', entityIds: [value], newStatus: 'ACTIVE' })
  assert.equal((await wire('adgroup', value)).operation_status, 'ENABLE')
  const campaign = { businessId: usd, entityType: 'campaign', entityIds: [campaignId, '99'], newStatus: 'PAUSED' }
  const mixed = await manage('update-status', campaign)
  assert.equal(mixed.body.successCount, 1)
  assert.equal((await wire('campaign', campaignId)).operation_status, 'DISABLE')
  await manage('update-status', { ...campaign, newStatus: 'ENABLE' })
})

test('an end in the future is set on the ad set, one in the past switches off, and an ad has none', async () => {
  const { value, campaignId } = adSet('Brand reach Broad')
  const endTime = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19) + '.000Z'
  const ended = await manage('update-status', { businessId: usd, entityType: 'adset', entityIds: [value], endTime })
  assert.equal(ended.body.results[0]!.endTime, endTime)
  const stored = await wire('adgroup', value)
  assert.equal(stored.schedule_type, 'SCHEDULE_START_END')
  assert.equal(stored.schedule_end_time, endTime.slice(0, 19).replace('T', ' '))
  await manage('update-status', { businessId: usd, entityType: 'campaign', entityIds: [campaignId], endTime })
  const sibling = await wire('adgroup', adSet('Brand reach Feed only').value)
  assert.equal(sibling.schedule_end_time, endTime.slice(0, 19).replace('T', ' '))
  const past = { businessId: usd, entityType: 'adset', entityIds: [value], endTime: '2020-01-01T00:00:00Z' }
  assert.equal((await manage('update-status', past)).body.results[0]!.status, 'DISABLE')
  const ads = await app.call<{ data: Entity[] }>('GET', `/v1/manage/list-ads?adSetId=${value}`)
  await app.control('DELETE', 'calls?platform=tiktok')
  const kept = { businessId: usd, entityType: 'ad', entityIds: [ads.body.data[0]!.id], endTime }
  assert.partialDeepStrictEqual((await manage('update-status', kept)).body.results, [
    { endTime, endedBy: 'flightdeck' },
  ])
  assert.equal(await writes(), 0)
})

interface Budget {
  old: { dailyBudget: number | null; lifetimeBudget: number | null }
  new: { dailyBudget: number | null; lifetimeBudget: number | null }
  currency: string
}

test('budgets are set in the main unit, changed by percent, and keep their kind', async () => {
  const daily = adSet('Spring traffic Feed only').value
  const set = await manage<Budget>('update-budget', { entityId: daily, entityType: 'adset', dailyBudget: 60.5 })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  assert.deepEqual([set.body.old.dailyBudget, set.body.new.dailyBudget], [50, 60.5])
  const base = { accountId: usd, entityId: daily, entityType: 'adset' }
  const more = await manage<Budget>('update-budget', { ...base, changePercent: 10 })
  assert.equal(more.body.new.dailyBudget, 66.55)
  await app.control('DELETE', 'calls?platform=tiktok')
  assert.equal((await manage('update-budget', { ...base, dailyBudget: 60.123 })).status, 422)
  assert.equal((await manage('update-budget', { ...base, lifetimeBudget: 6000 })).status, 422)
  assert.equal((await manage('update-budget', { ...base, dailyBudget: 70, dryRun: true })).status, 200)
  const held = adSet('Store visits Broad').value
  assert.equal((await manage('update-budget', { ...base, entityId: held, dailyBudget: 60 })).status, 422)
  assert.equal(await writes(), 0)
  const low = await manage<{ error: { details: { code: number } } }>('update-budget', { ...base, dailyBudget: 1 })
  assert.equal(low.status, 502)
  assert.equal(low.body.error.details.code, 40002)
})

test('yen have no decimals', async () => {
  const sets = await app.call<{ data: { value: string; label: string }[] }>('GET', `/v1/adsets?accountId=${jpy}`)
  const entityId = sets.body.data.find(({ label }) => label === 'Spring traffic Broad')!.value
  const base = { accountId: jpy, entityId, entityType: 'adset' }
  assert.equal((await manage('update-budget', { ...base, dailyBudget: 8000.5 })).status, 422)
  const { body } = await manage<Budget>('update-budget', { ...base, dailyBudget: 8000 })
  assert.deepEqual([body.new.dailyBudget, body.currency], [8000, 'JPY'])
})

test('deleted ads are gone for good, also when the answer was lost, and are listed as deleted', async () => {
  const { value } = adSet('Last winter Broad')
  const ads = (await app.call<{ data: Entity[] }>('GET', `/v1/manage/list-ads?adSetId=${value}`)).body.data
  const ids = ads.map(({ id }) => id)
  await app.control('POST', 'faults', {
    platform: 'tiktok',
    match: { method: 'POST', path: '/ad/status/update/' },
    fault: 'drop-after',
    times: 1,
  })
  const { body } = await manage('delete', { businessId: usd, entityIds: ids })
  assert.equal(body.successCount, 2, JSON.stringify(body))
  assert.equal((await wire('ad', ids[0]!)).secondary_status, 'AD_STATUS_DELETE')
  const listed = await app.call<{ data: Entity[] }>(
    'GET',
    `/v1/manage/list-ads?accountId=${usd}&adSetId=${value}&status=DELETED`,
  )
  assert.deepEqual(listed.body.data.map(({ id }) => id).sort(), [...ids].sort())
})
