import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { makeApiKey } from '../../src/core/keys.ts'
import { embeddedConnection, stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { isAlive } from '../../src/is-alive.ts'
import { makeDataDir } from '../support/harness.ts'
import { serviceBatches } from '../support/service/service-batch.ts'
import { freePort, servicePid, startService, supervised } from '../support/service/service-process.ts'
import type { ServiceProcess } from '../support/service/service-process.ts'
import { askUntil } from '../support/ask-until.ts'

/** The service as its users run it: watched over by the command that started it. */
const dataDir = await makeDataDir()
const key = makeApiKey()
const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
/** Lets a test make the service fail where nobody catches it. */
const rareFault = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { void Promise.reject(new Error('a rare fault')) })",
)}`
const settings = { ...ports, DATA_DIR: dataDir, DEMO_API_KEY: key, PLATFORM_TIMEOUT_SECONDS: '1' }
let service: ServiceProcess
const { launchIntoAHang, untilFinished, assertExactlyOnce } = serviceBatches(() => service, key)

after(async () => {
  await service?.end('SIGTERM')
  await stopEmbedded({ dataDir })
  await rm(dataDir, { recursive: true, force: true })
})

async function answersAgain(): Promise<void> {
  await askUntil(() =>
    fetch(`${service.url}/v1/health`).then(
      ({ status }) => status === 200 || null,
      () => null,
    ),
  )
}

async function untilSaid(words: RegExp): Promise<void> {
  while (!words.test(service.output())) await new Promise((resolve) => service.child.stderr!.once('data', resolve))
}

test('a service that is killed in the middle of a batch comes back by itself, and every ad exists exactly once', async () => {
  service = await startService({ ...settings, NODE_OPTIONS: rareFault }, supervised)
  const batchId = await launchIntoAHang('Revived')
  const first = (await servicePid(dataDir))!
  assert.notEqual(first, service.child.pid)
  process.kill(first, 'SIGKILL')
  await untilSaid(/The service ended \(SIGKILL\)\. It starts again in 0\.5 s\.\n/)
  await answersAgain()
  assert.notEqual(await servicePid(dataDir), first)
  const done = await untilFinished(batchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await assertExactlyOnce('Revived')
})

test('a service that fails where nobody catches it comes back too, with the reason, after a longer pause', async () => {
  process.kill((await servicePid(dataDir))!, 'SIGUSR2')
  await untilSaid(/The service ended \(exit code 1: Error: a rare fault\)\. It starts again in 1 s\.\n/)
  await answersAgain()
})

test('SIGTERM during the pause ends the supervisor, and the database that the dead service left running', async () => {
  process.kill((await servicePid(dataDir))!, 'SIGKILL')
  await untilSaid(/It starts again in 2 s\.\n/)
  const { code } = await service.end('SIGTERM')
  assert.equal(code, 0, service.output())
  assert.equal(await embeddedConnection(dataDir), null)
})

test('SIGTERM ends service, database and supervisor', async () => {
  service = await startService(settings, supervised)
  const { code } = await service.end('SIGTERM')
  assert.equal(code, 0, service.output())
  assert.equal(await embeddedConnection(dataDir), null)
})

test('a service whose terminal is gone serves on, comes back when it dies, and ends when it is told to', async () => {
  service = await startService(settings, supervised)
  service.child.stdout!.destroy()
  service.child.stderr!.destroy()
  const first = (await servicePid(dataDir))!
  process.kill(first, 'SIGKILL')
  for (let pid: number | null = first; pid === first || pid === null;) pid = await servicePid(dataDir)
  await answersAgain()
  const { code } = await service.end('SIGTERM')
  assert.equal(code, 0)
})

test('a supervisor that is killed takes its service along, which ends well', async () => {
  service = await startService(settings, supervised)
  const pid = (await servicePid(dataDir))!
  await service.end('SIGKILL')
  await askUntil(async () => !isAlive(pid) || null)
  assert.equal(await embeddedConnection(dataDir), null)
})
