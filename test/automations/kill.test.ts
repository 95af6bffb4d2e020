import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { askUntil } from '../support/ask-until.ts'
import { makeRule } from '../support/automations/rules.ts'
import type { ExecutionView } from '../support/automations/rules.ts'
import { makeDataDir, startTestApp } from '../support/harness.ts'
import { childEnv } from '../support/service/child-env.ts'

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

/** A worker that may be told how to die. Resolves with its end. */
function startWorker(settings: Record<string, string> = {}): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [victim, 'worker'], {
    env: {
      ...childEnv,
      ...{ DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DATA_DIR: dataDir, DEMO_API_KEY: app.key },
      ...{ REPORT_SYNC: 'off', RATES_URL: 'off', LOG_LEVEL: 'error', NODE_ENV: 'test' },
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.add(child)
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
}

/** Nobody waits for the leases of the dead to run out. */
async function endLeases(): Promise<void> {
  await sql`UPDATE automation_executions SET lease_until = now() - interval '1 second' WHERE state = 'running'`.execute(
    db,
  )
  await sql`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE status IS NULL`.execute(db)
}

interface SandboxAd {
  id: string
  name: string
}
const adsThere = async () => (await app.control<{ ads: SandboxAd[] }>('GET', 'state?platform=meta')).ads

test('workers that are killed in the middle of an execution leave nothing undone and nothing done twice', async () => {
  const id = await makeRule(app, {
    ...{ name: 'Copy', mode: 'act', enabled: true, scope: { level: 'ad', accountIds: [demo.account] } },
    when: { field: 'name', operator: 'matches', value: '*st*' },
    then: [
      { action: 'duplicate', copies: 1 },
      { action: 'label', label: 'copied' },
      { action: 'notify', message: 'Copied {name}' },
    ],
    protections: { minSpend: 0 },
  })
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
  const told = execution.decisions.flatMap(({ actions }) => actions[0]!.after!.ids as string[])
  assert.deepEqual(made.sort(), told.sort())
  assert.equal(made.length, execution.matched)
  const { body: events } = await app.call<{ count: number }>('GET', '/v1/events?type=automation.notified&limit=100')
  assert.equal(events.count, execution.matched)
  const { body: ends } = await app.call<{ count: number }>('GET', '/v1/events?type=automation.executed')
  assert.equal(ends.count, 1)
})
