import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { consentAt } from '../../../test/support/consent.ts'
import type { ConsentChoices } from '../../../test/support/consent.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'

const app = { client_id: '102938475610293', client_secret: 'sandbox-meta-app-secret' }
const redirectUri = 'http://localhost:8080/connect/primary/callback'
const scope = 'ads_management,ads_read,pages_show_list'

interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown> & { error?: Record<string, unknown>; data?: unknown }
}

async function open(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  const base = `${url}/meta/v26.0`
  const ask = async (path: string, query: Record<string, string>, method = 'GET'): Promise<Answer> => {
    const answer = await fetch(`${base}/${path}?${new URLSearchParams(query).toString()}`, { method })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
  }
  const agree = (choices: ConsentChoices = {}, more: Record<string, string> = {}) => {
    const query = { client_id: app.client_id, redirect_uri: redirectUri, state: 'mine', scope, ...more }
    return consentAt(`${base}/dialog/oauth?${new URLSearchParams(query).toString()}`, choices)
  }
  const exchange = (code: string, more: Record<string, string> = {}) =>
    ask('oauth/access_token', { ...app, redirect_uri: redirectUri, code, ...more })
  const tokenFor = async (choices: ConsentChoices = {}, more: Record<string, string> = {}) => {
    const { body } = await exchange((await agree(choices, more)).searchParams.get('code')!)
    return String(body['access_token'])
  }
  const about = async (token: string) => {
    const appToken = `${app.client_id}|${app.client_secret}`
    return (await ask('debug_token', { input_token: token, access_token: appToken })).body.data as Record<
      string,
      unknown
    >
  }
  return { url, control, ask, agree, exchange, tokenFor, about }
}

test('a code gives a short token, which is exchanged for one of 60 days, and both are known to debug_token', async (context) => {
  const { ask, agree, exchange, about, control } = await open(context)
  const back = await agree()
  assert.equal(back.hash, '#_=_')
  assert.equal(back.searchParams.get('state'), 'mine')
  const { body } = await exchange(back.searchParams.get('code')!)
  assert.deepEqual([body['token_type'], body['expires_in']], ['bearer', 5400])
  const short = String(body['access_token'])
  const long = await ask('oauth/access_token', { ...app, grant_type: 'fb_exchange_token', fb_exchange_token: short })
  assert.equal(long.body['expires_in'], 5_183_944)
  await control('POST', '/clock', { offsetSeconds: 5401 })
  assert.equal((await about(short))['is_valid'], false)
  const known = await about(String(long.body['access_token']))
  assert.deepEqual(
    [known['is_valid'], known['type'], known['scopes']],
    [true, 'USER', ['public_profile', ...scope.split(',')]],
  )
  assert.deepEqual(
    known['granular_scopes'],
    scope.split(',').map((each) => ({ scope: each })),
  )
  const late = await ask('oauth/access_token', { ...app, grant_type: 'fb_exchange_token', fb_exchange_token: short })
  assert.deepEqual([late.body.error!['code'], late.body.error!['error_subcode']], [190, 463])
})

test('chosen accounts and permissions are all that a token opens', async (context) => {
  const { ask, tokenFor, about } = await open(context)
  const all = (await ask('me/adaccounts', { access_token: await tokenFor() })).body.data as { id: string }[]
  const [first, second] = all.map(({ id }) => id)
  const token = await tokenFor({ accounts: [first!], scopes: ['public_profile', 'ads_read'] })
  const shown = await ask('me/adaccounts', { access_token: token })
  assert.deepEqual(
    (shown.body.data as { id: string }[]).map(({ id }) => id),
    [first],
  )
  const foreign = await ask(`${second}/campaigns`, { access_token: token })
  assert.deepEqual([foreign.status, foreign.body.error!['code']], [400, 100])
  const write = await ask(`${first}/campaigns`, { access_token: token, name: 'x' }, 'POST')
  assert.deepEqual([write.status, write.body.error!['code']], [403, 200])
  const { granular_scopes: granular } = await about(token)
  assert.deepEqual(granular, [{ scope: 'ads_read', target_ids: [first!.replace('act_', '')] }])
  const { data } = (await ask('me/permissions', { access_token: token })).body
  assert.ok((data as object[]).some((each) => JSON.stringify(each).includes('"ads_management","status":"declined"')))
})

test('taking permissions back ends every token of the person, also of the demo', async (context) => {
  const { ask, tokenFor, about } = await open(context)
  const [one, two] = [await tokenFor(), await tokenFor()]
  assert.deepEqual((await ask('me/permissions/ads_read', { access_token: one }, 'DELETE')).body, { success: true })
  assert.ok(!((await about(one))['scopes'] as string[]).includes('ads_read'))
  assert.deepEqual((await ask('me/permissions', { access_token: one }, 'DELETE')).body, { success: true })
  for (const token of [one, two]) {
    const { status, body } = await ask('me', { access_token: token })
    assert.deepEqual([status, body.error!['code'], body.error!['error_subcode']], [400, 190, 458])
  }
  const demo = { access_token: 'sandbox-meta-token' }
  assert.equal((await ask('me/permissions', demo, 'DELETE')).status, 200)
  assert.equal((await ask('me', demo)).body.error!['error_subcode'], 458)
})

test('a code is refused in the words of the platform', async (context) => {
  const { agree, exchange, control, ask } = await open(context)
  const code = (await agree()).searchParams.get('code')!
  const reported = async (answer: Promise<Answer>) => {
    const { status, headers, body } = await answer
    assert.match(headers.get('www-authenticate') ?? '', /^OAuth "Facebook Platform" "invalid_code"/)
    return [status, body.error!['code'], body.error!['error_subcode']]
  }
  assert.deepEqual(await reported(exchange(code, { redirect_uri: `${redirectUri}?x=1` })), [400, 100, 36008])
  assert.deepEqual(await reported(exchange(code, { client_secret: 'x' })), [400, 1, undefined])
  assert.deepEqual(await reported(exchange(code, { client_id: '1' })), [400, 101, undefined])
  assert.deepEqual(await reported(exchange('nonsense')), [400, 100, undefined])
  const both = await Promise.all([exchange(code), exchange(code)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  assert.deepEqual(await reported(exchange(code)), [400, 100, 36009])
  const late = (await agree()).searchParams.get('code')!
  await control('POST', '/clock', { offsetSeconds: 601 })
  assert.deepEqual(await reported(exchange(late)), [400, 100, 36007])
  assert.deepEqual(await reported(ask('oauth/access_token', { ...app, grant_type: 'x' })), [400, 100, undefined])
})

test('a challenge has to be met, and denying says so', async (context) => {
  const { agree, exchange } = await open(context)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const codeOf = async () => (await agree({}, pkce)).searchParams.get('code')!
  assert.equal((await exchange(await codeOf(), { code_verifier: verifier })).status, 200)
  assert.equal((await exchange(await codeOf(), { code_verifier: 'wrong' })).status, 400)
  assert.equal((await exchange(await codeOf())).status, 400)
  const denied = await agree({ decision: 'deny' })
  assert.equal(denied.searchParams.get('error'), 'access_denied')
  assert.equal(denied.searchParams.get('error_reason'), 'user_denied')
  assert.equal(denied.searchParams.get('state'), 'mine')
})
