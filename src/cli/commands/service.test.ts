import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, afterEach, before, test } from 'node:test'
import { promisify } from 'node:util'
import { embeddedConnection, stopEmbedded } from '../../db/embedded/embedded.ts'
import { childEnv } from '../../../test/support/service/child-env.ts'

const main = join(import.meta.dirname, '..', '..', 'main.ts')

let dataDir: string
const running = new Set<Started>()

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flightdeck-up-'))
  await chmod(dataDir, 0o711)
})

afterEach(async () => {
  // A test that failed half-way must not leave its service to the next one.
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  running.clear()
})

after(async () => {
  await stopEmbedded({ dataDir })
  await rm(dataDir, { recursive: true, force: true })
})

interface Started {
  child: ChildProcessByStdio<null, Readable, Readable>
  text: { stdout: string; stderr: string }
  /** Resolves once the start message is complete, or with what was said instead when the process ends before that. */
  up: Promise<void>
  /** Its exit code, once the process and all that writes for it are gone. */
  ended: Promise<number | null>
}

function start(program: string, words: string[], env: Record<string, string> = {}): Started {
  const child = spawn(program, words, {
    env: { ...childEnv, DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const { promise: up, resolve } = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text.stdout += chunk
    if (text.stdout.includes('Next: ')) resolve()
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk))
  const started = { child, text, up: Promise.race([up, ended.then(() => undefined)]), ended }
  running.add(started)
  return started
}

function flightdeck(words: string[], env: Record<string, string> = {}): Started {
  return start(process.execPath, [main, ...words], env)
}

test('the first start shows where everything is, a pipe reads no key, and SIGTERM ends it well', async () => {
  const { child, text, up, ended } = flightdeck([])
  await up
  const { stdout } = text
  const address = /API +(http:\S+)/.exec(stdout)?.[1]
  assert.ok(address, text.stderr)
  assert.match(stdout, new RegExp(`Docs +${address}/docs`))
  assert.match(stdout, /Sandbox +http:/)
  assert.ok(stdout.includes(`Data     ${dataDir}`))
  assert.match(stdout, /primary +.*: the sandbox/)
  assert.ok(!stdout.includes('\u001b'), 'no colours in a pipe')
  assert.doesNotMatch(stdout, /ak_/, 'a key is shown on a terminal alone')
  assert.match(await readFile(join(dataDir, 'demo-key'), 'utf8'), /^ak_[A-Za-z0-9]{32}\n$/)
  assert.equal((await stat(join(dataDir, 'demo-key'))).mode & 0o777, 0o600)
  assert.equal((await fetch(`${address}/v1/health`)).status, 200)
  const firstCall = /^Next: .*\n {2}(curl .*)$/m.exec(stdout)?.[1]
  assert.ok(firstCall, stdout)
  assert.match((await promisify(execFile)('sh', ['-c', firstCall])).stdout, /"act_\d+"/)

  child.kill('SIGTERM')
  assert.equal(await ended, 0, text.stderr)
  assert.equal(text.stderr, '')
  assert.equal(await embeddedConnection(dataDir), null)
})

test('the demo key is not shown again, and SIGINT ends the service well too', async () => {
  const { child, text, up, ended } = flightdeck(['up'], { SANDBOX: 'off' })
  await up
  assert.match(text.stdout, /Sandbox +off/)
  assert.doesNotMatch(text.stdout, /ak_/)
  child.kill('SIGINT')
  assert.equal(await ended, 0, text.stderr)
})

test('a port that is in use is one line with the port and the setting that changes it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  for (const setting of ['PORT', 'SANDBOX_PORT']) {
    const { text, ended } = flightdeck(['up'], {
      [setting]: String(port),
      ...(setting === 'PORT' ? { SANDBOX: 'off' } : {}),
    })
    assert.equal(await ended, 1)
    assert.match(text.stderr, /^[^\n]+\n$/)
    assert.match(text.stderr, new RegExp(`^Port ${port} is in use\\. Set ${setting} `))
  }
  other.close()
})

test('a second service on the same data folder is told so in one line', async () => {
  const first = flightdeck(['up'], { SANDBOX: 'off' })
  await first.up
  const second = flightdeck(['up'], { SANDBOX: 'off' })
  assert.equal(await second.ended, 1)
  assert.match(second.text.stderr, /^[^\n]+\n$/)
  assert.ok(second.text.stderr.includes(dataDir))
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0, first.text.stderr)
})

test('of two first starts at once on one folder, one serves and the other says who has it', async () => {
  const fresh = join(dataDir, 'fresh')
  const starts = [1, 2].map(() => flightdeck(['up'], { SANDBOX: 'off', DATA_DIR: fresh }))
  await Promise.all(starts.map(({ up }) => up))
  const [served] = starts.filter(({ text }) => text.stdout.includes('Next: '))
  const [refused] = starts.filter(({ text }) => !text.stdout.includes('Next: '))
  assert.ok(served && refused, starts.map(({ text }) => text.stdout + text.stderr).join('\n'))
  assert.equal(await refused.ended, 1)
  assert.match(refused.text.stderr, /^Another Flightdeck \(process \d+\) already works in .*fresh\. [^\n]+\n$/)
  served.child.kill('SIGTERM')
  assert.equal(await served.ended, 0, served.text.stderr)
})

test('a second signal ends the process at once', async () => {
  const { child, up, ended } = flightdeck(['up'], { SANDBOX: 'off' })
  await up
  child.kill('SIGTERM')
  child.kill('SIGINT')
  assert.equal(await ended, 130)
})

test('a failure that nobody caught is logged, and everything is closed before the process ends', async () => {
  const failure = "process.on('SIGUSR2', () => { void Promise.reject(new Error('a rare fault')) })"
  const preload = `data:text/javascript,${encodeURIComponent(failure)}`
  const words = ['--import', preload, main, 'up', '--supervisor', String(process.pid)]
  const { child, text, up, ended } = start(process.execPath, words, { SANDBOX: 'off' })
  await up
  child.kill('SIGUSR2')
  assert.equal(await ended, 1)
  const line = JSON.parse(text.stderr.split('\n')[0]!) as { err?: { message?: string } }
  assert.equal(line.err?.message, 'a rare fault')
  assert.equal(await embeddedConnection(dataDir), null)
})

test('under npm, the service stops when npm is gone', async () => {
  const words = ['-c', '"$0" "$1" up & wait', process.execPath, main]
  const { child, text, up, ended } = start('/bin/sh', words, { SANDBOX: 'off', npm_lifecycle_event: 'start' })
  await up
  assert.match(text.stdout, /is running/)
  child.kill('SIGKILL')
  // The service holds our pipes until its own end.
  await ended
  assert.equal(await embeddedConnection(dataDir), null)
})
