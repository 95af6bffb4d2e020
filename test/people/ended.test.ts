import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

/** Two processes on one database: what is changed through one ends what the other is sending. */
const app = await startTestApp()
const other = await startTestApp(
  {
    DATABASE_URL: app.databaseUrl,
    SANDBOX_URL: app.sandboxUrl,
    DEMO_API_KEY: app.key,
    PLATFORM_TIMEOUT_SECONDS: '100',
  },
  { api: true, worker: false, sandbox: false },
)
const owner = await signedIn(app)
const { body: made } = await owner.call('POST', '/v1/workspaces', { body: { name: 'Ours', slug: 'ours' } })
const workspace = Number(made.id)

/** Open once its first byte has come; ended is done when the answer ends, and tells whether it ended whole or was cut off. */
async function stream(headers: Record<string, string>): Promise<{ ended: Promise<string> }> {
  const reply = await fetch(`${other.url}/v1/events`, { headers: { accept: 'text/event-stream', ...headers } })
  assert.equal(reply.status, 200)
  assert.match(reply.headers.get('content-type') ?? '', /event-stream/)
  const reader = reply.body!.getReader()
  await reader.read()
  const readOn = async () => {
    for (;;) if ((await reader.read()).done) return 'ended'
  }
  return { ended: readOn().catch(() => 'cut off') }
}

const cookieOf = (browser: Browser) => ({ cookie: browser.cookie()! })
const person = (id: number, body: object) => owner.call('PATCH', `/v1/people/${id}`, { body })

const changes: Record<string, (somebody: Browser) => Promise<unknown>> = {
  'is removed': ({ userId }) => owner.call('DELETE', `/v1/people/${userId}`),
  'signs out': (somebody) => somebody.call('DELETE', '/v1/session'),
  'is signed out from another browser': async (somebody) => {
    const [session] = (await somebody.call('GET', '/v1/sessions')).body.data as { id: number }[]
    return somebody.call('DELETE', `/v1/sessions/${session!.id}`)
  },
  'gets a lower role': ({ userId }) => person(userId, { role: 'viewer' }),
  'gets fewer workspaces': ({ userId }) => person(userId, { workspaceIds: [workspace] }),
}

for (const [word, change] of Object.entries(changes)) {
  test(`the stream of somebody who ${word} ends, and those of others go on`, async () => {
    const somebody = await signedIn(app, 'member')
    const bystander = await signedIn(app, 'member')
    const [theirs, another] = [await stream(cookieOf(somebody)), await stream(cookieOf(bystander))]
    await change(somebody)
    assert.equal(await theirs.ended, 'ended')
    assert.equal(await Promise.race([another.ended, Promise.resolve('goes on')]), 'goes on')
  })
}

test('the stream of a key ends when it is revoked, and when its maker gets fewer workspaces', async () => {
  const maker = await signedIn(app, 'admin')
  const keyOf = async () => {
    const { body } = await maker.call('POST', '/v1/keys', { body: { name: 'CI', scopes: ['read'] } })
    return { id: Number(body.id), headers: { authorization: `Bearer ${String(body.key)}` } }
  }
  const [revoked, narrowed] = [await keyOf(), await keyOf()]
  const streams = [await stream(revoked.headers), await stream(narrowed.headers)]
  await owner.call('DELETE', `/v1/keys/${revoked.id}`)
  assert.equal(await streams[0]!.ended, 'ended')
  await person(maker.userId, { workspaceIds: [workspace] })
  assert.equal(await streams[1]!.ended, 'ended')
})

test('a call of an agent ends with its key, while the platform still thinks', async () => {
  const { body } = await owner.call('POST', '/v1/keys', { body: { name: 'Agent', scopes: ['read'] } })
  const headers = { authorization: `Bearer ${String(body.key)}`, 'content-type': 'application/json' }
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'GET', path: 'campaigns' },
    fault: 'hang',
    times: 1,
  })
  await app.control('DELETE', 'calls')
  const asked = { name: 'list_campaigns', arguments: { accountId: demo.account } }
  const call = fetch(`${other.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: asked }),
  }).then(
    async (reply) => `answered ${await reply.text()}`,
    () => 'ended',
  )

  await untilTrue(async () =>
    (await app.control<{ calls: { path: string }[] }>('GET', 'calls')).calls.some(({ path }) =>
      path.includes('campaigns'),
    ),
  )
  await owner.call('DELETE', `/v1/keys/${String(body.id)}`)
  assert.equal(await call, 'ended')
})
