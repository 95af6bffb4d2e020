import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'
import { startTestApp } from '../support/harness.ts'
import { createBrowser } from '../support/people/browser.ts'

const provider = new OAuth2Server()
await provider.issuer.keys.generate('RS256')
await provider.start(0, '127.0.0.1')
after(() => provider.stop())
const issuer = provider.issuer.url!
const app = await startTestApp({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'flightdeck', OIDC_CLIENT_SECRET: 'a secret' })

let email: unknown = 'demo@flightdeck.local'
let isConfirmed = true
provider.service.on(
  'beforeTokenSigning',
  (token: { payload: Record<string, unknown> }, request: { body?: { code?: string } }) => {
    token.payload.email = email
    token.payload.email_verified = isConfirmed
    const nonce = nonces.get(String(request.body?.code))
    if (nonce) token.payload.nonce = nonce
  },
)
const nonces = new Map<string, string>()

/** Goes the way of a browser: to the provider, and back with what it answers. */
async function signInAt(browser = createBrowser(app.url)) {
  const begun = await fetch(`${app.url}/v1/session/oidc`, { redirect: 'manual' })
  assert.equal(begun.status, 302)
  const cookie = begun.headers
    .getSetCookie()
    .map((set) => set.slice(0, set.indexOf(';')))
    .join('; ')
  const there = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
  const back = new URL(there.headers.get('location')!)
  nonces.set(back.searchParams.get('code')!, new URL(begun.headers.get('location')!).searchParams.get('nonce')!)
  return { browser, cookie, back: back.pathname + back.search }
}

test('somebody whom the provider confirms is signed in', async () => {
  const { browser, cookie, back } = await signInAt()
  const reply = await browser.call('GET', back, { headers: { cookie } })
  assert.equal(reply.status, 302, JSON.stringify(reply.body))
  assert.equal(new URL(reply.headers.get('location')!).pathname, '/')
  assert.equal(new URL(reply.headers.get('location')!).hash, '')
  assert.equal((await browser.call('GET', '/v1/user')).status, 200)
})

test('the way back works once, and only in the browser that set out', async () => {
  const { browser, cookie, back } = await signInAt()
  const elsewhere = await createBrowser(app.url).call('GET', back)
  assert.match(elsewhere.headers.get('location')!, /problem=/)
  await browser.call('GET', back, { headers: { cookie } })
  const again = createBrowser(app.url)
  const reply = await again.call('GET', back, { headers: { cookie } })
  assert.match(reply.headers.get('location')!, /problem=/)
  assert.equal(again.cookie(), null)
})

test('an unknown person, and an address that nobody confirmed, are not let in', async () => {
  for (const [address, confirmed] of [
    ['nobody@example.com', true],
    ['demo@flightdeck.local', false],
    [undefined, true],
  ] as const) {
    email = address
    isConfirmed = confirmed
    const { browser, cookie, back } = await signInAt()
    const reply = await browser.call('GET', back, { headers: { cookie } })
    assert.match(reply.headers.get('location')!, /problem=/, String(address))
    assert.equal(browser.cookie(), null)
  }
})
