import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBrowser } from '../support/people/browser.ts'
import { startWithProvider } from '../support/people/provider.ts'

const { app, says, goes } = await startWithProvider()
const owner = { email: 'demo@flightdeck.local', email_verified: true }
const now = () => Math.floor(Date.now() / 1000)

test('a sign-in without its time opens no doors; the provider asks anew, and that counts', async () => {
  const { browser } = await goes()
  const addPasskey = () => browser.call('POST', '/v1/passkeys/options', { body: {} })
  const refused = await addPasskey()
  const { code, details } = refused.body.error as { code: string; details: { ways: string[] } }
  assert.equal(code, 'step_up_required')
  assert.deepEqual(details.ways, ['oidc', 'link'])
  const silent = await goes(browser, '?stepUp=true')
  assert.equal(silent.asked.get('max_age'), '0')
  assert.match(silent.leadsTo, /problem=not-anew$/)
  says({ ...owner, auth_time: now() - 3600 })
  assert.match((await goes(browser, '?stepUp=true')).leadsTo, /problem=not-anew$/)
  says({ email: 'other@example.com', email_verified: true, auth_time: now() })
  assert.match((await goes(browser, '?stepUp=true')).leadsTo, /problem=somebody-else$/)
  assert.equal((await addPasskey()).status, 403)
  says({ ...owner, auth_time: now() })
  const cookie = browser.cookie()
  const { leadsTo } = await goes(browser, '?stepUp=true')
  assert.equal(new URL(leadsTo).hash, '', leadsTo)
  assert.equal(browser.cookie(), cookie, 'the session is the same one')
  assert.equal((await addPasskey()).status, 200)
})

test('a sign-in of which the provider says when it was counts from then', async () => {
  const addPasskeyAt = async (auth_time: number) => {
    says({ ...owner, auth_time })
    const { browser } = await goes()
    return (await browser.call('POST', '/v1/passkeys/options', { body: {} })).status
  }
  assert.equal(await addPasskeyAt(now() - 3600), 403)
  assert.equal(await addPasskeyAt(now() + 3600), 403, 'a time that is still to come proves nothing')
  assert.equal(await addPasskeyAt(now() - 60), 200)
})

test('a letter of another script that looks like a plain one in lower case is nobody’s', async () => {
  const email = 'demo@flightdec\u212A.local'
  assert.equal(email.toLowerCase(), 'demo@flightdeck.local')
  says({ email, email_verified: true })
  const { browser, leadsTo } = await goes()
  assert.match(leadsTo, /problem=no-address$/)
  assert.equal(browser.cookie(), null)
})

test('nobody who is not signed in shows again that it is them', async () => {
  assert.equal((await createBrowser(app.url).call('GET', '/v1/session/oidc?stepUp=true')).status, 401)
})
