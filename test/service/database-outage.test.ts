import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { makeApiKey } from '../../src/core/people/keys.ts'
import { socketUrl } from '../../src/db/connect.ts'
import { embeddedConnection, serviceLock, startEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { askUntil } from '../support/ask-until.ts'
import { makeDataDir, startTestApp } from '../support/harness.ts'
import { serviceBatches } from '../support/service/service-batch.ts'
import { postmasterPid, startService } from '../support/service/service-process.ts'
import { oneQuery } from '../support/one-query.ts'

interface Refusal {
  success: boolean
  error: { code: string; message: string; requestId: string }
}

/** Asks until it is answered with 200 again, and answers every refusal on the way there. */
async function refusalsUntilWell(url: string, key: string): Promise<{ status: number; wait: string; body: Refusal }[]> {
  const refusals: { status: number; wait: string; body: Refusal }[] = []
  return askUntil(async () => {
    const answer = await fetch(`${url}/v1/batches`, { headers: { authorization: `Bearer ${key}` } })
    const body = (await answer.json()) as Refusal
    if (answer.status === 200) return refusals.length > 0 ? refusals : null
    refusals.push({ status: answer.status, wait: answer.headers.get('retry-after') ?? '', body })
    return null
  })
}

function assertOutage(refusals: Awaited<ReturnType<typeof refusalsUntilWell>>): void {
  assert.deepEqual([...new Set(refusals.map(({ status }) => status))], [503])
  const { wait, body } = refusals[0]!
  assert.match(wait, /^[1-9]\d*$/)
  assert.equal(body.success, false)
  assert.equal(body.error.code, 'service_unavailable')
}

test('a private PostgreSQL that is killed in the middle of a batch is started again, and every ad exists exactly once', async () => {
  const dataDir = await makeDataDir()
  const key = makeApiKey()
  const service = await startService({ DATA_DIR: dataDir, DEMO_API_KEY: key, PLATFORM_TIMEOUT_SECONDS: '1' })
  after(async () => {
    await service.end('SIGTERM')
    await stopEmbedded({ dataDir })
    await rm(dataDir, { recursive: true, force: true })
  })
  const { launchIntoAHang, untilFinished, assertExactlyOnce } = serviceBatches(() => service, key)
  const batchId = await launchIntoAHang('Outlived')
  const killed = await postmasterPid(dataDir)
  process.kill(killed, 'SIGKILL')
  assertOutage(await refusalsUntilWell(service.url, key))
  assert.notEqual(await postmasterPid(dataDir), killed)

  const done = await untilFinished(batchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await assertExactlyOnce('Outlived')

  // The folder is the service's again: nobody else gets its lock.
  const taking = `SELECT pg_try_advisory_lock(${serviceLock}) AS taken`
  assert.deepEqual(await oneQuery((await embeddedConnection(dataDir))!, taking), [{ taken: false }])

  // Everything that works on the database is said to be well, and the log says it all in a few lines.
  const health = (await (await fetch(`${service.url}/v1/health`)).json()) as { checks: object }
  assert.deepEqual(health.checks, { database: 'ok', queue: 'ok', storage: 'ok' })
  const log = service.output().split('\n')
  for (const words of ['The database is away', 'The private PostgreSQL had ended', 'The database is back']) {
    assert.equal(log.filter((line) => line.includes(words)).length, 1, `${words}:\n${service.output()}`)
  }
  assert.ok(!service.output().includes('"stack"'), service.output())
})

test('when the server of DATABASE_URL restarts, calls are refused for the moment and a batch goes on afterwards', async () => {
  const dataDir = await makeDataDir()
  const server = await startEmbedded({ dataDir, durable: false })
  after(async () => {
    await stopEmbedded({ dataDir })
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrate(server.connection)
  const app = await startTestApp({ DATABASE_URL: socketUrl(server.connection), LOG_LEVEL: 'silent' })
  const { call, launchIntoAHang, assertExactlyOnce } = serviceBatches(() => app, app.key)
  await call('GET', '/v1/batches')
  const batchId = await launchIntoAHang('Restarted')
  await server.stop()
  const restarting = startEmbedded({ dataDir, durable: false })
  assertOutage(await refusalsUntilWell(app.url, app.key))
  await restarting
  const done = await app.finished(batchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await assertExactlyOnce('Restarted')
  await app.close()
})
