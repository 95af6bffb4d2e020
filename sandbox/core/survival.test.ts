import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { campaignForm, graphClient, prepareLaunch, usdAccount } from '../../test/support/simulated/primary.ts'
import { controlOf } from '../../test/support/simulated/sandbox.ts'

const main = join(import.meta.dirname, '..', 'main.ts')

async function spawnSandbox(context: TestContext, dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [main, '--port', '0', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  context.after(() => child.kill('SIGKILL'))
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    const [, url] = /listening on (\S+)/.exec(text) ?? []
    if (url) return { child, url }
  }
  throw new Error(`The sandbox did not start: ${text}`)
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('what the sandbox answered for is there again after it was killed', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const first = await spawnSandbox(context, dataDir)
  const client = graphClient(first.url)
  const { adsetId, creativeId } = await prepareLaunch(client)
  const adId = await client.create(`${usdAccount}/ads`, {
    name: 'Survivor',
    adset_id: adsetId,
    creative: { creative_id: creativeId },
  })
  const control = controlOf(first.url)
  await control('POST', '/clock', { offsetSeconds: 50 })
  await control('POST', '/faults', { platform: 'meta', match: { path: '/campaigns$' }, fault: 'drop-after' })
  await assert.rejects(client.post(`${usdAccount}/campaigns`, { ...campaignForm, name: 'Cut off but kept' }), TypeError)
  await kill(first.child)
  appendFileSync(join(dataDir, 'sandbox.log'), '{"c":"meta.ads","i":"half')

  const second = await spawnSandbox(context, dataDir)
  const again = graphClient(second.url)
  assert.equal((await again.get(`${adId}?fields=name`)).body['name'], 'Survivor')
  const filtering = encodeURIComponent(
    JSON.stringify([{ field: 'name', operator: 'EQUAL', value: 'Cut off but kept' }]),
  )
  assert.equal((await again.get(`${usdAccount}/campaigns?filtering=${filtering}`)).body.data?.length, 1)
  assert.equal((await controlOf(second.url)('GET', '/clock')).body['offsetSeconds'], 50)
  const next = await again.create(`${usdAccount}/ads`, {
    name: 'Next',
    adset_id: adsetId,
    creative: { creative_id: creativeId },
  })
  assert.ok(BigInt(next) > BigInt(adId), 'ids go on growing')
  await kill(second.child)
})

test('the sandbox stops at once when told to', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const { child, url } = await spawnSandbox(context, dataDir)
  await controlOf(url)('POST', '/faults', { platform: 'meta', fault: 'hang' })
  const hanging = assert.rejects(graphClient(url).get('me'), TypeError)
  let calls: unknown[] = []
  while (calls.length === 0) calls = (await controlOf(url)('GET', '/calls')).body['calls'] as unknown[]
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number]
  await hanging
  assert.equal(code, 0)
})

test('a wrong option is explained in one line', () => {
  for (const options of [
    ['--port', 'many'],
    ['--colour', 'red'],
    ['--seed', '-1'],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [main, ...options], { encoding: 'utf8' })
    assert.equal(status, 1, options.join(' '))
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    assert.ok(stderr.includes(options[0] ?? ''), stderr)
  }
})
