import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import type { Fixture } from '../support/demo.ts'
import { assertRefused, guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
let fixture: Fixture
before(async () => {
  fixture = await demoFixture(app)
})

const bases = ['commitments', 'spend'] as const
type Basis = (typeof bases)[number]

const accountId = demo.account
const call = (path: string, body: object) => app.call<Record<string, unknown>>('POST', path, { body })

const setDaily = (entityId: string, dailyBudget: number, entityType = 'adset') =>
  call('/v1/manage/update-budget', { accountId, entityId, entityType, dailyBudget })
const switchTo = (newStatus: 'ACTIVE' | 'PAUSED', entityType: string, entityIds: string[]) =>
  call('/v1/manage/update-status', { accountId, entityType, entityIds, newStatus })

interface CapFigures {
  spend: number
  running: number
  exposure: number
  left: number
  reachedAt: string | null
}

async function figures(): Promise<CapFigures> {
  const { body } = await app.call<{ data: { day: CapFigures }[] }>('GET', '/v1/spend-guards/status')
  return body.data[0]!.day
}

/** A guard of the account with room for so much and no more, whatever was let through before. */
async function roomFor(amount: number, basis: Basis, more: object = {}): Promise<void> {
  const { db } = app.app.services
  await db.deleteFrom('spend_grants').execute()
  await db.deleteFrom('spend_effects').execute()
  await db.deleteFrom('first_budgets').execute()
  const guard = { accountId, basis, dailyCap: 1e9, ...more }
  await guardedBy(app, guard)
  const { exposure } = await figures()
  await guardedBy(app, { ...guard, dailyCap: Number((exposure + amount).toFixed(2)) })
}

interface Created {
  campaignId: string
  adSetIds: string[]
}

/** A campaign whose ad sets hold the budgets, made while nobody guards anything. */
async function campaignOf(adSets: { dailyBudget: number; status: string }[], name = 'Ledger'): Promise<Created> {
  await guardedBy(app)
  const campaign = await call('/v1/manage/create-campaign', {
    ...{ accountId, name, objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE' },
  })
  const { campaignId } = campaign.body as { campaignId: string }
  const adSetIds: string[] = []
  for (const adSet of adSets) {
    const reply = await call('/v1/manage/create-adset', {
      ...{ accountId, campaignId, name: `${name} set`, location: { countries: ['US'] } },
      ...adSet,
    })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    adSetIds.push(String(reply.body.adSetId))
  }
  return { campaignId, adSetIds }
}

for (const basis of bases) {
  test(`${basis}: of ten ad sets that are switched on at once, as many pass as there is room for`, async () => {
    const paused = Array.from({ length: 10 }, () => ({ dailyBudget: 30, status: 'PAUSED' }))
    const { adSetIds } = await campaignOf(paused)
    await roomFor(95, basis)
    const replies = await Promise.all(adSetIds.map((id) => switchTo('ACTIVE', 'adset', [id])))
    assert.equal(replies.filter(({ status }) => status === 200).length, 3)
    assert.equal(replies.filter(({ status }) => status === 403).length, 7)
  })

  test(`${basis}: what spent before takes nothing off what is let through`, async () => {
    await roomFor(50, basis)
    const dry = await call('/v1/manage/update-budget', {
      ...{ accountId, entityId: demo.adSet, entityType: 'adset', dailyBudget: 1, dryRun: true },
    })
    const { dailyBudget } = dry.body.old as { dailyBudget: number }
    assert.equal((await setDaily(demo.adSet, dailyBudget + 40)).status, 200)
    assertRefused(await setDaily(demo.adSet, dailyBudget + 60))
    await setDaily(demo.adSet, dailyBudget)
  })

  test(`${basis}: raised in small steps, a budget takes no more room than in one`, async () => {
    const made = await campaignOf([{ dailyBudget: 20, status: 'ACTIVE' }])
    const launched = await call('/v1/launch', { ads: [singleAd(app, fixture, { adSets: made.adSetIds })] })
    await app.finished(Number(launched.body.adBatchId))
    await roomFor(20, basis)
    const [id] = made.adSetIds as [string]
    const begins = await switchTo('ACTIVE', 'adset', [id])
    assert.equal(begins.status, 200, 'it runs already, and adds nothing')
    const steps = [25, 30, 35, 40, 45, 50, 55]
    const passed: number[] = []
    for (const amount of steps) if ((await setDaily(id, amount)).status === 200) passed.push(amount)
    assert.ok(passed.length > 0 && passed.at(-1)! <= 40, JSON.stringify(passed))
  })

  test(`${basis}: the first ad in an ad set that runs empty adds the ad set's budget`, async () => {
    const { adSetIds } = await campaignOf([{ dailyBudget: 1000, status: 'ACTIVE' }])
    await roomFor(104, basis)
    const refused = assertRefused(await call('/v1/launch', { ads: [singleAd(app, fixture, { adSets: adSetIds })] }))
    assert.equal(refused.details.adds, 1000)
    const paused = await call('/v1/launch', { ads: [singleAd(app, fixture, { adSets: adSetIds })], launchPaused: true })
    assert.equal(paused.status, 202, JSON.stringify(paused.body))
  })
}

test('room that a pause or a lower budget makes can be used at once', async () => {
  const { adSetIds } = await campaignOf([
    { dailyBudget: 50, status: 'PAUSED' },
    { dailyBudget: 50, status: 'PAUSED' },
  ])
  const [one, other] = adSetIds as [string, string]
  await roomFor(60, 'commitments')
  assert.equal((await switchTo('ACTIVE', 'adset', [one])).status, 200)
  assertRefused(await switchTo('ACTIVE', 'adset', [other]))
  assert.equal((await switchTo('PAUSED', 'adset', [one])).status, 200)
  assert.equal((await switchTo('ACTIVE', 'adset', [other])).status, 200)
})

test('what runs is part of what a cap counts, and the status tells the same figures as a refusal', async () => {
  const { adSetIds } = await campaignOf([{ dailyBudget: 70, status: 'PAUSED' }])
  await roomFor(30, 'commitments')
  const before = await figures()
  assert.ok(before.running > 0)
  // The cap is told in cents, and so is what is left of it.
  assert.ok(Math.round(Math.abs(before.left - 30) * 100) <= 1, String(before.left))
  const { details } = assertRefused(await switchTo('ACTIVE', 'adset', adSetIds))
  const { spend, running, left } = before
  assert.deepEqual([details.spend, details.running, details.left, details.adds], [spend, running, left, 70])
  // Both go by the same pace, a moment apart: a quarter of an hour is more than a moment makes of it.
  const atRefusal = details.reachedAt as string | null
  assert.equal(atRefusal === null, before.reachedAt === null)
  const apartMs = Date.parse(before.reachedAt ?? '') - Date.parse(atRefusal ?? '')
  assert.ok(atRefusal === null || Math.abs(apartMs) < 15 * 60_000, `${before.reachedAt} and ${atRefusal}`)
})

test('a raise is compared with the first amount of the day, step by step', async () => {
  const { adSetIds } = await campaignOf([{ dailyBudget: 20, status: 'PAUSED' }])
  const [id] = adSetIds as [string]
  await app.app.services.db.deleteFrom('first_budgets').execute()
  await guardedBy(app, { largestRaisePercent: 20 })
  assert.equal((await setDaily(id, 24)).status, 200)
  assertRefused(await setDaily(id, 25))
  assert.equal((await setDaily(id, 10)).status, 200, 'lower is always fine')
  assert.equal((await setDaily(id, 24)).status, 200, 'and back is no raise beyond it')
  assertRefused(await setDaily(id, 24.5))
})

test('a key does not rename a campaign out of a guard', async () => {
  const { campaignId } = await campaignOf([], 'Evergreen one')
  await guardedBy(app, { campaignPattern: 'Evergreen*', dailyCap: 1e9 })
  const rename = (name: string) => call('/v1/manage/update-campaign', { accountId, campaignId, name })
  const { message } = assertRefused(await rename('zz Evergreen'))
  assert.match(message, /Only a signed-in admin/)
  assert.equal((await rename('Evergreen two')).status, 200)
})

test('a guard with a pattern counts what it matches, and nothing else', async () => {
  const other = await campaignOf([{ dailyBudget: 500, status: 'PAUSED' }], 'Prospecting ledger')
  const own = await campaignOf([{ dailyBudget: 90, status: 'PAUSED' }], 'Retargeting ledger')
  await roomFor(100, 'spend', { campaignPattern: 'Retargeting ledger*' })
  assert.equal((await switchTo('ACTIVE', 'adset', other.adSetIds)).status, 200)
  assert.equal((await switchTo('ACTIVE', 'adset', own.adSetIds)).status, 200)
})

test('a guard by a key counts what the key let run, and gives nothing back', async () => {
  const { adSetIds } = await campaignOf([
    { dailyBudget: 60, status: 'PAUSED' },
    { dailyBudget: 60, status: 'PAUSED' },
  ])
  const [one, other] = adSetIds as [string, string]
  const { rows } = await app.app.services.pool.query<{ id: number }>('SELECT id FROM api_keys ORDER BY id LIMIT 1')
  await roomFor(0, 'commitments')
  await guardedBy(app, { by: `key:${rows[0]!.id}`, dailyCap: 100 })
  const first = await switchTo('ACTIVE', 'adset', [one])
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.equal((await switchTo('PAUSED', 'adset', [one])).status, 200)
  const { details } = assertRefused(await switchTo('ACTIVE', 'adset', [other]))
  assert.equal(details.adds, 60)
  await guardedBy(app, { by: 'key:999999', dailyCap: 0 })
  assert.equal((await switchTo('ACTIVE', 'adset', [other])).status, 200, 'it is about another key')
})
