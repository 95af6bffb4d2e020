import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { createApiKey, setKeySpends } from '../../src/core/people/keys.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import type { ExecutionView } from '../support/automations/rules.ts'
import { assertRefused, guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import { signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
const owner = await signedIn(app)
const scopes = ['read', 'launch', 'manage'] as const
const asking = await createApiKey(db, { companyId: company.id, name: 'Agent', scopes, spends: 'ask' })
const { key } = asking

/** An ad set whose budget nobody has touched: the platform lets it be changed a few times an hour. */
let adSet = { accountId: demo.account, entityId: '', entityType: 'adset' }
let name = ''
before(async () => {
  await app.call('GET', '/v1/adaccounts')
})
beforeEach(async () => {
  await guardedBy(app)
  name = randomUUID()
  const body = { accountId: demo.account, campaignId: demo.trafficCampaign, name, dailyBudget: 40, status: 'ACTIVE' }
  const made = await app.call('POST', '/v1/manage/create-adset', { body: { ...body, location: { countries: ['US'] } } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  adSet = { ...adSet, entityId: String(made.body.adSetId) }
  await writesTo(app)
})

const setBudget = (dailyBudget: number, by = key) =>
  app.call('POST', '/v1/manage/update-budget', { body: { ...adSet, dailyBudget }, key: by })
const budgetNow = async () => {
  const body = { ...adSet, changePercent: -1, dryRun: true }
  const reply = await app.call<{ old: { dailyBudget: number } }>('POST', '/v1/manage/update-budget', { body })
  return reply.body.old.dailyBudget
}

interface ApprovalRequest {
  approvalId: number
  digest: string
  guards: unknown[]
}
const askedIn = (reply: { status: number; body: unknown }): ApprovalRequest =>
  assertRefused(reply, 'approval_required').details as unknown as ApprovalRequest
const approve = ({ approvalId, digest }: ApprovalRequest, by: Browser = owner) =>
  by.call('POST', `/v1/approvals/${approvalId}/approve`, { body: { digest } })
const approvalOf = async (id: number) => (await app.call('GET', `/v1/approvals/${id}`)).body

test('a rehearsal by such a key says that a person will be asked, and who it is says so too', async () => {
  const body = { ...adSet, dailyBudget: 70, dryRun: true }
  const rehearsed = await app.call('POST', '/v1/manage/update-budget', { body, key })
  assert.equal(rehearsed.status, 200, JSON.stringify(rehearsed.body))
  assert.equal(rehearsed.body.asks, 'The key "Agent" asks before it spends.')
  const lower = await app.call('POST', '/v1/manage/update-budget', { body: { ...body, dailyBudget: 30 }, key })
  assert.equal(lower.body.asks, undefined, 'what lowers spend is done')
  const own = await app.call('POST', '/v1/manage/update-budget', { body })
  assert.equal(own.body.asks, undefined, 'a key that acts asks nobody')
  const spends = async (by?: string) => {
    const who = await app.call<{ key: { spends: string } }>('GET', '/v1/user', by === undefined ? {} : { key: by })
    return who.body.key.spends
  }
  assert.deepEqual([await spends(key), await spends()], ['ask', 'act'])
})

test('what spends waits for a person where no guard asks, what does not spend is done', async () => {
  assert.equal((await setBudget(30)).status, 200)
  const reply = await setBudget(50)
  const asked = askedIn(reply)
  assert.match((reply.body as { error: { message: string } }).error.message, /^The key "Agent" asks before it spends\./)
  assert.deepEqual(asked.guards, [])
  assert.equal(await budgetNow(), 30)
  const approval = await approvalOf(asked.approvalId)
  assert.deepEqual([approval.state, approval.why], ['waiting', []])
  assert.equal(approval.asks, 'The key "Agent" asks before it spends.')
  const done = await approve(asked)
  assert.equal(done.body.state, 'done', JSON.stringify(done.body))
  assert.equal(await budgetNow(), 50)
})

test('a guard that refuses still refuses, and one that asks asks with it', async () => {
  await guardedBy(app, { largestBudget: 45 })
  assertRefused(await setBudget(50))
  await guardedBy(app, { largestBudget: 45, mode: 'ask' })
  assert.equal(askedIn(await setBudget(50)).guards.length, 1)
})

test('launches, resumes and creations wait as well, what is made paused does not', async () => {
  const fixture = await demoFixture(app)
  const launch = (launchPaused: boolean) =>
    app.call('POST', '/v1/launch', { body: { ads: [singleAd(app, fixture, { launchPaused })] }, key })
  askedIn(await launch(false))
  assert.equal((await launch(true)).status, 202)
  const status = (newStatus: string) =>
    app.call('POST', '/v1/manage/update-status', {
      body: { accountId: demo.account, entityType: 'adset', entityIds: [adSet.entityId], newStatus },
      key,
    })
  assert.equal((await status('PAUSED')).status, 200)
  askedIn(await status('ACTIVE'))
})

test('keys for agents ask by default, and every key says what it does', async () => {
  const make = async (more: object) => {
    const reply = await owner.call('POST', '/v1/keys', { body: { name: 'Made', scopes: ['read'], ...more } })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body.spends
  }
  assert.equal(await make({}), 'act')
  assert.equal(await make({ for: 'agent' }), 'ask')
  assert.equal(await make({ for: 'agent', spends: 'act' }), 'act')
  assert.equal(await make({ spends: 'ask' }), 'ask')
  const { body } = await owner.call('GET', '/v1/keys')
  const listed = (body.data as { id: number; spends: string }[]).find(({ id }) => id === asking.id)
  assert.equal(listed!.spends, 'ask')
  const wrong = await owner.call('POST', '/v1/keys', { body: { name: 'Made', spends: 'sometimes' } })
  assert.equal(wrong.status, 400)
})

test('from ask to act is for people, after a fresh sign-in, and holds at once', async () => {
  const made = await createApiKey(db, { companyId: company.id, name: 'Another', scopes, spends: 'ask' })
  const admin = await createApiKey(db, { companyId: company.id, name: 'Admin', scopes: ['read', 'admin'] })
  const path = `/v1/keys/${made.id}`
  const body = { spends: 'act' }
  for (const by of [made.key, admin.key]) {
    assert.equal((await app.call('PATCH', path, { body, key: by })).status, 403)
  }
  const late = await signedIn(app, 'admin')
  await db
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`now() - interval '6 minutes'` })
    .where('user_id', '=', late.userId)
    .execute()
  const stale = await late.call('PATCH', path, { body })
  assert.equal((stale.body.error as { code: string }).code, 'step_up_required')
  askedIn(await setBudget(50, made.key))
  const changed = await owner.call('PATCH', path, { body })
  assert.deepEqual([changed.status, changed.body.spends], [200, 'act'])
  assert.equal((await setBudget(50, made.key)).status, 200)
  // To become stricter needs no new sign-in.
  assert.equal((await late.call('PATCH', path, { body: { spends: 'ask' } })).body.spends, 'ask')
  askedIn(await setBudget(60, made.key))
  assert.equal((await owner.call('PATCH', '/v1/keys/999999', { body })).status, 404)
})

const raising = (more: Partial<RuleInput> = {}): RuleInput => ({
  ...{ name: 'Raise', mode: 'act', then: [{ action: 'changeBudget', percent: 10 }], ...more },
  scope: { level: 'adset', accountIds: [demo.account], filter: { adSetIds: [adSet.entityId] } },
  when: { field: 'name', operator: 'eq', value: name },
  protections: { minSpend: 0, cooldownMinutes: 0 },
})

interface RuleView {
  id: number
  mode: string
  heldToAsk: string | null
}

test('a rule that such a key makes or changes asks, until a person who may approve says that it acts', async () => {
  const act = await createApiKey(db, { companyId: company.id, name: 'Script', scopes: [...scopes, 'admin'] })
  const patch = async (id: number, body: object, by: string) =>
    (await app.call<RuleView>('PATCH', `/v1/automations/${id}`, { body, key: by })).body
  const made = (await app.call<RuleView>('POST', '/v1/automations', { body: raising(), key })).body
  assert.deepEqual([made.mode, made.heldToAsk], ['ask', 'Agent'])
  const own = (await app.call<RuleView>('POST', '/v1/automations', { body: raising(), key: act.key })).body
  assert.deepEqual([own.mode, own.heldToAsk], ['act', null])
  const switched = await patch(own.id, { enabled: true }, key)
  assert.deepEqual([switched.mode, switched.heldToAsk], ['ask', 'Agent'])
  const edited = await patch(own.id, { mode: 'act', name: 'Edited' }, act.key)
  assert.deepEqual([edited.mode, edited.heldToAsk], ['ask', 'Agent'])
  const member = await signedIn(app, 'member')
  const tried = await member.call('PATCH', `/v1/automations/${own.id}`, { body: { mode: 'act' } })
  assert.equal(tried.body.mode, 'ask', JSON.stringify(tried.body))
  const renamed = await owner.call('PATCH', `/v1/automations/${own.id}`, { body: { name: 'Renamed' } })
  assert.deepEqual([renamed.body.mode, renamed.body.heldToAsk], ['ask', 'Agent'])
  const raised = await owner.call('PATCH', `/v1/automations/${own.id}`, { body: { mode: 'act', enabled: false } })
  assert.deepEqual([raised.body.mode, raised.body.heldToAsk], ['act', null])
  // What only suggests stays that.
  const suggests = await patch(own.id, { mode: 'suggest' }, key)
  assert.deepEqual([suggests.mode, suggests.heldToAsk], ['suggest', 'Agent'])
})

test('a rule that such a key has checked asks, and goes on to until a person says that it acts', async () => {
  const id = await makeRule(app, raising())
  const { body } = await app.call<ExecutionView>('POST', `/v1/automations/${id}/run`, { body: {}, key })
  assert.equal(body.decisions[0]!.outcome, 'asked', JSON.stringify(body))
  assert.equal(await budgetNow(), 40)
  const { body: held } = await app.call<RuleView>('GET', `/v1/automations/${id}`)
  assert.deepEqual([held.mode, held.heldToAsk], ['ask', 'Agent'])
  assert.equal((await runRule(app, id)).decisions[0]!.outcome, 'asked')
  const raised = await owner.call('PATCH', `/v1/automations/${id}`, { body: { mode: 'act' } })
  assert.deepEqual([raised.body.mode, raised.body.heldToAsk], ['act', null])
  const acted = await runRule(app, id)
  assert.equal(acted.acted, 1, JSON.stringify(acted))
})

test('a suggestion that such a key accepts, and an undo that it asks for, wait when they spend', async () => {
  const id = await makeRule(app, raising({ mode: 'suggest' }))
  await runRule(app, id)
  const { body: open } = await app.call<{ data: { id: number }[] }>(
    'GET',
    `/v1/automations/suggestions?automationId=${id}&state=open`,
  )
  const path = `/v1/automations/suggestions/${open.data[0]!.id}/accept`
  const accepted = await app.call<{ decision: { outcome: string; actions: { approvalId: number }[] } }>('POST', path, {
    body: {},
    key,
  })
  assert.equal(accepted.body.decision.outcome, 'asked', JSON.stringify(accepted.body))
  assert.equal(await budgetNow(), 40)

  const lowering = await makeRule(app, raising({ name: 'Lower', then: [{ action: 'changeBudget', percent: -10 }] }))
  const lowered = await runRule(app, lowering)
  assert.equal(lowered.acted, 1, JSON.stringify(lowered))
  const undone = await app.call<ExecutionView>('POST', `/v1/automations/executions/${lowered.id}/undo`, {
    body: {},
    key,
  })
  assert.equal(undone.status, 200, JSON.stringify(undone.body))
  assert.equal(undone.body.undoneAt, null)
  assert.equal(await budgetNow(), 36)
  const { error } = undone.body.decisions[0]!.actions[0]!.undo as { error: { code: string; details: ApprovalRequest } }
  assert.equal(error.code, 'approval_required')
  assert.equal((await approve(error.details)).body.state, 'done')
  assert.equal(await budgetNow(), 40)
  const after = (await app.call<ExecutionView>('GET', `/v1/automations/executions/${lowered.id}`)).body
  assert.notEqual(after.undoneAt, null, JSON.stringify(after))
  assert.equal(after.decisions[0]!.actions[0]!.undo!.outcome, 'done')
})

test('a draft that such a key wrote is launched by no rule unasked, until a person has saved it', async () => {
  const fixture = await demoFixture(app)
  const draftBy = async (by: string) => {
    const ads = [singleAd(app, fixture, { adName: 'From a rule', launchPaused: true })]
    return Number((await app.call('POST', '/v1/drafts', { body: { ads }, key: by })).body.id)
  }
  const launching = (draftId: number): RuleInput => ({
    ...{ name: 'Account', mode: 'act', then: [{ action: 'launchDraft', draftId }] },
    scope: { level: 'account', accountIds: [demo.account] },
    when: { metric: 'spend', window: 'last_30_days', operator: 'gte', value: 0 },
    protections: { minSpend: 0, cooldownMinutes: 0 },
  })
  const outcomeFor = async (draftId: number) => {
    const { decisions } = await runRule(app, await makeRule(app, launching(draftId)))
    // Another rule about the same account would be in its way.
    await db.deleteFrom('automations').execute()
    return decisions[0]!.actions[0]!
  }
  const patch = { name: 'Changed' }

  const written = await draftBy(key)
  const asked = await outcomeFor(written)
  assert.equal(asked.outcome, 'asked', JSON.stringify(asked))
  assert.match(asked.reason!, /was last written by the key "Agent"/)
  // Another key's change makes nobody see it.
  await app.call('PATCH', `/v1/drafts/${written}`, { body: patch })
  assert.equal((await outcomeFor(written)).outcome, 'asked')
  assert.equal((await owner.call('PATCH', `/v1/drafts/${written}`, { body: patch })).status, 200)
  assert.equal((await outcomeFor(written)).outcome, 'done')

  const own = await draftBy(app.key)
  await app.call('PATCH', `/v1/drafts/${own}`, { body: patch, key })
  assert.equal((await outcomeFor(own)).outcome, 'asked')
  const untouched = await draftBy(app.key)
  assert.equal((await outcomeFor(untouched)).outcome, 'done')
})

test('what was approved about a draft is not done with another that was saved since', async () => {
  const fixture = await demoFixture(app)
  const ads = [singleAd(app, fixture, { adName: 'First', launchPaused: true })]
  const draftId = Number((await app.call('POST', '/v1/drafts', { body: { ads } })).body.id)
  const id = await makeRule(app, {
    ...{ name: 'Account', mode: 'ask', then: [{ action: 'launchDraft', draftId }] },
    scope: { level: 'account', accountIds: [demo.account] },
    when: { metric: 'spend', window: 'last_30_days', operator: 'gte', value: 0 },
    protections: { minSpend: 0, cooldownMinutes: 0 },
  })
  const { approvalId } = (await runRule(app, id)).decisions[0]!.actions[0]!
  const { digest } = (await approvalOf(approvalId!)) as unknown as ApprovalRequest
  await app.call('PATCH', `/v1/drafts/${draftId}`, { body: { name: 'Another' }, key })
  const reply = await approve({ approvalId: approvalId!, digest, guards: [] })
  assert.equal(reply.status, 409, JSON.stringify(reply.body))
  assert.match(JSON.stringify(reply.body), /was saved again since/)
})

test('an assistant with such a key learns which approval waits, and what to do next', async () => {
  const agent = await connect(app, 'modern', key)
  const planned = await agent.call('plan_budget_change', { ...adSet, dailyBudget: 50 })
  const plan = planned.value as { planId: number; digest: string; guards: { verdict: string }; next: string }
  assert.equal(plan.guards.verdict, 'needs approval', planned.text)
  assert.match(plan.next, /^The key "Agent" asks before it spends\./)
  const run = await agent.call('run_plan', { planId: plan.planId, digest: plan.digest })
  const { outcome, approvalId, next } = run.value as { outcome: string; approvalId: number; next: string }
  assert.equal(outcome, 'waiting for approval', run.text)
  assert.match(next, new RegExp(`^Tell the person that approval ${approvalId} waits for them: .* in the dashboard`))
  const { digest } = (await approvalOf(approvalId)) as unknown as ApprovalRequest
  assert.equal((await approve({ approvalId, digest, guards: [] })).body.state, 'done')
  const again = await agent.call('run_plan', { planId: plan.planId, digest: plan.digest })
  assert.equal(again.value.outcome, 'done', again.text)
  assert.equal(await budgetNow(), 50)
})

test('a key that is told to ask asks from its next call on, in every process', async () => {
  const made = await createApiKey(db, { companyId: company.id, name: 'Told', scopes })
  assert.equal((await setBudget(41, made.key)).status, 200)
  await setKeySpends(db, company.id, { keyId: made.id, spends: 'ask', maker: null })
  await app.app.services.listener.caughtUp()
  askedIn(await setBudget(42, made.key))
})
