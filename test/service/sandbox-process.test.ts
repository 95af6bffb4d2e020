import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSandboxAhead, startSandboxProcess } from '../../src/sandbox-process.ts'
import { startTestApp } from '../support/harness.ts'
import { askUntil } from '../support/ask-until.ts'
import { freePort } from '../support/service/service-process.ts'

/** As people run it, on loopback wherever the service itself listens. */
const app = await startTestApp({ HOST: '0.0.0.0', LOG_LEVEL: 'silent' }, undefined, {
  startSandbox: startSandboxProcess,
})

async function answersAgain(url: string): Promise<void> {
  await askUntil(() =>
    fetch(`${url}/_control/clock`).then(
      ({ ok }) => ok || null,
      () => null,
    ),
  )
}

test('the sandbox is a process of its own: without it the service goes on, and it comes back as it was', async () => {
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
  assert.equal((await app.call('GET', '/v1/adaccounts?platform=primary')).status, 200)
})

test('what the sandbox keeps is for nobody else', async () => {
  const { mode } = await stat(join(app.dataDir, 'sandbox', 'sandbox.log'))
  assert.equal((mode & 0o777).toString(8), '600')
})

test('the sandbox listens on loopback alone', async () => {
  assert.equal(new URL(app.sandboxUrl).hostname, '127.0.0.1')
  const { port } = new URL(app.sandboxUrl)
  await assert.rejects(fetch(`http://127.0.0.2:${port}/_control`), 'only 127.0.0.1 is listened on')
})

test('a sandbox that is loaded ahead takes nothing before it is started, and ends where nobody starts it', async () => {
  const port = await freePort()
  const place = { host: '127.0.0.1', port, names: [], dataDir: join(app.dataDir, 'another') }
  const [wanted, unwanted] = [loadSandboxAhead(place), loadSandboxAhead(place)]
  assert.ok(!existsSync(place.dataDir))
  const sandbox = await wanted.start(place, app.app.services.log)
  await unwanted.dropUnlessStarted()
  await wanted.dropUnlessStarted()
  assert.equal((await fetch(`${sandbox.url}/_control/clock`)).status, 200)
  await sandbox.close()
})

test('the sandbox ends with the service', async () => {
  const pid = app.app.sandboxPid()!
  await app.close()
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})
