import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createDatabase, startTestApp } from '../support/harness.ts'
import { askUntil } from '../support/ask-until.ts'

/** Stands for a company that works with a real platform. */
async function databaseWithConnection() {
  const database = await createDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`
    WITH made AS (INSERT INTO companies (name, slug) VALUES ('Acme', 'acme') RETURNING id)
    INSERT INTO connections (company_id, platform, label, sealed_credentials) SELECT id, 'primary', 'main', '' FROM made`)
  await client.end()
  return database
}

async function answersAgain(url: string): Promise<void> {
  await askUntil(() =>
    fetch(`${url}/_control/clock`).then(
      ({ ok }) => ok || null,
      () => null,
    ),
  )
}

test('once a company works with a real platform, the sandbox has a process of its own: without it the service goes on, and it comes back', async (context) => {
  const database = await databaseWithConnection()
  const app = await startTestApp({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
  context.after(async () => {
    await app.close()
    await database.drop()
  })
  const pid = app.app.sandboxPid()!
  assert.notEqual(pid, process.pid)
  assert.equal((await app.call('GET', '/v1/adaccounts?platform=primary')).status, 200)
  await app.control('POST', 'clock', { offsetSeconds: 3600 })

  process.kill(pid, 'SIGSTOP')
  assert.equal((await app.call('GET', '/v1/health')).status, 200)
  process.kill(pid, 'SIGKILL')
  await answersAgain(app.sandboxUrl)
  assert.notEqual(app.app.sandboxPid(), pid)
  assert.equal((await app.control<{ offsetSeconds: number }>('GET', 'clock')).offsetSeconds, 3600)

  const last = app.app.sandboxPid()!
  await app.close()
  assert.throws(() => process.kill(last, 0), { code: 'ESRCH' })
})

test('in the demo the sandbox is part of the service, and listens on loopback wherever the service listens', async () => {
  const app = await startTestApp({ HOST: '0.0.0.0' })
  assert.equal(app.app.sandboxPid(), null)
  assert.equal(new URL(app.sandboxUrl).hostname, '127.0.0.1')
  const { port } = new URL(app.sandboxUrl)
  await assert.rejects(fetch(`http://127.0.0.2:${port}/_control`), 'only 127.0.0.1 is listened on')
})
