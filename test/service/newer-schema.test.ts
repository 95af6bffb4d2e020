import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { schemaChannel } from '../../src/db/migrate.ts'
import { startTestApp } from '../support/harness.ts'
import { untilTrue } from '../support/ask-until.ts'
import { serviceBatches } from '../support/service/service-batch.ts'

/** A process whose database another version has brought up to date: it ends what it has in hand and takes nothing more. */
const old = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { db } = old.app.services
const tomorrow = '9999_tomorrow.sql'

async function migratedByANewerVersion(): Promise<void> {
  await sql`INSERT INTO migrations (name, digest) VALUES (${tomorrow}, 'x')`.execute(db)
  await sql`SELECT pg_notify(${schemaChannel}, ${tomorrow})`.execute(db)
}

test('a process that finds a newer schema stops taking work, says why, and another goes on', async () => {
  const batches = serviceBatches(() => old, old.key)
  const batchId = await batches.launchIntoAHang('Outgrown')
  await migratedByANewerVersion()
  await untilTrue(async () => (await old.call('GET', '/v1/batches')).status === 503)

  for (const [method, path] of [['GET', '/v1/batches'] as const, ['POST', '/v1/launch'] as const]) {
    const { status, body } = await old.call(method, path, method === 'POST' ? { body: { ads: [] } } : {})
    assert.equal(status, 503)
    const { error } = body as { error: { code: string; message: string; details: { migrations: string[] } } }
    assert.equal(error.code, 'service_unavailable')
    assert.match(error.message, /newer Flightdeck \(9999_tomorrow\.sql\)/)
    assert.deepEqual(error.details.migrations, [tomorrow])
  }
  const health = await fetch(`${old.url}/v1/health`)
  assert.equal(health.status, 503)
  assert.equal(((await health.json()) as { checks: { database: string } }).checks.database, 'failed')

  await untilTrue(async () => {
    const { rows } = await sql<{ owned: number }>`
      SELECT count(*)::integer AS owned FROM lanes WHERE owner IS NOT NULL AND lease_until > clock_timestamp()`.execute(
      db,
    )
    return rows[0]!.owned === 0
  })

  // As a version to which it is no news.
  await sql`DELETE FROM migrations WHERE name = ${tomorrow}`.execute(db)
  const settings = { DATABASE_URL: old.databaseUrl, DEMO_API_KEY: old.key, SANDBOX_URL: old.sandboxUrl }
  const next = await startTestApp(
    { ...settings, PLATFORM_TIMEOUT_SECONDS: '1' },
    { api: true, worker: true, sandbox: false },
  )
  const onward = serviceBatches(() => ({ url: next.url, sandboxUrl: old.sandboxUrl }), old.key)
  const done = await onward.untilFinished(batchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await onward.assertExactlyOnce('Outgrown')
  assert.equal((await old.call('GET', '/v1/batches')).status, 503, 'it does not begin again by itself')
})
