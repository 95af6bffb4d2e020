import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { describeProblem } from '../../../src/cli/problem.ts'
import { untilTrue } from '../../support/ask-until.ts'
import { startTestApp } from '../../support/harness.ts'
import { ask, hangLoops, said, startRoles, workerAlone } from '../../support/service/roles.ts'
import { logLines } from '../../support/service/log-lines.ts'
import { serviceBatches } from '../../support/service/service-batch.ts'

const roles = await startRoles()
const { api, worker, settings, probes } = roles

test('every role says that it lives and that it is ready, in a word and without a key', async () => {
  for (const url of [api.url, probes]) {
    // On a machine that is busy elsewhere a part may say so too late for a moment.
    await untilTrue(async () => (await said(url)) === '200 ready')
    for (const [path, word] of [['/live', 'live'] as const, ['/ready', 'ready'] as const]) {
      const { status, text, headers } = await ask(url, path)
      assert.equal(`${status} ${text}`, `200 ${word}\n`)
      assert.equal(headers.get('cache-control'), 'no-store')
    }
  }
  assert.equal((await ask(probes, '/v1/health')).status, 404)
  assert.equal((await fetch(`${probes}/ready`, { method: 'POST' })).status, 405)
})

test("a worker's calls to platforms are counted where they are made", async () => {
  const { untilFinished, launchIntoAHang } = serviceBatches(() => api, api.key)
  const batchId = await launchIntoAHang('Counted')
  await untilFinished(batchId)
  const figure = /^flightdeck_platform_calls_total\{platform="primary",outcome="ok"\} (\d+)$/m
  const [, count] = figure.exec((await ask(probes, '/metrics')).text) ?? []
  assert.ok(Number(count) > 10, count)
})

/** Each of its other loops: every-loop.test.ts. */
test('a worker whose loops hang is not ready within 10 seconds, and is again when they go on', () =>
  hangLoops(roles, ['lanes', 'mail_cursors']))

test('a database that does not take writes is said so', async () => {
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  await client.query('ALTER TABLE health_beats RENAME TO no_beats')
  await untilTrue(async () => (await said(probes)) === '503 not ready: database')
  await untilTrue(async () => (await said(api.url)) === '503 not ready: database')
  await client.query('ALTER TABLE no_beats RENAME TO health_beats')
  await client.end()
  await untilTrue(async () => (await said(probes)) === '200 ready')
})

test('a worker that stops is not ready from then on, and lives until it has stopped', async () => {
  const stopping = await startTestApp({ ...settings, DATABASE_URL: api.databaseUrl }, workerAlone)
  const url = stopping.app.probesUrl!
  const [stopped, whileStopping, alive] = await Promise.all([stopping.app.close(), said(url), ask(url, '/live')])
  assert.equal(stopped, undefined)
  assert.equal(whileStopping, '503 not ready: stopping')
  assert.equal(alive.status, 200)
  await assert.rejects(fetch(`${url}/live`))
})

test('a port that somebody wants and another has ends the start; the usual one that is taken does not', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const chosen = { ...settings, WORKER_PORT: String(port) }
  await assert.rejects(startTestApp(chosen, workerAlone), (error: unknown) => {
    const config = { ...worker.app.services.config, workerPort: port }
    const text = `Port ${port} is in use. Set WORKER_PORT to another port, or stop what uses it.`
    assert.equal(describeProblem(error, config), text)
    return true
  })
  const log = logLines()
  const usual = { ...settings, PORT: String(port - 2), LOG_LEVEL: 'warn' }
  const unwatched = await startTestApp(usual, workerAlone, { logTo: log.to })
  assert.equal(unwatched.app.probesUrl, null)
  assert.ok(unwatched.app.worker)
  const lines = log.all().filter(({ msg }) => msg.includes('cannot be watched'))
  assert.equal(lines.length, 1, log.text().join(''))
  await unwatched.close()
  other.close()
})
