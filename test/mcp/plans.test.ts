import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { decide } from '../../src/core/approvals/decide.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { forgetPlans } from '../../src/core/plans/store.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import type { Fixture } from '../support/demo.ts'
import { untilTrue } from '../support/ask-until.ts'
import { guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import type { Spoken } from '../support/mcp/client.ts'
import type { CompanyRef } from '../../src/core/company-ref.ts'

const app = await startTestApp()
const { db } = app.app.services
const agent = await connect(app)
let fixture: Fixture
let company: CompanyRef
before(async () => {
  fixture = await demoFixture(app)
  company = await db.selectFrom('companies').select(['id', 'slug']).where('slug', '=', 'demo').executeTakeFirstOrThrow()
})
beforeEach(() => guardedBy(app))

/** An ad set whose budget nobody has touched: the platform lets it be changed four times an hour. */
let budget = { accountId: demo.account, entityId: '', entityType: 'adset' }
beforeEach(async () => {
  const body = { accountId: demo.account, campaignId: demo.trafficCampaign, name: randomUUID(), dailyBudget: 40 }
  const made = await app.call('POST', '/v1/manage/create-adset', { body: { ...body, location: { countries: ['US'] } } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  budget = { ...budget, entityId: String(made.body.adSetId) }
  await writesTo(app)
})

const setBudget = (dailyBudget: number) =>
  app.call('POST', '/v1/manage/update-budget', { body: { ...budget, dailyBudget } })
const budgetNow = async () => {
  const body = { ...budget, changePercent: -1, dryRun: true }
  const reply = await app.call<{ old: { dailyBudget: number } }>('POST', '/v1/manage/update-budget', { body })
  return reply.body.old.dailyBudget
}

interface Plan {
  planId: number
  digest: string
  summary: string
  cost: { accountId: string; currency: string; addsPerDay: number | string }[]
  guards: { verdict: string; notes: { limit: string; cap: number }[] }
  next: string
}

async function plan(tool: string, given: Record<string, unknown>): Promise<Plan> {
  const answered = await agent.call(tool, given)
  assert.equal(answered.isError, false, answered.text)
  return answered.value as unknown as Plan
}

const run = ({ planId, digest }: Plan, by = agent): Promise<Spoken> => by.call('run_plan', { planId, digest })

interface Failure {
  code: string
  message: string
  reason?: string
  changed?: string[]
  problems?: { argument: string; problem: string; expected?: string }[]
}

function failureOf(reported: Spoken): Failure {
  assert.equal(reported.isError, true, reported.text)
  return reported.value.error as Failure
}

/** As if the process had died after the platform's answer and before ours. A batch is stored together with its answer. */
async function loseAnswer({ planId }: Plan, keptWithWork = false): Promise<void> {
  await db.updateTable('plans').set({ result: null }).where('id', '=', planId).execute()
  if (keptWithWork) return
  await db
    .updateTable('idempotency_keys')
    .set({ status: null, answer: null, lease_until: new Date(0) })
    .where('key', '=', `plan-${planId}`)
    .execute()
}

test('a plan changes nothing, and says what it would do and cost', async () => {
  const audited = await app.call<{ data: unknown[] }>('GET', '/v1/audit-log?limit=500')
  const made = await plan('plan_budget_change', { ...budget, dailyBudget: 65 })
  assert.deepEqual(made.cost, [{ accountId: demo.account, currency: 'USD', addsPerDay: 25 }])
  assert.equal(made.guards.verdict, 'passes')
  assert.match(made.summary, /from 40 USD a day to 65 USD a day/)
  assert.match(made.digest, /^[0-9a-f]{64}$/)
  assert.match(made.next, new RegExp(`run_plan with planId ${made.planId}`))
  assert.doesNotMatch(made.next, /ignored/)
  const misspelt = await agent.call('plan_budget_change', { ...budget, dailyBudget: 65, lifetimBudget: 5 })
  assert.equal(misspelt.isError, true)
  assert.match(misspelt.text, /lifetimBudget.*lifetimeBudget/)
  assert.deepEqual(await writesTo(app), [])
  assert.equal(await budgetNow(), 40)
  const after = await app.call<{ data: unknown[] }>('GET', '/v1/audit-log?limit=500')
  assert.equal(after.body.data.length, audited.body.data.length)
})

test('a plan is run once, however often it is run, and the audit log knows that an agent did it', async () => {
  const made = await plan('plan_budget_change', { ...budget, dailyBudget: 66 })
  const ends = await Promise.all([run(made), run(made)])
  const done = ends.find(({ isError }) => !isError)
  assert.ok(done, JSON.stringify(ends))
  const again = await run(made)
  assert.equal(again.value.outcome, 'done', again.text)
  assert.deepEqual(again.value.result, done.value.result)
  assert.equal((await writesTo(app)).length, 1)
  assert.equal(await budgetNow(), 66)
  const log = await app.call<{ data: { action: string; actor: { kind: string } }[] }>('GET', '/v1/audit-log?limit=1')
  assert.equal(log.body.data[0]?.action, 'update_budget')
  assert.match(JSON.stringify(log.body.data[0]), /"agent"/)
})

test('a plan whose ground has changed is not run, and says what changed', async () => {
  const made = await plan('plan_budget_change', { ...budget, dailyBudget: 67 })
  await setBudget(30)
  await writesTo(app)
  const failure = failureOf(await run(made))
  assert.equal(failure.reason, 'changed')
  assert.ok(
    failure.changed?.some((line) => /dailyBudget: was 40, is 30/.test(line)),
    JSON.stringify(failure),
  )
  assert.match(String((await run(made)).value.next), /Plan it again/)
  assert.deepEqual(await writesTo(app), [])
  assert.equal(await budgetNow(), 30)
})

test('a guard that was set since is a change too', async () => {
  const made = await plan('plan_budget_change', { ...budget, dailyBudget: 68 })
  await guardedBy(app, { largestBudget: 1000 })
  assert.equal(failureOf(await run(made)).reason, 'changed')
})

test('a plan runs with its own digest, for its own key, and not for ever', async () => {
  const made = await plan('plan_budget_change', { ...budget, dailyBudget: 69 })
  assert.equal(failureOf(await run({ ...made, digest: 'f'.repeat(64) })).reason, 'digest')
  const stranger = await connect(app, 'modern', (await app.stranger()).key)
  assert.equal(failureOf(await run(made, stranger)).code, 'not_found')
  const { key } = await createApiKey(db, { companyId: company.id, name: 'Other', scopes: ['manage'] })
  assert.equal(failureOf(await run(made, await connect(app, 'modern', key))).code, 'not_found')
  await db
    .updateTable('plans')
    .set({ expires_at: new Date(0) })
    .where('id', '=', made.planId)
    .execute()
  assert.equal(failureOf(await run(made)).reason, 'over')
  assert.equal(await budgetNow(), 40)
})

for (const { what, tool, given } of [
  { what: 'a budget', tool: 'plan_budget_change', given: () => ({ ...budget, dailyBudget: 71 }) },
  { what: 'a budget in percent', tool: 'plan_budget_change', given: () => ({ ...budget, changePercent: 10 }) },
  {
    what: 'something resumed',
    tool: 'plan_status_change',
    given: () => ({ accountId: demo.account, entityIds: [demo.adSet], entityType: 'adset', newStatus: 'ACTIVE' }),
  },
  {
    what: 'copies',
    tool: 'plan_duplicate',
    given: () => ({ level: 'adset', accountId: demo.account, adsetId: demo.adSet }),
  },
  {
    what: 'a campaign',
    tool: 'plan_create_campaign',
    given: () => ({
      accountId: demo.account,
      name: `New ${randomUUID()}`,
      objective: 'OUTCOME_TRAFFIC',
      dailyBudget: 20,
    }),
  },
  { what: 'a launch', tool: 'plan_launch', given: () => ({ ads: [singleAd(app, fixture, { launchPaused: true })] }) },
]) {
  test(`${what} whose answer was lost is found again, and not made twice`, async () => {
    const made = await plan(tool, given())
    await writesTo(app)
    const first = await run(made)
    assert.equal(first.value.outcome, 'done', first.text)
    const { adBatchId } = first.value.result as { adBatchId?: number }
    if (adBatchId !== undefined) await app.finished(adBatchId)
    const writes = await writesTo(app)
    assert.ok(writes.length > 0)
    await loseAnswer(made, adBatchId !== undefined)
    const again = await run(made)
    assert.equal(again.value.outcome, 'done', again.text)
    assert.deepEqual(await writesTo(app), [], 'it was written twice')
  })
}

test('what was deleted before the answer was lost is told from the journal', async () => {
  const { value } = await agent.call('list_ads', { accountId: demo.account, adSetId: demo.adSet })
  const [ad] = value.data as { id: string }[]
  const made = await plan('plan_delete', { accountId: demo.account, entityType: 'ad', entityIds: [ad!.id] })
  assert.deepEqual(await writesTo(app), [])
  const first = await run(made)
  assert.equal((first.value.result as { successCount: number }).successCount, 1, first.text)
  await loseAnswer(made)
  const writes = await writesTo(app)
  const again = await run(made)
  assert.equal(again.value.outcome, 'done', again.text)
  assert.ok(writes.length > 0)
  assert.deepEqual(await writesTo(app), [])
})

test('a batch is undone by a plan', async () => {
  const launch = await run(await plan('plan_launch', { ads: [singleAd(app, fixture, { launchPaused: true })] }))
  const { adBatchId } = launch.value.result as { adBatchId: number }
  await app.finished(adBatchId)
  const made = await plan('plan_undo_batch', { id: adBatchId })
  const undone = await run(made)
  assert.equal((undone.value.result as { doneCount: number }).doneCount, 1, undone.text)
})

test('a guard that refuses is told of in the plan, and refuses the run', async () => {
  await guardedBy(app, { name: 'Small', largestBudget: 50 })
  const made = await plan('plan_budget_change', { ...budget, dailyBudget: 80 })
  assert.equal(made.guards.verdict, 'would be refused')
  assert.deepEqual(
    made.guards.notes.map(({ limit, cap }) => ({ limit, cap })),
    [{ limit: 'largestBudget', cap: 50 }],
  )
  assert.equal(failureOf(await run(made)).code, 'guard_refused')
  assert.equal(await budgetNow(), 40)
})

test('a guard that asks makes it an approval, which only a person gives', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const made = await plan('plan_budget_change', { ...budget, dailyBudget: 81 })
  assert.equal(made.guards.verdict, 'needs approval')
  await writesTo(app)
  const waiting = await run(made)
  assert.equal(waiting.value.outcome, 'waiting for approval', waiting.text)
  const approvalId = Number(waiting.value.approvalId)
  assert.equal((await run(made)).value.approvalId, approvalId)
  const { value } = await agent.call('list_approvals', { state: 'waiting' })
  assert.equal(
    (value.data as { id: number; digest: string }[]).find(({ id }) => id === approvalId)?.digest,
    made.digest,
  )
  assert.deepEqual(await writesTo(app), [])
  await decide({ db }, { company }, { approvalId, verdict: 'approve', by: 'Ada' })
  await untilTrue(async () => (await run(made)).value.outcome === 'done')
  assert.equal(await budgetNow(), 81)
})

test('what a person refused is over: no new approval is asked for', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const made = await plan('plan_budget_change', { ...budget, dailyBudget: 82 })
  const approvalId = Number((await run(made)).value.approvalId)
  await decide({ db }, { company }, { approvalId, verdict: 'refuse', by: 'Ada' })
  const failure = failureOf(await run(made))
  assert.match(failure.message, /refused/)
  const waiting = await app.call<{ data: unknown[] }>('GET', '/v1/approvals?state=waiting')
  assert.deepEqual(waiting.body.data, [])
})

test('plans that cannot be run are told with every problem', async () => {
  const noForm = failureOf(
    await agent.call('plan_budget_change', { ...budget, entityType: 'planet', dailyBudget: 'much' }),
  )
  assert.deepEqual(noForm.problems?.map(({ argument }) => argument).sort(), ['dailyBudget', 'entityType'])
  const noRule = await agent.call('plan_launch', { ads: [singleAd(app, fixture, { media: [], link: 'nowhere' })] })
  const failure = failureOf(noRule)
  assert.equal(failure.code, 'unprocessable_entity')
  assert.ok(
    failure.problems?.some(({ argument }) => argument.startsWith('ads.0.')),
    noRule.text,
  )
  assert.ok(noRule.value.example)
  const level = failureOf(await agent.call('plan_duplicate', { level: 'planet', accountId: demo.account }))
  assert.equal(level.problems?.[0]?.argument, 'level')
  const foreign = failureOf(
    await agent.call('plan_budget_change', { entityId: '999', entityType: 'adset', dailyBudget: 5 }),
  )
  assert.equal(foreign.code, 'not_found')
  const noPlan = failureOf(await agent.call('run_plan', { planId: 'twelve' }))
  assert.deepEqual(
    noPlan.problems?.map(({ argument }) => argument),
    ['planId', 'digest'],
  )
})

test('what costs is refused to use_operation, and what does not to plan_operation', async () => {
  const input = { accountId: demo.account, campaignId: demo.campaign, spendCap: 5000 }
  const direct = failureOf(await agent.call('use_operation', { operation: 'update_campaign', input }))
  assert.equal(direct.reason, 'needs_plan')
  const made = await plan('plan_operation', { operation: 'update_campaign', input: { ...input, dryRun: true } })
  assert.deepEqual(await writesTo(app), [])
  assert.equal((await run(made)).value.outcome, 'done')
  const read = await agent.call('plan_operation', { operation: 'list_connections', input: {} })
  assert.match(failureOf(read).message, /use_operation/)
  const named = await agent.call('use_operation', { operation: 'list_connections' })
  assert.equal(named.isError, false, named.text)
})

test('old plans are forgotten', async () => {
  const { planId } = await plan('plan_budget_change', { ...budget, dailyBudget: 70 })
  await db
    .updateTable('plans')
    .set({ made_at: new Date('2026-01-01') })
    .where('id', '=', planId)
    .execute()
  await forgetPlans(db)
  assert.equal(await db.selectFrom('plans').select('id').where('id', '=', planId).executeTakeFirst(), undefined)
})

test('a plan names what was decided for a caller who left it out', async () => {
  const flats = { name: 'Flats', objective: 'OUTCOME_TRAFFIC', specialAdCategories: ['HOUSING'] }
  const input = { ...flats, accountId: demo.account, status: 'ACTIVE', dailyBudget: 20 }
  const made = await plan('plan_operation', { operation: 'create_campaign', input })
  assert.match(made.summary, /The special category holds in US\./)
})
