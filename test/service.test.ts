import assert from 'node:assert/strict'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stopEmbedded } from '../src/db/embedded.ts'
import { makeApiKey } from '../src/core/keys.ts'
import { makeDataDir } from './harness.ts'
import { freePort, postmasterPid, startService } from './service-process.ts'
import type { ServiceProcess } from './service-process.ts'

/** The service as its users run it: one process, its own PostgreSQL, killed and started again. */
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

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(path.startsWith('/_') ? service.sandboxUrl + path : service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`)
  return (await answer.json()) as T
}

async function ad(name: string): Promise<Record<string, unknown>> {
  const [account] = (await call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')).data
  const [profile] = (
    await call<{ data: { page: string; secondary: string }[] }>('GET', `/v1/profiles?businessId=${account!.id}`)
  ).data
  const [adSet] = (
    await call<{ data: { value: string }[] }>('GET', `/v1/adsets?accountId=${account!.id}&status=ACTIVE`)
  ).data
  const media = [{ url: `${service.sandboxUrl}/_assets/square.png` }]
  const texts = { title: 'T', description: 'D', cta: 'SHOP_NOW', link: 'https://example.com' }
  return {
    adName: name,
    adAccountId: account!.id,
    adSets: [adSet!.value],
    page: profile!.page,
    secondary: profile!.secondary,
    ...texts,
    media,
  }
}

const namesInSandbox = async (start: string) =>
  (await call<{ ads: { name: string }[] }>('GET', '/_control/state?platform=meta')).ads
    .map((each) => each.name)
    .filter((name) => name.startsWith(start))
    .sort()

/** Ten ads, cut off in the middle by a hanging call, so that there is work in hand. */
async function launchIntoAHang(name: string): Promise<number> {
  await call('POST', '/_control/faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/ads$' },
    fault: 'hang',
    after: 3,
    times: 2,
  })
  const one = await ad(name)
  const ads = Array.from({ length: 10 }, (_, n) => ({ ...one, adName: `${name} ${n}` }))
  const { adBatchId } = await call<{ adBatchId: number }>('POST', '/v1/launch', { ads })
  for (;;) {
    const { faults } = await call<{ faults: { applied: number }[] }>('GET', '/_control/faults')
    if (faults.some((fault) => fault.applied === 2)) return adBatchId
  }
}

async function untilFinished(batchId: number): Promise<{ status: string; failedAds: object[] }> {
  for (;;) {
    const status = await call<{ status: string; summaryStatus: string; failedAds: object[] }>(
      'GET',
      `/v1/batch-status/${batchId}`,
    )
    if (status.summaryStatus !== 'in_progress') return status
  }
}

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
  assert.deepEqual(
    await namesInSandbox('Killed'),
    Array.from({ length: 10 }, (_, n) => `Killed ${n}`),
  )
})

test('a second service on the same data folder is refused in one line, and the first goes on', async () => {
  await assert.rejects(startService(settings), /Another Flightdeck \(process \d+\) already works in/)
  assert.equal((await call<{ status: string }>('GET', '/v1/health')).status, 'ok')
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} stops service and database within 5 s with work in hand, and the next start finishes it`, async () => {
    const batchId = await launchIntoAHang(signal)
    const end = await service.end(signal)
    assert.equal(end.code, 0, service.output())
    assert.ok(end.ms < 5000, `${Math.round(end.ms)} ms`)
    await assert.rejects(postmasterPid(dataDir), { code: 'ENOENT' }, 'the database server has stopped')
    service = await startService(settings)
    const done = await untilFinished(batchId)
    assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
    assert.deepEqual(
      await namesInSandbox(signal),
      Array.from({ length: 10 }, (_, n) => `${signal} ${n}`),
    )
  })
}
