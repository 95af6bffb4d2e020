import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import {
  canceled,
  codesOf,
  direct,
  errorsOf,
  managed,
  manager,
  openCaller,
  subManager,
  usualHeaders,
} from './test-caller.ts'

const client = { client_id: 'sandbox-google-ads.apps.example', client_secret: 'sandbox-google-ads-secret' }
const scope = 'https://www.googleapis.com/auth/adwords'

async function openTokens(context: TestContext) {
  const caller = await openCaller(context)
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${caller.base}${path}`, { method: 'POST', body: new URLSearchParams(form) })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const grant = (form: Record<string, string>) => post('/token', { ...client, ...form })
  const refresh = (token: string) => grant({ grant_type: 'refresh_token', refresh_token: token })
  const list = (token: string) =>
    caller.call('GET', '/v25/customers:listAccessibleCustomers', undefined, {
      ...usualHeaders,
      authorization: `Bearer ${token}`,
    })
  const customerOf = async (token: string) => ((await list(token)).body['resourceNames'] as string[])[0]
  return { ...caller, post, grant, refresh, list, customerOf }
}

test('an access token lives for an hour of the clock, and a refresh token gives the next one', async (context) => {
  const { refresh, list, control, change } = await openTokens(context)
  const issued = await refresh('sandbox-google-ads-refresh')
  assert.deepEqual([issued.status, issued.body['expires_in'], issued.body['token_type']], [200, 3599, 'Bearer'])
  assert.equal(issued.body['refresh_token'], undefined)
  const token = issued.body['access_token']!
  assert.deepEqual((await list(token)).body, { resourceNames: [`customers/${direct}`, `customers/${manager}`] })
  await control('POST', '/clock', { offsetSeconds: 3600 })
  const ended = await list(token)
  const error = ended.body['error'] as Record<string, unknown>
  assert.deepEqual([ended.status, error['status']], [401, 'UNAUTHENTICATED'])
  assert.deepEqual(codesOf(ended), [])
  await change({ tokenErrors: 'failure' })
  assert.deepEqual(codesOf(await list(token)), ['authenticationError.OAUTH_TOKEN_EXPIRED'])
  assert.deepEqual(codesOf(await list('nonsense')), ['authenticationError.OAUTH_TOKEN_INVALID'])
})

test('what is revoked opens nothing, and its refresh token is an invalid grant', async (context) => {
  const { refresh, list, post, grant } = await openTokens(context)
  const code = { grant_type: 'authorization_code', code: 'sandbox-google-ads-code' }
  const { body } = await grant(code)
  assert.equal((await list(body['access_token']!)).status, 200)
  assert.equal((await post('/revoke', { token: body['refresh_token']! })).status, 200)
  assert.equal((await list(body['access_token']!)).status, 401)
  const refused = await refresh(body['refresh_token']!)
  assert.deepEqual([refused.status, refused.body['error']], [400, 'invalid_grant'])
  assert.equal((await post('/revoke', { token: body['refresh_token']! })).body['error'], 'invalid_token')
  assert.equal((await refresh('another')).body['error'], 'invalid_grant')
  const wrong = await grant({ ...code, client_secret: 'guessed' })
  assert.deepEqual([wrong.status, wrong.body['error']], [401, 'invalid_client'])
  assert.equal((await grant({ grant_type: 'password' })).body['error'], 'unsupported_grant_type')
})

test('a code from the page of consent is good once, for ten minutes, for the address it was sent to', async (context) => {
  const { base, grant, customerOf, control, change } = await openTokens(context)
  const redirect_uri = 'http://127.0.0.1:1/connect/google-ads/callback'
  await change({ consent: 'given' })
  const agree = async (more: Record<string, string> = {}) => {
    const question = { client_id: client.client_id, redirect_uri, response_type: 'code', scope, ...more }
    const page = await fetch(`${base}/o/oauth2/v2/auth?${new URLSearchParams(question).toString()}`, {
      redirect: 'manual',
    })
    const target = new URL(page.headers.get('location') ?? 'http://nowhere')
    return { code: target.searchParams.get('code') ?? '', state: target.searchParams.get('state') }
  }
  const redeem = (code: string, uri = redirect_uri) =>
    grant({ grant_type: 'authorization_code', code, redirect_uri: uri })
  const { code, state } = await agree({ access_type: 'offline', state: 'mine', login_hint: 'acme' })
  assert.equal(state, 'mine')
  const issued = await redeem(code)
  assert.ok(issued.body['refresh_token'])
  assert.notEqual(await customerOf(issued.body['access_token']!), `customers/${direct}`)
  assert.equal((await redeem(code)).body['error'], 'invalid_grant')
  assert.equal((await redeem((await agree()).code, 'http://elsewhere')).body['error'], 'redirect_uri_mismatch')
  assert.equal(
    (await redeem((await agree()).code)).body['refresh_token'],
    undefined,
    'only who asks for offline access has one',
  )
  const late = await agree()
  await control('POST', '/clock', { offsetSeconds: 601 })
  assert.equal((await redeem(late.code)).body['error'], 'invalid_grant')
})

test('a developer token is asked for, unless access belongs to the project', async (context) => {
  const { call, change } = await openCaller(context)
  const list = (headers: Record<string, string>) =>
    call('GET', '/v25/customers:listAccessibleCustomers', undefined, headers)
  const { authorization } = usualHeaders as { authorization: string }
  assert.equal((await list({ authorization })).status, 200, 'nobody has one any more')
  await change({ developerToken: 'required' })
  const missing = await list({ authorization })
  assert.deepEqual([missing.status, ...codesOf(missing)], [400, 'requestError.DEVELOPER_TOKEN_PARAMETER_MISSING'])
  const wrong = await list({ authorization, 'developer-token': 'guessed' })
  assert.deepEqual([wrong.status, ...codesOf(wrong)], [401, 'authenticationError.DEVELOPER_TOKEN_INVALID'])
  await change({ developerToken: 'optional' })
  assert.equal((await list({ authorization })).status, 200)
  assert.equal((await list({})).status, 401)
})

test('accounts under managers are reached through the manager that the caller was invited to', async (context) => {
  const { call } = await openCaller(context)
  const ask = async (customer: string, login?: string) => {
    const headers = login === undefined ? usualHeaders : { ...usualHeaders, 'login-customer-id': login }
    const body = { query: 'SELECT customer.id FROM customer' }
    const answer = await call('POST', `/v25/customers/${customer}/googleAds:search`, body, headers)
    return [answer.status, ...codesOf(answer)].join(' ')
  }
  const denied = '403 authorizationError.USER_PERMISSION_DENIED'
  assert.equal(await ask(direct), '200')
  assert.equal(await ask(direct, direct), '200')
  assert.equal(await ask(direct, manager), denied)
  assert.equal(await ask(manager), '200')
  assert.equal(await ask(managed), denied)
  assert.equal(await ask(managed, manager), '200')
  assert.equal(await ask(managed, subManager), denied, 'nobody was invited to it')
  assert.equal(await ask(subManager, manager), '200')
  assert.equal(await ask(canceled, manager), '403 authorizationError.CUSTOMER_NOT_ENABLED')
  assert.equal(await ask(managed, '966-148-3101'), '400 headerError.INVALID_LOGIN_CUSTOMER_ID')
  assert.equal(await ask('123', manager), '400 requestError.INVALID_CUSTOMER_ID')
  assert.equal(await ask('1234567890'), denied)
})

test('managers have clients and no figures, and write nothing', async (context) => {
  const { search, rows, call } = await openCaller(context)
  const clients = await rows(
    'SELECT customer_client.id, customer_client.level, customer_client.manager FROM customer_client',
    manager,
  )
  assert.deepEqual(
    clients.map(({ customerClient }) => [customerClient!['id'], customerClient!['level'], customerClient!['manager']]),
    [
      [manager, '0', true],
      [subManager, '1', true],
      [managed, '2', false],
      [canceled, '1', false],
    ],
  )
  const direct = await rows(
    "SELECT customer_client.id FROM customer_client WHERE customer_client.level <= 1 AND customer_client.status = 'ENABLED'",
    manager,
  )
  assert.equal(direct.length, 2)
  const figures = await search('SELECT campaign.id, metrics.clicks FROM campaign', manager)
  assert.deepEqual(codesOf(figures), ['queryError.REQUESTED_METRICS_FOR_MANAGER'])
  assert.deepEqual(await rows('SELECT campaign.id FROM campaign', manager), [])
  const written = await call('POST', `/v25/customers/${manager}/campaigns:mutate`, { operations: [{ remove: 'x' }] })
  assert.deepEqual(codesOf(written), ['requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT'])
})

test('only one version is spoken; older ones are gone and others never were', async (context) => {
  const { call } = await openCaller(context)
  const old = await call('GET', '/v23/customers:listAccessibleCustomers')
  assert.deepEqual([old.status, ...codesOf(old)], [400, 'requestError.UNSUPPORTED_VERSION'])
  const never = await call('GET', '/v99/customers:listAccessibleCustomers')
  assert.deepEqual([never.status, never.headers.get('content-type')], [404, 'text/html; charset=UTF-8'])
  assert.equal((await call('GET', '/v25/customers:dance')).status, 404)
  assert.equal((await call('PUT', '/v25/customers:listAccessibleCustomers')).status, 404)
})

test('operations of a day and calls of a second have their limits, and say when to come back', async (context) => {
  const { search, change, control, rows } = await openCaller(context)
  await change({ dailyOperations: 3 })
  const query = 'SELECT customer.id FROM customer'
  for (let count = 0; count < 3; count++) assert.equal((await search(query)).status, 200)
  const spent = await search(query)
  assert.deepEqual([spent.status, ...codesOf(spent)], [429, 'quotaError.RESOURCE_EXHAUSTED'])
  const { quotaErrorDetails } = errorsOf(spent)[0]!.details as { quotaErrorDetails: Record<string, string> }
  assert.equal(quotaErrorDetails['rateScope'], 'DEVELOPER')
  const seconds = Number(/^(\d+)s$/.exec(quotaErrorDetails['retryDelay']!)?.[1])
  assert.ok(seconds > 0 && seconds <= 25 * 3600)
  await control('POST', '/clock', { offsetSeconds: seconds })
  assert.equal((await search(query)).status, 200)
  await change({ dailyOperations: 0, callBurst: 1, callsPerSecond: 0.1 })
  await control('POST', '/clock', { offsetSeconds: seconds, stopped: true })
  const hasty = [await search(query), await search(query)].map((answer) => codesOf(answer)[0])
  assert.ok(hasty.includes('quotaError.RESOURCE_TEMPORARILY_EXHAUSTED'))
  await change({ limits: 'off' })
  assert.equal((await rows(query)).length, 1)
})

test('ordered faults come in the words of the platform', async (context) => {
  const { search, call, control } = await openCaller(context)
  const query = 'SELECT customer.id FROM customer'
  const order = (fault: object) => control('POST', '/faults', { platform: 'google-ads', ...fault })
  await order({ fault: 'throttle', seconds: 30 })
  const throttled = await search(query)
  assert.deepEqual([throttled.status, ...codesOf(throttled)], [429, 'quotaError.RESOURCE_TEMPORARILY_EXHAUSTED'])
  assert.equal((await search(query)).status, 429, 'until the time is over')
  await control('POST', '/clock', { offsetSeconds: 31 })
  assert.equal((await search(query)).status, 200)
  await order({ fault: 'version-ended' })
  assert.deepEqual(codesOf(await search(query)), ['requestError.UNSUPPORTED_VERSION'])
  await order({ fault: 'platform-error', code: 500 })
  const broken = await search(query)
  assert.deepEqual([broken.status, ...codesOf(broken)], [500, 'internalError.INTERNAL_ERROR'])
  await order({ fault: 'platform-error', code: 400, message: 'databaseError.CONCURRENT_MODIFICATION: Two at once.' })
  assert.deepEqual(codesOf(await search(query)), ['databaseError.CONCURRENT_MODIFICATION'])
  await order({ fault: 'platform-error', code: 503 })
  const stream = await call('POST', `/v25/customers/${direct}/googleAds:searchStream`, { query })
  const [{ error }] = stream.body as unknown as [{ error: Record<string, unknown> }]
  assert.deepEqual([stream.status, error['status']], [503, 'UNAVAILABLE'])
})

test('a company sees nothing of another one', async (context) => {
  const { call } = await openCaller(context)
  const headers = { ...usualHeaders, authorization: 'Bearer sandbox-google-ads-token.other' }
  const { body } = await call('GET', '/v25/customers:listAccessibleCustomers', undefined, headers)
  const names = body['resourceNames'] as string[]
  assert.equal(names.length, 2)
  assert.ok(!names.includes(`customers/${direct}`))
  const query = { query: 'SELECT customer.id FROM customer' }
  const foreign = await call('POST', `/v25/customers/${direct}/googleAds:search`, query, headers)
  assert.deepEqual(codesOf(foreign), ['authorizationError.USER_PERMISSION_DENIED'])
})
