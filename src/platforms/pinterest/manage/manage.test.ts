import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { pinAds, pinCalls, pinFixture, readPlatform } from '../../../../test/support/pinterest/pinterest.ts'

const app = await startTestApp()
const fixture = await pinFixture(app)
const accountId = fixture.usd
const [adSet] = fixture.adSets[accountId]!
const [ad] = await pinAds(app, 'Oak')
const stranger = await app.stranger()

interface Results {
  results: {
    entityId: string
    success: boolean
    status: string
    endTime?: string
    endedBy?: string
    error?: { platformCode: number }
  }[]
  error?: { details?: { issues?: { path: string }[] } }
}

interface Campaign {
  id: string
  dailyBudget: number | null
  spend: number | null
  status: string
}

const post = <T = Results>(path: string, body: object, key = app.key) =>
  app.call<T>('POST', `/v1/manage/${path}`, { body, key })
const setStatus = (entityType: string, id: string, more: object, key = app.key) =>
  post('update-status', { accountId, entityType, entityIds: [id], ...more }, key)
const stored = (path: string) => readPlatform(app, `ad_accounts/${accountId}/${path}`)
const campaigns = async (query = '') =>
  (await app.call<{ data: Campaign[] }>('GET', `/v1/campaigns?accountId=${accountId}${query}`)).body.data
const writes = async () => (await pinCalls(app)).filter(({ method }) => method !== 'GET')

test('ads, ad sets and campaigns are paused and resumed, also in the words of other platforms', async () => {
  const { body } = await setStatus('ad', ad!.id, { newStatus: 'PAUSED' })
  assert.deepEqual(body.results, [{ entityId: ad!.id, success: true, status: 'PAUSED' }])
  assert.equal((await stored(`ads/${ad!.id}`)).status, 'PAUSED')
  await setStatus('adset', adSet!, { newStatus: 'DISABLE' })
  assert.equal((await stored(`ad_groups/${adSet}`)).status, 'PAUSED')
  await setStatus('adset', adSet!, { newStatus: 'ACTIVE' })
  assert.equal((await stored(`ad_groups/${adSet}`)).status, 'ACTIVE')
  const [campaign] = await campaigns()
  await setStatus('campaign', campaign!.id, { newStatus: 'PAUSED' })
  assert.equal((await stored(`campaigns/${campaign!.id}`)).status, 'PAUSED')
})

test('without the account, an entity is found in the account that it belongs to', async () => {
  const { status, body } = await post('update-status', { entityType: 'ad', entityIds: [ad!.id], newStatus: 'ACTIVE' })
  assert.equal(status, 200)
  assert.equal(body.results[0]!.status, 'ACTIVE')
})

test('ad sets and campaigns end at a time, what is to have ended is paused, and the end of an ad is kept for the platform', async () => {
  const endTime = new Date(Date.now() + 86_400_000).toISOString()
  const { body } = await setStatus('adset', adSet!, { endTime })
  assert.equal(body.results[0]!.endTime, endTime)
  assert.equal((await stored(`ad_groups/${adSet}`)).end_time, Math.floor(Date.parse(endTime) / 1000))
  await app.control('DELETE', 'calls?platform=pinterest')
  const kept = await setStatus('ad', ad!.id, { endTime })
  assert.partialDeepStrictEqual(kept.body.results[0], { success: true, endTime, endedBy: 'flightdeck' })
  assert.deepEqual(await writes(), [])
  const past = await setStatus('ad', ad!.id, { endTime: '2020-01-01T00:00:00Z' })
  assert.equal(past.body.results[0]!.status, 'PAUSED')
})

test('budgets are set in main units on the level that holds them', async () => {
  const budget = (body: object) =>
    post<{ old: { dailyBudget: number }; new: { dailyBudget: number }; currency: string; error?: Results['error'] }>(
      'update-budget',
      { accountId, ...body },
    )
  const group = await budget({ entityType: 'adset', entityId: adSet, dailyBudget: 12.34 })
  assert.equal(group.body.new.dailyBudget, 12.34)
  assert.equal((await stored(`ad_groups/${adSet}`)).budget_in_micro_currency, 12_340_000)
  const percent = await budget({ entityType: 'adset', entityId: adSet, changePercent: 10 })
  assert.equal(percent.body.new.dailyBudget, 13.57)
  const optimized = (await campaigns()).find(({ dailyBudget }) => dailyBudget !== null)!
  const campaign = await budget({ entityType: 'campaign', entityId: optimized.id, dailyBudget: 99 })
  assert.equal(campaign.status, 200, JSON.stringify(campaign.body))
  assert.equal((await stored(`campaigns/${optimized.id}`)).daily_spend_cap, 99_000_000)
})

test('a budget that the currency, the level or its kind does not allow is refused before any write', async () => {
  const plain = (await campaigns()).find(({ dailyBudget }) => dailyBudget === null)!
  const yenGroup = fixture.adSets[fixture.jpy]![0]
  await app.control('DELETE', 'calls?platform=pinterest')
  const rules: [object, string][] = [
    [{ accountId, entityType: 'adset', entityId: adSet, dailyBudget: 1.234 }, 'dailyBudget'],
    [{ accountId, entityType: 'adset', entityId: adSet, lifetimeBudget: 50 }, 'lifetimeBudget'],
    [{ accountId: fixture.jpy, entityType: 'adset', entityId: yenGroup, dailyBudget: 1000.5 }, 'dailyBudget'],
    [{ accountId, entityType: 'campaign', entityId: plain.id, dailyBudget: 10 }, 'dailyBudget'],
  ]
  for (const [body, path] of rules) {
    const refused = await post('update-budget', body)
    assert.equal(refused.status, 422, JSON.stringify(body))
    assert.equal(refused.body.error?.details?.issues?.[0]?.path, path)
  }
  assert.deepEqual(await writes(), [])
})

interface Ads {
  data: { id: string; name: string; status: string; effectiveStatus: string; createdTime: string }[]
  paging: { cursors: { after: string | null } }
}

const listAds = (query: string, key = app.key) => app.call<Ads>('GET', `/v1/manage/list-ads?${query}`, { key })

test('ads are listed page by page, by ad set and by status, and what was deleted is archived', async () => {
  const first = await listAds(`accountId=${accountId}&limit=4`)
  const second = await listAds(`accountId=${accountId}&limit=200&after=${first.body.paging.cursors.after}`)
  const all = [...first.body.data, ...second.body.data]
  assert.equal(new Set(all.map(({ id }) => id)).size, 18)
  assert.equal((await listAds(`accountId=${accountId}&after=nonsense`)).status, 400)
  const [victim, other] = (await listAds(`accountId=${accountId}&adSetId=${adSet}`)).body.data
  assert.ok(victim && other)
  const { body } = await post('delete', { accountId, entityType: 'ad', entityIds: [victim.id] })
  const [result] = body.results as { success: boolean; status?: string }[]
  assert.deepEqual([result?.success, result?.status], [true, 'ARCHIVED'], 'as the list tells it')
  assert.equal((await stored(`ads/${victim.id}`)).status, 'ARCHIVED')
  const deleted = await listAds(`accountId=${accountId}&status=DELETED`)
  assert.deepEqual(
    deleted.body.data.map(({ id }) => id),
    [victim.id],
  )
  const gone = await setStatus('ad', victim.id, { newStatus: 'ACTIVE' })
  assert.equal(gone.body.results[0]!.success, false, 'archived ads stay archived')
  assert.equal(gone.body.results[0]!.error!.platformCode, 6)
})

test('spend is told by campaign for the days asked for, also for days beyond the last 90', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const spendOf = async (from: number, to: number) =>
    (await campaigns(`&startDate=${day(from)}&endDate=${day(to)}`)).map(({ spend }) => spend!)
  const recent = await spendOf(30, 1)
  const older = await spendOf(110, 31)
  const both = await spendOf(110, 1)
  assert.ok(recent.every((spend) => spend > 0))
  recent.forEach((spend, index) => assert.ok(Math.abs(spend + older[index]! - both[index]!) < 0.005))
  assert.deepEqual(await spendOf(-3, -5), [0, 0, 0], 'the future has cost nothing yet')
  const tooOld = await app.call('GET', `/v1/campaigns?accountId=${accountId}&startDate=2020-01-01&endDate=${day(1)}`)
  assert.equal(tooOld.status, 422)
})

test('a lost answer to a change is asked for again, and the change is made', async () => {
  const match = { method: 'PATCH', path: '/ads$' }
  await app.control('POST', 'faults', { platform: 'pinterest', match, fault: 'drop-after', times: 1 })
  const { body } = await setStatus('ad', ad!.id, { newStatus: 'ACTIVE' })
  assert.equal(body.results[0]!.success, true)
  assert.equal((await stored(`ads/${ad!.id}`)).status, 'ACTIVE')
})

test('strangers can neither see nor change anything', async () => {
  const { key } = stranger
  await app.control('DELETE', 'calls?platform=pinterest')
  assert.equal((await setStatus('ad', ad!.id, { newStatus: 'PAUSED' }, key)).status, 404)
  const unnamed = await post('update-status', { entityType: 'ad', entityIds: [ad!.id], newStatus: 'PAUSED' }, key)
  assert.equal(unnamed.status, 404)
  const budget = { accountId, entityType: 'adset', entityId: adSet, dailyBudget: 5 }
  assert.equal((await post('update-budget', budget, key)).status, 404)
  assert.equal((await post('delete', { accountId, entityType: 'ad', entityIds: [ad!.id] }, key)).status, 404)
  assert.equal((await listAds(`accountId=${accountId}`, key)).status, 404)
  assert.deepEqual(await writes(), [])
})
