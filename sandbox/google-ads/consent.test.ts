import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { OAuth2Client } from 'google-auth-library'
import { consentAt } from '../../test/support/consent.ts'
import type { ConsentChoices } from '../../test/support/consent.ts'
import { codesOf, direct, openCaller } from './test-caller.ts'

const client = { client_id: 'sandbox-google-ads.apps.example', client_secret: 'sandbox-google-ads-secret' }
const redirectUri = 'http://127.0.0.1:8080/connect/google-ads/callback'
const adwords = 'https://www.googleapis.com/auth/adwords'

async function open(context: TestContext) {
  const caller = await openCaller(context)
  const codeFor = async (choices: ConsentChoices = {}, more: Record<string, string> = {}) => {
    const query = {
      ...{ client_id: client.client_id, redirect_uri: redirectUri, response_type: 'code', state: 'mine' },
      ...{ scope: `${adwords} openid email`, access_type: 'offline', prompt: 'consent', ...more },
    }
    const back = await consentAt(`${caller.base}/o/oauth2/v2/auth?${new URLSearchParams(query).toString()}`, choices)
    return back.searchParams.get('code')!
  }
  const grant = async (form: Record<string, string>) => {
    const answer = await fetch(`${caller.base}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...client, ...form }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const redeem = (code: string) => grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  const list = (token = '') =>
    caller.call('GET', '/v25/customers:listAccessibleCustomers', undefined, { authorization: `Bearer ${token}` })
  return { ...caller, codeFor, grant, redeem, list }
}

test("the maker's own client exchanges the code with its verifier, refreshes and revokes", async (context) => {
  const { base, list } = await open(context)
  const google = new OAuth2Client({
    clientId: client.client_id,
    clientSecret: client.client_secret,
    redirectUri,
    endpoints: {
      oauth2AuthBaseUrl: `${base}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${base}/token`,
      oauth2RevokeUrl: `${base}/revoke`,
      tokenInfoUrl: `${base}/tokeninfo`,
    },
  })
  const { codeVerifier, codeChallenge } = await google.generateCodeVerifierAsync()
  const url = google.generateAuthUrl({
    ...{ access_type: 'offline', prompt: 'consent', scope: adwords, code_challenge: codeChallenge! },
    code_challenge_method: 'S256' as never,
  })
  const code = (await consentAt(url)).searchParams.get('code')!
  const { tokens } = await google.getToken({ code, codeVerifier })
  assert.ok(tokens.refresh_token)
  assert.deepEqual((await google.getTokenInfo(tokens.access_token!)).scopes, [adwords])
  google.setCredentials({ refresh_token: tokens.refresh_token })
  const { token } = await google.getAccessToken()
  assert.equal((await list(token!)).status, 200)
  await google.revokeToken(token!)
  assert.equal((await list(token!)).status, 401)
})

test('a refresh token comes with the first consent and with a forced one, and lives a week in testing', async (context) => {
  const { codeFor, redeem, grant, change, control } = await open(context)
  const refreshOf = async (more: Record<string, string>) =>
    (await redeem(await codeFor({}, more))).body['refresh_token']
  assert.ok(await refreshOf({ prompt: 'select_account' }))
  assert.equal(await refreshOf({ prompt: 'select_account' }), undefined)
  assert.equal(await refreshOf({ access_type: 'online' }), undefined)
  await change({ appMode: 'testing' })
  const { body } = await redeem(await codeFor())
  assert.equal(body['refresh_token_expires_in'], 604_799)
  await control('POST', '/clock', { offsetSeconds: 604_801 })
  const dead = await grant({ grant_type: 'refresh_token', refresh_token: body['refresh_token']! })
  assert.deepEqual(dead.body, {
    error: 'invalid_grant',
    error_description: 'Token has been expired or revoked.',
  })
})

test('the 101st refresh token ends the first without a word', async (context) => {
  const { codeFor, redeem, grant, change } = await open(context)
  const refresh = async (token = '') => (await grant({ grant_type: 'refresh_token', refresh_token: token })).status
  const first = (await redeem(await codeFor())).body['refresh_token']
  const second = (await redeem(await codeFor())).body['refresh_token']
  await change({ consent: 'asked' })
  for (let round = 0; round < 98; round++) await redeem(await codeFor())
  assert.equal(await refresh(first), 200)
  await redeem(await codeFor())
  assert.deepEqual([await refresh(first), await refresh(second)], [400, 200])
})

test('who leaves the scope out opens nothing, and who has one account opens one', async (context) => {
  const { codeFor, redeem, list } = await open(context)
  const { body } = await redeem(await codeFor({ scopes: ['openid'] }))
  assert.equal(body['scope'], 'openid')
  const refused = await list(body['access_token'])
  assert.deepEqual([refused.status, codesOf(refused)], [403, []])
  const assistant = (await redeem(await codeFor({ person: 'assistant' }))).body['access_token']
  assert.deepEqual((await list(assistant)).body, { resourceNames: [`customers/${direct}`] })
})
