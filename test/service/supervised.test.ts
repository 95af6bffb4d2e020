import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeApiKey } from '../../src/core/people/keys.ts'
import { embeddedConnection, stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { isAlive } from '../../src/is-alive.ts'
import { makeDataDir } from '../support/harness.ts'
import { serviceBatches } from '../support/service/service-batch.ts'
import { freePort, sandboxPid, servicePid, startService, supervised } from '../support/service/service-process.ts'
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

/** What one call on a connection of its own comes to: a status, or how it failed. */
function callOnce(): Promise<number | string> {
  return new Promise((resolve) => {
    const call = get(`${service.url}/v1/health`, { agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode!))
    })
    call.once('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)))
  })
}

const callers = 4
/** Where the next process takes very long, those who wait are told to come back. */
const answers: unknown[] = [200, 503]

/** Calls without a break, a few at a time, and answers what they came to. */
function callOn(): { stop(): Promise<(number | string)[]> } {
  const seen: (number | string)[] = []
  let isOver = false
  const each = Array.from({ length: callers }, async () => {
    while (!isOver) seen.push(await callOnce())
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(each)
      return seen
    },
  }
}

test('a service that is killed in the middle of a batch comes back by itself, and every ad exists exactly once', async () => {
  service = await startService({ ...settings, NODE_OPTIONS: rareFault }, supervised)
  const batchId = await launchIntoAHang('Revived')
  const first = (await servicePid(dataDir))!
  assert.notEqual(first, service.child.pid)
  const sandbox = sandboxPid(first)
  const calls = callOn()
  process.kill(first, 'SIGKILL')
  await untilSaid(/The service ended \(SIGKILL\)\. It starts again at once\.\n/)
  await answersAgain()
  // Those in hand of a process that is killed are cut off; all others wait for the next one, and are answered.
  const cutOff = (await calls.stop()).filter((outcome) => !answers.includes(outcome))
  assert.ok(cutOff.length <= callers && cutOff.every((outcome) => outcome === 'ECONNRESET'), String(cutOff))
  assert.notEqual(await servicePid(dataDir), first)
  const done = await untilFinished(batchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await assertExactlyOnce('Revived')
  assert.ok(!isAlive(sandbox), 'its sandbox went with it')
})

test('a service that fails where nobody catches it comes back too, with the reason, and drops no call', async () => {
  const failed = (await servicePid(dataDir))!
  const calls = callOn()
  process.kill(failed, 'SIGUSR2')
  await untilSaid(/The service ended \(exit code 1: Error: a rare fault\)\. It starts again at once\.\n/)
  await answersAgain()
  const others = (await calls.stop()).filter((outcome) => !answers.includes(outcome))
  assert.deepEqual(others, [])
})

test('while the service cannot start, callers are told to come back, and SIGTERM ends supervisor and database', async () => {
  const keyFile = join(dataDir, 'secret-key')
  const secretKey = await readFile(keyFile)
  await writeFile(keyFile, 'no key')
  process.kill((await servicePid(dataDir))!, 'SIGKILL')
  await untilSaid(/The service ended \(exit code 1: .*\)\. It starts again in 0\.5 s\.\n/)
  const described = await fetch(`${service.url}/v1/health`)
  assert.equal(described.status, 503)
  assert.equal(described.headers.get('retry-after'), '5')
  assert.equal(((await described.json()) as { error: { code: string } }).error.code, 'service_unavailable')
  await untilSaid(/It starts again in 1 s\.\n/)
  const { code } = await service.end('SIGTERM')
  await writeFile(keyFile, secretKey)
  assert.equal(code, 0, service.output())
  assert.equal(await embeddedConnection(dataDir), null)
})

test('a service whose terminal is gone serves on, comes back when it dies, and SIGTERM ends it with sandbox, database and supervisor', async () => {
  service = await startService(settings, supervised)
  service.child.stdout!.destroy()
  service.child.stderr!.destroy()
  const first = (await servicePid(dataDir))!
  process.kill(first, 'SIGKILL')
  const next = await askUntil(async () => {
    const pid = await servicePid(dataDir)
    return pid === first ? null : pid
  })
  await answersAgain()
  const sandbox = sandboxPid(next)
  const { code } = await service.end('SIGTERM')
  assert.equal(code, 0)
  assert.equal(await embeddedConnection(dataDir), null)
  assert.ok(!isAlive(sandbox))
})

test('a supervisor that is killed takes its service and the sandbox along, which end well', async () => {
  service = await startService(settings, supervised)
  const pid = (await servicePid(dataDir))!
  const sandbox = sandboxPid(pid)
  await service.end('SIGKILL')
  await askUntil(async () => (!isAlive(pid) && !isAlive(sandbox)) || null)
  assert.equal(await embeddedConnection(dataDir), null)
})

test('a supervisor and a service that are killed together leave no sandbox behind', async () => {
  service = await startService(settings, supervised)
  const pid = (await servicePid(dataDir))!
  const sandbox = sandboxPid(pid)
  process.kill(pid, 'SIGSTOP')
  await service.end('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await askUntil(async () => !isAlive(sandbox) || null)
})
