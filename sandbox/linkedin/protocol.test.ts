import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { campaign, campaigns, elementsOf, errorsOf, firstCreative, openCaller, usualHeaders } from './test-caller.ts'

const accounts = '/rest/adAccounts?q=search'

test('every call names a version that is served today', async (context) => {
  const { call, clock } = await openCaller(context)
  const ask = async (version: string | undefined) => {
    const { status, body } = await call('GET', accounts, undefined, { 'linkedin-version': version })
    return [status, body['code'], body['message']]
  }
  assert.deepEqual((await ask(undefined)).slice(0, 2), [400, 'VERSION_MISSING'])
  assert.deepEqual(await ask('202504'), [426, 'NONEXISTENT_VERSION', 'Requested version 20250401 is not active'])
  assert.deepEqual((await ask('202512')).slice(0, 2), [426, 'NONEXISTENT_VERSION'])
  assert.deepEqual((await ask('soon')).slice(0, 2), [426, 'NONEXISTENT_VERSION'])
  for (const version of ['202607', '202610', '202607.01']) assert.equal((await ask(version))[0], 200, version)
  const ends = Date.parse('2027-07-15')
  await clock(Math.ceil((ends - Date.now()) / 1000) - 60)
  assert.equal((await ask('202607'))[0], 200)
  await clock(Math.ceil((ends - Date.now()) / 1000))
  assert.deepEqual(await ask('202607'), [426, 'NONEXISTENT_VERSION', 'Requested version 20260701 is not active'])
  assert.equal((await ask('202610'))[0], 200)
})

test('the protocol wants its version, and the method named where it cannot be seen', async (context) => {
  const { call, inAccount } = await openCaller(context)
  const status = async (method: string, path: string, body?: unknown, more: Record<string, string | undefined> = {}) =>
    (await call(method, path, body, more)).status
  assert.equal(await status('GET', accounts, undefined, { 'x-restli-protocol-version': undefined }), 400)
  assert.equal(await status('GET', accounts, undefined, { 'x-restli-protocol-version': '1.0.0' }), 400)
  assert.equal(await status('GET', accounts, undefined, { 'x-restli-method': 'finder' }), 200)
  assert.equal(await status('GET', accounts, undefined, { 'x-restli-method': 'GET' }), 400)
  assert.equal(await status('GET', accounts, undefined, { 'x-restli-method': 'DANCE' }), 400)
  const search = `${inAccount('creatives')}?q=criteria`
  assert.equal(await status('GET', search), 400)
  assert.equal(await status('GET', search, undefined, { 'x-restli-method': 'FINDER' }), 200)
  const batch = `${inAccount('adCampaigns')}?ids=List(${campaigns.image})`
  assert.equal(await status('GET', batch), 400)
  assert.equal(await status('GET', batch, undefined, { 'x-restli-method': 'BATCH_GET' }), 200)
  const patch = { patch: { $set: { name: 'Other' } } }
  assert.equal(await status('POST', inAccount('adCampaigns', campaigns.image), patch), 400)
  assert.equal(await status('PUT', inAccount('adCampaigns', campaigns.image), patch), 405)
  assert.equal(await status('GET', inAccount('adCampaigns')), 405)
  assert.equal(await status('GET', '/rest/adAccounts?q=dance'), 400)
  assert.equal(await status('GET', '/rest/nothing'), 404)
  assert.equal(await status('POST', inAccount('adCampaigns'), 'status=ACTIVE', { 'content-type': 'text/plain' }), 415)
  assert.equal(await status('POST', inAccount('adCampaigns'), '{', { 'content-type': 'application/json' }), 400)
  assert.equal(await status('POST', inAccount('adCampaigns')), 400, 'a body is missing')
})

test('a POST without a body says so', async (context) => {
  const { base, inAccount } = await openCaller(context)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { ...usualHeaders, 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
    const sent = request(`${base}${inAccount('adCampaigns')}`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject)
    sent.end()
  })
  assert.equal(status, 411)
})

test('a URN in a path or a query is encoded, and the syntax around it is not', async (context) => {
  const { get, find, inAccount, call } = await openCaller(context)
  assert.equal((await get(inAccount('creatives', firstCreative))).status, 200)
  assert.equal((await get(`${inAccount('creatives')}/${firstCreative}`)).status, 400)
  const search = (text: string) => find(`${inAccount('creatives')}?q=criteria&campaigns=${text}`)
  const urn = `urn%3Ali%3AsponsoredCampaign%3A${campaigns.image}`
  assert.equal(elementsOf(await search(`List(${urn})`)).length, 3)
  assert.equal((await search(`List(urn:li:sponsoredCampaign:${campaigns.image})`)).status, 400)
  const whole = await search(`List%28${urn}%29`)
  assert.deepEqual([whole.status, ...errorsOf(whole)], [400, 'PARAM_INVALID campaigns'])
  const dotted = await call('GET', `${accounts}&search.status.values[0]=ACTIVE`)
  assert.deepEqual([dotted.status, ...errorsOf(dotted)], [400, 'QUERY_PARAM_NOT_ALLOWED search.status.values[0]'])
})

test('a long query goes through a tunnel, and no other way', async (context) => {
  const { call, inAccount } = await openCaller(context)
  const urns = Array.from(
    { length: 120 },
    (_, index) => `urn%3Ali%3AsponsoredCampaign%3A${Number(campaigns.image) + index}`,
  )
  const query = `q=criteria&campaigns=List(${urns.join()})`
  const path = inAccount('creatives')
  assert.equal((await call('GET', `${path}?${query}`, undefined, { 'x-restli-method': 'FINDER' })).status, 414)
  const tunnel = { 'x-http-method-override': 'GET', 'x-restli-method': 'FINDER' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await call('POST', path, query, { ...tunnel, ...form })
  assert.deepEqual([answer.status, elementsOf(answer).length], [200, 11])
  assert.equal((await call('POST', `${path}?q=criteria`, query, { ...tunnel, ...form })).status, 400)
  const parts = [
    '--cut\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n',
    '\r\n--cut\r\nContent-Type: application/json\r\n\r\n',
    `${JSON.stringify(campaign())}\r\n--cut--`,
  ]
  const mixed = { 'x-http-method-override': 'POST', 'content-type': 'multipart/mixed; boundary=cut' }
  assert.equal((await call('POST', inAccount('adCampaigns'), parts.join(''), mixed)).status, 201)
  assert.equal((await call('POST', inAccount('adCampaigns'), 'nothing', mixed)).status, 400)
})
