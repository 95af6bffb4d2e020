import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { daysLeft } from '../../src/core/guards/days-left.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import type { Fixture } from '../support/demo.ts'
import { assertRefused, guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
let fixture: Fixture
before(async () => {
  fixture = await demoFixture(app)
})

const put = (guards: object[]) =>
  app.call<{ guards: { id: number }[] }>('PUT', '/v1/spend-guards', { body: { guards } })

test('a key adds guards and tightens them, and nothing else', async () => {
  await guardedBy(app)
  const guard = { name: 'Autumn', dailyCap: 500, largestBudget: 100, currency: 'EUR', mode: 'ask' }
  const made = await put([guard])
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id } = made.body.guards[0]!
  const tighter = { ...guard, id, dailyCap: 400, mode: 'refuse', stop: true, largestRaise: 20 }
  assert.equal((await put([tighter])).status, 200)
  const looser: [string, object[]][] = [
    ['an omission', []],
    ['a higher cap', [{ ...tighter, dailyCap: 401 }]],
    ['a limit left out', [{ ...tighter, largestBudget: undefined }]],
    ['a limit taken away', [{ ...tighter, largestRaise: null }]],
    ['a milder mode', [{ ...tighter, mode: 'warn' }]],
    ['stop switched off', [{ ...tighter, stop: false }]],
    ['a milder basis', [{ ...tighter, basis: 'spend' }]],
    ['another currency', [{ ...tighter, currency: 'JPY' }]],
    ['one key alone', [{ ...tighter, stop: false, by: 'key:1' }]],
    ['a narrower scope', [{ ...tighter, platform: 'primary' }]],
    ['another in its place', [guard]],
  ]
  for (const [what, guards] of looser) {
    const refused = await put(guards)
    assert.equal(refused.status, 403, `${what}: ${JSON.stringify(refused.body)}`)
  }
  const { body } = await app.call<{ guards: object[] }>('GET', '/v1/spend-guards')
  assert.deepEqual(body.guards, [
    {
      ...{
        id,
        name: 'Autumn',
        platform: null,
        accountId: null,
        campaignPattern: null,
        dailyCap: 400,
        monthlyCap: null,
      },
      ...{ largestBudget: 100, largestRaisePercent: null, largestRaise: 20, largestBatch: null, notAfterHour: null },
      ...{ basis: 'commitments', by: null, overdelivery: false },
      ...{ currency: 'EUR', mode: 'refuse', stop: true, fourEyes: false },
    },
  ])
  const events = await app.call<{ data: { type: string; data: { change: string } }[] }>(
    'GET',
    '/v1/events?type=guard.changed',
  )
  assert.deepEqual(
    events.body.data.filter((event) => JSON.stringify(event).includes('Autumn')).map(({ data }) => data.change),
    ['added', 'tightened'],
  )
})

test('what is no guard is refused, and stores nothing', async () => {
  await guardedBy(app)
  const guard = { dailyCap: 100, currency: 'EUR', mode: 'refuse' }
  const bad: [object, string][] = [
    [{ ...guard, dailyCap: -1 }, 'guards.0.dailyCap'],
    [{ ...guard, dailyCap: '100' }, 'guards.0.dailyCap'],
    [{ ...guard, monthlyCap: 1e15 }, 'guards.0.monthlyCap'],
    [{ ...guard, largestBatch: 1.5 }, 'guards.0.largestBatch'],
    [{ ...guard, notAfterHour: 24 }, 'guards.0.notAfterHour'],
    [{ ...guard, currency: 'XXY' }, 'guards.0.currency'],
    [{ ...guard, currency: undefined }, 'guards.0.currency'],
    [{ ...guard, mode: 'maybe' }, 'guards.0.mode'],
    [{ ...guard, platform: 'nowhere' }, 'guards.0.platform'],
    [{ currency: 'EUR', mode: 'refuse' }, 'guards.0.dailyCap'],
    [{ largestBudget: 5, currency: 'EUR', mode: 'refuse', stop: true }, 'guards.0.stop'],
    [{ ...guard, campaignPattern: 'x'.repeat(201) }, 'guards.0.campaignPattern'],
    [{ ...guard, basis: 'hope' }, 'guards.0.basis'],
    [{ ...guard, by: 'everybody' }, 'guards.0.by'],
  ]
  for (const [wrong, path] of bad) {
    const reply = await app.call<{ error: { details: { issues: { path: string }[] } } }>('PUT', '/v1/spend-guards', {
      body: { guards: [wrong] },
    })
    assert.equal(reply.status, 400, `${JSON.stringify(wrong)}: ${JSON.stringify(reply.body)}`)
    assert.deepEqual(
      reply.body.error.details.issues.map((issue) => issue.path),
      [path],
    )
  }
  // A number that is none does not even get as far as JSON.
  const headers = { 'content-type': 'application/json' }
  const nan = '{"guards":[{"dailyCap":NaN,"currency":"EUR","mode":"refuse"}]}'
  assert.equal((await app.call('PUT', '/v1/spend-guards', { body: nan, headers })).status, 400)
  const stranger = await app.stranger()
  const theirs = await app.call('PUT', '/v1/spend-guards', {
    body: { guards: [{ ...guard, accountId: fixture.accounts[0]!.id }] },
    key: stranger.key,
  })
  assert.equal(theirs.status, 404, 'an account of another company is none')
  const { body } = await app.call<{ guards: object[] }>('GET', '/v1/spend-guards')
  assert.deepEqual(body.guards, [])
  assert.equal((await put([{ ...guard, id: 999_999 }])).status, 404)
  assert.equal((await put([{ ...guard, accountId: 'act_1' }])).status, 404)
})

test('a launch is refused once the cap is reached, and says by which guard', async () => {
  const [id] = await guardedBy(app, { name: 'Nothing today', dailyCap: 0 })
  const { details, message } = assertRefused(
    await app.call('POST', '/v1/launch', { body: { ads: [singleAd(app, fixture)] } }),
  )
  assert.equal(details.guard, id)
  assert.equal(details.cap, 0)
  assert.equal(details.currency, 'USD')
  assert.equal(typeof details.spend, 'number')
  assert.match(message, /Nothing today/)
  const dry = await app.call<{ guards: { guard: number }[] }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture)], dryRun: true },
  })
  assert.equal(dry.status, 200, JSON.stringify(dry.body))
  assert.deepEqual(
    dry.body.guards.map(({ guard }) => guard),
    [id],
  )
  const paused = await app.call('POST', '/v1/launch', { body: { ads: [singleAd(app, fixture)], launchPaused: true } })
  assert.equal(paused.status, 202, JSON.stringify(paused.body))
})

test('the status shows what was spent of each cap', async () => {
  const [id] = await guardedBy(app, { dailyCap: 1_000_000, monthlyCap: 2_000_000 })
  const { status, body } = await app.call<{ data: { guard: { id: number }; day: Record<string, unknown> }[] }>(
    'GET',
    '/v1/spend-guards/status',
  )
  assert.equal(status, 200)
  assert.equal(body.data[0]!.guard.id, id)
  assert.equal(body.data[0]!.day.isReached, false)
})

const adSet = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset' }
const setBudget = (body: object) =>
  app.call<Record<string, unknown>>('POST', '/v1/manage/update-budget', { body: { ...adSet, ...body } })
const makeCampaign = (dailyBudget: number, status = 'ACTIVE') =>
  app.call('POST', '/v1/manage/create-campaign', {
    body: { accountId: demo.account, name: 'Small', objective: 'OUTCOME_TRAFFIC', dailyBudget, status },
  })

test('many small writes are no way around a cap', async () => {
  await guardedBy(app, { dailyCap: 1_000_000, accountId: demo.account })
  const status = await app.call<{ data: { day: { spend: number } }[] }>('GET', '/v1/spend-guards/status')
  const { spend } = status.body.data[0]!.day
  await guardedBy(app, { dailyCap: Math.ceil(spend) + 50, accountId: demo.account })
  const made = await Promise.all([makeCampaign(20), makeCampaign(20), makeCampaign(20), makeCampaign(20)])
  assert.deepEqual(made.map((reply) => reply.status).sort(), [200, 200, 403, 403])
  const refused = assertRefused(made.find((reply) => reply.status === 403)!)
  assert.equal(refused.details.adds, 20)
  assert.equal((await makeCampaign(5)).status, 200, 'what still fits passes')
})

interface Spent {
  data: Record<'day' | 'month', { spend: number }>[]
}

/** What was spent already, with nothing let through before. */
async function spentSoFar(): Promise<{ day: number; month: number }> {
  await app.app.services.db.deleteFrom('spend_grants').execute()
  await app.app.services.db.deleteFrom('spend_effects').execute()
  await guardedBy(app, { dailyCap: 1e9, monthlyCap: 1e9, accountId: demo.account })
  const { day, month } = (await app.call<Spent>('GET', '/v1/spend-guards/status')).body.data[0]!
  return { day: day.spend, month: month.spend }
}

test('for a month a daily budget counts on every day that is left, a budget for a lifetime once', async () => {
  const { month } = await spentSoFar()
  const account = await app.app.services.db
    .selectFrom('ad_accounts')
    .select('time_zone')
    .where('account_id', '=', demo.account)
    .executeTakeFirstOrThrow()
  const days = daysLeft(account.time_zone, new Date())
  await guardedBy(app, { monthlyCap: Math.ceil(month) + 30 * days, accountId: demo.account })
  assert.equal((await makeCampaign(20)).status, 200)
  const { details, message } = assertRefused(await makeCampaign(20))
  assert.equal(details.adds, 20 * days)
  assert.match(message, /until its end/)
  const lifetime = { accountId: demo.account, name: 'Once', objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE' }
  const once = await app.call('POST', '/v1/manage/create-campaign', { body: { ...lifetime, lifetimeBudget: 10 } })
  assert.equal(once.status, 200, JSON.stringify(once.body))
})

test('days are left of a month where the account is', () => {
  assert.equal(daysLeft('UTC', new Date('2026-02-01T00:00:00Z')), 28)
  assert.equal(daysLeft('UTC', new Date('2026-12-31T23:59:00Z')), 1)
  assert.equal(daysLeft('Asia/Tokyo', new Date('2026-12-31T23:59:00Z')), 31)
})

/** A campaign that holds the budget, with ad sets that have none, all of them paused. */
async function shared(status: string): Promise<{ campaignId: string; adSetIds: string[] }> {
  const campaign = await makeCampaign(100, status)
  const { campaignId } = campaign.body as { campaignId: string }
  const body = {
    accountId: demo.account,
    campaignId,
    name: 'Shares',
    location: { countries: ['US'] },
    status: 'PAUSED',
  }
  const made = await Promise.all([1, 2].map(() => app.call('POST', '/v1/manage/create-adset', { body })))
  for (const reply of made) assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return { campaignId, adSetIds: made.map((reply) => String(reply.body.adSetId)) }
}

const resume = (entityType: string, entityIds: string[]) =>
  app.call<{ successCount: number }>('POST', '/v1/manage/update-status', {
    body: { accountId: demo.account, entityType, entityIds, newStatus: 'ACTIVE' },
  })

test("an ad set that spends from its campaign's budget adds that budget, unless another one does already", async () => {
  await guardedBy(app)
  const runs = await shared('ACTIVE')
  const waits = await shared('PAUSED')
  const { day } = await spentSoFar()
  await guardedBy(app, { dailyCap: Math.ceil(day) + 50, accountId: demo.account })
  assert.equal(assertRefused(await resume('adset', runs.adSetIds.slice(0, 1))).details.adds, 100)
  assert.equal(assertRefused(await resume('adset', runs.adSetIds)).details.adds, 100, 'the same budget, once')
  assert.equal(
    (await resume('adset', waits.adSetIds)).body.successCount,
    2,
    'below a campaign that is paused nothing runs',
  )
  assert.equal(assertRefused(await resume('campaign', [waits.campaignId])).details.adds, 100)
  await guardedBy(app, { dailyCap: Math.ceil(day) + 110, accountId: demo.account })
  assert.equal((await resume('campaign', [waits.campaignId])).body.successCount, 1)
  assertRefused(await resume('adset', runs.adSetIds.slice(0, 1)))
  await guardedBy(app, { dailyCap: Math.ceil(day) + 220, accountId: demo.account })
  assert.equal((await resume('adset', runs.adSetIds.slice(0, 1))).body.successCount, 1)
  assert.equal((await resume('adset', runs.adSetIds.slice(1))).body.successCount, 1, 'the other one spends it already')
})

test('budgets keep to their bounds, in amounts and in percent', async () => {
  await guardedBy(app)
  assert.equal((await setBudget({ dailyBudget: 40 })).status, 200)
  await guardedBy(app, { largestBudget: 100 }, { largestRaise: 30 }, { largestRaisePercent: 50 })
  const limits = [
    [{ dailyBudget: 101 }, 'largestBudget'],
    [{ dailyBudget: 71 }, 'largestRaise'],
    [{ changePercent: 51 }, 'largestRaisePercent'],
  ] as const
  for (const [body, limit] of limits) assert.equal(assertRefused(await setBudget(body)).details.limit, limit)
  assert.equal((await setBudget({ changePercent: 50 })).status, 200)
  assertRefused(await makeCampaign(101, 'PAUSED'))
  assert.equal((await setBudget({ dailyBudget: 30 })).status, 200, 'lower is always fine')
})

test('what was let through in another currency is counted in that of the guard', async () => {
  await guardedBy(app, { dailyCap: 100, campaignPattern: 'Quiet *', currency: 'USD' })
  const make = (accountId: string, dailyBudget: number) =>
    app.call('POST', '/v1/manage/create-campaign', {
      body: { accountId, name: `Quiet ${accountId}`, objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE', dailyBudget },
    })
  const { data } = (await app.call<{ data: { id: string; currency: string }[] }>('GET', '/v1/adaccounts')).body
  const japan = data.find(({ id, currency }) => id.startsWith('act_') && currency === 'JPY')!
  await app.call('GET', '/v1/spend-guards/status')
  await app.app.services.db.updateTable('spend_readings').set({ by_campaign: '{}' }).execute()
  const first = await make(japan.id, 3000)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const second = await make(demo.account, 30)
  assert.equal(second.status, 200, JSON.stringify(second.body))
  assert.match(assertRefused(await make(demo.account, 70)).message, /let through today may still spend/)
  await app.app.services.db.deleteFrom('spend_readings').execute()
})

test('a guard of another place does not hold, and one in a currency without a rate holds', async () => {
  await guardedBy(app, { dailyCap: 0, platform: 'tiktok' }, { dailyCap: 0, campaignPattern: 'no such campaign' })
  assert.equal((await makeCampaign(20)).status, 200)
  await guardedBy(app, { dailyCap: 1_000_000_000, currency: 'MRU' })
  await app.app.services.db.deleteFrom('currency_rates').execute()
  const { details, message } = assertRefused(await makeCampaign(20))
  assert.equal(details.spend, 'unknown')
  assert.match(message, /There is no rate/)
})

test('a guard that warns lets pass, and tells', async () => {
  const [id] = await guardedBy(app, { largestBatch: 0, mode: 'warn' })
  const { status, body } = await app.call<{ warnings: { message: string }[] }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture, { adName: 'Warned' })] },
  })
  assert.equal(status, 202)
  assert.match(body.warnings[0]!.message, new RegExp(`spend guard ${id} warns`))
  const events = await app.call<{ data: { data: { guardId: number } }[] }>('GET', '/v1/events?type=spend.warned')
  assert.ok(events.body.data.some(({ data }) => data.guardId === id))
})

test('after its hour a guard lets nothing begin that costs', async () => {
  await guardedBy(app, { notAfterHour: 0 })
  assert.equal(assertRefused(await makeCampaign(20)).details.limit, 'notAfterHour')
  assert.equal((await makeCampaign(20, 'PAUSED')).status, 200)
})
