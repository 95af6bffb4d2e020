import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { text } from 'node:stream/consumers'
import { consentAt } from '../support/consent.ts'
import { startTestApp } from '../support/harness.ts'
import { childEnv, sharedKey } from '../support/service/child-env.ts'
import { operator } from '../support/service/operator.ts'

const app = await startTestApp()
const { db } = app.app.services
const settings = {
  ...sharedKey,
  ...{ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, PUBLIC_URL: app.url, SANDBOX_URL: app.sandboxUrl },
}
const carry = operator(settings)
const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

/** Begins in a terminal; `paste` makes of the address to consent at what is pasted there. */
async function connects(words: string[], paste: (authorizeUrl: string) => Promise<string>) {
  const child = spawn(process.execPath, [main, 'connection', 'connect', ...words], {
    env: { ...childEnv, ...settings },
  })
  const said = text(child.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done) return { code: ((await once(child, 'close')) as [number])[0], out: '', err: await said }
  child.stdin.end(`${await paste(first.value)}\n`)
  const rest = []
  for await (const line of { [Symbol.asyncIterator]: () => lines }) rest.push(line)
  if (child.exitCode === null) await once(child, 'close')
  return { code: child.exitCode, out: rest.join('\n'), err: await said }
}

const countOf = async () => (await db.selectFrom('connections').select('id').execute()).length

test('an operator consents in any browser and pastes the address they came back to', async () => {
  const done = await connects(
    ['pinterest', '--sandbox', '--label', 'Terminal'],
    async (url) => (await consentAt(url)).href,
  )
  assert.equal(done.code, 0, done.err)
  assert.match(done.out, /^Connection \d+ \(Terminal\): .* now works with Pinterest\.$/)
  const id = /\d+/.exec(done.out)![0]
  const left = await carry(['connection', 'remove', id])
  assert.equal(left.code, 0, left.stderr)
  assert.match(left.stderr, /What was granted there still stands\./)
  const { body } = await app.call<{ data: { action: string; outcome: string }[] }>('GET', '/v1/audit-log?limit=5')
  assert.deepEqual(
    body.data.filter(({ action }) => ['connect', 'connection remove'].includes(action)).map(({ outcome }) => outcome),
    ['done', 'done'],
  )
})

const pastes: Record<string, (back: URL) => string> = {
  'a code alone': (back) => back.searchParams.get('code')!,
  'the address of another consent': (back) => {
    back.searchParams.set('state', 'a'.repeat(43))
    return back.href
  },
  'an address without a code': (back) => {
    back.searchParams.delete('code')
    return back.href
  },
  'something else': () => 'hello there',
}
for (const [what, made] of Object.entries(pastes)) {
  test(`${what} connects nothing`, async () => {
    const { code, err, out } = await connects(['pinterest', '--sandbox'], async (url) => made(await consentAt(url)))
    assert.equal(code, 1, out)
    assert.match(err, /begin again|Connect again|connect Pinterest again/i)
    assert.equal(await countOf(), 0)
  })
}

test('without an app it says how to get one; an app of the installation serves every company', async () => {
  const none = await connects(['pinterest'], () => Promise.reject(new Error('no address was expected')))
  assert.equal(none.code, 1)
  assert.match(none.err, /flightdeck app set pinterest/)
  const wrong = await carry(['app', 'set', 'pinterest'], { input: '{"clientId":"very-own-id"}' })
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /clientSecret is missing/)
  const input = JSON.stringify({ clientId: 'very-own-id', clientSecret: 'nobody-may-see-this' })
  const set = await carry(['app', 'set', 'pinterest'], { input })
  assert.equal(set.code, 0, set.stderr)
  assert.match(set.stderr, new RegExp(`${app.url.replace('127.0.0.1', 'localhost')}/connect/pinterest/callback`))
  const { body } = await app.call<{ source: string }>('GET', '/v1/connections/pinterest/app')
  assert.equal(body.source, 'installation')
  const all = [set, await carry(['app', 'list'])].flatMap(({ stdout, stderr }) => [stdout, stderr]).join('\n')
  assert.match(all, /pinterest +set by command line/)
  assert.doesNotMatch(all, /nobody-may-see-this/)
  assert.equal((await carry(['app', 'remove', 'pinterest'])).code, 0)
  assert.equal((await carry(['app', 'remove', 'pinterest'])).code, 1)
  const log = await app.call<{ data: { action: string }[] }>('GET', '/v1/audit-log?limit=2')
  assert.deepEqual(
    log.body.data.map(({ action }) => action),
    ['app remove', 'app set'],
    'every company finds it in its own log, once',
  )
  assert.doesNotMatch(JSON.stringify(log.body), /nobody-may-see-this|very-own-id/)
})

test('an app of the installation may stand in the settings, whole', async () => {
  const env = { OAUTH_PINTEREST_CLIENT_ID: 'very-own-id', OAUTH_PINTEREST_CLIENT_SECRET: 'nobody-may-see-this' }
  const { stdout } = await carry(['app', 'list'], { env })
  assert.match(stdout, /pinterest +settings/)
  const half = await carry(['app', 'list'], { env: { OAUTH_PINTEREST_CLIENT_ID: 'very-own-id' } })
  assert.equal(half.code, 1)
  assert.match(half.stderr, /OAUTH_PINTEREST_CLIENT_ID, OAUTH_PINTEREST_CLIENT_SECRET go together/)
})
