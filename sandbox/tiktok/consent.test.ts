import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { consentAt } from '../../test/support/consent.ts'
import type { ConsentChoices } from '../../test/support/consent.ts'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'

const app = { app_id: '7100000000000000001', secret: 'sandbox-tiktok-secret' }
const redirectUri = 'http://localhost:8080/connect/tiktok/callback'

interface Described {
  code: number
  data: { access_token: string; advertiser_ids: string[]; scope: number[]; list: { advertiser_id: string }[] }
}

async function open(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  const base = `${url}/tiktok/open_api/v1.3`
  const codeFor = async (choices: ConsentChoices = {}) => {
    const query = { app_id: app.app_id, redirect_uri: redirectUri, state: 'mine' }
    const back = await consentAt(`${url}/tiktok/portal/auth?${new URLSearchParams(query).toString()}`, choices)
    assert.equal(back.searchParams.get('state'), 'mine')
    return back.searchParams.get('auth_code')!
  }
  const reported = async (answer: Response): Promise<Described> => {
    assert.equal(answer.status, 200)
    return (await answer.json()) as Described
  }
  const post = async (path: string, body: object) =>
    reported(
      await fetch(`${base}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    )
  const get = async (path: string, query: Record<string, string>, token: string) =>
    reported(
      await fetch(`${base}${path}?${new URLSearchParams(query).toString()}`, { headers: { 'access-token': token } }),
    )
  const exchange = (code: string, more: object = {}) =>
    post('/oauth2/access_token/', { ...app, auth_code: code, ...more })
  return { base, control, codeFor, post, get, exchange }
}

test('ticked accounts and permissions are all that a token opens, and nothing else is an error with status 200', async (context) => {
  const { codeFor, exchange, get } = await open(context)
  const { data: whole } = await exchange(await codeFor())
  const [first, second] = whole.advertiser_ids
  assert.ok(first && second)
  const { data } = await exchange(await codeFor({ accounts: [first], scopes: ['2', '4'] }))
  assert.deepEqual([data.advertiser_ids, data.scope], [[first], [2, 4]])
  const list = await get('/oauth2/advertiser/get/', app, data.access_token)
  assert.deepEqual(
    list.data.list.map(({ advertiser_id: id }) => id),
    [first],
  )
  const campaigns = (advertiser: string) => get('/campaign/get/', { advertiser_id: advertiser }, data.access_token)
  assert.equal((await campaigns(first)).code, 0)
  assert.equal((await campaigns(second)).code, 40001)
  const info = await get('/advertiser/info/', { advertiser_ids: `["${first}"]` }, data.access_token)
  assert.equal(info.code, 40001, 'the permission for accounts was left out')
  const none = await exchange(await codeFor({ accounts: [] }))
  assert.deepEqual([none.code, none.data.advertiser_ids], [0, []])
})

test('codes and tokens are refused with the numbers of the platform', async (context) => {
  const { base, codeFor, exchange, post, get, control } = await open(context)
  const code = await codeFor()
  assert.equal((await exchange(code, { secret: 'x' })).code, 40101)
  assert.equal((await exchange(code, { app_id: '1' })).code, 40113)
  assert.equal((await exchange('nonsense')).code, 40101)
  assert.equal((await post('/oauth2/access_token/', app)).code, 40002)
  const both = await Promise.all([exchange(code), exchange(code)])
  assert.deepEqual(both.map((each) => each.code).sort(), [0, 40110])
  const token = both.find((each) => each.code === 0)!.data.access_token
  const late = await codeFor()
  await control('POST', '/clock', { offsetSeconds: 3601 })
  assert.equal((await exchange(late)).code, 40110)
  assert.equal((await post('/oauth2/revoke_token/', { ...app, access_token: token })).code, 0)
  assert.equal((await get('/oauth2/advertiser/get/', app, token)).code, 40105)
  const bare = await fetch(`${base}/oauth2/access_token`, { method: 'POST', body: '{}' })
  assert.deepEqual([bare.status, await bare.text()], [404, '404 page not found'])
})
