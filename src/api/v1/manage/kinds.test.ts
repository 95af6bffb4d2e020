import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../test/support/demo.ts'
import { untilTrue } from '../../../../test/support/ask-until.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { readNode, watchCalls } from '../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts, adSets } = await demoFixture(app)
const account = accounts.find(({ currency }) => currency === 'USD')!.id
const otherAccount = accounts.find(({ currency }) => currency === 'JPY')!.id
const adSetId = adSets[account]![0]!

interface Answer {
  success: boolean
  results: { entityId: string; success: boolean; status: string }[]
  error: { code: string; details?: { issues: { path: string; message: string }[] } }
}
const post = (operation: string, body: object, key = app.key) =>
  app.call<Answer>('POST', `/v1/manage/${operation}`, { body, key })

const listed = await app.call<{ data: { id: string }[] }>('GET', `/v1/manage/list-ads?adSetId=${adSetId}`)
const adId = listed.body.data[0]!.id
const campaignId = String((await readNode(app, adSetId, 'campaign_id')).campaign_id)
const entities = { ad: adId, adset: adSetId, campaign: campaignId }

const { db } = app.app.services
/** What was listed is remembered a moment later. */
await untilTrue(async () => {
  const rows = await db
    .selectFrom('seen_entities')
    .select('entity_id')
    .where('entity_id', 'in', [adId, adSetId])
    .execute()
  return rows.length === 2
})

for (const [what, entityId] of Object.entries(entities)) {
  test(`an id of the primary platform tells by itself that it is of the kind ${what}`, async () => {
    const calls = await watchCalls(app)
    const paused = await post('update-status', { entityId, businessId: account, newStatus: 'PAUSED' })
    assert.deepEqual(
      paused.body.results.map(({ success, status }) => [success, status]),
      [[true, 'PAUSED']],
    )
    assert.equal((await readNode(app, entityId, 'status')).status, 'PAUSED')
    const asked = (await calls.http()).filter(({ path }) => path === '/v26.0/').length
    const resumed = await post('update-status', { entityId, newStatus: 'ACTIVE' })
    assert.equal(resumed.body.results[0]!.success, true, JSON.stringify(resumed.body))
    const both = (await calls.http()).filter(({ path }) => path === '/v26.0/').length
    const questions = what === 'campaign' ? 1 : 0
    assert.deepEqual(
      [asked, both],
      [questions + 1, questions + 2],
      'one question what it is, unless that was seen, and one look at it each time',
    )
  })
}

test('a budget is changed by the id of an ad set alone, and an ad has none', async () => {
  const budget = await post('update-budget', { entityId: adSetId, dailyBudget: 61 })
  assert.equal(budget.status, 200, JSON.stringify(budget.body))
  const { status, body } = await post('update-budget', { entityId: adId, dailyBudget: 61 })
  assert.deepEqual([status, body.error.details?.issues[0]?.path], [400, 'entityId'])
})

test('ids of two kinds are refused with the question which is meant', async () => {
  const { status, body } = await post('update-status', { entityIds: [adId, adSetId], newStatus: 'PAUSED' })
  const [issue] = body.error.details!.issues
  assert.deepEqual([status, issue!.path, /ads and ad sets/.test(issue!.message)], [400, 'entityType', true])
})

test('what nobody knows, or is in another account, has to be named', async () => {
  for (const body of [{ entityId: '99' }, { entityId: adId, businessId: otherAccount }, { entityId: 'me' }]) {
    const refused = await post('update-status', { ...body, newStatus: 'PAUSED' })
    assert.deepEqual([refused.status, refused.body.error.details?.issues[0]?.path], [400, 'entityType'])
  }
})

test('the id of a campaign alone deletes nothing: it would take everything along', async () => {
  const { status, body } = await post('delete', { entityId: campaignId })
  assert.deepEqual([status, body.error.details?.issues[0]?.path], [400, 'entityType'])
  assert.match(body.error.details!.issues[0]!.message, /campaign/)
  const rehearsed = await post('delete', { entityId: adId, dryRun: true })
  assert.equal(rehearsed.body.results[0]!.success, true)
})

test('another company learns nothing about what an id names', async () => {
  const stranger = await app.stranger()
  for (const [operation, change] of [
    ['update-status', { newStatus: 'PAUSED' }],
    ['update-budget', { dailyBudget: 5 }],
  ] as const) {
    const refused = await post(operation, { entityId: adSetId, ...change }, stranger.key)
    assert.deepEqual([refused.status, refused.body.error.details?.issues[0]?.path], [400, 'entityType'])
  }
})

test('what reports have seen of another platform is known by its id', async () => {
  await app.control('POST', 'tiktok', { limits: 'off' })
  const [tiktok] = (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=tiktok')).body.data
  const { ads } = await app.control<{ ads: { id: string; accountId: string }[] }>('GET', 'state?platform=tiktok')
  const entityId = ads.find((ad) => ad.accountId === tiktok!.id)!.id
  const unseen = await post('update-status', { entityId, newStatus: 'DISABLE' })
  assert.deepEqual([unseen.status, unseen.body.error.details?.issues[0]?.path], [400, 'entityType'])
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const question = `accountIds=${tiktok!.id}&startDate=${day(5)}&endDate=${day(2)}&metrics=spend&groupBy=adId`
  assert.equal((await app.call('GET', `/v1/reports/query?${question}`)).status, 200)
  const seen = await post('update-status', { entityId, newStatus: 'DISABLE' })
  assert.equal(seen.body.results[0]!.success, true, JSON.stringify(seen.body))
})
