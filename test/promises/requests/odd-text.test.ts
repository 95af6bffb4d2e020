import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discoverAccounts, reportAccounts } from '../../../src/core/reports/sync/all.ts'
import { syncAccount } from '../../../src/core/reports/sync/sync.ts'
import { addDays, todayIn } from '../../../src/days.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const account = fixture.accounts[0]!.id
const odd: [string, string][] = [
  ['U+0000', 'x\0y'],
  ['half of a surrogate pair', 'x\ud800y'],
]

interface Refusal {
  message: string
  error: { code: string; details: { issues: { path: string }[] } }
}

const writes = async () =>
  (await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=meta')).calls.filter(
    ({ method }) => method !== 'GET',
  ).length

for (const [what, text] of odd) {
  const bodies: [string, string, object, string][] = [
    ['POST', '/v1/launch', { ads: [{ ...singleAd(app, fixture), adName: text }] }, 'ads.0.adName'],
    ['POST', '/v1/launch', { ads: [singleAd(app, fixture)], adSets: [{ value: '1', label: text }] }, 'adSets.0.label'],
    ['POST', '/v1/launch/validate', { ads: [{ ...singleAd(app, fixture), description: text }] }, 'ads.0.description'],
    ['POST', '/v1/drafts', { name: text }, 'name'],
    ['PATCH', '/v1/launch-defaults', { accountId: account, page: text }, 'page'],
    ['POST', '/v1/manage/create-campaign', { accountId: account, name: text }, 'name'],
    ['POST', '/v1/drafts', { name: 'x', [text]: 1 }, 'x\ufffdy'],
  ]
  for (const [method, path, body, field] of bodies) {
    test(`${method} ${path} with ${what} in ${field} is 400, and nothing is stored or sent`, async () => {
      const before = await writes()
      const reply = await app.call<Refusal>(method, path, { body })
      assert.equal(reply.status, 400, JSON.stringify(reply.body))
      assert.equal(reply.body.error.details.issues[0]!.path, field)
      assert.equal(await writes(), before)
    })
  }
}

test('U+0000 in a path, in a query and in an Idempotency-Key is 400', async () => {
  for (const [path, field] of [
    ['/v1/batches/a%00b', 'id'],
    ['/v1/batch-status/%00', 'id'],
    ['/v1/adsets?accountId=%00', 'accountId'],
    ['/v1/batches?platform=a%00', 'platform'],
  ] as const) {
    const reply = await app.call<Refusal>('GET', path)
    assert.equal(reply.status, 400, path)
    assert.equal(reply.body.error.details.issues[0]!.path, field)
  }
  const key = await app.call('POST', '/v1/drafts', { body: { name: 'x' }, headers: { 'idempotency-key': 'clé' } })
  assert.equal(key.status, 400)
})

test('an ad that is called so on its platform is listed and reported with its name made harmless', async () => {
  const { services } = app.app
  const { token, baseUrl } = await app.control<{ token: string; baseUrl: string }>('GET', 'state?platform=meta')
  const list = () =>
    app.call<{ data: { id: string; name: string }[] }>('GET', `/v1/manage/list-ads?accountId=${account}&limit=200`)
  const { id } = (await list()).body.data[0]!
  const renamed = await fetch(`${baseUrl}/v26.0/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'odd\0 \ud800 name' }),
  })
  assert.equal(renamed.status, 200)
  assert.equal((await list()).body.data.find((ad) => ad.id === id)?.name, 'odd\ufffd \ufffd name')

  await discoverAccounts(services)
  const found = (await reportAccounts(services.db)).find(({ accountId }) => accountId === account)!
  const today = todayIn('UTC')
  const outcome = await syncAccount(services, found, { missing: { from: addDays(today, -7), to: addDays(today, -1) } })
  assert.equal(outcome.problem, null)
  const { rows } = await services.pool.query<{ name: string }>('SELECT name FROM report_entities WHERE id = $1', [id])
  assert.equal(rows[0]?.name, 'odd\ufffd \ufffd name')
})
