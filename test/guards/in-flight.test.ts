import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import type { Fixture } from '../support/demo.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

/** Nothing is sent here: what was accepted stays on its way. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
let fixture: Fixture
before(async () => {
  fixture = await demoFixture(app)
})

const accountId = demo.account
const call = (path: string, body: object) => app.call<Record<string, unknown>>('POST', path, { body })

/** What may still be spent, and what was: when it moves from one to the other does not matter here. */
async function exposure(): Promise<number> {
  await guardedBy(app, { accountId, basis: 'commitments', dailyCap: 1e9 })
  const { body } = await app.call<{ data: { day: { exposure: number } }[] }>('GET', '/v1/spend-guards/status')
  await guardedBy(app)
  return body.data[0]!.day.exposure
}

async function emptyAdSet(dailyBudget: number): Promise<string> {
  const campaign = await call('/v1/manage/create-campaign', {
    ...{ accountId, name: 'On its way', objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE' },
  })
  const { campaignId } = campaign.body as { campaignId: string }
  const reply = await call('/v1/manage/create-adset', {
    ...{ accountId, campaignId, name: 'On its way', location: { countries: ['US'] }, dailyBudget, status: 'ACTIVE' },
  })
  return String(reply.body.adSetId)
}

test('ads that were accepted before there was a guard, and are on their way, count for it', async () => {
  const [running, paused] = [await emptyAdSet(1000), await emptyAdSet(300)]
  const stood = await exposure()
  const ads = [singleAd(app, fixture, { adSets: [running] })]
  assert.equal((await call('/v1/launch', { ads })).status, 202)
  const asleep = [singleAd(app, fixture, { adSets: [paused] })]
  assert.equal((await call('/v1/launch', { ads: asleep, launchPaused: true })).status, 202)
  const added = (await exposure()) - stood
  assert.ok(Math.abs(added - 1000) < 5, String(added))
})
