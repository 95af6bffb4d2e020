import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '../support/harness.ts'
import { createAuthenticator, makePasskey, passkeyAnswer, signInWithPasskey } from '../support/people/authenticator.ts'
import { createBrowser, signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services
const owner = await signedIn(app)

/** As if they had signed in six minutes ago. */
async function sixMinutesLater({ userId }: Browser): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`now() - interval '6 minutes'` })
    .where('user_id', '=', userId)
    .execute()
}

const refusalOf = (body: Record<string, unknown>) =>
  body.error as { code: string; message: string; details?: { withinMinutes: number; ways: string[] } }

/** What opens more doors, each in a way that works right after a sign-in. */
const endpoints: [string, (browser: Browser) => Promise<{ status: number; body: Record<string, unknown> }>][] = [
  ['options for a passkey', (browser) => browser.call('POST', '/v1/passkeys/options', { body: {} })],
  [
    'an admin key',
    (browser) => browser.call('POST', '/v1/keys', { body: { name: 'Admin', scopes: ['read', 'admin'] } }),
  ],
  [
    'a key let act that asked before it spent',
    async (browser) => {
      const made = await browser.call('POST', '/v1/keys', { body: { name: 'Agent', scopes: ['read'], for: 'agent' } })
      assert.equal(made.body.spends, 'ask', 'a key that asks needs nothing')
      return browser.call('PATCH', `/v1/keys/${String(made.body.id)}`, { body: { spends: 'act' } })
    },
  ],
  ['an admin invited', (browser) => invites(browser, '/v1/people/invites', 'admin')],
  ['an owner invited on the older surface', (browser) => invites(browser, '/api/invites', 'owner')],
  [
    'somebody made an admin',
    async (browser) => {
      const { userId } = await signedIn(app, 'member')
      return browser.call('PATCH', `/v1/people/${userId}`, { body: { role: 'admin' } })
    },
  ],
  [
    'a guard loosened',
    async (browser) => {
      const guards = [{ name: 'Cap', dailyCap: 10, currency: 'USD', mode: 'refuse' }]
      const set = await browser.call('PUT', '/v1/spend-guards', { body: { guards } })
      assert.equal(set.status, 200, 'tightening needs nothing')
      const [guard] = set.body.guards as { id: number }[]
      return browser.call('PUT', '/v1/spend-guards', { body: { guards: [{ ...guard, dailyCap: 20 }] } })
    },
  ],
  ['every guard removed', (browser) => browser.call('PUT', '/v1/spend-guards', { body: { guards: [] } })],
  ['a rate set', (browser) => browser.call('PUT', '/v1/currency', { body: { currency: 'USD' } })],
]

const invites = (browser: Browser, path: string, role: string) =>
  browser.call('POST', path, { body: { email: `${Math.random().toString(36).slice(2)}@example.com`, role } })

test('what opens more doors needs a sign-in of the last five minutes', async () => {
  const browser = await signedIn(app)
  // Something to remove, and by whom nobody is asked.
  const guards = [{ name: 'First', dailyCap: 10, currency: 'USD', mode: 'refuse' }]
  assert.equal((await browser.call('PUT', '/v1/spend-guards', { body: { guards } })).status, 200)
  const unchanged = async () => JSON.stringify((await browser.call('GET', '/v1/people/invites')).body.data)
  for (const [what, ask] of endpoints) {
    await sixMinutesLater(browser)
    const before = await unchanged()
    const { status, body } = what.startsWith('a guard') ? await loosened(browser) : await ask(browser)
    assert.equal(status, 403, what)
    const { code, message, details } = refusalOf(body)
    assert.equal(code, 'step_up_required', what)
    // The older surface tells no details.
    if (details) assert.deepEqual(details, { withinMinutes: 5, ways: ['link'] })
    assert.match(message, /login-link --email demo@flightdeck.local --company demo/)
    assert.equal(await unchanged(), before)
  }
  for (const [what, ask] of endpoints) {
    const fresh = await signedIn(app)
    const { status, body } = await ask(fresh)
    assert.ok(status < 300, `${what}: ${JSON.stringify(body)}`)
  }
})

async function loosened(browser: Browser) {
  const { body } = await browser.call('GET', '/v1/spend-guards')
  const guards = (body.guards as { dailyCap: number }[]).map((guard) => ({ ...guard, dailyCap: guard.dailyCap + 1 }))
  return browser.call('PUT', '/v1/spend-guards', { body: { guards } })
}

test('everything else goes on without it', async () => {
  const browser = await signedIn(app)
  await sixMinutesLater(browser)
  assert.equal((await browser.call('POST', '/v1/keys', { body: { name: 'CI', scopes: ['read'] } })).status, 201)
  assert.equal((await invites(browser, '/v1/people/invites', 'member')).status, 201)
  const { userId } = await signedIn(app, 'admin')
  assert.equal((await browser.call('PATCH', `/v1/people/${userId}`, { body: { role: 'member' } })).status, 200)
})

test('a passkey of the same person renews the session, and nobody else’s does', async () => {
  const browser = await signedIn(app, 'admin')
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(browser, key)).status, 201)
  await sixMinutesLater(browser)
  const refused = await browser.call('POST', '/v1/passkeys/options', { body: {} })
  assert.deepEqual(refusalOf(refused.body).details?.ways, ['passkey', 'link'])
  const other = await signedIn(app, 'admin')
  const othersKey = createAuthenticator(app.url)
  assert.equal((await makePasskey(other, othersKey)).status, 201)
  const stepUp = async (response: unknown) => browser.call('POST', '/v1/session/step-up', { body: { response } })
  assert.equal((await stepUp(await passkeyAnswer(browser, othersKey))).status, 403)
  assert.equal((await stepUp({ id: 'nonsense' })).status, 422)
  assert.equal((await browser.call('POST', '/v1/passkeys/options', { body: {} })).status, 403)
  const answer = await passkeyAnswer(browser, key)
  const renewed = await stepUp(answer)
  assert.equal(renewed.status, 200, JSON.stringify(renewed.body))
  assert.ok(Date.parse(String(renewed.body.until)) > Date.now() + 4 * 60_000)
  assert.equal((await browser.call('POST', '/v1/passkeys/options', { body: {} })).status, 200)
  assert.equal((await stepUp(answer)).status, 422, 'an answer counts once')
  assert.equal((await other.call('GET', '/v1/session')).status, 200)
})

test('a renewal is of one session: other browsers of the person stay as they were', async () => {
  const browser = await signedIn(app, 'admin')
  const key = createAuthenticator(app.url)
  await makePasskey(browser, key)
  const elsewhere = createBrowser(app.url, browser.userId)
  assert.equal((await signInWithPasskey(elsewhere, key)).status, 200)
  await sixMinutesLater(browser)
  const response = await passkeyAnswer(browser, key)
  assert.equal((await browser.call('POST', '/v1/session/step-up', { body: { response } })).status, 200)
  assert.equal((await elsewhere.call('POST', '/v1/passkeys/options', { body: {} })).status, 403)
})

test('who has just joined by an invite makes their first passkey', async () => {
  const invited = await invites(owner, '/v1/people/invites', 'viewer')
  const token = String(invited.body.link).split('/').at(-1)!
  const browser = createBrowser(app.url)
  await browser.call('POST', `/api/invites/${token}/accept`, { body: { name: 'New' } })
  assert.equal((await makePasskey(browser, createAuthenticator(app.url))).status, 201)
})

test('what was asked before a session grew old is not kept after it', async () => {
  const browser = await signedIn(app, 'admin')
  const asked = await browser.call('POST', '/v1/passkeys/options', { body: {} })
  const response = createAuthenticator(app.url).register(asked.body.options as Record<string, unknown>)
  await sixMinutesLater(browser)
  const kept = await browser.call('POST', '/v1/passkeys', { body: { name: 'Late', response } })
  assert.equal(refusalOf(kept.body).code, 'step_up_required')
  assert.deepEqual((await browser.call('GET', '/v1/passkeys')).body.data, [])
})
