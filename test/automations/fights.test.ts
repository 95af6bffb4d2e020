import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { askUntil } from '../support/ask-until.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import type { ExecutionView } from '../support/automations/rules.ts'
import { startTestApp } from '../support/harness.ts'

/** The interface and the sandbox are one service; two others run the rules. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const worker = () =>
  startTestApp(
    { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
    { api: false, worker: true, sandbox: false },
  )
const workers = [await worker(), await worker()]

interface AdSet {
  id: string
  name: string
}

/** As the platform has it now. */
async function now({ id }: AdSet): Promise<{ status: string; dailyBudget: number }> {
  const path = `/v1/manage/adsets?accountId=${demo.account}&campaignId=${demo.trafficCampaign}&limit=100`
  const { body } = await app.call<{ data: { id: string; status: string; dailyBudget: number }[] }>('GET', path)
  const { status, dailyBudget } = body.data.find((each) => each.id === id)!
  return { status, dailyBudget }
}

/** Ad sets that run, each with a budget of 40 that nobody has touched: a platform lets it be changed a few times an hour. */
const untouched: AdSet[] = []
const one = () => untouched.shift()!

before(async () => {
  await app.call('GET', '/v1/adaccounts')
  for (let count = 0; count < 12; count++) {
    const body = {
      accountId: demo.account,
      campaignId: demo.trafficCampaign,
      name: `Fought over ${count}`,
      dailyBudget: 40,
    }
    const made = await app.call('POST', '/v1/manage/create-adset', {
      body: { ...body, status: 'ACTIVE', location: { countries: ['US'] } },
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    untouched.push({ id: String(made.body.adSetId), name: body.name })
  }
})

/** A rule about one ad set. */
function ruleOn(entity: AdSet, more: Partial<RuleInput>): RuleInput {
  return {
    ...{ name: 'A rule', mode: 'act', enabled: true, then: [{ action: 'pause' }], schedule: { everyMinutes: 15 } },
    ...more,
    scope: { level: 'adset', accountIds: [demo.account], filter: { adSetIds: [entity.id] } },
    when: { field: 'name', operator: 'eq', value: entity.name },
    protections: { minSpend: 0, cooldownMinutes: 0, maxShareOfAccount: 100, ...more.protections },
  }
}
const raise: RuleInput['then'] = [{ action: 'changeBudget', percent: 10 }]
const lower: RuleInput['then'] = [{ action: 'changeBudget', percent: -10 }]

const wake = () => sql`SELECT pg_notify('automation_started', '')`.execute(db)
const ended = (id: number) =>
  askUntil(async () => {
    const { body } = await app.call<{ data: ExecutionView[] }>('GET', `/v1/automations/${id}/executions?limit=1`)
    const [newest] = body.data
    if (!newest || newest.state === 'running') return null
    return (await app.call<ExecutionView>('GET', `/v1/automations/executions/${newest.id}`)).body
  })

/** Has rules checked in one slot. */
async function inOneSlot(...ids: number[]): Promise<ExecutionView[]> {
  const at = new Date()
  await db.transaction().execute(async (trx) => {
    for (const id of ids) await trx.updateTable('automations').set({ next_slot_at: at }).where('id', '=', id).execute()
  })
  await wake()
  return Promise.all(ids.map(ended))
}

test('of two rules in one slot the one that pauses acts, also when the one that raises is older', async () => {
  const adSet = one()
  const raising = await makeRule(app, ruleOn(adSet, { name: 'Raise', then: raise }))
  const pausing = await makeRule(app, ruleOn(adSet, { name: 'Pause' }))
  const [raised, paused] = await inOneSlot(raising, pausing)
  assert.equal(paused!.acted, 1, JSON.stringify(paused))
  assert.equal(raised!.acted, 0, JSON.stringify(raised))
  assert.equal(
    raised!.decisions[0]!.reason,
    'The rule "Pause" lowers what it may spend at the same time: what lowers wins.',
  )
  const { status, dailyBudget } = await now(adSet)
  assert.deepEqual([status, dailyBudget], ['PAUSED', 40])
})

test('who wins is a matter of each entity, not of the rule: two rules that each lower what the other raises', async () => {
  const adSet = one()
  const other = one()
  const both = (name: string, lowered: AdSet, raised: AdSet): RuleInput => ({
    ...ruleOn(lowered, { name }),
    when: undefined,
    then: undefined,
    scope: { level: 'adset', accountIds: [demo.account], filter: { adSetIds: [lowered.id, raised.id] } },
    cases: [
      { when: { field: 'name', operator: 'eq', value: lowered.name }, then: [{ action: 'pause' }] },
      { when: { field: 'name', operator: 'eq', value: raised.name }, then: raise },
    ],
  })
  const first = await makeRule(app, both('First', adSet, other))
  const second = await makeRule(app, both('Second', other, adSet))
  const executions = await inOneSlot(first, second)
  assert.deepEqual(
    executions.map(({ acted }) => acted),
    [1, 1],
    JSON.stringify(executions),
  )
  for (const each of [adSet, other]) {
    const { status, dailyBudget } = await now(each)
    assert.deepEqual([status, dailyBudget], ['PAUSED', 40])
  }
})

test('within the time of a fight a lowering follows a raise, and a raise follows no lowering', async () => {
  const adSet = one()
  const raising = await makeRule(app, ruleOn(adSet, { name: 'Raise', then: raise }))
  const lowering = await makeRule(app, ruleOn(adSet, { name: 'Lower', then: lower }))
  assert.equal((await runRule(app, raising)).acted, 1)
  assert.equal((await runRule(app, lowering)).acted, 1)
  const again = await runRule(app, raising)
  assert.equal(again.acted, 0, JSON.stringify(again))
  assert.match(again.decisions[0]!.reason!, /^The rule "Lower" lowers what it may spend/)
  // When the fight is over, nothing stands against it.
  await sql`UPDATE automation_decisions SET created_at = created_at - interval '11 minutes'`.execute(db)
  assert.equal((await runRule(app, raising)).acted, 1)
})

test('a budget that is set below what it is lowers, whatever the action is called', async () => {
  const adSet = one()
  const to = 40 * 0.9
  const raising = await makeRule(app, ruleOn(adSet, { name: 'Raise', then: raise }))
  const setting = await makeRule(app, ruleOn(adSet, { name: 'Set', then: [{ action: 'setBudget', amount: to }] }))
  const [raised, set] = await inOneSlot(raising, setting)
  assert.deepEqual([raised!.acted, set!.acted], [0, 1])
  assert.equal((await now(adSet)).dailyBudget, to)
})

test('what another rule failed to do keeps nobody from doing it', async () => {
  const adSet = one()
  const first = await makeRule(app, ruleOn(adSet, { name: 'First', then: lower }))
  const second = await makeRule(app, ruleOn(adSet, { name: 'Second' }))
  const path = `/${adSet.id}$`
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { method: 'POST', path }, fault: 'platform-error', code: 100, times: 1 },
  })
  const [failed, done] = await inOneSlot(first, second)
  await app.control('DELETE', 'faults')
  assert.equal(failed!.decisions[0]!.outcome, 'failed', JSON.stringify(failed))
  assert.equal(done!.acted, 1, JSON.stringify(done))
  assert.equal((await now(adSet)).status, 'PAUSED')
})

test('what was taken back keeps nobody from anything', async () => {
  const adSet = one()
  const pausing = await makeRule(app, ruleOn(adSet, { name: 'Pause' }))
  const raising = await makeRule(app, ruleOn(adSet, { name: 'Raise', then: raise }))
  const paused = await runRule(app, pausing)
  assert.equal(paused.acted, 1)
  assert.equal((await runRule(app, raising)).acted, 0)
  const { status } = await app.call('POST', `/v1/automations/executions/${paused.id}/undo`, { body: {} })
  assert.equal(status, 200)
  const raised = await runRule(app, raising)
  assert.equal(raised.acted, 1, JSON.stringify(raised))
})

test('a suggestion to lower keeps nobody from raising', async () => {
  const adSet = one()
  const suggesting = await makeRule(app, ruleOn(adSet, { name: 'Suggest', mode: 'suggest' }))
  const raising = await makeRule(app, ruleOn(adSet, { name: 'Raise', then: raise }))
  const [suggested, raised] = await inOneSlot(suggesting, raising)
  assert.equal(suggested!.decisions[0]!.outcome, 'suggested')
  assert.equal(raised!.acted, 1, JSON.stringify(raised))
})

test('rules of one slot whose process died are taken up together, and what lowers wins then too', async () => {
  const adSet = one()
  const raising = await makeRule(app, ruleOn(adSet, { name: 'Raise', then: raise }))
  const pausing = await makeRule(app, ruleOn(adSet, { name: 'Pause' }))
  const slot = new Date()
  await db.transaction().execute(async (trx) => {
    for (const id of [raising, pausing]) {
      await sql`
        INSERT INTO automation_executions (company_id, automation_id, version, slot, kind, state, run_token, lease_until)
        SELECT company_id, id, version, ${slot}, 'scheduled', 'running', gen_random_uuid(), clock_timestamp() - interval '1 second'
        FROM automations WHERE id = ${id}`.execute(trx)
    }
  })
  await wake()
  const [raised, paused] = await Promise.all([ended(raising), ended(pausing)])
  assert.deepEqual([raised.acted, paused.acted], [0, 1], JSON.stringify([raised, paused]))
  const { rows } = await sql<{ tokens: number }>`
    SELECT count(DISTINCT run_token)::int AS tokens FROM automation_executions WHERE slot = ${slot}`.execute(db)
  assert.equal(rows[0]!.tokens, 1)
  assert.equal((await now(adSet)).dailyBudget, 40)
})

test('a raise that is being sent is over before a lowering begins, so that it does not come last', async () => {
  const adSet = one()
  const raising = await makeRule(app, ruleOn(adSet, { name: 'Raise', then: raise }))
  const lowering = await makeRule(app, ruleOn(adSet, { name: 'Lower', then: lower }))
  // Long enough for the other to read the budget that the raise is about to change.
  const match = { method: 'POST', path: `/${adSet.id}$` }
  await app.control('POST', 'latency', { platform: 'meta', match, ms: 2_500 })
  const start = (id: number) => app.call('POST', `/v1/automations/${id}/run`, { body: {} })
  const sent = start(raising)
  await askUntil(async () => {
    const { rows } = await sql<{ begun: boolean }>`
      SELECT actions @? '$[*] ? (@.operation == "update_budget")' AS begun FROM automation_decisions
      WHERE automation_id = ${raising}`.execute(db)
    return rows[0]?.begun === true ? true : null
  })
  await Promise.all([sent, start(lowering)])
  const [raised, lowered] = [await ended(raising), await ended(lowering)]
  await app.control('POST', 'latency', { platform: 'meta', ms: 0 })
  assert.equal(lowered.acted, 1, JSON.stringify(lowered))
  const { dailyBudget } = await now(adSet)
  const from = raised.acted === 1 ? 40 * 1.1 : 40
  assert.equal(dailyBudget.toFixed(2), (from * 0.9).toFixed(2), JSON.stringify([raised, lowered]))
  await Promise.all(workers.map((each) => each.close()))
})
