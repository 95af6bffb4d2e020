import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appCalls, appFixture, readPlatform } from '../../../../test/support/applovin/applovin.ts'
import { startTestApp } from '../../../../test/support/harness.ts'

const app = await startTestApp()
const fixture = await appFixture(app)
const accountId = fixture.games
const [campaign, byCountry] = fixture.campaigns[accountId] as [string, string]
const [set] = await readPlatform(app, accountId, 'creative_set/list')
const adId = String(set!.id)
const stranger = await app.stranger()

interface Results {
  results: { entityId: string; success: boolean; status: string; endTime?: string; error?: { message: string } }[]
  new: { dailyBudget: number }
  error?: { code: string; details?: { issues?: { path: string; message: string }[] } }
}

const post = (path: string, body: object, key = app.key) =>
  app.call<Results>('POST', `/v1/manage/${path}`, { body, key })
const setStatus = (entityType: string, id: string, more: object, key = app.key) =>
  post('update-status', { accountId, entityType, entityIds: [id], ...more }, key)
const read = async (kind: string, id: string) => (await readPlatform(app, accountId, `${kind}/list?ids=${id}`))[0]!
const writes = async () => (await appCalls(app)).filter(({ method }) => method !== 'GET')

test('a creative set is switched without losing anything else of it', async () => {
  const before = await read('creative_set', adId)
  const { body } = await setStatus('ad', adId, { newStatus: 'PAUSED' })
  assert.deepEqual(body.results, [{ entityId: adId, success: true, status: 'PAUSED' }])
  assert.deepEqual(await read('creative_set', adId), { ...before, status: 'PAUSED' })
  await setStatus('ad', adId, { newStatus: 'ACTIVE' })
  assert.deepEqual(await read('creative_set', adId), before)
})

test('campaigns are switched as campaigns and as ad sets, and end at a time', async () => {
  await setStatus('adset', campaign, { newStatus: 'PAUSED' })
  assert.equal((await read('campaign', campaign)).status, 'PAUSED')
  await setStatus('campaign', campaign, { newStatus: 'ACTIVE' })
  assert.equal((await read('campaign', campaign)).status, 'LIVE')
  const endTime = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const { body } = await setStatus('campaign', campaign, { endTime })
  assert.equal(body.results[0]!.endTime, endTime)
  const stored = await read('campaign', campaign)
  assert.deepEqual([stored.end_date, stored.is_continuous_delivery], [endTime.slice(0, 19), false])
})

test('what the platform cannot hold is refused before any write', async () => {
  await app.control('DELETE', 'calls?platform=applovin')
  const budget = (more: object) =>
    post('update-budget', { accountId, entityType: 'campaign', entityId: campaign, ...more })
  const rules: [ReturnType<typeof post>, string, RegExp][] = [
    [budget({ dailyBudget: 1.234 }), 'dailyBudget', /decimals/],
    [budget({ lifetimeBudget: 100 }), 'lifetimeBudget', /daily/],
    [budget({ entityId: byCountry, dailyBudget: 10 }), 'dailyBudget', /budget for each country/],
  ]
  for (const [call, path, message] of rules) {
    const { status, body } = await call
    assert.equal(status, 422, JSON.stringify(body))
    const [issue] = body.error!.details!.issues!
    assert.equal(issue!.path, path)
    assert.match(issue!.message, message)
  }
  const deleted = await post('delete', { accountId, entityType: 'ad', entityIds: [adId] })
  assert.deepEqual([deleted.status, deleted.body.error!.code], [501, 'unsupported_operation'])
  assert.deepEqual(await writes(), [])
})

test('budgets by country are told as their sum', async () => {
  const { body } = await app.call<{ data: { id: string; dailyBudget: number; spend: null }[] }>(
    'GET',
    `/v1/campaigns?accountId=${accountId}`,
  )
  assert.equal(body.data.find(({ id }) => id === byCountry)!.dailyBudget, 500.5)
})

test('ads are listed page by page and by campaign, and none is ever deleted', async () => {
  const list = async (query: string) =>
    (
      await app.call<{ data: { id: string }[]; paging: { cursors: { after: string | null } } }>(
        'GET',
        `/v1/manage/list-ads?accountId=${accountId}&${query}`,
      )
    ).body
  const first = await list('limit=4')
  const rest = await list(`limit=200&after=${first.paging.cursors.after}`)
  assert.equal(new Set([...first.data, ...rest.data].map(({ id }) => id)).size, 9)
  assert.equal((await list(`adSetId=${campaign}`)).data.length, 3)
  assert.deepEqual((await list('status=DELETED')).data, [])
})

test('without the account an entity is found where it is, and strangers find nothing', async () => {
  const { status } = await post('update-status', { entityType: 'ad', entityIds: [adId], newStatus: 'ACTIVE' })
  assert.equal(status, 200)
  await app.control('DELETE', 'calls?platform=applovin')
  assert.equal((await setStatus('ad', adId, { newStatus: 'PAUSED' }, stranger.key)).status, 404)
  const unnamed = { entityType: 'campaign', entityIds: [campaign], newStatus: 'PAUSED' }
  assert.equal((await post('update-status', unnamed, stranger.key)).status, 404)
  assert.deepEqual(await writes(), [])
})
