import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { startTestSandbox } from '../../../../test/support/simulated/sandbox.ts'
import {
  campaignForm,
  graphClient,
  instagram,
  page,
  token,
  usdAccount,
} from '../../../../test/support/simulated/primary.ts'
import type { GraphAnswer, GraphBody } from '../../../../test/support/simulated/primary.ts'

const secret = 'sandbox-meta-app-secret'

test('the token may stand in the query, the form or the header; any other token is refused', async (context) => {
  const { url } = await startTestSandbox(context)
  const base = `${url}/meta/v26.0`
  const code = async (path: string, init?: RequestInit) =>
    ((await (await fetch(base + path, init)).json()) as GraphBody).error?.code
  assert.equal(await code(`/me?access_token=${token}`), undefined)
  assert.equal(await code('/me', { headers: { authorization: `Bearer ${token}` } }), undefined)
  assert.equal(await code('/me', { headers: { authorization: `OAuth ${token}` } }), undefined)
  const form = new URLSearchParams({ name: 'label', access_token: token })
  assert.equal(await code(`/${usdAccount}/adlabels`, { method: 'POST', body: form }), undefined)
  assert.equal(await code('/me'), 104)
  for (const wrong of ['nonsense', `${token}x`, `${token}.`, `${token}.UPPER`, `${token}.${'x'.repeat(41)}`])
    assert.equal(await code(`/me?access_token=${wrong}`), 190, wrong)
})

test('a proof must fit the token, and is needed when the app requires it', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const proof = createHmac('sha256', secret).update(token).digest('hex')
  assert.equal((await client.get(`me?appsecret_proof=${proof}`)).status, 200)
  const wrong = (await client.get(`me?appsecret_proof=${proof.replace(/./, 'z')}`)).body.error
  assert.deepEqual([wrong?.code, wrong?.type], [100, 'GraphMethodException'])
  await control('POST', '/meta', { requireAppsecretProof: true })
  assert.equal((await client.get('me')).body.error?.code, 100)
  assert.equal((await client.get(`me?appsecret_proof=${proof}`)).status, 200)
})

test('tokens end when the clock says so', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  await control('POST', '/meta', { tokenEndsAt: inAnHour })
  const about = (await client.get(`debug_token?input_token=${token}`)).body['data'] as unknown as Record<
    string,
    unknown
  >
  assert.deepEqual([about['is_valid'], about['expires_at'], about['app_id']], [true, inAnHour, '102938475610293'])
  await control('POST', '/clock', { offsetSeconds: 4000 })
  const error = (await client.get('me')).body.error
  assert.deepEqual([error?.code, error?.error_subcode], [190, 463])
})

test('a permission that was declined is not among those of the token, and what needs it is refused', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const codeOf = async (answer: Promise<GraphAnswer>) => (await answer).body.error?.code
  const scopes = async () => {
    const { data } = (await client.get(`debug_token?input_token=${token}`)).body as unknown as {
      data: { scopes: string[] }
    }
    return data.scopes
  }
  assert.ok((await scopes()).includes('instagram_branded_content_ads_brand'))
  await control('POST', '/meta', { declinedScopes: ['pages_read_engagement', 'business_management'] })
  assert.ok(!(await scopes()).includes('business_management'))
  const declined = (await client.get('me/permissions')).body.data?.filter(({ status }) => status === 'declined')
  assert.deepEqual(
    declined?.map(({ permission }) => permission),
    ['business_management', 'pages_read_engagement'],
  )
  assert.equal(await codeOf(client.get(`${page}/published_posts`)), 10)
  assert.equal(await codeOf(client.get(`${instagram}/branded_content_ad_permissions`)), 10)
  assert.equal(await codeOf(client.get(`${usdAccount}/campaigns`)), undefined)
  await control('POST', '/meta', { declinedScopes: ['ads_management'] })
  assert.equal(await codeOf(client.get(`${usdAccount}/campaigns`)), undefined)
  assert.equal(await codeOf(client.post(`${usdAccount}/campaigns`, campaignForm)), 200)
})

test('only v25 and v26 are served', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const version of ['v26.0', 'v25.0']) {
    const answer = await graphClient(url, token, version).get('me')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('facebook-api-version'), version)
  }
  for (const version of ['v24.0', 'v3.2'])
    assert.equal((await graphClient(url, token, version).get('me')).body.error?.code, 2635)
  const unversioned = (await (await fetch(`${url}/meta/me?access_token=${token}`)).json()) as GraphBody
  assert.equal(unversioned.error?.code, 2635)
  assert.equal((await graphClient(url, token, 'v99.0').get('me')).body.error?.code, 2500)
})

test('companies do not see each other', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const ours = graphClient(url, `${token}.acme`)
  const theirs = graphClient(url, `${token}.globex`)
  const accounts = async (client: typeof ours) =>
    ((await client.get('me/adaccounts?fields=currency')).body.data ?? []) as { id: string; currency: string }[]
  const [own] = await accounts(ours)
  const others = await accounts(theirs)
  assert.deepEqual(
    others.map(({ currency }) => currency),
    ['USD', 'JPY'],
  )
  assert.ok(own && others.every(({ id }) => id !== own.id))
  const campaignId = await ours.create(`${own.id}/campaigns`, campaignForm)
  for (const path of [own.id, campaignId, `${own.id}/campaigns`]) {
    const error = (await theirs.get(path)).body.error
    assert.deepEqual([error?.code, error?.error_subcode], [100, 33], path)
  }
  assert.equal((await theirs.post(campaignId, { name: 'Mine now' })).body.error?.error_subcode, 33)
  assert.equal((await theirs.remove(campaignId)).body.error?.error_subcode, 33)
  const listed = (await control('GET', '/state?platform=meta')).body['accounts'] as { id: string; tenant: string }[]
  assert.deepEqual(
    listed.map(({ tenant }) => tenant),
    ['default', 'default', 'acme', 'acme', 'globex', 'globex'],
  )
  await control('POST', '/reset', {})
  assert.equal((await accounts(ours))[0]?.id, own.id, 'the same name always gives the same accounts')
})

test('calls count for the ad account, and too many are refused until time has passed', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  await control('POST', '/meta', { tier: 'development_access' })
  const first = await client.post(`${usdAccount}/adlabels`, { name: 'one' })
  const usage = JSON.parse(first.headers.get('x-ad-account-usage') ?? '{}') as Record<string, unknown>
  assert.equal(usage['acc_id_util_pct'], 5)
  assert.equal(usage['ads_api_access_tier'], 'development_access')
  assert.ok(first.headers.get('x-business-use-case-usage')?.includes('ads_management'))
  for (let write = 2; write <= 20; write++)
    assert.equal((await client.post(`${usdAccount}/adlabels`, { name: `label ${write}` })).status, 200)
  const blocked = await client.post(`${usdAccount}/adlabels`, { name: 'too many' })
  assert.deepEqual([blocked.body.error?.code, blocked.body.error?.error_subcode], [17, 2446079])
  const full = JSON.parse(blocked.headers.get('x-ad-account-usage') ?? '{}') as Record<string, number>
  assert.equal(full['acc_id_util_pct'], 100)
  assert.ok((full['reset_time_duration'] ?? 0) > 290)
  await control('POST', '/clock', { offsetSeconds: 302 })
  assert.equal((await client.get(usdAccount)).status, 200)
})

test('more than a hundred changes a second are refused', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const part = { method: 'POST', relative_url: `${usdAccount}/adlabels`, body: 'name=same' }
  const batches = Array.from({ length: 14 }, () => client.post('', { batch: Array.from({ length: 50 }, () => part) }))
  const answers = (await Promise.all(batches)).flatMap(({ body }) => body as unknown as { body: string }[])
  const errors = answers.map(({ body }) => (JSON.parse(body) as GraphBody).error).filter((error) => error !== undefined)
  assert.ok(errors.length > 0, 'seven hundred changes at once are too many')
  assert.ok(errors.every((error) => error.code === 613 && error.error_subcode === 5044001))
})
