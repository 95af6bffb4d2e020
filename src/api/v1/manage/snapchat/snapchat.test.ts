import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { snapFixture } from '../../../../../test/support/platforms/snapchat.ts'

const app = await startTestApp()
const { usd, jpy, paths, read } = await snapFixture(app)
const base = '/v1/manage/snapchat'

interface Row {
  id: string
  name: string
  status: string
  effectiveStatus: string
  optimizationGoal: string | null
  campaignId: string
  adSquadId: string
  dailyBudget: number | null
  lifetimeBudget: number | null
  spend: number | null
  impressions: number | null
  clicks: number | null
  results: number | null
  costPerResult: number | null
}

interface List {
  data: Row[]
  count: number
  paging: { cursors: { after: string | null } }
  metadata: { currency: string }
}

interface Results {
  results: { entityId: string; success: boolean; status: string | null; error?: { code: string } }[]
  successCount: number
  failCount: number
}

interface Budget {
  entityId: string
  old: { dailyBudget: number | null; lifetimeBudget: number | null }
  new: { dailyBudget: number | null; lifetimeBudget: number | null }
  currency: string
  dryRun?: true
}

type Refused = { error: { code: string; details?: { issues?: { path: string; message: string }[] } } }

const list = (path: string, query: Record<string, string>, key = app.key) =>
  app.call<List & Refused>('GET', `${base}/${path}?${new URLSearchParams(query).toString()}`, { key })
const post = <T>(path: string, body: object, key = app.key) =>
  app.call<T & Refused>('POST', path.startsWith('/') ? path : `${base}/${path}`, { body, key })
const writes = async () => {
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=snapchat')
  return calls.filter((call) => call.method !== 'GET' && call.path.startsWith('/v1'))
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const week = { startDate: daysAgo(9), endDate: daysAgo(3) }

const campaigns = (await list('campaigns', { accountId: usd.id })).body.data
const squads = (await list('adsquads', { accountId: usd.id })).body.data
const ads = (await list('ads', { accountId: usd.id })).body.data
const daily = squads.find(({ dailyBudget, status }) => dailyBudget !== null && status === 'ACTIVE')!
const lifetime = squads.find(({ lifetimeBudget }) => lifetimeBudget !== null)!

test('campaigns, ad squads and ads come with states and budgets, and with figures when days are given', async () => {
  assert.deepEqual([campaigns.length, squads.length, ads.length], [4, 12, 24])
  assert.ok([...campaigns, ...squads, ...ads].every((row) => row.spend === null && row.clicks === null))
  assert.equal(campaigns.find(({ name }) => name === 'Spring traffic')!.dailyBudget, 200)
  assert.deepEqual([daily.dailyBudget, daily.lifetimeBudget], [50, null])
  const figured = await list('campaigns', { accountId: usd.id, ...week })
  const [campaign] = figured.body.data
  assert.equal(figured.body.metadata.currency, 'USD')
  assert.ok(campaign!.spend! > 0 && campaign!.impressions! > campaign!.clicks!)
})

test('the figures of ads add up to those of their ad squads and campaigns, to the cent', async () => {
  const sum = (rows: Row[]) => Math.round(rows.reduce((total, row) => total + row.spend!, 0) * 100)
  const [byCampaign, bySquad, byAd] = await Promise.all(
    ['campaigns', 'adsquads', 'ads'].map(async (path) => (await list(path, { accountId: usd.id, ...week })).body.data),
  )
  assert.ok(sum(byCampaign!) > 0)
  assert.equal(sum(bySquad!), sum(byCampaign!))
  assert.equal(sum(byAd!), sum(byCampaign!))
  const squad = bySquad!.find(({ optimizationGoal }) => optimizationGoal === 'SWIPES')!
  assert.equal(squad.results, squad.clicks)
  assert.equal(squad.costPerResult, Math.round((squad.spend! / squad.results!) * 10_000) / 10_000)
})

test('the shared list of campaigns tells the same spend, in whole units of a currency without minor ones', async () => {
  const query = new URLSearchParams({ accountId: jpy.id, ...week }).toString()
  const shared = await app.call<{ data: Row[] }>('GET', `/v1/campaigns?${query}`)
  const own = (await list('campaigns', { accountId: jpy.id, ...week })).body
  assert.equal(own.metadata.currency, 'JPY')
  const spend = (rows: Row[]) => Object.fromEntries(rows.map((row) => [row.id, row.spend]))
  assert.deepEqual(spend(shared.body.data), spend(own.data))
  assert.ok(own.data.every((row) => Number.isInteger(row.spend)))
})

test('lists are cut into pages that leave nothing out, and narrowed by parent and state', async () => {
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: List = (await list('ads', { accountId: usd.id, limit: '7', ...(cursor ? { cursor } : {}) })).body
    assert.ok(page.count <= 7)
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.paging.cursors.after
  }
  assert.deepEqual(seen.sort(), ads.map(({ id }) => id).sort())
  const ofCampaign = await list('adsquads', { accountId: usd.id, campaignId: campaigns[0]!.id })
  assert.ok(ofCampaign.body.data.every(({ campaignId }) => campaignId === campaigns[0]!.id))
  const ofSquad = await list('ads', { accountId: usd.id, adSquadId: daily.id })
  assert.deepEqual([...new Set(ofSquad.body.data.map(({ adSquadId }) => adSquadId))], [daily.id])
  const paused = (await list('adsquads', { accountId: usd.id, status: 'PAUSED' })).body.data
  assert.ok(paused.length > 0 && paused.every(({ status }) => status === 'PAUSED'))
  const active = (await list('adsquads', { accountId: usd.id, status: 'ACTIVE' })).body.data
  assert.ok(active.some(({ effectiveStatus }) => effectiveStatus === 'CAMPAIGN_PAUSED'))
  const wrong = await list('ads', { accountId: usd.id, cursor: 'nonsense' })
  assert.equal(wrong.status, 400)
  const backwards = await list('ads', { accountId: usd.id, startDate: daysAgo(1), endDate: daysAgo(2) })
  assert.deepEqual(paths(backwards.body), ['endDate'])
})

test('pausing changes the status and nothing else', async () => {
  const whole = '?return_placement_v2=true'
  const before = await read('adsquads', 'adsquad', lifetime.id, whole)
  const reply = await post<Results>('update-status', {
    entityType: 'adsquad',
    entityIds: [lifetime.id],
    status: 'PAUSED',
  })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual(reply.body.results, [{ entityId: lifetime.id, success: true, status: 'PAUSED' }])
  const after = await read('adsquads', 'adsquad', lifetime.id, whole)
  const { updated_at: _before, delivery_status: _delivery, ...kept } = before
  const { updated_at: _after, delivery_status: _now, ...now } = after
  assert.deepEqual(now, { ...kept, status: 'PAUSED' })
  const shared = await post<Results>('/v1/manage/update-status', {
    accountId: usd.id,
    adSetId: lifetime.id,
    newStatus: 'ENABLE',
  })
  assert.equal(shared.body.successCount, 1)
  assert.equal((await read('adsquads', 'adsquad', lifetime.id)).status, 'ACTIVE')
})

test('an ad squad from before the chat feed had to be among its places is paused, paid and left as it is', async () => {
  const whole = '?return_placement_v2=true'
  const sales = campaigns.find(({ name }) => name === 'Web sales')!
  const old = (await list('adsquads', { accountId: usd.id, campaignId: sales.id })).body.data.at(-1)!
  const before = await read('adsquads', 'adsquad', old.id, whole)
  assert.ok(!JSON.stringify(before.placement_v2).includes('CHAT_FEED'))
  for (const status of ['ACTIVE', 'PAUSED']) {
    const reply = await post<Results>('update-status', { entityType: 'adsquad', entityIds: [old.id], status })
    assert.deepEqual(reply.body.results, [{ entityId: old.id, success: true, status }])
  }
  const paid = await post<Budget>('update-budget', { adSquadId: old.id, dailyBudget: 81 })
  assert.equal(paid.status, 200, JSON.stringify(paid.body))
  assert.deepEqual((await read('adsquads', 'adsquad', old.id, whole)).placement_v2, before.placement_v2)
})

test('ads and campaigns are paused too, and one unknown id fails alone', async () => {
  const missing = '00000000-0000-4000-8000-000000000000'
  const entityIds = [ads[0]!.id, missing, ads[1]!.id]
  const reply = await post<Results>('update-status', { entityType: 'ad', entityIds, status: 'PAUSED' })
  assert.deepEqual([reply.body.successCount, reply.body.failCount], [2, 1])
  assert.equal(reply.body.results[1]!.error!.code, 'not_found')
  assert.equal((await read('ads', 'ad', ads[1]!.id)).status, 'PAUSED')
  const campaign = campaigns.find(({ status }) => status === 'ACTIVE')!
  await post('update-status', { entityType: 'campaign', entityIds: [campaign.id], status: 'PAUSED' })
  const stored = await read('campaigns', 'campaign', campaign.id)
  assert.deepEqual([stored.status, stored.name], ['PAUSED', campaign.name])
})

test('an end in the future is set on ad squads, kept for ads, and one in the past pauses', async () => {
  const endTime = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const later = await post<Results>('/v1/manage/update-status', { accountId: usd.id, adSetId: daily.id, endTime })
  assert.equal(later.body.successCount, 1, JSON.stringify(later.body))
  assert.equal((await read('adsquads', 'adsquad', daily.id)).end_time, endTime)
  const onAd = await post<Results>('/v1/manage/update-status', { accountId: usd.id, adId: ads[3]!.id, endTime })
  assert.partialDeepStrictEqual(onAd.body.results, [{ endTime, endedBy: 'flightdeck' }])
  const past = { accountId: usd.id, adId: ads[3]!.id, endTime: '2020-01-01T00:00:00Z' }
  assert.equal((await post<Results>('/v1/manage/update-status', past)).body.results[0]!.status, 'PAUSED')
})

test('a budget is set in millionths, tells old and new, and a dry run changes nothing', async () => {
  const dry = await post<Budget>('update-budget', { adSquadId: daily.id, dailyBudget: 75.5, dryRun: true })
  assert.deepEqual([dry.body.dryRun, dry.body.old.dailyBudget, dry.body.new.dailyBudget], [true, 50, 75.5])
  assert.equal((await read('adsquads', 'adsquad', daily.id)).daily_budget_micro, 50_000_000)
  const set = await post<Budget>('update-budget', { adSquadId: daily.id, dailyBudget: 75.5 })
  assert.deepEqual(set.body.new, { dailyBudget: 75.5, lifetimeBudget: null })
  assert.equal((await read('adsquads', 'adsquad', daily.id)).daily_budget_micro, 75_500_000)
  const campaign = campaigns.find(({ dailyBudget }) => dailyBudget !== null)!
  const raised = await post<Budget>('/v1/manage/update-budget', {
    entityId: campaign.id,
    entityType: 'campaign',
    changePercent: 10,
  })
  assert.deepEqual([raised.body.old.dailyBudget, raised.body.new.dailyBudget], [200, 220])
})

test('an ad squad has one kind of budget: setting the other takes the first away', async () => {
  const set = await post<Budget>('update-budget', { adSquadId: lifetime.id, dailyBudget: 60 })
  assert.deepEqual(set.body.old, { dailyBudget: null, lifetimeBudget: 5000 })
  assert.deepEqual(set.body.new, { dailyBudget: 60, lifetimeBudget: null })
})

const jpySquad = (await list('adsquads', { accountId: jpy.id })).body.data.find(({ dailyBudget }) => dailyBudget)!
const badBudgets: [what: string, body: object, path: string, status?: number][] = [
  ['less than the platform takes', { adSquadId: daily.id, dailyBudget: 4.99 }, 'dailyBudget'],
  ['decimals of yen', { adSquadId: jpySquad.id, dailyBudget: 5000.5 }, 'dailyBudget'],
  ['a third decimal', { adSquadId: daily.id, dailyBudget: 50.125 }, 'dailyBudget'],
  ['nothing', { adSquadId: daily.id, dailyBudget: 0 }, 'dailyBudget', 400],
  ['two budgets', { adSquadId: daily.id, dailyBudget: 50, lifetimeBudget: 500 }, 'dailyBudget', 400],
  ['two places', { adSquadId: daily.id, campaignId: campaigns[0]!.id, dailyBudget: 50 }, 'adSquadId', 400],
]

for (const [what, body, path, status = 422] of badBudgets) {
  test(`a budget of ${what} is refused, and nothing is written`, async () => {
    await app.control('DELETE', 'calls?platform=snapchat')
    const reply = await post<Budget>('update-budget', body)
    assert.equal(reply.status, status, JSON.stringify(reply.body))
    assert.deepEqual(paths(reply.body), [path])
    assert.deepEqual(await writes(), [])
  })
}

test('a lost answer to a change is repeated, because it sets fields to values', async () => {
  const fault = { platform: 'snapchat', match: { method: 'PATCH' }, fault: 'drop-after' }
  await app.control('POST', 'faults', fault)
  const reply = await post<Budget>('update-budget', { adSquadId: daily.id, dailyBudget: 80 })
  assert.equal(reply.body.new.dailyBudget, 80)
})

test('what is deleted is gone from the lists, and found again among the deleted', async () => {
  const id = ads[5]!.id
  const reply = await post<Results>('/v1/manage/delete', { accountId: usd.id, entityType: 'ad', entityIds: [id] })
  assert.deepEqual(reply.body.results, [{ entityId: id, success: true, status: 'DELETED' }])
  const left = (await list('ads', { accountId: usd.id })).body.data
  assert.ok(!left.some((ad) => ad.id === id))
  const deleted = await app.call<{ data: { id: string; status: string }[] }>(
    'GET',
    `/v1/manage/list-ads?accountId=${usd.id}&status=DELETED`,
  )
  assert.deepEqual(
    deleted.body.data.map((ad) => [ad.id, ad.status]),
    [[id, 'DELETED']],
  )
  const again = await post<Results>('/v1/manage/delete', { accountId: usd.id, entityType: 'ad', entityIds: [id] })
  assert.equal(again.body.results[0]!.error!.code, 'not_found')
})

test('the shared list of ads works by ad set without naming the account', async () => {
  const { body } = await app.call<{ data: { id: string; effectiveStatus: string }[] }>(
    'GET',
    `/v1/manage/list-ads?adSetId=${daily.id}`,
  )
  assert.equal(body.data.length, 2)
})

test("an account of another platform is refused, and a stranger sees nothing of the company's", async () => {
  const [other] = (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')).body.data
  const wrong = await list('campaigns', { accountId: other!.id })
  assert.equal(wrong.status, 422)
  assert.deepEqual(paths(wrong.body), ['accountId'])
  const { key } = await app.stranger()
  await app.control('DELETE', 'calls?platform=snapchat')
  for (const path of ['campaigns', 'adsquads', 'ads'])
    assert.equal((await list(path, { accountId: usd.id }, key)).status, 404, path)
  const status = { entityType: 'ad', entityIds: [ads[7]!.id], status: 'PAUSED' }
  assert.equal((await post('update-status', status, key)).status, 404)
  assert.equal((await post('update-status', { ...status, accountId: usd.id }, key)).status, 404)
  assert.equal((await post('update-budget', { adSquadId: daily.id, dailyBudget: 50 }, key)).status, 404)
  assert.deepEqual(await writes(), [])
})
