import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { takeDue } from '../../src/core/automations/execute/due.ts'
import { forgetExecutions } from '../../src/core/automations/execute/forget.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { askUntil } from '../support/ask-until.ts'
import { makeRule } from '../support/automations/rules.ts'
import type { ExecutionView } from '../support/automations/rules.ts'
import { writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

/** The interface and the sandbox are one service; the rules are run by others, which are started when a test needs them. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const worker = () =>
  startTestApp(
    { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
    { api: false, worker: true, sandbox: false },
  )

before(async () => {
  await app.call('GET', '/v1/adaccounts')
})

function ruleOn(text: string, more: Partial<RuleInput> = {}): RuleInput {
  return {
    ...{ name: `On ${text}`, mode: 'act', enabled: true, then: [{ action: 'pause' }], schedule: { everyMinutes: 15 } },
    ...more,
    scope: { level: 'ad', accountIds: [demo.account] },
    when: { field: 'name', operator: 'contains', value: text },
    protections: { minSpend: 0, ...more.protections },
  }
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const dueAt = (id: number, at: Date | null) =>
  db.updateTable('automations').set({ next_slot_at: at }).where('id', '=', id).execute()
const wake = () => sql`SELECT pg_notify('automation_started', '')`.execute(db)
const executionsOf = async (id: number) =>
  (await app.call<{ data: ExecutionView[] }>('GET', `/v1/automations/${id}/executions?limit=100`)).body.data
const inFull = async (id: number) => (await app.call<ExecutionView>('GET', `/v1/automations/executions/${id}`)).body
const ended = (id: number) =>
  askUntil(async () => {
    const [newest] = await executionsOf(id)
    return newest && newest.state !== 'running' ? inFull(newest.id) : null
  })

/** The last moment of a schedule of every quarter of an hour. */
function lastSlot(): Date {
  return new Date(Math.floor(Date.now() / 900_000) * 900_000)
}

test('slots that were missed are skipped, and recorded with the reason', async () => {
  const id = await makeRule(app, ruleOn('late'))
  const last = lastSlot()
  await dueAt(id, new Date(last.getTime() - 3 * 3_600_000))
  // Whether the last one is still worth a check depends on the minute that it is.
  const held = await takeDue(db)
  const rows = await executionsOf(id)
  assert.equal(rows.length, 13)
  const missed = rows.filter(({ state }) => state === 'skipped')
  assert.equal(missed.length, 13 - held.length)
  for (const { reason } of missed) assert.match(reason!, /^The slot was missed: nobody came to it within 10 minutes/)
  const slots = rows.map(({ slot }) => slot)
  assert.equal(new Set(slots).size, 13)
  const { next_slot_at: next } = await db
    .selectFrom('automations')
    .select('next_slot_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(next!.getTime(), last.getTime() + 900_000)
  assert.deepEqual(await takeDue(db), [])
  await db.deleteFrom('automations').where('id', '=', id).execute()
})

test('of very many missed slots the last have a row each, and the others are counted', async () => {
  const id = await makeRule(app, ruleOn('very late', { schedule: { cron: '0 * * * *' } }))
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  await dueAt(id, new Date(hour.getTime() - 1_000 * 3_600_000))
  await takeDue(db)
  const rows = await executionsOf(id)
  assert.equal(rows.length, 20)
  assert.match(rows.at(-1)!.reason!, /So were 981 slots before it\.$/)
  await db.deleteFrom('automations').where('id', '=', id).execute()
})

test('several who look at the same moment have one execution of a slot', async () => {
  const ids = await Promise.all(['one', 'two', 'three'].map((text) => makeRule(app, ruleOn(text))))
  for (const id of ids) await dueAt(id, minutesAgo(0))
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeDue(db)))
  const held = taken.flat()
  assert.deepEqual(held.map(({ automationId }) => automationId).sort(), [...ids].sort())
  // Those of one company are taken together, so that they are checked together.
  assert.equal(new Set(held.map(({ token }) => token)).size, 1)
  for (const id of ids) await db.deleteFrom('automations').where('id', '=', id).execute()
})

test('two services check a rule once when it is due, and one rule alone acts on an entity', async () => {
  const first = await makeRule(app, ruleOn('Founder story'))
  const second = await makeRule(app, ruleOn('Founder story', { name: 'Another' }))
  const [one, two] = [await worker(), await worker()]
  await writesTo(app)
  const at = new Date()
  for (const id of [first, second]) await dueAt(id, at)
  await wake()
  const [a, b] = [await ended(first), await ended(second)]
  assert.equal(a.state, 'done', JSON.stringify(a))
  assert.equal((await executionsOf(first)).length, 1)
  assert.equal(a.slot, at.toISOString())
  assert.deepEqual([a.acted, b.acted], [1, 0])
  assert.equal(
    b.decisions[0]!.reason,
    'The rule "On Founder story" changes it at the same time: one rule alone acts on it.',
  )
  assert.equal((await writesTo(app)).length, 1)
  await one.close()
  await two.close()
})

test('stopping all rules stops one that is in the middle of it', async () => {
  const rule = ruleOn('a', { protections: { minSpend: 0, maxShareOfAccount: 100, maxPerDay: 50 } })
  const id = await makeRule(app, { ...rule, when: { field: 'status', operator: 'eq', value: 'active' } })
  const one = await worker()
  await app.control('POST', 'latency', { platform: 'meta', ms: 500 })
  await dueAt(id, new Date())
  await wake()
  await askUntil(async () => {
    const [newest] = await executionsOf(id)
    const acted = newest ? (await inFull(newest.id)).decisions.filter(({ outcome }) => outcome === 'acted') : []
    return acted.length > 0 || null
  })
  await app.call('POST', '/v1/automations/stop', { body: { reason: 'Enough' } })
  const stopped = await ended(id)
  await app.control('POST', 'latency', { platform: 'meta', ms: 0 })
  const skipped = stopped.decisions.filter(({ reason }) => reason?.includes('Demo key stopped all rules: Enough.'))
  assert.ok(skipped.length > 0 && stopped.acted! > 0, JSON.stringify(stopped.decisions.map(({ reason }) => reason)))
  assert.equal(
    skipped.length + stopped.acted!,
    stopped.decisions.filter(({ actions, reason }) => actions.length > 0 || reason?.includes('Enough')).length,
  )
  // What is due while they are stopped is recorded.
  await dueAt(id, new Date())
  await wake()
  await askUntil(async () => ((await executionsOf(id)).length === 2 ? true : null))
  const [newest] = await executionsOf(id)
  assert.deepEqual([newest!.state, newest!.reason], ['skipped', 'Demo key stopped all rules: Enough.'])
  await app.call('POST', '/v1/automations/resume', { body: {} })
  await dueAt(id, null)
  await one.close()
})

test('figures older than the rule allows are not acted on, and that is said', async () => {
  const id = await makeRule(app, ruleOn('Straw hat'))
  await db
    .updateTable('report_days')
    .set({ read_at: minutesAgo(180) })
    .execute()
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { path: '/insights' }, fault: 'platform-error', code: 1, times: 0 },
  })
  const one = await worker()
  await dueAt(id, new Date())
  await wake()
  const execution = await ended(id)
  await app.control('DELETE', 'faults')
  assert.equal(execution.state, 'skipped', JSON.stringify(execution))
  assert.match(execution.reason!, /its figures are 18\d minutes old, and the rule allows 60/)
  await one.close()
})

/** Those whose turn comes first. */
async function firstActiveAds(count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('report_entities')
    .innerJoin('ad_accounts', 'ad_accounts.id', 'report_entities.account_key')
    .select('report_entities.id')
    .where('ad_accounts.account_id', '=', demo.account)
    .where('level', '=', 'ad')
    .where('state', '=', 'active')
    .where('report_entities.name', 'like', '%a%')
    .orderBy('key')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

test('what was paused meanwhile is left alone, and takes no place in what a rule may do in a day', async () => {
  const id = await makeRule(app, {
    ...ruleOn('', { protections: { minSpend: 0, maxPerDay: 2, maxShareOfAccount: 100 } }),
    when: { field: 'name', operator: 'contains', value: 'a' },
    scope: { level: 'ad', accountIds: [demo.account], filter: { status: ['active'] } },
    then: [{ action: 'pause' }, { action: 'notify', message: 'Paused' }],
  })
  const one = await worker()
  await app.call('POST', `/v1/automations/${id}/preview`)
  // What is kept here is a little older than what is there: these were paused since.
  const first = await firstActiveAds(2)
  const paused = { accountId: demo.account, entityType: 'ad', entityIds: first, newStatus: 'PAUSED' }
  assert.equal((await app.call('POST', '/v1/manage/update-status', { body: paused })).status, 200)
  const kept = () => db.updateTable('report_entities').where('level', '=', 'ad').where('name', 'like', '%a%')
  const stale = await kept().set({ state: 'active' }).where('state', '=', 'paused').returning('id').execute()
  await dueAt(id, new Date())
  await wake()
  const execution = await ended(id)
  await one.close()
  assert.ok(stale.length >= 3, String(stale.length))
  const isStale = new Set([...first, ...stale.map((row) => row.id)])
  const acted = execution.decisions.filter(({ outcome }) => outcome === 'acted')
  assert.equal(acted.length, 2, JSON.stringify(execution.decisions.map(({ reason }) => reason)))
  assert.equal(execution.acted, 2)
  for (const { entityId } of acted) assert.ok(!isStale.has(entityId))
  const idle = execution.decisions.filter(({ entityId, actions }) => isStale.has(entityId) && actions.length > 0)
  assert.ok(idle.some((each) => each.id < acted[0]!.id))
  for (const { outcome, reason, actions } of idle) {
    assert.deepEqual([outcome, reason], ['skipped', 'pause: It is paused already.'])
    // Nothing was paused, so nobody is told that it was.
    assert.deepEqual(
      actions.map((action) => action.outcome),
      ['skipped', 'skipped'],
    )
  }
  const { body: events } = await app.call<{ data: { data: { automationId: number } }[] }>(
    'GET',
    '/v1/events?type=automation.notified&limit=100',
  )
  assert.equal(events.data.filter(({ data }) => data.automationId === id).length, 2)
  const rest = execution.decisions.filter(({ actions }) => actions.length === 0)
  for (const { reason } of rest) assert.match(reason!, /\(maxPerDay\)|at the same time/)
})

/** An execution that a process died in, as it is found: with decisions if it was checked. */
async function leftBehind(automationId: number, minutes: number, actions: object[] | null): Promise<number> {
  const { company_id: companyId } = await db
    .selectFrom('automations')
    .select('company_id')
    .where('id', '=', automationId)
    .executeTakeFirstOrThrow()
  const { id: accountKey } = await db
    .selectFrom('ad_accounts')
    .select('id')
    .where('account_id', '=', demo.account)
    .executeTakeFirstOrThrow()
  const of = { company_id: companyId, automation_id: automationId }
  const at = { slot: minutesAgo(minutes), started_at: minutesAgo(minutes) }
  const { id } = await db
    .insertInto('automation_executions')
    .values({
      ...of,
      ...at,
      version: 1,
      kind: 'scheduled',
      state: 'running',
      ...(actions && { checked: 1, matched: 1 }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!actions) return id
  const about = { account_key: accountKey, level: 'ad', entity_id: '120206614831500044', platform: 'primary' } as const
  const decided = { case_index: 0, numbers: '{}', outcome: 'planned', actions: JSON.stringify(actions) } as const
  await db
    .insertInto('automation_decisions')
    .values({ ...of, ...about, ...decided, execution_id: id })
    .execute()
  return id
}

const planned = {
  ...{ action: 'pause', wanted: { action: 'pause' }, operation: null, input: null, outcome: 'planned', reason: null },
  ...{ before: null, after: null, approvalId: null, error: null, undo: null },
}

async function endOf(executionId: number): Promise<ExecutionView> {
  const one = await worker()
  const end = await askUntil(async () => {
    const found = await inFull(executionId)
    return found.state === 'running' ? null : found
  })
  await one.close()
  return end
}

test('what a process left long ago is not done on old figures', async () => {
  const id = await makeRule(app, ruleOn('Film cutdown'))
  const unchecked = await leftBehind(id, 181, null)
  const decided = await leftBehind(id, 180, [planned])
  await writesTo(app)
  const { state, acted, decisions } = await endOf(decided)
  assert.deepEqual(await writesTo(app), [])
  assert.deepEqual([state, acted, decisions[0]!.outcome], ['done', 0, 'skipped'])
  assert.match(decisions[0]!.reason!, /^It was decided for .* the rule allows 60 \(figuresMaxAgeMinutes\)/)
  const missed = await inFull(unchecked)
  assert.equal(missed.state, 'skipped', JSON.stringify(missed))
  assert.match(missed.reason!, /^The slot was missed: whoever began it did not end it/)
})

test('what was done before a process died stays told, also when all rules are stopped meanwhile', async () => {
  const id = await makeRule(app, ruleOn('Film cutdown'))
  const label = { ...planned, action: 'label', wanted: { action: 'label', label: 'x' } }
  const done = { ...label, outcome: 'done', after: { label: 'x' } }
  const sent = { ...planned, operation: 'update_status', input: {}, before: { status: 'active' } }
  const executionId = await leftBehind(id, 2, [done, sent, label])
  await app.call('POST', '/v1/automations/stop', { body: { reason: 'Enough' } })
  const { acted, decisions } = await endOf(executionId)
  await app.call('POST', '/v1/automations/resume', { body: {} })
  assert.equal(acted, 1)
  const [decision] = decisions
  assert.deepEqual(
    decision!.actions.map(({ outcome }) => outcome),
    ['done', 'skipped', 'skipped'],
  )
  assert.match(decision!.actions[1]!.reason!, /stopped all rules: Enough\. .* it may have been done all the same\.$/)
  assert.match(decision!.actions[2]!.reason!, /stopped all rules: Enough\.$/)
})

test('what somebody has changed since a process died is left as they made it', async () => {
  const id = await makeRule(app, ruleOn('Film cutdown'))
  const rename = (before: string) => {
    const input = { accountId: demo.account, adId: '120206614831500044', name: 'Film still' }
    const wanted = { action: 'rename', name: 'Film still' }
    return { ...planned, action: 'rename', wanted, operation: 'update_ad', input, before: { name: before } }
  }
  await writesTo(app)
  const changed = await endOf(await leftBehind(id, 2, [rename('What it was called then')]))
  assert.deepEqual(await writesTo(app), [])
  const [action] = changed.decisions[0]!.actions
  assert.equal(action!.outcome, 'skipped', JSON.stringify(action))
  assert.match(
    action!.reason!,
    /^Somebody has changed it since\. Its name was "What it was called then" and is "Film cutdown still" now\.$/,
  )
  const same = await endOf(await leftBehind(id, 1, [rename('Film cutdown still')]))
  assert.equal(same.decisions[0]!.actions[0]!.outcome, 'done', JSON.stringify(same.decisions))
  assert.equal((await writesTo(app)).length, 1)
})

test('what is old is thrown away in small steps', async () => {
  const id = await makeRule(app, ruleOn('old'))
  const { company_id: companyId } = await db
    .selectFrom('automations')
    .select('company_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const old = { company_id: companyId, automation_id: id, version: 1, kind: 'scheduled', state: 'done' } as const
  const made = await db
    .insertInto('automation_executions')
    .values(
      [501, 500, 70, 1].map((days) => ({
        ...old,
        slot: minutesAgo(days * 1_440),
        started_at: minutesAgo(days * 1_440),
      })),
    )
    .returning('id')
    .execute()
  // What is oldest has the smallest id.
  await sql`UPDATE automation_executions SET started_at = now() - interval '450 days' WHERE automation_id <> ${id}`.execute(
    db,
  )
  const check = { chunk: 0, labels: [], entity_keys: [1], outcomes: [0], numbers: [] }
  await db
    .insertInto('automation_checks')
    .values(made.map(({ id: executionId }) => ({ execution_id: executionId, ...check })))
    .execute()
  await forgetExecutions(db, { atOnce: 2 })
  const left = await executionsOf(id)
  assert.deepEqual(left.map((each) => each.id).sort(), [made[2]!.id, made[3]!.id].sort())
  const checks = await db.selectFrom('automation_checks').select('execution_id').execute()
  assert.ok(!checks.some(({ execution_id: execution }) => execution === made[2]!.id))
  assert.ok(checks.some(({ execution_id: execution }) => execution === made[3]!.id))
})
