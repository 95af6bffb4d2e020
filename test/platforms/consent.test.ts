import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSandbox } from '../../sandbox/server.ts'
import { PlatformError } from '../../src/errors.ts'
import { declinedScopes } from '../../src/platforms/contract/oauth.ts'
import type { OAuthSurroundings } from '../../src/platforms/contract/oauth.ts'
import { pinterest } from '../../src/platforms/pinterest/index.ts'
import { consentAt } from '../support/consent.ts'

const sandbox = await startSandbox()
after(() => sandbox.close())
const oauth = pinterest.oauth!
const surroundings: OAuthSurroundings = {
  sandboxUrl: sandbox.url,
  app: oauth.sandboxApp,
  timeoutMs: 10_000,
  now: () => new Date(),
}
const redirectUri = 'https://ads.example.com/connect/pinterest/callback'
const state = `odd+state/=&#?%20é'"`

async function consented() {
  const back = await consentAt(oauth.authorizeUrl(surroundings, { state, redirectUri }))
  assert.equal(back.searchParams.get('state'), state)
  const answer = oauth.readAnswer(back.searchParams)
  assert.ok(answer.kind === 'code')
  return answer.code
}

test('a person consents, the code is exchanged once, and the grant is renewed', async () => {
  const code = await consented()
  const grant = await oauth.exchange(surroundings, { code, redirectUri })
  assert.deepEqual(declinedScopes(oauth, grant.scopes), [])
  assert.equal(pinterest.credentials.safeParse(grant.credentials).success, true)
  assert.ok(grant.renewableUntil && grant.renewableUntil > new Date())
  const renewed = await oauth.renewal!.renew(surroundings, grant.credentials)
  assert.notEqual(renewed.credentials.accessToken, grant.credentials.accessToken)
  const twice = await oauth.exchange(surroundings, { code, redirectUri }).catch((error: unknown) => error)
  assert.ok(twice instanceof PlatformError && twice.kind === 'auth')
})

test('an address that changed by the exchange is found', async () => {
  const code = await consented()
  const other = `${redirectUri}?changed`
  const error = await oauth.exchange(surroundings, { code, redirectUri: other }).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof PlatformError && error.kind === 'auth')
})

test('who says no is told so, and how to go on', async () => {
  const back = await consentAt(oauth.authorizeUrl(surroundings, { state, redirectUri }), { decision: 'deny' })
  const answer = oauth.readAnswer(back.searchParams)
  assert.ok(answer.kind === 'denied' && answer.reason.includes('connect Pinterest again'))
})
