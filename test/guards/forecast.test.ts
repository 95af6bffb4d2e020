import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { withinReach } from '../../src/core/guards/asking/summary.ts'
import type { ApprovalSummary } from '../../src/core/guards/asking/summary.ts'
import type { Forecast } from '../../src/core/guards/forecast/shape.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import type { Fixture } from '../support/demo.ts'
import { assertRefused, guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import { signedIn } from '../support/people/browser.ts'

const app = await startTestApp()
let fixture: Fixture
before(async () => {
  fixture = await demoFixture(app)
})
beforeEach(() => guardedBy(app))

/** An ad set of its own, in a campaign that runs and holds no budget. */
async function adSetMade(given: object = {}): Promise<{ id: string; name: string }> {
  const name = `Set ${randomUUID()}`
  const body = { accountId: demo.account, campaignId: demo.trafficCampaign, name, dailyBudget: 40, status: 'ACTIVE' }
  const made = await app.call('POST', '/v1/manage/create-adset', {
    body: { ...body, location: { countries: ['US'] }, ...given },
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return { id: String(made.body.adSetId), name }
}

async function reported(path: string, body: object): Promise<Forecast & { guards?: unknown[] }> {
  const reply = await app.call<Forecast & { guards?: unknown[] }>('POST', path, { body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

const launchInto = (adSetId: string, more: object = {}) => ({
  ads: [singleAd(app, fixture, { adSets: [adSetId], ...more })],
})

for (const [what, path, more] of [
  ['a rehearsed launch', '/v1/launch', { dryRun: true }],
  ['a launch that is only checked', '/v1/launch/validate', {}],
] as const) {
  test(`${what} into an empty ad set tells that the ad set's budget goes live, without any guard`, async () => {
    const { id, name } = await adSetMade()
    const { goesLive, exposure, verdicts, guards } = await reported(path, { ...launchInto(id), ...more })
    assert.equal(guards, undefined)
    assert.deepEqual(verdicts, [])
    assert.deepEqual([goesLive.ads, goesLive.adSets, goesLive.campaigns], [1, 1, 0])
    const [account] = goesLive.accounts
    assert.deepEqual([account!.accountId, account!.currency, account!.budgetCount], [demo.account, 'USD', 1])
    const [budget] = account!.budgets
    assert.deepEqual([budget!.type, budget!.id, budget!.name, budget!.perDay?.amount], ['adset', id, name, 40])
    assert.deepEqual(budget!.addsPerDay, { amount: 40, inCompany: 40 })
    assert.ok(budget!.campaigns[0]!.name)
    assert.deepEqual([goesLive.currency, goesLive.addsPerDay], ['USD', 40])
    const [stands] = exposure
    assert.equal(stands!.problem, null)
    const figures = [stands!.spent, stands!.runningBefore, stands!.runningAfter, stands!.before, stands!.after].map(
      Number,
    )
    const [spent, runs, after, whole, wholeAfter] = figures as [number, number, number, number, number]
    assert.ok(Math.abs(after - runs - 40) < 0.001, JSON.stringify(stands))
    assert.ok(Math.abs(spent + runs - whole) < 0.001 && Math.abs(spent + after - wholeAfter) < 0.001)
    assert.equal(
      account!.words,
      `1 ad goes live in 1 ad set: up to 40.00 USD a day; today ${spent.toFixed(2)} spent, ${runs.toFixed(2)} may still be spent, ${after.toFixed(2)} after.`,
    )
  })
}

test('what is launched paused, or into what is paused, goes live nowhere', async () => {
  const running = await adSetMade()
  const paused = await reported('/v1/launch', { ...launchInto(running.id, { launchPaused: true }), dryRun: true })
  assert.deepEqual([paused.goesLive.ads, paused.exposure], [0, []])
  const off = await adSetMade({ status: 'PAUSED' })
  const { goesLive, exposure } = await reported('/v1/launch', { ...launchInto(off.id), dryRun: true })
  assert.deepEqual([goesLive.ads, goesLive.addsPerDay], [0, 0])
  assert.equal(exposure[0]!.runningAfter, exposure[0]!.runningBefore)
})

test('a raise tells the budget by its name, what it allows and what that is more than now', async () => {
  const { id, name } = await adSetMade()
  await guardedBy(app, { name: 'Wide', dailyCap: 1_000_000 }, { name: 'Small', largestBudget: 50 })
  const raise = { accountId: demo.account, entityType: 'adset', entityId: id, dailyBudget: 65, dryRun: true }
  // An ad set that nobody is shown ads of costs nothing, whatever its budget is.
  const empty = await reported('/v1/manage/update-budget', raise)
  assert.deepEqual([empty.goesLive.accounts[0]!.budgetCount, empty.goesLive.addsPerDay], [0, 0])
  await app.finished(await launched(launchInto(id)))
  const { goesLive, exposure, verdicts } = await reported('/v1/manage/update-budget', raise)
  assert.deepEqual([goesLive.ads, goesLive.adSets, goesLive.campaigns], [0, 0, 0])
  const [budget] = goesLive.accounts[0]!.budgets
  assert.deepEqual([budget!.name, budget!.perDay?.amount, budget!.addsPerDay.amount], [name, 65, 25])
  assert.match(
    goesLive.accounts[0]!.words,
    /^1 running budget is moved: up to 65\.00 USD a day, 25\.00 more than now; /,
  )
  assert.ok(Math.abs(Number(exposure[0]!.after) - Number(exposure[0]!.before) - 25) < 0.001)
  assert.deepEqual(
    verdicts.map((each) => [each.name, each.verdict, each.note === null]),
    [
      ['Wide', 'passes', true],
      ['Small', 'would be refused', false],
    ],
  )
})

async function launched(body: object): Promise<number> {
  const reply = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body })
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  return reply.body.adBatchId
}

test('what is made tells its own name, and has no id yet', async () => {
  const body = { accountId: demo.account, campaignId: demo.trafficCampaign, name: 'New one', dailyBudget: 30 }
  const given = { ...body, location: { countries: ['US'] }, dryRun: true }
  const { goesLive } = await reported('/v1/manage/create-adset', { ...given, status: 'ACTIVE' })
  const [budget] = goesLive.accounts[0]!.budgets
  assert.deepEqual([budget!.id, budget!.name, budget!.addsPerDay.amount], [null, 'New one', 30])
  assert.match(goesLive.accounts[0]!.words, /^1 ad set goes live: up to 30\.00 USD a day; /)
  const paused = await reported('/v1/manage/create-adset', { ...given, status: 'PAUSED' })
  assert.deepEqual([paused.goesLive.accounts, paused.exposure], [[], []])
})

test('what cannot be read is unknown, and the rehearsal answers all the same', async () => {
  const { id } = await adSetMade()
  const fault = { platform: 'meta', match: { path: '/insights' }, fault: 'status', status: 500, times: 0 }
  await app.control('POST', 'faults', fault)
  try {
    const { goesLive, exposure } = await reported('/v1/launch', { ...launchInto(id), dryRun: true })
    const { runningBefore, runningAfter, before: stood, after, problem } = exposure[0]!
    assert.deepEqual([runningBefore, runningAfter, stood, after], ['unknown', 'unknown', 'unknown', 'unknown'])
    assert.match(String(problem), /could not be asked/)
    assert.deepEqual([goesLive.ads, goesLive.addsPerDay], [1, 'unknown'])
    assert.match(goesLive.accounts[0]!.words, /how much that may cost is not known; .*unknown may still be spent/)
  } finally {
    await app.control('DELETE', 'faults')
  }
})

test('amounts are told in the currency of the account and of the company', async () => {
  const other = fixture.accounts.find(({ currency }) => currency !== 'USD')!
  const adSetId = fixture.adSets[other.id]![0]!
  const raise = { accountId: other.id, entityType: 'adset', entityId: adSetId, changePercent: 50, dryRun: true }
  const { goesLive } = await reported('/v1/manage/update-budget', raise)
  const [account] = goesLive.accounts
  assert.equal(account!.currency, other.currency)
  const { amount, inCompany } = account!.addsPerDay
  assert.ok(typeof amount === 'number' && amount > 0)
  assert.ok(typeof inCompany === 'number' && inCompany > 0 && inCompany !== amount, JSON.stringify(account))
  assert.equal(goesLive.addsPerDay, inCompany)
})

test('a plan tells what it costs beside its list of costs, and can still be run when money was spent meanwhile', async () => {
  const agent = await connect(app)
  const { id } = await adSetMade()
  const made = await agent.call('plan_launch', launchInto(id))
  assert.equal(made.isError, false, made.text)
  const plan = made.value as unknown as Forecast & { planId: number; digest: string; cost: { addsPerDay: number }[] }
  assert.equal(plan.cost[0]!.addsPerDay, 40)
  assert.deepEqual([plan.goesLive.ads, plan.goesLive.addsPerDay, plan.verdicts], [1, 40, []])
  const { before: stood, after } = plan.exposure[0]!
  assert.ok(Math.abs(Number(after) - Number(stood) - 40) < 0.001)
  await app.app.services.db.updateTable('spend_readings').set({ by_campaign: '{"1":77}' }).execute()
  const run = await agent.call('run_plan', { planId: plan.planId, digest: plan.digest })
  assert.equal(run.value.outcome, 'done', run.text)
})

test('what only its campaign holds a budget for is planned and run with what it may spend', async () => {
  const agent = await connect(app)
  const campaign = await app.call<{ campaignId: string }>('POST', '/v1/manage/create-campaign', {
    body: {
      accountId: demo.account,
      name: `Held ${randomUUID()}`,
      objective: 'OUTCOME_TRAFFIC',
      dailyBudget: 90,
      status: 'ACTIVE',
    },
  })
  assert.equal(campaign.status, 200, JSON.stringify(campaign.body))
  const { id } = await adSetMade({ campaignId: campaign.body.campaignId, dailyBudget: undefined, status: 'PAUSED' })
  const change = { accountId: demo.account, entityType: 'adset', entityIds: [id], newStatus: 'ACTIVE' }
  const made = await agent.call('plan_status_change', change)
  const plan = made.value as unknown as Forecast & { planId: number; digest: string }
  const [budget] = plan.goesLive.accounts[0]!.budgets
  assert.deepEqual([budget!.type, budget!.id, budget!.addsPerDay.amount], ['campaign', campaign.body.campaignId, 90])
  assert.deepEqual([plan.goesLive.adSets, plan.goesLive.campaigns], [1, 0])
  const run = await agent.call('run_plan', { planId: plan.planId, digest: plan.digest })
  assert.equal(run.value.outcome, 'done', run.text)
})

async function asked(body: object): Promise<{ id: number; digest: string; summary: ApprovalSummary }> {
  const headers = { 'idempotency-key': randomUUID() }
  const { details } = assertRefused(await app.call('POST', '/v1/launch', { body, headers }), 'approval_required')
  const path = `/v1/approvals/${String(details.approvalId)}`
  return (await app.call<{ id: number; digest: string; summary: ApprovalSummary }>('GET', path)).body
}

test('whoever approves sees what it would have cost when it was asked for, and spending does not outdate it', async () => {
  const { id } = await adSetMade()
  await guardedBy(app, { name: 'Ask me', largestBatch: 1, mode: 'ask' })
  const ads = [...launchInto(id).ads, ...launchInto(id, { adName: 'Second' }).ads]
  const { id: approvalId, digest, summary } = await asked({ ads })
  assert.deepEqual([summary.goesLive?.ads, summary.goesLive?.addsPerDay], [2, 40])
  assert.match(summary.goesLive!.accounts[0]!.words, /^2 ads go live in 1 ad set: up to 40\.00 USD a day; today /)
  assert.deepEqual(
    summary.verdicts?.map(({ name, verdict }) => [name, verdict]),
    [['Ask me', 'needs approval']],
  )
  await app.app.services.db.updateTable('spend_readings').set({ by_campaign: '{"1":99}' }).execute()
  const person = await signedIn(app)
  const done = await person.call('POST', `/v1/approvals/${approvalId}/approve`, { body: { digest } })
  assert.equal(done.body.state, 'done', JSON.stringify(done.body))
})

test('somebody with one workspace is told of what goes live in it, and of nothing else', async () => {
  await guardedBy(app, { largestBatch: 1, mode: 'ask' })
  const [first, second] = fixture.accounts
  const elsewhere = { adAccountId: second!.id, adSets: [fixture.adSets[second!.id]![0]] }
  const there = singleAd(app, fixture, { adName: 'There', ...elsewhere })
  const { summary } = await asked({ ads: [singleAd(app, fixture), there] })
  assert.deepEqual([summary.goesLive?.ads, summary.exposure?.length], [2, 2])
  const owner = await signedIn(app)
  const place = await owner.call('POST', '/v1/workspaces', { body: { name: 'South', slug: 'south' } })
  const workspaceId = Number(place.body.id)
  await owner.call('PATCH', `/v1/workspaces/${workspaceId}`, { body: { accountIds: [second!.id] } })
  const { db } = app.app.services
  const company = await db
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const [seen] = await withinReach({ db }, { company: { ...company, workspaces: [workspaceId] } }, [{ summary }])
  const { goesLive, exposure, verdicts } = seen!.summary
  assert.deepEqual(
    [goesLive?.ads, goesLive?.accounts.map(({ accountId }) => accountId), exposure?.map(({ accountId }) => accountId)],
    [1, [second!.id], [second!.id]],
  )
  assert.equal(goesLive?.addsPerDay, goesLive?.accounts[0]!.addsPerDay.inCompany)
  assert.deepEqual(verdicts, [])
  assert.ok(!JSON.stringify(seen).includes(first!.id))
  const member = await signedIn(app, 'admin', [workspaceId])
  const own = await member.call('POST', '/v1/launch', { body: { ads: [there], dryRun: true } })
  assert.deepEqual(
    (own.body as unknown as Forecast).exposure.map(({ accountId }) => accountId),
    [second!.id],
  )
})
