import assert from 'node:assert/strict'
import pg from 'pg'
import { recordEvent } from '../../../src/core/events/record.ts'
import { untilTrue } from '../ask-until.ts'
import { startTestApp } from '../harness.ts'
import { startMailServer } from '../mail/server.ts'

export const workerAlone = { api: false, worker: true, sandbox: false }

/** An interface and a worker apart, on one database. */
export async function startRoles() {
  const api = await startTestApp(
    { METRICS: 'on', PLATFORM_TIMEOUT_SECONDS: '1' },
    { api: true, worker: false, sandbox: true },
  )
  const shared = { DATABASE_URL: api.databaseUrl, DEMO_API_KEY: api.key, SANDBOX_URL: api.sandboxUrl }
  const mail = (await startMailServer()).settings
  const settings = { ...shared, ...mail, METRICS: 'on', PLATFORM_TIMEOUT_SECONDS: '1', LOG_LEVEL: 'silent' }
  const worker = await startTestApp(settings, workerAlone)
  return { api, worker, settings, probes: worker.app.probesUrl! }
}

export async function ask(url: string, path: string) {
  const answer = await fetch(url + path)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

export async function said(url: string): Promise<string> {
  const { status, text } = await ask(url, '/ready')
  return `${status} ${text.trim()}`
}

const keyCreated = { keyId: 1, name: 'Any', scopes: ['read' as const], by: 'Ada' }

/** Locks what a loop reads, one table after the other: the worker says so, and goes on. */
export async function hangLoops({ api, probes }: Awaited<ReturnType<typeof startRoles>>, tables: string[]) {
  const { db } = api.app.services
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  for (const table of tables) {
    const client = new pg.Client({ connectionString: api.databaseUrl })
    await client.connect()
    await client.query('BEGIN')
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    if (table === 'mail_cursors') await recordEvent(db, company, { type: 'key.created', data: keyCreated })
    const from = performance.now()
    await untilTrue(async () => (await said(probes)) === '503 not ready: work stands still')
    assert.ok(performance.now() - from < 10_000, table)
    assert.equal((await ask(probes, '/live')).status, 200)
    // Nobody works there.
    await untilTrue(async () => (await said(api.url)) === '200 ready')
    await client.query('ROLLBACK')
    await client.end()
    await untilTrue(async () => (await said(probes)) === '200 ready')
  }
}
