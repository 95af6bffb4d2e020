import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { consentAt } from '../../test/support/consent.ts'
import type { ConsentChoices } from '../../test/support/consent.ts'
import { jpyAccount, pinClient, token, usdAccount } from '../../test/support/simulated/pinterest.ts'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'

const app = { id: '1490001', secret: 'sandbox-pinterest-app-secret' }
const redirectUri = 'http://127.0.0.1:8080/connect/pinterest/callback'
const scope = 'ads:read,ads:write,boards:read,pins:read,pins:write,user_accounts:read'

async function open(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  const authorize = (more: Record<string, string> = {}) => {
    const query = { client_id: app.id, redirect_uri: redirectUri, response_type: 'code', scope, state: 'mine', ...more }
    return `${url}/pinterest/oauth/?${new URLSearchParams(query).toString()}`
  }
  const grant = async (form: Record<string, string>, secret = app.secret) => {
    const answer = await fetch(`${url}/pinterest/v5/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${app.id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(form),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const codeFor = async (choices: ConsentChoices = {}, more: Record<string, string> = {}) => {
    const back = await consentAt(authorize(more), choices)
    return back.searchParams.get('code') ?? assert.fail(back.href)
  }
  const exchange = (code: string, uri = redirectUri) =>
    grant({ grant_type: 'authorization_code', code, redirect_uri: uri, continuous_refresh: 'true' })
  const change = (settings: object) => control('POST', '/pinterest', settings)
  return { url, control, change, authorize, grant, codeFor, exchange }
}

test('a person agrees, and the code opens their accounts with what was granted', async (context) => {
  const { url, authorize, exchange } = await open(context)
  const back = await consentAt(authorize())
  assert.equal(`${back.origin}${back.pathname}`, redirectUri)
  assert.equal(back.searchParams.get('state'), 'mine')
  const { status, body } = await exchange(back.searchParams.get('code')!)
  assert.equal(status, 200)
  assert.match(body['access_token']!, /^pina_/)
  assert.match(body['refresh_token']!, /^pinr_/)
  const { access_token: access, refresh_token: _, refresh_token_expires_at: endsAt, ...rest } = body
  assert.ok(Number(endsAt) > Date.now() / 1000 + 59 * 86_400)
  assert.deepEqual(rest, {
    response_type: 'authorization_code',
    token_type: 'bearer',
    expires_in: 2_592_000,
    scope: scope.replaceAll(',', ' '),
    refresh_token_expires_in: 5_184_000,
  })
  const client = pinClient(url, access)
  assert.deepEqual(
    (await client.items('ad_accounts')).map(({ id }) => id),
    [usdAccount, jpyAccount],
  )
  assert.equal((await client.get('user_account')).body['username'], 'harborpine-default')
})

test('somebody with one account opens one, and somebody of another company opens theirs', async (context) => {
  const { url, codeFor, exchange } = await open(context)
  const assistant = pinClient(url, (await exchange(await codeFor({ person: 'assistant' }))).body['access_token'])
  assert.deepEqual(
    (await assistant.items('ad_accounts')).map(({ id }) => id),
    [usdAccount],
  )
  const refused = await assistant.get(`ad_accounts/${jpyAccount}/campaigns`)
  assert.deepEqual([refused.status, refused.body.code], [404, 2])
  assert.equal((await assistant.get('user_account')).body['username'], 'sam-default')
  const other = pinClient(url, (await exchange(await codeFor({ tenant: 'acme' }))).body['access_token'])
  assert.ok((await other.items('ad_accounts')).every(({ id }) => id !== usdAccount && id !== jpyAccount))
})

test('what was not asked for is refused by its scope', async (context) => {
  const { url, codeFor, exchange } = await open(context)
  const { body } = await exchange(await codeFor({}, { scope: 'ads:read' }))
  const client = pinClient(url, body['access_token'])
  assert.equal((await client.get('ad_accounts')).status, 200)
  const missing = [
    await client.get('boards'),
    await client.post(`ad_accounts/${usdAccount}/campaigns`, [{}]),
    await client.get('user_account'),
  ]
  for (const { status, body: reported } of missing) assert.deepEqual([status, reported.code], [401, 3])
})

test('a code works once, at the address that it was given to, before it ends', async (context) => {
  const { control, codeFor, exchange, grant } = await open(context)
  const code = await codeFor()
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
  assert.deepEqual((await grant(form, 'wrong')).body, { code: 2, message: 'Authentication failed.' })
  assert.equal((await exchange(code, `${redirectUri}2`)).status, 401)
  const both = await Promise.all([exchange(code), exchange(code)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  assert.equal((await exchange(code)).body['code'], 283)
  const late = await codeFor()
  await control('POST', '/clock', { offsetSeconds: 601 })
  assert.equal((await exchange(late)).status, 400)
})

test('refresh tokens rotate, and the old one lives or dies as the switch says', async (context) => {
  const { url, change, codeFor, exchange, grant } = await open(context)
  const { body } = await exchange(await codeFor())
  const refresh = (from: string | undefined) => grant({ grant_type: 'refresh_token', refresh_token: from ?? '' })
  const second = await refresh(body['refresh_token'])
  assert.notEqual(second.body['refresh_token'], body['refresh_token'])
  assert.equal((await refresh(body['refresh_token'])).status, 200)
  await change({ oldRefreshTokens: 'die' })
  const third = await refresh(second.body['refresh_token'])
  assert.equal((await refresh(second.body['refresh_token'])).status, 401)
  assert.equal((await pinClient(url, third.body['access_token']).get('ad_accounts')).status, 200)
  await change({ refreshTokens: 'no' })
  assert.equal('refresh_token' in (await refresh(third.body['refresh_token'])).body, false)
})

test('no token can be taken back over the interface but those of system users', async (context) => {
  const { url } = await open(context)
  const answer = await fetch(`${url}/pinterest/v5/oauth/token/revoke`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}` },
    body: new URLSearchParams({ token }),
  })
  assert.deepEqual([answer.status, ((await answer.json()) as { code: number }).code], [403, 29])
})

test("what people took back, and what ended, reaches the demo's own token", async (context) => {
  const { url, change, grant } = await open(context)
  const codeOf = async () => (await pinClient(url).get('ad_accounts')).body.code
  await change({ expireTokens: true })
  assert.equal(await codeOf(), 1104)
  const refresh = { grant_type: 'refresh_token', refresh_token: 'sandbox-pinterest-refresh' }
  const renewed = (await grant(refresh)).body
  assert.equal((await pinClient(url, renewed['access_token']).get('ad_accounts')).status, 200)
  await change({ revokeTokens: true })
  assert.equal(await codeOf(), 2)
  assert.equal((await grant(refresh)).status, 401)
  assert.equal((await pinClient(url, renewed['access_token']).get('ad_accounts')).status, 401)
  await change({ restoreTokens: true })
  assert.equal((await pinClient(url).get('ad_accounts')).status, 200)
})
