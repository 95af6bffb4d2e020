import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthenticator, makePasskey, signInWithPasskey } from '../support/people/authenticator.ts'
import { createBrowser, ownerOfNew } from '../support/people/browser.ts'
import { startWithProvider } from '../support/people/provider.ts'

const { app, says, setsOut, goes } = await startWithProvider()

test('somebody whom the provider confirms is signed in', async () => {
  const { browser, leadsTo } = await goes()
  assert.equal(new URL(leadsTo).pathname, '/')
  assert.equal(new URL(leadsTo).hash, '')
  assert.equal((await browser.call('GET', '/v1/user')).status, 200)
})

test('the way back works once, and only in the browser that set out', async () => {
  const { browser, cookie, back } = await setsOut()
  const elsewhere = await createBrowser(app.url).call('GET', back)
  assert.match(elsewhere.headers.get('location')!, /problem=not-begun$/)
  await browser.call('GET', back, { headers: { cookie } })
  const again = createBrowser(app.url)
  const reply = await again.call('GET', back, { headers: { cookie } })
  assert.match(reply.headers.get('location')!, /problem=not-confirmed$/)
  assert.equal(again.cookie(), null)
})

test('the provider confirms an address: what signed the person in before ends', async () => {
  const email = 'ann@north.example'
  const before = await ownerOfNew(app, 'north', email)
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(before, key)).status, 201)
  says({ email, email_verified: true })
  const { browser, leadsTo } = await goes()
  assert.ok(!leadsTo.includes('problem'), leadsTo)
  const { body } = await browser.call('GET', '/v1/session')
  assert.equal((body.person as { confirmed: boolean }).confirmed, true)
  assert.equal((body.session as { provenAt: unknown }).provenAt, null, 'when they signed in there, nobody said')
  assert.equal((await before.call('GET', '/v1/user')).status, 401)
  assert.equal((await signInWithPasskey(createBrowser(app.url), key)).status, 401)
})

test('a company is named to sign in to; where it has nobody of that address, nobody is let in', async () => {
  const email = 'ann@north.example'
  says({ email, email_verified: true })
  const south = await ownerOfNew(app, 'south', email)
  const { leadsTo } = await goes(createBrowser(app.url), '?company=south')
  assert.match(leadsTo, /problem=no-member$/, 'the person there is another one')
  assert.equal((await south.call('GET', '/v1/user')).status, 200)
  const { browser } = await goes(createBrowser(app.url), '?company=north')
  assert.equal((await browser.call('POST', '/v1/session/companies/south/accept')).status, 200)
  const there = await goes(createBrowser(app.url), '?company=south')
  const { body } = await there.browser.call('GET', '/v1/session')
  assert.equal((body.company as { slug: string }).slug, 'south')
})

test('who was invited to several companies before they confirmed anything says which one is theirs', async () => {
  const email = 'bob@example.com'
  says({ email, email_verified: true })
  const evil = await ownerOfNew(app, 'evil', email)
  const theirs = await ownerOfNew(app, 'theirs', email)
  const { leadsTo, browser } = await goes()
  assert.match(leadsTo, /problem=several&companies=evil,theirs$/)
  assert.equal(browser.cookie(), null)
  assert.equal((await theirs.call('GET', '/v1/user')).status, 200, 'nothing has ended')
  const chosen = await goes(createBrowser(app.url), '?company=theirs')
  const { body } = await chosen.browser.call('GET', '/v1/session')
  assert.equal((body.person as { id: number }).id, theirs.userId)
  assert.equal((await evil.call('GET', '/v1/user')).status, 200, 'whom others invited stays somebody else')
})

test('an unknown person, and an address that the provider does not call confirmed, are not let in', async () => {
  for (const [email, email_verified] of [
    ['nobody@example.com', true],
    ['demo@flightdeck.local', false],
    ['demo@flightdeck.local', undefined],
    ['demo@flightdeck.local', 'true'],
    [undefined, true],
  ] as const) {
    says({ email, email_verified })
    const { browser, leadsTo } = await goes()
    assert.match(leadsTo, /problem=(no-member|no-address|address-not-confirmed)$/, String(email))
    assert.equal(browser.cookie(), null)
  }
})
