import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { decide } from '../../src/core/approvals/decide.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import type { DecisionView, ExecutionView } from '../support/automations/rules.ts'
import { untilTrue } from '../support/ask-until.ts'
import { guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import type { CompanyRef } from '../../src/core/company-ref.ts'

const app = await startTestApp()
const { db, approvals } = app.app.services
let company: CompanyRef
before(async () => {
  await app.call('GET', '/v1/adaccounts')
  company = await db.selectFrom('companies').select(['id', 'slug']).where('slug', '=', 'demo').executeTakeFirstOrThrow()
})

function ruleOn(text: string, more: Partial<RuleInput> = {}): RuleInput {
  return {
    ...{ name: `On ${text}`, mode: 'suggest', then: [{ action: 'pause' }], ...more },
    scope: { level: 'ad', accountIds: [demo.account], ...more.scope },
    when: { field: 'name', operator: 'contains', value: text },
    protections: { minSpend: 0, ...more.protections },
  }
}
const adSets: RuleInput['scope'] = { level: 'adset', accountIds: [demo.account] }

interface Suggestion {
  id: number
  state: string
  decidedBy: string | null
  executionId: number
  automationId: number
  decision: DecisionView
}
const suggestionsOf = async (id: number) =>
  (await app.call<{ data: Suggestion[] }>('GET', `/v1/automations/suggestions?automationId=${id}`)).body.data
const answer = (id: number, word: 'accept' | 'dismiss') =>
  app.call<Suggestion & { error?: { message: string; code: string } }>(
    'POST',
    `/v1/automations/suggestions/${id}/${word}`,
    { body: {} },
  )
const actionsOn = async (path: string) =>
  (await app.call<{ data: { action: string; actor: { kind: string } }[] }>('GET', `/v1/audit-log?action=${path}`)).body
    .data

/** On how many it acted: by the execution itself, and by the rule whose last one it is. */
async function actedIn(executionId: number, automationId: number): Promise<(number | null)[]> {
  const execution = await app.call<ExecutionView>('GET', `/v1/automations/executions/${executionId}`)
  const rule = await app.call<{ lastExecution: { acted: number } }>('GET', `/v1/automations/${automationId}`)
  return [execution.body.acted, rule.body.lastExecution.acted]
}

async function suggested(rule: RuleInput): Promise<Suggestion> {
  const id = await makeRule(app, rule)
  const { decisions } = await runRule(app, id)
  assert.deepEqual(
    decisions.map(({ outcome }) => outcome),
    ['suggested'],
    JSON.stringify(decisions),
  )
  return (await suggestionsOf(id))[0]!
}

test('a suggestion changes nothing; accepting it does exactly that, once, as whoever accepts', async () => {
  await writesTo(app)
  const { id, decision, executionId, automationId } = await suggested(ruleOn('Founder story'))
  assert.deepEqual(await writesTo(app), [])
  assert.deepEqual(await actedIn(executionId, automationId), [0, 0])
  const [action] = decision.actions
  assert.equal(action!.outcome, 'planned')
  assert.deepEqual(action!.input!.entityIds, [decision.entityId])
  const replies = await Promise.all([answer(id, 'accept'), answer(id, 'accept'), answer(id, 'accept')])
  assert.ok(replies.some(({ status, body }) => status === 200 && body.decision.outcome === 'acted'))
  for (const { status } of replies) assert.ok(status === 200 || status === 409, String(status))
  assert.equal((await writesTo(app)).length, 1)
  assert.equal((await actionsOn('update_status'))[0]!.actor.kind, 'key')
  assert.deepEqual(await actedIn(executionId, automationId), [1, 1])
  const late = await answer(id, 'accept')
  assert.equal(late.status, 409)
  assert.equal((await answer(id, 'dismiss')).status, 409)
})

test('words that come first are said at once, those that follow an action after it', async () => {
  const reported = async () =>
    (await app.call<{ data: { data: { message: string } }[] }>('GET', '/v1/events?type=automation.notified')).body.data
  const rule = ruleOn('Back in stock', {
    then: [{ action: 'notify', message: 'Look' }, { action: 'pause' }, { action: 'notify', message: 'Paused' }],
  })
  const { id } = await suggested(rule)
  assert.deepEqual(
    (await reported()).map(({ data }) => data.message.split(':')[0]),
    ['Look'],
  )
  await answer(id, 'accept')
  assert.deepEqual((await reported()).map(({ data }) => data.message.split(':')[0]).sort(), ['Look', 'Paused'])
})

test('what was suggested and has changed since is not done', async () => {
  const { id, decision } = await suggested(ruleOn('UGC unboxing'))
  const body = { accountId: demo.account, entityType: 'ad', entityIds: [decision.entityId], newStatus: 'PAUSED' }
  await app.call('POST', '/v1/manage/update-status', { body })
  await writesTo(app)
  const reply = await answer(id, 'accept')
  assert.equal(reply.status, 409)
  assert.match(reply.body.error!.message, /Its status was "active" and is "paused" now/)
  assert.deepEqual(await writesTo(app), [])
})

test('a suggestion is dismissed, or is over after its time', async () => {
  const one = await suggested(ruleOn('Straw hat'))
  const dismissed = await answer(one.id, 'dismiss')
  assert.deepEqual([dismissed.body.state, dismissed.body.decidedBy], ['dismissed', 'Demo key'])
  const two = await suggested(ruleOn('Chino'))
  await db
    .updateTable('automation_suggestions')
    .set({ expires_at: new Date(0) })
    .where('id', '=', two.id)
    .execute()
  const reply = await answer(two.id, 'accept')
  assert.match(reply.body.error!.message, /is expired/)
})

test('a guard that refuses leaves the suggestion open', async () => {
  const rule = ruleOn('Women 25-44', { scope: adSets, then: [{ action: 'changeBudget', percent: 10 }] })
  const { id } = await suggested(rule)
  await guardedBy(app, { largestBudget: 61 })
  const reply = await answer(id, 'accept')
  assert.deepEqual([reply.status, reply.body.error!.code], [403, 'guard_refused'])
  await guardedBy(app)
  const done = await answer(id, 'accept')
  assert.equal(done.body.decision.actions[0]!.after!.dailyBudget, 66, JSON.stringify(done.body))
})

test('whoever repeats a call that came to its end without them finds what came of it', async () => {
  const { id, executionId } = await suggested(ruleOn('Reviews collage'))
  const repeated = (path: string) =>
    app.call<Suggestion>('POST', path, { body: {}, headers: { 'idempotency-key': `Again ${id}` } })
  // As after a kill between doing it and writing the answer down.
  const forget = () => db.deleteFrom('idempotency_keys').where('key', '=', `Again ${id}`).execute()
  const accept = `/v1/automations/suggestions/${id}/accept`
  await repeated(accept)
  await forget()
  await writesTo(app)
  const again = await repeated(accept)
  assert.deepEqual([again.status, again.body.decision.outcome], [200, 'acted'], JSON.stringify(again.body))
  assert.deepEqual(await writesTo(app), [])
  await forget()
  const undo = `/v1/automations/executions/${executionId}/undo`
  assert.equal((await repeated(undo)).status, 200)
  await forget()
  await writesTo(app)
  assert.equal((await repeated(undo)).status, 200)
  assert.deepEqual(await writesTo(app), [])
  assert.equal((await app.call('POST', undo, { body: {} })).status, 409)
})

test('what is accepted after its execution was taken back can be taken back too', async () => {
  const { id, executionId } = await suggested(ruleOn('Lookbook', { then: [{ action: 'rename', name: '{name} 2' }] }))
  const undo = () => app.call<ExecutionView>('POST', `/v1/automations/executions/${executionId}/undo`, { body: {} })
  assert.equal((await undo()).status, 200)
  assert.equal((await answer(id, 'accept')).body.decision.outcome, 'acted')
  const { status, body } = await undo()
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.decisions[0]!.actions[0]!.undo!.outcome, 'done')
  assert.equal((await undo()).status, 409)
})

test('what somebody has changed since an undo died is left as they made it', async () => {
  const { id, executionId, decision } = await suggested(
    ruleOn('Behind the scenes', { then: [{ action: 'rename', name: 'Scenes' }] }),
  )
  await answer(id, 'accept')
  const adId = decision.entityId
  // As after a kill before anything was sent.
  const write = { operation: 'update_ad', input: { accountId: demo.account, adId, name: 'Behind the scenes' } }
  const undo = { outcome: 'planned', reason: null, write }
  const actor = { kind: 'key', id: 1, name: 'Demo key', userId: null, scopes: ['manage'] }
  await app.call('POST', '/v1/manage/update-ad', { body: { accountId: demo.account, adId, name: 'Mine' } })
  await writesTo(app)
  await db.transaction().execute(async (trx) => {
    await sql`UPDATE automation_decisions SET actions = jsonb_set(actions, '{0,undo}', ${JSON.stringify(undo)})
      WHERE execution_id = ${executionId}`.execute(trx)
    await sql`INSERT INTO automation_requests (company_id, kind, execution_id, actor, asked_key)
      VALUES (${company.id}, 'undo', ${executionId}, ${JSON.stringify(actor)}, 'died')`.execute(trx)
    await sql`SELECT pg_notify('automation_started', '')`.execute(trx)
  })
  const look = async () => (await app.call<ExecutionView>('GET', `/v1/automations/executions/${executionId}`)).body
  await untilTrue(async () => (await look()).undoneAt !== null)
  const { undo: reported } = (await look()).decisions[0]!.actions[0]!
  assert.equal(reported!.outcome, 'cannot', JSON.stringify(reported))
  assert.match(reported!.reason!, /^Somebody has changed it since\. Its name was "Scenes" and is "Mine" now\.$/)
  assert.deepEqual(await writesTo(app), [])
})

interface Approval {
  id: number
  state: string
  about: {
    message: string
    numbers: object
    actions: { operation: string; input: { dailyBudget: number } }[]
    goesLive?: { accounts: { addsPerDay: { amount: number }; words: string }[] }
    exposure?: { accountId: string }[]
  }
  result: { status: number; body: { error?: { message: string } } } | null
}
const approvalOf = async (id: number) => (await app.call<Approval>('GET', `/v1/approvals/${id}`)).body

async function asked(rule: RuleInput): Promise<{ approvalId: number; execution: ExecutionView }> {
  const execution = await runRule(app, await makeRule(app, { ...rule, mode: 'ask' }))
  assert.equal(execution.decisions[0]!.outcome, 'asked', JSON.stringify(execution.decisions))
  return { approvalId: execution.decisions[0]!.actions[0]!.approvalId!, execution }
}

async function decisionOf({ id }: ExecutionView): Promise<DecisionView> {
  return (await app.call<ExecutionView>('GET', `/v1/automations/executions/${id}`)).body.decisions[0]!
}

async function approve(approvalId: number): Promise<Approval> {
  await decide({ db }, { company }, { approvalId, verdict: 'approve', by: 'Ada' })
  await Promise.all([approvals.run(approvalId), approvals.run(approvalId)])
  await untilTrue(async () => !['waiting', 'approved'].includes((await approvalOf(approvalId)).state))
  return approvalOf(approvalId)
}

test('a person sees the numbers and the writes, and what is approved is done once', async () => {
  await writesTo(app)
  const { approvalId, execution } = await asked(
    ruleOn('Cart 7d', {
      scope: adSets,
      then: [
        { action: 'changeBudget', percent: 10 },
        { action: 'label', label: 'raised' },
      ],
    }),
  )
  assert.deepEqual(await writesTo(app), [])
  const { about } = await approvalOf(approvalId)
  assert.match(about.message, /^dailyBudget from 80 to 88, then label: adset "US \| Cart 7d \| Purchase"/)
  assert.equal(about.actions[0]!.operation, 'update_budget')
  const [live] = about.goesLive!.accounts
  assert.equal(live!.addsPerDay.amount, 8, live!.words)
  assert.deepEqual(
    about.exposure!.map(({ accountId }) => accountId),
    [demo.account],
  )
  assert.equal(about.actions[0]!.input.dailyBudget, 88)
  assert.equal((await approve(approvalId)).state, 'done')
  assert.equal((await writesTo(app)).length, 1)
  const { body } = await app.call<ExecutionView>('GET', `/v1/automations/executions/${execution.id}`)
  assert.deepEqual([body.decisions[0]!.outcome, execution.acted, body.acted], ['acted', 0, 1])
  // As after a kill between doing it and writing that down.
  await db.updateTable('approvals').set({ state: 'approved', run_until: null }).where('id', '=', approvalId).execute()
  await approvals.run(approvalId)
  assert.deepEqual(await writesTo(app), [])
})

test('what has changed since it was asked for is not done, nor is anything while all rules are stopped', async () => {
  const rule = ruleOn('Lookalike', { scope: adSets, then: [{ action: 'changeBudget', percent: 10 }] })
  const { approvalId, execution } = await asked(rule)
  const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget: 41 }
  assert.equal((await app.call('POST', '/v1/manage/update-budget', { body })).status, 200)
  const ended = await approve(approvalId)
  assert.equal(ended.state, 'outdated')
  assert.match(ended.result!.body.error!.message, /Its dailyBudget was 40 and is 41 now. Nothing was done/)
  assert.match(
    (await decisionOf(execution)).reason!,
    /^Approval \d+ was given, but it was not done. Its dailyBudget was/,
  )

  const other = await asked(ruleOn('Followers', { scope: adSets, then: [{ action: 'changeBudget', percent: 10 }] }))
  await app.call('POST', '/v1/automations/stop', { body: {} })
  const stopped = await approve(other.approvalId)
  assert.equal(stopped.state, 'failed')
  await app.call('POST', '/v1/automations/resume', { body: {} })
})

test('an execution says what people said', async () => {
  const { approvalId, execution } = await asked(ruleOn('Straw hat', { then: [{ action: 'label', label: 'seen' }] }))
  assert.equal((await decisionOf(execution)).reason, `It waits for approval ${approvalId}.`)
  await decide({ db }, { company }, { approvalId, verdict: 'refuse', by: 'Ada' })
  const words = `Approval ${approvalId} was refused by Ada: it was not done.`
  const { reason, outcome, actions, entityId } = await decisionOf(execution)
  assert.deepEqual([outcome, reason, actions[0]!.reason], ['asked', words, words])
  const why = `/v1/automations/executions?automationId=${execution.automationId}&entityId=${entityId}`
  assert.equal(
    (await app.call<{ data: { entity: { reason: string } }[] }>('GET', why)).body.data[0]!.entity.reason,
    words,
  )
})

test('one approval is enough where a guard would ask about the same write; one that refuses still does', async () => {
  const raise = (text: string) => ruleOn(text, { scope: adSets, then: [{ action: 'changeBudget', percent: 10 }] })
  await guardedBy(app, { largestBudget: 20, mode: 'ask' })
  const { approvalId, execution } = await asked(raise('| Men 25-44'))
  await writesTo(app)
  const ended = await approve(approvalId)
  assert.equal(ended.state, 'done', JSON.stringify(ended))
  assert.equal((await writesTo(app)).length, 1)
  const { body } = await app.call<ExecutionView>('GET', `/v1/automations/executions/${execution.id}`)
  assert.equal(body.decisions[0]!.outcome, 'acted', JSON.stringify(body.decisions))

  const other = await asked(raise('Interest: outdoor'))
  await guardedBy(app, { largestBudget: 20, mode: 'refuse' })
  await approve(other.approvalId)
  assert.deepEqual(await writesTo(app), [])
  await guardedBy(app)
})

test('a guard that asks is asked with the rule behind it; what is approved then counts, and is taken back', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const rule = ruleOn('Product viewers', {
    scope: adSets,
    then: [{ action: 'changeBudget', percent: 10 }, { action: 'notify' }],
  })
  const automationId = await makeRule(app, { ...rule, mode: 'act' })
  const execution = await runRule(app, automationId)
  const [budget, notify] = execution.decisions[0]!.actions
  assert.equal(budget!.outcome, 'asked', JSON.stringify(execution.decisions))
  assert.match(notify!.reason!, /waits for approval/)
  assert.deepEqual(await actedIn(execution.id, automationId), [0, 0])

  const ended = await approve(budget!.approvalId!)
  assert.equal(ended.state, 'done', JSON.stringify(ended))
  const { outcome, reason, actions } = await decisionOf(execution)
  assert.equal(reason, `Approval ${budget!.approvalId} was given by Ada, and it was done.`)
  assert.deepEqual([outcome, ...actions.map((each) => each.outcome)], ['acted', 'done', 'skipped'])
  assert.match(actions[1]!.reason!, /waited for approval/)
  assert.ok(Number(actions[0]!.after!.dailyBudget) > Number(actions[0]!.before!.dailyBudget), JSON.stringify(actions))
  assert.deepEqual(await actedIn(execution.id, automationId), [1, 1])

  await guardedBy(app)
  await writesTo(app)
  const undone = await app.call<ExecutionView>('POST', `/v1/automations/executions/${execution.id}/undo`, { body: {} })
  assert.equal(undone.status, 200, JSON.stringify(undone.body))
  assert.equal((await writesTo(app)).length, 1)
  assert.equal((await decisionOf(execution)).actions[0]!.undo!.outcome, 'done')
})
