import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { watchCalls } from '../../../../../test/support/manage/manage.ts'
import { inTimeZone } from '../../../../platforms/meta/manage/changes.ts'

const app = await startTestApp()
const { accounts, adSets } = await demoFixture(app)
const account = accounts.find(({ currency }) => currency === 'USD')!.id
const adSetId = adSets[account]![0]!
const since = Math.floor(Date.now() / 1000) - 60

interface Changes {
  data: {
    eventTime: number
    dateTimeInTimezone: string
    eventType: string
    objectId: string
    objectName: string
    objectType: string
    changes: Record<string, { old: unknown; new: unknown }>
  }[]
  paging: { cursors: { before: string | null; after: string | null } }
  metadata: { businessId: string; objectId: string | null; count: number }
}

const read = async (query: string) => {
  const reply = await app.call<Changes>('GET', `/v1/manage/changes?businessId=${account}&${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

async function change(path: string, body: object): Promise<void> {
  const reply = await app.call('POST', `/v1/manage/${path}`, { body: { accountId: account, ...body } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

const made = await app.call<{ campaignId: string }>('POST', '/v1/manage/create-campaign', {
  body: { accountId: account, name: 'History', objective: 'OUTCOME_TRAFFIC', dailyBudget: 750 },
})
const campaignId = made.body.campaignId
await change('update-budget', { entityId: campaignId, entityType: 'campaign', dailyBudget: 638 })
await change('update-campaign', { campaignId, name: 'History, continued' })
await change('update-status', { campaignId, newStatus: 'ACTIVE' })
await change('update-adset', { adSetId, location: { countries: ['CA'] } })

test('what was just done is in the history, in plain words and minor units', async () => {
  const { data, metadata } = await read(`objectId=${campaignId}&since=${since}`)
  assert.deepEqual(metadata, { businessId: account, objectId: campaignId, count: data.length })
  assert.ok(data.every((event) => event.objectId === campaignId && event.objectType === 'campaign'))
  const found = Object.assign({}, ...data.map((event) => event.changes).reverse()) as Changes['data'][0]['changes']
  assert.deepEqual(found, {
    budget: { old: 75_000, new: 63_800 },
    name: { old: 'History', new: 'History, continued' },
    status: { old: 'PAUSED', new: 'ACTIVE' },
  })
})

test('an ad set is an ad set, whatever the platform used to call it', async () => {
  const { data } = await read(`objectId=${adSetId}&since=${since}`)
  assert.equal(data[0]?.objectType, 'adset')
  assert.ok(data[0]?.changes.targeting)
})

test("times are told in Unix seconds and in the account's own time zone", async () => {
  const { data } = await read(`since=${since}`)
  for (const { eventTime, dateTimeInTimezone } of data) {
    assert.match(dateTimeInTimezone, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    assert.equal(Date.parse(dateTimeInTimezone) / 1000, eventTime)
  }
  const time = new Date('2026-07-01T03:04:05Z')
  assert.equal(inTimeZone(time, 'America/New_York'), '2026-06-30T23:04:05-04:00')
  assert.equal(inTimeZone(time, 'Asia/Tokyo'), '2026-07-01T12:04:05+09:00')
  assert.equal(inTimeZone(time, 'UTC'), '2026-07-01T03:04:05+00:00')
})

test('the history is read page by page, one platform call for each', async () => {
  const calls = await watchCalls(app)
  const first = await read('limit=2')
  assert.equal((await calls.http()).length, 1)
  assert.equal(first.data.length, 2)
  const second = await read(`limit=2&after=${first.paging.cursors.after}`)
  const four = await read('limit=4')
  assert.deepEqual([...first.data, ...second.data], four.data)
})

test('a platform that ignores the object asked for does not show others', async () => {
  await app.control('POST', 'meta', { historyIgnoresObject: true })
  const { data } = await read(`objectId=${campaignId}&since=${since}&limit=100`)
  await app.control('POST', 'meta', { historyIgnoresObject: false })
  assert.ok(data.length > 0)
  assert.ok(data.every((event) => event.objectId === campaignId))
})

test('a window that ends before it begins, a limit of 101 and no account are refused', async () => {
  const get = (query: string) => app.call('GET', `/v1/manage/changes?${query}`)
  assert.equal((await get(`businessId=${account}&since=20&until=10`)).status, 422)
  assert.equal((await get(`businessId=${account}&limit=101`)).status, 400)
  assert.equal((await get(`businessId=${account}&limit=0`)).status, 400)
  assert.equal((await get('')).status, 400)
})

test("another company's history does not exist", async () => {
  const { key } = await app.stranger()
  assert.equal((await app.call('GET', `/v1/manage/changes?businessId=${account}`, { key })).status, 404)
})
