import assert from 'node:assert/strict'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { makeApiKey } from '../../src/core/people/keys.ts'
import { makeDataDir } from '../support/harness.ts'
import { serviceBatches } from '../support/service/service-batch.ts'
import { freePort, postmasterPid, startService } from '../support/service/service-process.ts'
import type { ServiceProcess } from '../support/service/service-process.ts'

/** The service with its own PostgreSQL, killed and started again. */
const root = await makeDataDir()
const dataDir = join(root, 'a folder with spaces')
await mkdir(dataDir, { mode: 0o711 })
const key = makeApiKey()
const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
const settings = { ...ports, DATA_DIR: dataDir, DEMO_API_KEY: key, PLATFORM_TIMEOUT_SECONDS: '1' }
let service: ServiceProcess

after(async () => {
  await service?.end('SIGKILL')
  await stopEmbedded({ dataDir })
  await rm(root, { recursive: true, force: true })
})

const { call, launchIntoAHang, untilFinished, assertExactlyOnce } = serviceBatches(() => service, key)

test('the first start prepares everything and says where it is', async () => {
  service = await startService(settings)
  assert.match(service.output(), /Docs +http/)
  assert.ok(service.output().includes(dataDir))
  assert.equal((await stat(join(dataDir, 'demo-key'))).mode & 0o777, 0o600)
  assert.equal((await call<{ status: string }>('GET', '/v1/health')).status, 'ok')
})

test('after kill -9 the next start adopts the database server, and the launch goes on: every ad exactly once', async () => {
  const batchId = await launchIntoAHang('Killed')
  const server = await postmasterPid(dataDir)
  assert.equal((await service.end('SIGKILL')).signal, 'SIGKILL')
  service = await startService(settings)
  assert.equal(await postmasterPid(dataDir), server)
  const done = await untilFinished(batchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await assertExactlyOnce('Killed')
})

test('a second service on the same data folder is refused in one line, and the first goes on', async () => {
  await assert.rejects(startService(settings), /Another Flightdeck \(process \d+\) already works in/)
  assert.equal((await call<{ status: string }>('GET', '/v1/health')).status, 'ok')
})

test('SIGTERM stops service and database within 5 s with work in hand, and the next start finishes it', async () => {
  const batchId = await launchIntoAHang('SIGTERM')
  await stopsBy('SIGTERM')
  service = await startService(settings)
  const done = await untilFinished(batchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await assertExactlyOnce('SIGTERM')
})

test('SIGINT stops them in the same way', async () => {
  await launchIntoAHang('SIGINT')
  await stopsBy('SIGINT')
})

async function stopsBy(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const end = await service.end(signal)
  assert.equal(end.code, 0, service.output())
  assert.ok(end.ms < 5000, `${Math.round(end.ms)} ms`)
  await assert.rejects(postmasterPid(dataDir), { code: 'ENOENT' }, 'the database server has stopped')
}
