import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { sql } from '../../src/db/sql.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import type { Fixture } from '../support/demo.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

/** A launch is stored while guards decide about it: what they do not let through was never there. Nothing is sent here. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
let fixture: Fixture
before(async () => {
  fixture = await demoFixture(app)
})

const accountId = demo.account
const call = (path: string, body: object) => app.call<Record<string, unknown>>('POST', path, { body })

/** One whose budget an ad that runs lets be spent: nobody guards while it is made. */
async function emptyAdSet(dailyBudget: number): Promise<string> {
  const status = 'ACTIVE'
  const campaign = { accountId, name: 'Stored beside', objective: 'OUTCOME_TRAFFIC', status }
  const { campaignId } = (await call('/v1/manage/create-campaign', campaign)).body
  const location = { countries: ['US'] }
  const made = { accountId, campaignId, name: 'Stored beside', location, dailyBudget, status }
  return String((await call('/v1/manage/create-adset', made)).body.adSetId)
}

async function stored() {
  const { rows } = await sql<{ batches: number; items: number; lanes: number; grants: number }>`
    SELECT (SELECT count(*)::int FROM batches) AS batches, (SELECT count(*)::int FROM batch_items) AS items,
      (SELECT count(*)::int FROM lanes) AS lanes, (SELECT count(*)::int FROM spend_grants) AS grants`.execute(db)
  return rows[0]!
}

async function exposure(): Promise<number> {
  await guardedBy(app, { accountId, basis: 'commitments', dailyCap: 1e9 })
  const { body } = await app.call<{ data: { day: { exposure: number } }[] }>('GET', '/v1/spend-guards/status')
  return body.data[0]!.day.exposure
}

const launch = (adSet: string) => call('/v1/launch', { ads: [singleAd(app, fixture, { adSets: [adSet] })] })

test('what guards refuse leaves nothing behind, and holds nothing', async () => {
  const adSet = await emptyAdSet(1000)
  await guardedBy(app, { accountId, basis: 'commitments', dailyCap: (await exposure()) + 500 })
  const before = await stored()
  const replies = await Promise.all(Array.from({ length: 30 }, () => launch(adSet)))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [403])
  assert.deepEqual(await stored(), before)
  assert.equal(app.app.services.besideCount.begun, 0)
})

test('what a person is asked about is not stored', async () => {
  await guardedBy(app)
  const adSet = await emptyAdSet(1000)
  await guardedBy(app, { accountId, basis: 'commitments', dailyCap: (await exposure()) + 500, mode: 'ask' })
  const before = await stored()
  const asked = await launch(adSet)
  assert.equal(asked.status, 409, JSON.stringify(asked.body))
  assert.deepEqual(await stored(), before)
})

test('of launches at the same moment those are stored that fit, however many there are', async () => {
  await guardedBy(app)
  const adSets = await Promise.all(Array.from({ length: 12 }, () => emptyAdSet(100)))
  // Half a budget besides, for what is spent meanwhile.
  await guardedBy(app, { accountId, basis: 'commitments', dailyCap: (await exposure()) + 550 })
  const before = await stored()
  const replies = await Promise.all(adSets.map(launch))
  const accepted = replies.filter(({ status }) => status === 202)
  assert.equal(accepted.length, 5, replies.map(({ status }) => status).join(' '))
  const now = await stored()
  assert.deepEqual([now.batches - before.batches, now.items - before.items], [5, 5])
  const ids = new Set(accepted.map(({ body }) => body.adBatchId))
  const { rows } = await sql<{ batch_id: number }>`
    SELECT batch_id FROM spend_effects WHERE batch_id IS NOT NULL`.execute(db)
  for (const id of ids) assert.ok(rows.some(({ batch_id: batchId }) => batchId === id))
})
