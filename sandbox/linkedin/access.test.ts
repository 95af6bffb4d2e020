import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { account, campaign, campaigns, elementsOf, openCaller, usd, usualHeaders } from './test-caller.ts'

const client = { client_id: 'sandbox-linkedin-client', client_secret: 'sandbox-linkedin-secret' }
const accounts = '/rest/adAccounts?q=search'
const day = 86_400

async function openTokens(context: TestContext) {
  const caller = await openCaller(context)
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${caller.base}/oauth/v2/${path}`, { method: 'POST', body: new URLSearchParams(form) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const grant = (form: Record<string, string>) => post('accessToken', { ...client, ...form })
  const refresh = (token: string) => grant({ grant_type: 'refresh_token', refresh_token: token })
  const list = (token: string | undefined) =>
    caller.call('GET', accounts, undefined, { authorization: token === undefined ? undefined : `Bearer ${token}` })
  return { ...caller, post, grant, refresh, list }
}

test('an access token lives for sixty days, and never longer than the grant behind it', async (context) => {
  const { grant, refresh, list, clock, post } = await openTokens(context)
  const first = (await grant({ grant_type: 'authorization_code', code: 'sandbox-linkedin-code' })).body
  assert.deepEqual([first['expires_in'], first['refresh_token_expires_in']], [60 * day, 365 * day])
  const token = String(first['access_token'])
  const refreshToken = String(first['refresh_token'])
  assert.equal((await list(token)).status, 200)
  await clock(60 * day)
  const ended = await list(token)
  assert.deepEqual(
    [ended.status, ended.body['serviceErrorCode'], ended.body['code']],
    [401, 65602, 'EXPIRED_ACCESS_TOKEN'],
  )
  const reported = await post('introspectToken', { ...client, token })
  assert.deepEqual(
    [reported.body['active'], reported.body['status'], reported.body['auth_type']],
    [false, 'expired', '3L'],
  )
  const second = (await refresh(refreshToken)).body
  assert.equal(second['refresh_token'], refreshToken)
  assert.ok(Math.abs(Number(second['refresh_token_expires_in']) - 305 * day) < 60)
  await clock(360 * day)
  const last = (await refresh(refreshToken)).body
  assert.ok(Math.abs(Number(last['expires_in']) - 5 * day) < 60)
  await clock(365 * day)
  const dead = await refresh(refreshToken)
  assert.deepEqual([dead.status, dead.body['error']], [400, 'invalid_request'])
  assert.equal((await list(String(last['access_token']))).status, 401)
})

test('dead, revoked, missing and wrong tokens are told apart', async (context) => {
  const { refresh, list, post, grant, change } = await openTokens(context)
  const codes = async (token: string | undefined) => {
    const { status, body } = await list(token)
    return [status, body['serviceErrorCode'], body['code']]
  }
  const issued = String((await refresh('sandbox-linkedin-refresh')).body['access_token'])
  assert.equal((await list(issued)).status, 200)
  assert.deepEqual(await codes('nonsense'), [401, 65600, 'INVALID_ACCESS_TOKEN'])
  assert.equal((await list(undefined)).body['message'], 'Empty oauth2 access token')
  assert.equal((await post('revoke', { ...client, token: issued })).status, 200)
  assert.deepEqual(await codes(issued), [401, 65601, 'REVOKED_ACCESS_TOKEN'])
  const wrong = await grant({ grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'guessed' })
  assert.deepEqual([wrong.status, wrong.body['error']], [401, 'invalid_client'])
  assert.equal((await refresh('another')).status, 400)
  assert.equal((await grant({ grant_type: 'password' })).body['error'], 'unsupported_grant_type')
  await change({ refreshTokens: 'no' })
  const bare = await grant({ grant_type: 'authorization_code', code: 'sandbox-linkedin-code' })
  assert.equal(bare.body['refresh_token'], undefined)
})

test('a code from the page of consent is good once, for half an hour, for the address it was sent to', async (context) => {
  const { base, grant, list, clock, change } = await openTokens(context)
  const redirect_uri = 'http://127.0.0.1:1/connect/linkedin/callback'
  await change({ consent: 'given' })
  const agree = async (more: Record<string, string> = {}) => {
    const question = {
      client_id: client.client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'r_ads rw_ads',
      ...more,
    }
    const page = await fetch(`${base}/oauth/v2/authorization?${new URLSearchParams(question).toString()}`, {
      redirect: 'manual',
    })
    return { status: page.status, target: new URL(page.headers.get('location') ?? 'http://nowhere').searchParams }
  }
  const redeem = (code: string | null, uri = redirect_uri) =>
    grant({ grant_type: 'authorization_code', code: code ?? '', redirect_uri: uri })
  const { target } = await agree({ state: 'mine', login_hint: 'acme' })
  assert.equal(target.get('state'), 'mine')
  const issued = await redeem(target.get('code'))
  assert.equal(issued.body['scope'], 'r_ads,rw_ads')
  const found = elementsOf(await list(String(issued.body['access_token'])))
  assert.ok(found.every(({ id }) => String(id) !== usd))
  const again = await redeem(target.get('code'))
  assert.deepEqual([again.status, again.body['error']], [401, 'invalid_request'])
  assert.equal((await redeem((await agree()).target.get('code'), 'http://elsewhere')).status, 400)
  assert.equal((await agree({ scope: 'r_everything' })).target.get('error'), 'unauthorized_scope_error')
  assert.equal((await agree({ client_id: 'another' })).status, 400, 'a page, not a redirect')
  await change({ consent: 'denied' })
  const cancelled = (await agree({ state: 'mine' })).target
  assert.deepEqual([cancelled.get('error'), cancelled.get('state')], ['user_cancelled_authorize', 'mine'])
  await change({ consent: 'given' })
  const late = await agree()
  await clock(1801)
  assert.equal((await redeem(late.target.get('code'))).status, 400)
})

test('scopes, roles and consent decide what a member may do', async (context) => {
  const { find, get, create, read, change, inAccount } = await openCaller(context)
  await change({ scopes: ['r_ads'] })
  const denied = await create('adCampaigns', campaign())
  assert.deepEqual(
    [denied.status, denied.body],
    [
      403,
      {
        status: 403,
        serviceErrorCode: 100,
        code: 'ACCESS_DENIED',
        message: 'Not enough permissions to access: adCampaigns.CREATE.20260701',
      },
    ],
  )
  assert.equal((await get(accounts)).status, 200)
  assert.equal((await get('/rest/adAnalytics?q=analytics&pivot=ACCOUNT')).status, 403)
  await change({ scopes: ['r_ads', 'rw_ads'], roles: { [usd]: 'VIEWER' } })
  const users = await find('/rest/adAccountUsers?q=authenticatedUser')
  assert.deepEqual(elementsOf(users).map(({ account: of, role }) => [of, role])[0], [account, 'VIEWER'])
  assert.equal((await read('adCampaigns', campaigns.image)).status, 200)
  const viewer = await create('adCampaigns', campaign())
  assert.deepEqual([viewer.status, viewer.body['code']], [403, 'NO_PERMISSION_ON_ENTITY'])
  await change({ roles: { [usd]: 'CREATIVE_MANAGER' } })
  assert.equal((await create('adCampaigns', campaign())).status, 403)
  await change({ roles: { [usd]: 'CAMPAIGN_MANAGER' } })
  assert.equal((await create('adCampaigns', campaign())).status, 201)
  await change({ dmaConsent: 'lacking' })
  const lacking = await get(inAccount('adCampaigns', campaigns.image))
  assert.deepEqual([lacking.status, lacking.body['code']], [403, 'ACCESS_DENIED'])
})

test('each resource has its calls of a day, and a limit that is reached tells nothing of its end', async (context) => {
  const { get, find, change, clock } = await openCaller(context)
  await change({ resourceCalls: { adAccounts: 2 } })
  assert.deepEqual([(await get(accounts)).status, (await get(accounts)).status], [200, 200])
  const spent = await get(accounts)
  assert.equal(spent.status, 429)
  assert.equal(spent.headers.get('retry-after'), null)
  assert.deepEqual(spent.body, {
    status: 429,
    serviceErrorCode: 101,
    message: 'Resource level throttle limit for calls to this resource is reached.',
  })
  assert.equal((await find('/rest/adAccountUsers?q=authenticatedUser')).status, 200)
  await clock(day)
  assert.equal((await get(accounts)).status, 200)
  await change({ limits: 'off', resourceCalls: { adAccounts: 0 } })
  assert.equal((await get(accounts)).status, 200)
})

test('ordered faults come in the words of the platform', async (context) => {
  const { get, create, control, clock, read } = await openCaller(context)
  const order = (fault: object) => control('POST', '/faults', { platform: 'linkedin', ...fault })
  await order({ fault: 'throttle', seconds: 30 })
  assert.deepEqual([(await get(accounts)).status, (await get(accounts)).status], [429, 429])
  await clock(31)
  assert.equal((await get(accounts)).status, 200)
  await order({ fault: 'version-ended' })
  assert.equal((await get(accounts)).body['code'], 'NONEXISTENT_VERSION')
  await order({ fault: 'platform-error', code: 65601 })
  const revoked = await get(accounts)
  assert.deepEqual([revoked.status, revoked.body['code']], [401, 'REVOKED_ACCESS_TOKEN'])
  await order({ fault: 'platform-error', code: 409, message: 'CONFLICT: Two at once.' })
  const conflict = await get(accounts)
  assert.deepEqual(
    [conflict.status, conflict.body['code'], conflict.body['message']],
    [409, 'CONFLICT', 'Two at once.'],
  )
  await order({ fault: 'drop-after', match: { method: 'POST', path: 'adCampaigns' } })
  await assert.rejects(create('adCampaigns', campaign({ name: 'Lost answer' })))
  const found = await get(`/rest/adAccounts/${usd}/adCampaigns?q=search&search=(name:(values:List(Lost%20answer)))`)
  assert.equal(elementsOf(found).length, 1)
  await order({ fault: 'downgrade', fields: ['audienceExpansionEnabled'] })
  const made = await create('adCampaigns', campaign({ audienceExpansionEnabled: true }))
  assert.equal((await read('adCampaigns', made.id)).body['audienceExpansionEnabled'], false)
})

test('a company sees nothing of another one', async (context) => {
  const { call, inAccount } = await openCaller(context)
  const other = { authorization: `${usualHeaders['authorization']!}.other` }
  const found = elementsOf(await call('GET', accounts, undefined, other))
  assert.deepEqual(
    found.map(({ currency }) => currency),
    ['USD', 'JPY'],
  )
  assert.ok(found.every(({ id }) => String(id) !== usd))
  const foreign = await call('GET', inAccount('adCampaigns', campaigns.image), undefined, other)
  assert.deepEqual([foreign.status, foreign.body['code']], [403, 'NO_PERMISSION_ON_ENTITY'])
  const range = 'dateRange=(start:(year:2026,month:1,day:1),end:(year:2027,month:12,day:31))'
  const urn = encodeURIComponent(account)
  const report = `/rest/adAnalytics?q=analytics&pivot=ACCOUNT&timeGranularity=ALL&${range}&accounts=List(${urn})`
  assert.deepEqual(elementsOf(await call('GET', report, undefined, other)), [], 'no access looks like no figures')
})

test('the state names two accounts of every company, and every creative by its number', async (context) => {
  const { control, call } = await openCaller(context)
  await call('GET', accounts, undefined, { authorization: `${usualHeaders['authorization']!}.other` })
  const { body } = await control('GET', '/state?platform=linkedin')
  const known = body['accounts'] as { id: string; currency: string; tenant: string }[]
  assert.deepEqual(
    known.map(({ currency, tenant }) => `${currency} ${tenant}`),
    ['USD default', 'JPY default', 'USD other', 'JPY other'],
  )
  const own = (await control('GET', `/state?platform=linkedin&accountId=${usd}`)).body
  assert.deepEqual(own['counts'], { campaigns: 4, adsets: 7, ads: 11, creatives: 56, images: 6, videos: 2 })
  const [ad] = own['ads'] as [Record<string, string>]
  assert.deepEqual(
    [ad['id'], ad['adsetId'], ad['status'], ad['creativeId']],
    ['40661483110001', campaigns.image, 'ACTIVE', 'urn:li:share:72661483110001'],
  )
})
