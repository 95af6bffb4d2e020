import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { exampleLaunch } from '../../src/api/v1/launch/example.ts'
import { pastByOthers, pastReaders } from '../../src/core/guards/past/table.ts'
import { operations } from '../../src/api/index.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { asItRuns } from '../../src/http/docs/as-it-runs.ts'
import { companyId } from '../support/company-id.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { account, adSet, campaign } = demo

interface Past {
  days: number
  looked: number
  held: number
  limits: { limit: string; count: number }[]
  newest: {
    action: string
    name: string | null
    by: string
    accountName: string
    limit: string
    value: number
    message: string
  }[]
}

async function pastOf(guard: object): Promise<Past | null> {
  const body = { guard: { currency: 'USD', mode: 'ask', ...guard } }
  const reply = await app.call<{ past: Past | null }>('POST', '/v1/spend-guards/preview', { body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.past
}

async function write(path: string, body: object, key = app.key): Promise<void> {
  const reply = await app.call('POST', path, { body, key })
  assert.ok(reply.status < 300, `${path}: ${JSON.stringify(reply.body)}`)
}

const setBudget = (dailyBudget: number, key?: string) =>
  write('/v1/manage/update-budget', { entityId: adSet, entityType: 'adset', dailyBudget }, key)

async function newKey(): Promise<{ id: number; key: string }> {
  const scopes = ['read', 'launch', 'manage'] as const
  return createApiKey(app.app.services.db, { companyId: companyId(1), name: 'Other', scopes, spends: 'act' })
}

test('a guard tells which writes of the last days it would have held up, by each of its limits', async () => {
  const none = await pastOf({ largestBudget: 1 })
  assert.deepEqual([none?.days, none?.looked, none?.held, none?.newest], [7, 0, 0, []])
  assert.equal(await pastOf({ dailyCap: 5 }), null, 'caps go by how each day stood')
  // 40 at first; each step is small, and together they are not.
  await setBudget(44)
  await setBudget(48)
  await setBudget(20)
  await write('/v1/manage/create-campaign', {
    ...{ accountId: account, name: 'Dear', objective: 'OUTCOME_TRAFFIC', dailyBudget: 700, status: 'ACTIVE' },
  })
  await write('/v1/manage/create-adset', {
    ...{ accountId: account, campaignId: demo.trafficCampaign, name: 'Three times', dailyBudget: 20, status: 'PAUSED' },
    location: { countries: ['US'] },
  })
  await write('/v1/manage/duplicate-adset', { accountId: account, adSetId: adSet, copyCount: 3 })
  const ads = [1, 2].map((number) => ({ ...exampleLaunch.ads[0], adName: `Two at once ${number}` }))
  await write('/v1/launch', JSON.parse(asItRuns(JSON.stringify({ ads }), app.sandboxUrl, new Date())) as object)

  const budgets = await pastOf({ largestBudget: 47.5 })
  assert.deepEqual([budgets?.held, budgets?.limits], [2, [{ limit: 'largestBudget', count: 2 }]])
  assert.deepEqual(
    budgets?.newest.map(({ action, name, value, by }) => ({ action, name, value, by })),
    [
      { action: 'create_campaign', name: 'Dear', value: 700, by: 'Demo key' },
      { action: 'update_budget', name: 'US | Lookalike 1% | Leads', value: 48, by: 'Demo key' },
    ],
  )
  // Of the lowering nothing is looked at.
  assert.equal(budgets?.looked, 6)

  const percent = await pastOf({ largestRaisePercent: 15 })
  assert.deepEqual([percent?.held, percent?.newest[0]?.value], [1, 20], 'compared with the first amount of the day')
  const amount = await pastOf({ largestRaise: 3 })
  assert.equal(amount?.held, 2)

  const many = await pastOf({ largestBatch: 1 })
  assert.deepEqual(
    many?.newest.map(({ action, name, value }) => [action, name, value]),
    [
      ['launch_ads', 'Two at once 1', 2],
      ['duplicate_adset', 'US | Lookalike 1% | Leads - Copy 1', 3],
    ],
  )
  const late = await pastOf({ notAfterHour: 0 })
  assert.deepEqual([late?.held, late?.looked], [4, 6], 'what was made paused may be made at any hour')
})

test('it looks at what it covers alone', async () => {
  const whole = await pastOf({ largestBudget: 1 })
  assert.ok(whole && whole.held >= 4)
  const campaigns = await pastOf({ largestBudget: 1, campaignPattern: 'dear*' })
  assert.deepEqual(
    campaigns?.newest.map(({ name }) => name),
    ['Dear'],
  )
  const leads = await pastOf({ largestBudget: 1, campaignPattern: 'Leads |*' })
  assert.deepEqual([leads?.held, leads?.newest[0]?.action], [2, 'update_budget'])
  assert.equal((await pastOf({ largestBudget: 1, accountId: demo.searchAccount }))?.looked, 0)
  const { id, key } = await newKey()
  assert.equal((await pastOf({ largestBudget: 1, by: `key:${id}` }))?.looked, 0)
  await setBudget(90, key)
  const own = await pastOf({ largestBudget: 1, by: `key:${id}` })
  assert.deepEqual([own?.looked, own?.newest[0]?.by], [1, 'Other'])
})

test('what was refused, what was only tried and what is older counts as nothing', async () => {
  const before = await pastOf({ notAfterHour: 0 })
  const refused = await app.call('POST', '/v1/manage/update-budget', {
    body: { entityId: adSet, entityType: 'adset', dailyBudget: 0.01 },
  })
  assert.ok(refused.status >= 400)
  await write('/v1/manage/update-budget', { entityId: adSet, entityType: 'adset', dailyBudget: 900, dryRun: true })
  await write('/v1/manage/update-status', { accountId: account, entityIds: [campaign], entityType: 'campaign', newStatus: 'PAUSED' }) // prettier-ignore
  assert.deepEqual((await pastOf({ notAfterHour: 0 }))?.newest, before?.newest)
  assert.equal((await pastOf({ notAfterHour: 0 }))?.held, before?.held)
  await write('/v1/manage/update-status', { accountId: account, entityIds: [campaign], entityType: 'campaign', newStatus: 'ACTIVE' }) // prettier-ignore
  const after = await pastOf({ notAfterHour: 0 })
  assert.deepEqual([after?.held, after?.newest[0]?.name], [before!.held + 1, 'Leads | Newsletter sign-up'])
  await app.app.services.db
    .updateTable('audit_log')
    .set({ at: new Date(Date.now() - 8 * 86_400_000) })
    .execute()
  assert.equal((await pastOf({ notAfterHour: 0 }))?.looked, 0)
})

test('every operation that can spend is looked at afterwards', () => {
  const probes = [{}, { status: 'active' }, { status: 'ACTIVE' }, { newStatus: 'active' }, { dailyBudget: 1 }]
  const able = operations.filter(({ effect }) =>
    typeof effect === 'function' ? probes.some((input) => effect(input) === 'spends') : effect === 'spends',
  )
  const read = [...Object.keys(pastReaders), ...pastByOthers]
  assert.deepEqual(read.toSorted(), able.map(({ name }) => name).toSorted())
})
