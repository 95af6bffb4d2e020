import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { startSandbox } from '../../sandbox/server.ts'
import { PlatformError } from '../../src/errors.ts'
import { declinedScopes } from '../../src/platforms/contract/oauth.ts'
import type { OAuthSurroundings } from '../../src/platforms/contract/oauth.ts'
import type { Platform } from '../../src/platforms/contract/platform.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { createPacer } from '../../src/platforms/kit/http/pacer.ts'
import { renewAlone } from '../../src/platforms/kit/oauth/oauth.ts'
import { consentAt } from '../support/consent.ts'

/** Every driver's way to a token and out of it, each against its simulator. */
const sandbox = await startSandbox()
after(() => sandbox.close())
const state = `odd+state/=&#?%20é'"`

/** What nobody can do there over the interface: it is told to people instead. */
const withoutRenewal = new Set(['tiktok'])
const sayRenewalEnds = new Set(['primary', 'pinterest', 'linkedin'])
/** What is kept of these renews for ever; their short tokens are kept nowhere. */
const keepsItsToken = new Set(['snapchat', 'google-ads'])
const withoutRevocation = new Set(['pinterest', 'snapchat'])

function wayOf(platform: Platform) {
  const oauth = platform.oauth!
  const redirectUri = `https://ads.example.com/connect/${platform.name}/callback`
  const surroundings: OAuthSurroundings = {
    ...{ sandboxUrl: sandbox.url, app: oauth.sandboxApp, timeoutMs: 10_000, now: () => new Date() },
  }
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const asked = { state, redirectUri, ...(oauth.usesPkce ? { codeChallenge } : {}) }
  const authorizeUrl = () => oauth.authorizeUrl(surroundings, asked)
  const exchange = (code: string, more: object = {}) =>
    oauth.exchange(surroundings, { code, redirectUri, ...(oauth.usesPkce ? { codeVerifier } : {}), ...more })
  const consented = async () => {
    const back = await consentAt(authorizeUrl())
    assert.equal(back.searchParams.get('state'), state)
    const answer = oauth.readAnswer(back.searchParams)
    assert.ok(answer.kind === 'code', answer.kind)
    return answer.code
  }
  const open = (credentials: Record<string, string>) => {
    const session = platform.open(credentials, {
      ...{ baseUrl: sandbox.url + platform.sandboxPath, timeoutMs: 10_000, isSandbox: true, settings: {} },
      pacer: createPacer(platform.name, { load: () => Promise.resolve(null), save: () => Promise.resolve() }),
      renew: renewAlone(credentials, () => undefined),
      now: () => new Date(),
    })
    after(() => session.close?.())
    return session
  }
  return { oauth, surroundings, authorizeUrl, exchange, consented, open }
}

const isRefused = (error: unknown) => error instanceof PlatformError && error.kind === 'auth'

for (const platform of builtIn.all.filter(({ oauth }) => oauth)) {
  const { name } = platform
  test(`${name}: a person consents, the code is exchanged once, and its token opens their accounts`, async () => {
    const { oauth, exchange, consented, open } = wayOf(platform)
    const code = await consented()
    const grant = await exchange(code)
    assert.deepEqual(declinedScopes(oauth, grant.scopes), [])
    assert.equal(platform.credentials.safeParse(grant.credentials).success, true)
    const { identity, accounts, missingScopes } = await open(grant.credentials).check!()
    assert.ok(identity.length > 0)
    assert.ok(accounts.length > 0)
    assert.deepEqual(missingScopes, [])
    await assert.rejects(exchange(code), isRefused, 'a code works once')
  })

  test(`${name}: an address that changed by the exchange is found`, async () => {
    const { exchange, consented } = wayOf(platform)
    const redirectUri = `https://ads.example.com/connect/${name}/callback?changed`
    const changed = exchange(await consented(), { redirectUri })
    // TikTok's exchange names no address.
    if (name === 'tiktok') await changed
    else await assert.rejects(changed, isRefused)
  })

  test(`${name}: what was granted is renewed, and opens the same`, async () => {
    const { oauth, surroundings, exchange, consented, open } = wayOf(platform)
    assert.equal(oauth.renewal === undefined, withoutRenewal.has(name))
    const { credentials, renewableUntil } = await exchange(await consented())
    // What is renewed ends too, where the platform says when.
    assert.equal(Boolean(renewableUntil && renewableUntil > new Date()), sayRenewalEnds.has(name))
    if (!oauth.renewal) return
    assert.equal(oauth.renewal.isPossible(credentials), true)
    const renewed = await oauth.renewal.renew(surroundings, credentials)
    assert.equal(platform.credentials.safeParse(renewed.credentials).success, true)
    assert.equal(isDeepStrictEqual(renewed.credentials, credentials), keepsItsToken.has(name))
    const [before, now] = [await open(credentials).check!(), await open(renewed.credentials).check!()]
    assert.deepEqual(
      now.accounts.map(({ id }) => id),
      before.accounts.map(({ id }) => id),
    )
  })

  test(`${name}: what is taken back opens nothing any more, or is told to people`, async () => {
    const { oauth, surroundings, exchange, consented, open } = wayOf(platform)
    assert.ok(oauth.revokeByHand.length > 0)
    assert.equal(oauth.revoke === undefined, withoutRevocation.has(name))
    const { credentials } = await exchange(await consented())
    if (!oauth.revoke) return
    await open(credentials).check!()
    assert.equal(await oauth.revoke(surroundings, credentials), true)
    await assert.rejects(open(credentials).check!(), isRefused)
  })

  test(`${name}: who says no is told so, and how to go on`, async () => {
    const { oauth, authorizeUrl } = wayOf(platform)
    const back = await consentAt(authorizeUrl(), { decision: 'deny' })
    const answer = oauth.readAnswer(back.searchParams)
    assert.ok(
      answer.kind === 'denied' && answer.reason.includes(`connect ${platform.title} again`),
      JSON.stringify(answer),
    )
  })
}
