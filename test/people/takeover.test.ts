import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { createAuthenticator, makePasskey, signInWithPasskey } from '../support/people/authenticator.ts'
import { createBrowser, ownerOfNew, signedIn } from '../support/people/browser.ts'

const app = await startTestApp()
const victim = await signedIn(app)
const evil = await ownerOfNew(app, 'evil')

test('an invite to the address of another company’s owner gives nothing of that owner', async () => {
  const before = (await victim.call('GET', '/v1/people')).body.data
  const invited = await evil.call('POST', '/v1/people/invites', {
    body: { email: 'demo@flightdeck.local', role: 'viewer' },
  })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  const token = String(invited.body.link).split('/').at(-1)!
  const intruder = createBrowser(app.url)
  const joined = await intruder.call('POST', `/api/invites/${token}/accept`, { body: { name: 'x' } })
  assert.equal(joined.status, 200, 'nobody has confirmed the address: it is somebody else’s in this company')
  const person = joined.body.person as { id: number; name: string }
  assert.notEqual(person.id, victim.userId)
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(intruder, key)).status, 201)
  assert.deepEqual((await victim.call('GET', '/v1/passkeys')).body.data, [])
  const into = createBrowser(app.url)
  const tried = await signInWithPasskey(into, key, 'demo')
  assert.equal(tried.status, 401, JSON.stringify(tried.body))
  assert.equal((await into.call('POST', '/v1/keys', { body: { name: 'Stolen', scopes: ['admin'] } })).status, 401)
  const renamed = await evil.call('PATCH', `/v1/people/${victim.userId}`, { body: { name: 'Renamed' } })
  assert.equal(renamed.status, 404)
  assert.deepEqual((await victim.call('GET', '/v1/people')).body.data, before)
})
