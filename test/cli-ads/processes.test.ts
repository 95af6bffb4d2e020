import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { demo } from '../../src/api/examples.ts'
import { childEnv } from '../support/service/child-env.ts'
import { startTestApp } from '../support/harness.ts'

/** What only a process of its own can show: pipes, signals, the launcher. */
const launcher = join(import.meta.dirname, '..', '..', 'flightdeck')
const app = await startTestApp()
const home = await mkdtemp(join(tmpdir(), 'flightdeck-home-'))
after(() => rm(home, { recursive: true, force: true }))
const env = { ...childEnv, HOME: home, FLIGHTDECK_URL: app.url, FLIGHTDECK_KEY: app.key }

test('what is piped has no colours and no bars, and a reader may leave early', async () => {
  const script = `"$0" accounts | head -n 1; "$0" accounts --json | grep -c '"id"'`
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script, launcher], { env })
  assert.match(stdout, /^ID +NAME .*\n\d+\n$/)
  assert.equal(stderr, '')
})

test('Ctrl-C ends what follows, with its own exit code and a word on how to go on', async () => {
  const pause = { accountId: demo.account, entityType: 'ad', entityIds: [demo.ad], newStatus: 'PAUSED' }
  await app.call('POST', '/v1/manage/update-status', { body: pause })
  const child = spawn(launcher, ['events', 'follow'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  // The first event: it follows.
  child.stdout.once('data', () => child.kill('SIGINT'))
  const [code] = (await once(child, 'close')) as [number]
  assert.equal(code, 130, said)
  assert.match(said, /flightdeck events follow --after \S+/)
})

test('bash completes commands and options', async () => {
  const complete = (words: string) => {
    const script = `eval "$("$0" completion bash)"; COMP_WORDS=(flightdeck ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _flightdeck; echo "\${COMPREPLY[@]}"`
    return promisify(execFile)('bash', ['-c', script, launcher], { env })
  }
  assert.equal((await complete('batch re')).stdout.trim(), 'receipts retry')
  assert.equal((await complete('batch undo 12 --d')).stdout.trim(), '--dry-run')
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', 'eval "$("$0" completion bash)"; complete -p', launcher],
    { env },
  )
  assert.match(
    stdout,
    /_flightdeck flightdeck\n[\s\S]*_flightdeck \.\/flightdeck\n|_flightdeck \.\/flightdeck\n[\s\S]*_flightdeck flightdeck\n/,
  )
})

test('the list of all commands has both halves, and each half its own help', async () => {
  const { stdout } = await promisify(execFile)(launcher, ['--help'], { env })
  const operators = await promisify(execFile)(launcher, ['guard', 'set', '--help'], { env })
  assert.match(operators.stdout, /--largest-budget/)
  assert.match((await promisify(execFile)(launcher, ['guard'], { env })).stdout, /guard/i)
  assert.match(stdout, /For whoever runs Flightdeck:[\s\S]*doctor[\s\S]*For people who run ads[\s\S]*top-ads/)
})
