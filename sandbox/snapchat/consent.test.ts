import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { consentAt } from '../../test/support/consent.ts'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'

const client = { client_id: 'sandbox-snapchat-app', client_secret: 'sandbox-snapchat-secret' }
const redirectUri = 'http://127.0.0.1:8080/connect/snapchat/callback'

async function open(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  const base = `${url}/snapchat`
  const authorize = `${base}/login/oauth2/authorize?${new URLSearchParams({
    ...{ client_id: client.client_id, redirect_uri: redirectUri, response_type: 'code' },
    ...{ scope: 'snapchat-marketing-api', state: 'mine' },
  }).toString()}`
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${base}${path}`, { method: 'POST', body: new URLSearchParams({ ...client, ...form }) })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const grant = (form: Record<string, string>) => post('/login/oauth2/access_token', form)
  const accountsOf = async (token = '') => {
    const answer = await fetch(`${base}/v1/me/organizations?with_ad_accounts=true`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { organizations = [] } = (await answer.json()) as {
      organizations?: { organization: { ad_accounts: object[] } }[]
    }
    return { status: answer.status, count: organizations.flatMap((each) => each.organization.ad_accounts).length }
  }
  return { url, control, authorize, post, grant, accountsOf }
}

test('a code opens the accounts of the person, works once, and its refresh token rotates on request', async (context) => {
  const { control, authorize, post, grant, accountsOf } = await open(context)
  const code = (await consentAt(authorize, { person: 'assistant' })).searchParams.get('code')!
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
  assert.equal((await grant({ ...form, redirect_uri: 'https://a.example/' })).body['error'], 'invalid_grant')
  const both = await Promise.all([grant(form), grant(form)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  const { body } = both.find(({ status }) => status === 200)!
  const assistant = await accountsOf(body['access_token'])
  const owner = await accountsOf('sandbox-snapchat-token')
  assert.deepEqual([assistant.count, owner.count], [1, 2])
  const refresh = (token = '') => grant({ grant_type: 'refresh_token', refresh_token: token })
  assert.equal((await refresh(body['refresh_token'])).body['refresh_token'], body['refresh_token'])
  await control('POST', '/snapchat', { rotateRefreshTokens: true, oldRefreshTokens: 'die' })
  const next = (await refresh(body['refresh_token'])).body
  assert.notEqual(next['refresh_token'], body['refresh_token'])
  assert.equal((await refresh(body['refresh_token'])).body['error'], 'invalid_grant')
  assert.equal((await post('/accounts/oauth2/revoke', { token: next['refresh_token']! })).status, 200)
  assert.equal((await accountsOf(next['access_token'])).status, 401)
})

test('where the platform is strict, plain http is refused on a page of its own', async (context) => {
  const { control, authorize } = await open(context)
  await control('POST', '/snapchat', { loopback: 'refused' })
  const answer = await fetch(authorize, { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [400, null])
  const denied = new URL(authorize)
  denied.searchParams.set('redirect_uri', 'https://flightdeck.example/connect/snapchat/callback')
  const back = await consentAt(denied.href, { decision: 'deny' })
  assert.equal(back.href, 'https://flightdeck.example/connect/snapchat/callback?error=access_denied&state=mine')
})
