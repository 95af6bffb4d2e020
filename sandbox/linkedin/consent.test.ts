import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthClient } from 'linkedin-api-client'
import { consentAt } from '../../test/support/consent.ts'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'

const client = { client_id: 'sandbox-linkedin-client', client_secret: 'sandbox-linkedin-secret' }
const redirectUri = 'http://localhost:8080/connect/linkedin/callback'

test('all or nothing is granted, and a refresh of the 365 days does not slide', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const base = `${url}/linkedin/oauth/v2`
  // The maker's client writes the address of the page; its calls go to the maker alone.
  const official = new AuthClient({
    clientId: client.client_id,
    clientSecret: client.client_secret,
    redirectUrl: redirectUri,
  }).generateMemberAuthorizationUrl(['r_ads', 'rw_ads'], 'mine')
  const authorize = official.replace('https://www.linkedin.com', `${url}/linkedin`)
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${base}/${path}`, { method: 'POST', body: new URLSearchParams({ ...client, ...form }) })
    return { status: answer.status, body: (await answer.json()) as Record<string, string | number> }
  }
  const back = await consentAt(authorize, { scopes: ['r_ads'] })
  assert.equal(back.searchParams.get('state'), 'mine')
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: redirectUri,
  }
  const wrong = await post('accessToken', { ...form, redirect_uri: 'http://localhost/' })
  assert.deepEqual([wrong.status, wrong.body['error']], [400, 'invalid_redirect_uri'])
  const both = await Promise.all([post('accessToken', form), post('accessToken', form)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  const { body } = both.find(({ status }) => status === 200)!
  assert.equal(body['scope'], 'r_ads,rw_ads', 'boxes that the page does not have change nothing')
  await control('POST', '/clock', { offsetSeconds: 360 * 86_400 })
  const refresh = { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) }
  const last = (await post('accessToken', refresh)).body
  assert.ok(Math.abs(Number(last['expires_in']) - 5 * 86_400) < 60)
  assert.equal((await post('revoke', { token: String(body['refresh_token']) })).status, 200)
  assert.equal((await post('accessToken', refresh)).status, 400)
  const denied = await consentAt(authorize, { decision: 'deny' })
  assert.equal(denied.searchParams.get('error'), 'user_cancelled_authorize')
  await control('POST', '/linkedin', { skipsGranted: true })
  await consentAt(authorize)
  const silent = await fetch(authorize, { redirect: 'manual' })
  assert.equal(silent.status, 302, 'who granted the same before is not asked again')
})

test("what ends and what is taken back reaches the demo's own token", async (context) => {
  const { url, control } = await startTestSandbox(context)
  const codeOf = async () => {
    const answer = await fetch(`${url}/linkedin/rest/adAccounts?q=search`, {
      headers: {
        authorization: 'Bearer sandbox-linkedin-token',
        'linkedin-version': '202607',
        'x-restli-protocol-version': '2.0.0',
      },
    })
    return ((await answer.json()) as { serviceErrorCode?: number }).serviceErrorCode
  }
  assert.equal(await codeOf(), undefined)
  await control('POST', '/linkedin', { expireTokens: true })
  assert.equal(await codeOf(), 65602)
  await control('POST', '/linkedin', { revokeTokens: true })
  assert.equal(await codeOf(), 65601)
  await control('POST', '/linkedin', { restoreTokens: true })
  assert.equal(await codeOf(), undefined)
})
