import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { askUntil } from '../support/ask-until.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import type { DecisionView, ExecutionView } from '../support/automations/rules.ts'
import { makeDataDir, startTestApp } from '../support/harness.ts'
import { childEnv, sharedKey } from '../support/service/child-env.ts'

/** The interface, the database and the sandbox outlive the workers, which are processes of their own. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const dataDir = await makeDataDir()
const victim = join(import.meta.dirname, '..', 'crash', 'victim.ts')
const children = new Set<ReturnType<typeof spawn>>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

before(async () => {
  await app.call('GET', '/v1/adaccounts')
})

interface Started {
  /** Where it listens, once it does; a worker does not. */
  ready: Promise<string>
  /** Resolves with its end. */
  ended: Promise<NodeJS.Signals | null>
}

/** A process of the service that may be told how to die. */
function startProcess(role: 'worker' | 'serve', settings: Record<string, string>): Started {
  const child = spawn(process.execPath, [victim, role], {
    env: {
      ...childEnv,
      ...sharedKey,
      ...{ DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DATA_DIR: dataDir, DEMO_API_KEY: app.key },
      ...{ REPORT_SYNC: 'off', RATES_URL: 'off', LOG_LEVEL: 'error', NODE_ENV: 'test', DASHBOARD: 'off', PORT: '0' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const ready = once(child.stdout, 'data').then(([said]) => String(said).trim().split(' ')[1] ?? '')
  return { ready, ended: new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal))) }
}

const startWorker = (settings: Record<string, string> = {}) => startProcess('worker', settings).ended

/** Asks a process that dies of it: no answer comes. */
async function askAndKill(path: string, crash: Record<string, string>): Promise<void> {
  const { ready, ended } = startProcess('serve', crash)
  const url = await ready
  await assert.rejects(app.call('POST', `${url}${path}`, { body: {} }))
  assert.equal(await ended, 'SIGKILL')
}

/** In this process: one that nobody kills. */
async function withWorker<T>(work: () => Promise<T>): Promise<T> {
  const worker = await startTestApp(
    { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
    { api: false, worker: true, sandbox: false },
  )
  try {
    return await work()
  } finally {
    await worker.close()
  }
}

/** What somebody has asked for is done by a worker, as soon as the dead no longer hold it. */
async function goneOnWith<T>(look: () => Promise<T | null>): Promise<T> {
  await endLeases()
  return withWorker(() => askUntil(look))
}

/** Nobody waits for the leases of the dead to run out. */
async function endLeases(): Promise<void> {
  for (const table of ['automation_executions', 'automation_requests']) {
    await sql`UPDATE ${sql.table(table)} SET lease_until = now() - interval '1 second'`.execute(db)
  }
  await sql`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE status IS NULL`.execute(db)
}

interface SandboxAd {
  id: string
  name: string
  status: string
}
const adsThere = async () => (await app.control<{ ads: SandboxAd[] }>('GET', 'state?platform=meta')).ads

test('workers that are killed in the middle of an execution leave nothing undone and nothing done twice', async () => {
  const id = await makeRule(app, { ...copying('*st*', 'act'), enabled: true })
  const before = await adsThere()
  await db.updateTable('automations').set({ next_slot_at: new Date() }).where('id', '=', id).execute()
  for (const count of [1, 2]) {
    const signal = await startWorker({ CRASH_AT: `after-send:${count}`, CRASH_PATH: '/copies$' })
    assert.equal(signal, 'SIGKILL')
    await endLeases()
  }
  const last = startWorker()
  const execution = await askUntil(async () => {
    const { body } = await app.call<{ data: ExecutionView[] }>('GET', `/v1/automations/${id}/executions`)
    assert.equal(body.data.length, 1)
    if (body.data[0]!.state === 'running') return null
    return (await app.call<ExecutionView>('GET', `/v1/automations/executions/${body.data[0]!.id}`)).body
  })
  for (const child of children) child.kill('SIGKILL')
  await last
  assert.equal(execution.state, 'done', JSON.stringify(execution))
  assert.ok(execution.matched! >= 4, `${execution.matched}`)
  for (const { outcome, actions } of execution.decisions) {
    assert.equal(outcome, 'acted', JSON.stringify(actions))
    for (const action of actions) assert.equal(action.outcome, 'done', JSON.stringify(action))
  }
  const known = new Set(before.map((ad) => ad.id))
  const made = (await adsThere()).filter((ad) => !known.has(ad.id)).map((ad) => ad.id)
  const reported = execution.decisions.flatMap(({ actions }) => actions[0]!.after!.ids as string[])
  assert.deepEqual(made.sort(), reported.sort())
  assert.equal(made.length, execution.matched)
  const { body: events } = await app.call<{ count: number }>('GET', '/v1/events?type=automation.notified&limit=100')
  assert.equal(events.count, execution.matched)
  const { body: ends } = await app.call<{ count: number }>('GET', '/v1/events?type=automation.executed')
  assert.equal(ends.count, 1)
})

const inFull = async (id: number) => (await app.call<ExecutionView>('GET', `/v1/automations/executions/${id}`)).body
const notified = async (executionId: number) =>
  (
    await app.call<{ data: { data: { executionId: number } }[] }>(
      'GET',
      '/v1/events?type=automation.notified&limit=100',
    )
  ).body.data.filter(({ data }) => data.executionId === executionId)

/** A copy, a label and a message for each. */
function copying(names: string, mode: 'suggest' | 'act'): RuleInput {
  return {
    ...{ name: `Copy ${names}`, mode, protections: { minSpend: 0 } },
    scope: { level: 'ad', accountIds: [demo.account] },
    when: { field: 'name', operator: 'matches', value: names },
    then: [
      { action: 'duplicate', copies: 1 },
      { action: 'label', label: 'copied' },
      { action: 'notify', message: 'Copied {name}' },
    ],
  }
}

async function ranOnce(rule: RuleInput): Promise<ExecutionView> {
  const id = await makeRule(app, rule)
  return withWorker(() => runRule(app, id))
}

interface SuggestionView {
  id: number
  state: string
  decidedBy: string
  decision: DecisionView
}
const suggestionsOf = async (automationId: number) =>
  (await app.call<{ data: SuggestionView[] }>('GET', `/v1/automations/suggestions?automationId=${automationId}`)).body
    .data

test('an accept whose process is killed goes on by itself, once, as whoever accepted', async () => {
  const { id: executionId, automationId } = await ranOnce(copying('Chino*', 'suggest'))
  const [first] = await suggestionsOf(automationId)
  const before = await adsThere()
  const path = `/v1/automations/suggestions/${first!.id}`
  await askAndKill(`${path}/accept`, { CRASH_AT: 'after-send:1', CRASH_PATH: '/copies$' })

  const [meanwhile] = (await suggestionsOf(automationId)).filter(({ id }) => id === first!.id)
  assert.deepEqual([meanwhile!.state, meanwhile!.decision.outcome], ['accepted', 'planned'])
  // Somebody is at it, as far as anybody can tell.
  assert.equal((await app.call('POST', `${path}/accept`, { body: {} })).status, 409)
  assert.equal((await app.call('POST', `/v1/automations/executions/${executionId}/undo`, { body: {} })).status, 409)

  const { decision, decidedBy } = await goneOnWith(async () => {
    const [found] = (await suggestionsOf(automationId)).filter(({ id }) => id === first!.id)
    return found!.decision.outcome === 'planned' ? null : found!
  })
  assert.equal(decidedBy, 'Demo key')
  for (const action of decision.actions) assert.equal(action.outcome, 'done', JSON.stringify(action))
  const known = new Set(before.map((ad) => ad.id))
  const made = (await adsThere()).filter((ad) => !known.has(ad.id)).map((ad) => ad.id)
  assert.deepEqual(made, decision.actions[0]!.after!.ids)
  assert.equal((await notified(executionId)).length, 1)
  const log = await app.call<{ data: { actor: { kind: string } }[] }>('GET', '/v1/audit-log?action=duplicate_ad')
  assert.equal(log.body.data[0]!.actor.kind, 'key')
})

test('an undo whose process is killed goes on by itself, and takes everything back once', async () => {
  const before = await adsThere()
  const execution = await ranOnce(copying('T*', 'act'))
  assert.ok(execution.acted! >= 2, JSON.stringify(execution))
  const crash = { CRASH_AT: 'after-send:1', CRASH_METHOD: 'DELETE' }
  await askAndKill(`/v1/automations/executions/${execution.id}/undo`, crash)

  const meanwhile = await inFull(execution.id)
  assert.equal(meanwhile.undoneAt, null)
  assert.ok(meanwhile.undoBegunAt)
  const undone = meanwhile.decisions.map(({ actions, undoneAt }) => [actions[0]!.undo?.outcome, undoneAt])
  assert.deepEqual(undone.sort().reverse()[0], ['planned', null])
  const again = await app.call('POST', `/v1/automations/executions/${execution.id}/undo`, { body: {} })
  assert.equal(again.status, 409)

  const after = await goneOnWith(async () => {
    const found = await inFull(execution.id)
    return found.undoneAt === null ? null : found
  })
  assert.equal(after.undoBegunAt, null)
  for (const { actions, undoneAt } of after.decisions) {
    assert.ok(undoneAt)
    assert.deepEqual(
      actions.map(({ undo }) => undo!.outcome),
      ['done', 'done', 'cannot'],
    )
  }
  const known = new Set(before.map((ad) => ad.id))
  const running = (await adsThere()).filter(({ id, status }) => !known.has(id) && status !== 'DELETED')
  assert.deepEqual(running, [])
})
