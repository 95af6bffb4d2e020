import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { tiktokFixture } from '../support/platforms/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { usd, videoAd, launched, sandboxAds } = await tiktokFixture(app)

interface Refused {
  error?: { details?: { issues?: { path: string; message: string }[] } }
}
type CreatedIds = { campaignId: string; adSetId: string } & Refused

const create = (what: 'campaign' | 'adset', body: object) =>
  app.call<CreatedIds>('POST', `/v1/tiktok/create-${what}`, { body: { accountId: usd, ...body } })
const sale = { name: 'Sale', objective: 'WEB_CONVERSIONS', dailyBudget: 60 }
const shoppers = {
  ...{ name: 'Shoppers', locationIds: ['6252001'], optimizationGoal: 'CONVERT', billingEvent: 'OCPM' },
  ...{ pixelId: '7100000000000000009', optimizationEvent: 'SHOPPING' },
}
const made = async (what: 'campaign' | 'adset', body: object) => {
  const answer = await create(what, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return what === 'campaign' ? answer.body.campaignId : answer.body.adSetId
}
const issuesOf = async (what: 'campaign' | 'adset', body: object) => {
  const { status, body: answer } = await create(what, body)
  assert.equal(status, 422, JSON.stringify(answer))
  return answer.error!.details!.issues!.map(({ path }) => path)
}
interface Row {
  id: string
  name: string
  dailyBudget: number | null
  status: string
}
const rows = async (level: 'campaigns' | 'adsets') =>
  (await app.call<{ data: Row[] }>('GET', `/v1/manage/${level}?accountId=${usd}&limit=100`)).body.data
const named = async (level: 'campaigns' | 'adsets', name: string) =>
  (await rows(level)).filter((row) => row.name === name)

test('campaigns and ad sets of both kinds are made paused, and ads launched into the new ones', async () => {
  const smart = await made('campaign', sale)
  const manual = await made('campaign', { name: 'Visits', kind: 'manual', objective: 'TRAFFIC' })
  const smartSet = await made('adset', { campaignId: smart, ...shoppers })
  const manualSet = await made('adset', {
    ...{ campaignId: manual, name: 'Visitors', locationIds: ['6252001'], dailyBudget: 25 },
    endTime: '2035-01-01T00:00:00Z',
  })
  const [campaign] = await named('campaigns', 'Sale')
  assert.deepEqual([campaign!.id, campaign!.dailyBudget, campaign!.status], [smart, 60, 'DISABLE'])
  const done = await launched([
    videoAd({ adName: 'Into the new', adSets: [smartSet] }),
    videoAd({ adName: 'Into the other', adSets: [manualSet] }),
  ])
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.equal((await sandboxAds('Into the new'))[0]!.adsetId, smartSet)
})

test('what cannot be made is refused with its field, and nothing is made of a rehearsal', async () => {
  assert.deepEqual(await issuesOf('campaign', { ...sale, objective: 'TRAFFIC' }), ['objective'])
  assert.deepEqual(await issuesOf('campaign', { ...sale, dailyBudget: undefined }), ['dailyBudget'])
  assert.deepEqual(await issuesOf('campaign', { ...sale, name: 'Sale ☀️' }), ['name'])
  assert.deepEqual(await issuesOf('campaign', { ...sale, objective: 'APP_PROMOTION' }), ['appId'])
  const campaignId = await made('campaign', { ...sale, name: 'Strict' })
  assert.deepEqual(await issuesOf('adset', { campaignId, ...shoppers, dailyBudget: 30 }), ['dailyBudget'])
  assert.deepEqual(await issuesOf('adset', { campaignId, ...shoppers, pixelId: undefined }), ['pixelId'])
  const nowhere = await create('adset', { campaignId: '1799999999999999999', ...shoppers })
  assert.equal(nowhere.status, 404)
  const rehearsed = await create('campaign', { ...sale, name: 'Rehearsed', dryRun: true })
  assert.deepEqual([rehearsed.status, rehearsed.body.campaignId], [200, null])
  assert.deepEqual(await named('campaigns', 'Rehearsed'), [])
})

test('nothing is made in a campaign of a kind that is not known', async () => {
  const campaignId = await made('campaign', { ...sale, name: 'Turned strange' })
  await app.control('POST', 'tiktok', { automations: { [campaignId]: 'SMART_MINUS' } })
  assert.deepEqual(await issuesOf('adset', { campaignId, ...shoppers }), ['campaignId'])
  await app.control('POST', 'tiktok', { automations: {} })
})

for (const fault of ['drop-after', 'drop-before'])
  test(`campaigns and ad sets exist once when answers are lost by ${fault}`, async () => {
    for (const path of ['/smart_plus/campaign/create/', '/smart_plus/adgroup/create/'])
      await app.control('POST', 'faults', { platform: 'tiktok', match: { method: 'POST', path }, fault, times: 1 })
    const name = `Lost ${fault}`
    const campaignId = await made('campaign', { ...sale, name })
    await made('adset', { campaignId, ...shoppers, name })
    assert.deepEqual(
      (await named('campaigns', name)).map(({ id }) => id),
      [campaignId],
    )
    assert.equal((await named('adsets', name)).length, 1)
    await app.control('DELETE', 'faults')
  })

test('two campaigns of one name are two, and a lost answer takes neither for the other', async () => {
  const first = await made('campaign', { ...sale, name: 'Twin' })
  const match = { method: 'POST', path: '/smart_plus/campaign/create/' }
  await app.control('POST', 'faults', { platform: 'tiktok', match, fault: 'drop-after', times: 1 })
  const second = await made('campaign', { ...sale, name: 'Twin' })
  assert.notEqual(second, first)
  assert.equal((await named('campaigns', 'Twin')).length, 2)
})

test('after the last day the ended kinds are refused by field, and Smart+ is made', async () => {
  const campaignId = await made('campaign', { name: 'Old leads', kind: 'manual', objective: 'LEAD_GENERATION' })
  await app.control('POST', 'future', { platform: 'tiktok', date: '2027-01-01' })
  assert.deepEqual(await issuesOf('campaign', { name: 'New', kind: 'manual', objective: 'LEAD_GENERATION' }), ['kind'])
  const own = { campaignId, name: 'Late', locationIds: ['6252001'], dailyBudget: 30 }
  assert.deepEqual(await issuesOf('adset', own), ['campaignId'])
  await made('campaign', { ...sale, name: 'January' })
  await made('campaign', { name: 'Visits in January', kind: 'manual', objective: 'TRAFFIC' })
})
