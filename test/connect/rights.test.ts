import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { simulatorFactories } from '../../sandbox/simulators.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { createPlatforms } from '../../src/platforms/registry.ts'
import { createBillboardsSimulator } from '../fixtures/eighth/simulator/simulator.ts'
import { begins, comesBack, connects } from '../support/connect/connecting.ts'
import { consentingBillboards, startProvider } from '../support/connect/provider.ts'
import { sandboxHere, startTestApp } from '../support/harness.ts'
import { ownerOfNew, signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const provider = await startProvider()
const platform = consentingBillboards(provider)
const { name } = platform
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '2' }, undefined, {
  platforms: createPlatforms([...builtIn.all, platform]),
  startSandbox: sandboxHere([...simulatorFactories, createBillboardsSimulator]),
})
const { db } = app.app.services
const owner = await signedIn(app)
const mine = await connects(owner, provider, name)

const credentials = platform.sandboxCredentials('rights')
type Ask = [method: string, path: string, body?: object]
/** What opens doors. */
const powerful: Ask[] = [
  ['POST', `/v1/connections/${name}/connect`, { sandbox: true }],
  ['POST', `/v1/connections/${name}/connect`, { sandbox: true, connectionId: mine }],
  ['POST', '/v1/connections', { platform: name, label: 'x', credentials, sandbox: true }],
  ['DELETE', `/v1/connections/${mine}`],
  ['PUT', `/v1/connections/${name}/app`, { credentials: { clientId: 'abc', clientSecret: 'a secret of ours' } }],
  ['DELETE', `/v1/connections/${name}/app`],
]
const harmless: Ask[] = [
  ['GET', `/v1/connections/${name}/connect?sandbox=true`],
  ['GET', `/v1/connections/${name}/app`],
  ['POST', `/v1/connections/${mine}/check`, {}],
]
const asks = (browser: Browser, [method, path, body]: Ask) => browser.call(method, path, body ? { body } : {})
const codeOf = ({ body }: { body: Record<string, unknown> }) => (body.error as { code: string } | undefined)?.code

test('what connects and disconnects is for people: a key gets 403 whatever its scopes', async () => {
  for (const [method, path, body] of powerful) {
    const { status } = await app.call(method, path, body ? { body } : {})
    assert.equal(status, 403, `${method} ${path}`)
  }
  for (const [method, path, body] of harmless) {
    const { status } = await app.call(method, path, body ? { body } : {})
    assert.equal(status, 200, `${method} ${path}`)
  }
})

test('only admins and owners do it; whoever works in some workspaces, and every other role, gets 403', async () => {
  const workspace = await db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow()
  const few = [
    await signedIn(app, 'viewer'),
    await signedIn(app, 'member'),
    await signedIn(app, 'admin', [workspace.id]),
  ]
  for (const browser of few)
    for (const ask of [...powerful, ...harmless])
      assert.equal((await asks(browser, ask)).status, 403, `${ask[0]} ${ask[1]}`)
  const admin = await signedIn(app, 'admin')
  const [put, remove] = powerful.slice(-2)
  for (const ask of [put!, remove!]) assert.equal((await asks(admin, ask)).status, 403, 'an app is for owners')
})

test('all of it needs a sign-in of the last five minutes', async () => {
  const browser = await ownerOfNew(app, 'stale')
  const earlier = sql<Date>`now() - interval '6 minutes'`
  await db.updateTable('sessions').set({ proven_at: earlier }).where('user_id', '=', browser.userId).execute()
  for (const ask of powerful) assert.equal(codeOf(await asks(browser, ask)), 'step_up_required', `${ask[0]} ${ask[1]}`)
})

test("another company's connection is not there", async () => {
  const other = await ownerOfNew(app, 'elsewhere')
  const aboutMine: Ask[] = [
    ['GET', `/v1/connections/${name}/connect?sandbox=true&connectionId=${mine}`],
    ['POST', `/v1/connections/${name}/connect`, { sandbox: true, connectionId: mine }],
    ['POST', `/v1/connections/${mine}/check`, {}],
    ['GET', `/v1/connections/${mine}/uses`],
    ['DELETE', `/v1/connections/${mine}`],
  ]
  for (const ask of aboutMine) assert.equal((await asks(other, ask)).status, 404, `${ask[0]} ${ask[1]}`)
})

test('the page of another site cannot press the button', async () => {
  const path = `/v1/connections/${name}/connect`
  for (const origin of ['https://evil.example', 'null', app.sandboxUrl])
    assert.equal((await owner.call('POST', path, { body: { sandbox: true }, headers: { origin } })).status, 403, origin)
})

test('the address of the page opens nothing, and says whose company is connected and what is asked for', async () => {
  const other = await ownerOfNew(app, 'named')
  const { body } = await other.call('GET', `/v1/connections/out-of-home/connect?sandbox=true`)
  const home = app.url.replace('127.0.0.1', 'localhost')
  assert.equal(body.url, `${home}/connect/${name}?sandbox=true`)
  assert.deepEqual(body.company, { slug: 'named', name: 'named' })
  assert.equal(body.redirectUrl, `${home}/connect/${name}/callback`)
  assert.deepEqual(body.asks, [
    { scope: 'posters', feature: 'launching', required: true },
    { scope: 'figures', feature: 'reports', required: false },
  ])
  assert.deepEqual([body.app, body.problem], ['sandbox', null])
  const real = await other.call('GET', `/v1/connections/${name}/connect`)
  assert.deepEqual([real.body.app, /flightdeck app set/.test(String(real.body.problem))], ['none', true])
  assert.equal((await other.call('POST', `/v1/connections/${name}/connect`, { body: {} })).status, 409)
})

test("an owner's app is used for their company alone, and never shown", async () => {
  const other = await ownerOfNew(app, 'own-app')
  const path = `/v1/connections/${name}/app`
  const app1 = { clientId: 'id-of-ours', clientSecret: 'never-to-be-seen' }
  for (const wrong of [
    {},
    { clientId: 'id-of-ours' },
    { ...app1, clientSecrett: 'x' },
    { ...app1, clientSecret: 'short' },
  ]) {
    const { status, body } = await other.call('PUT', path, { body: { credentials: wrong } })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /credentials\.clientSecret/)
    assert.doesNotMatch(JSON.stringify(body), /id-of-ours|never-to-be-seen|Invalid input/)
  }
  const set = await other.call('PUT', path, { body: { credentials: app1 } })
  assert.deepEqual([set.status, set.body.source], [200, 'company'])
  const { authorizeUrl } = await begins(other, name, {})
  assert.equal(new URL(authorizeUrl).searchParams.get('client_id'), 'id-of-ours')
  assert.equal((await owner.call('GET', path)).body.source, 'none')
  const { authorizeUrl: inSandbox } = await begins(other, name)
  assert.equal(new URL(inSandbox).searchParams.get('client_id'), 'sandbox', 'the simulator knows its own app alone')
  const { rows } = await app.app.services.pool.query<{ text: string }>(
    'SELECT row_to_json(a)::text AS text FROM oauth_apps a UNION ALL SELECT row_to_json(l)::text FROM audit_log l',
  )
  assert.ok(rows.every(({ text }) => !text.includes('never-to-be-seen')))
  assert.equal((await other.call('DELETE', path)).body.source, 'none')
  assert.equal((await other.call('DELETE', path)).status, 404)
})

test('what somebody pastes is asked about, stored sealed, and never shown', async () => {
  const wrong = { platform: name, label: 'Pasted', credentials: { accessToken: 'nobody-knows-this' }, sandbox: true }
  const refused = await owner.call('POST', '/v1/connections', { body: wrong })
  assert.equal(refused.status, 422)
  assert.match(String(refused.body.message), /^Billboards refused these credentials; nothing was stored\./)
  assert.doesNotMatch(JSON.stringify(refused.body), /nobody-knows-this/)
  for (const bad of [
    {},
    { accessToken: 'short' },
    { accessToken: 'long enough', 'a-very-secret-value-in-the-wrong-place!': 'x' },
  ]) {
    const { status, body } = await owner.call('POST', '/v1/connections', { body: { ...wrong, credentials: bad } })
    assert.equal(status, 400)
    assert.doesNotMatch(JSON.stringify(body), /Invalid input|very-secret/)
  }
  const done = await owner.call('POST', '/v1/connections', { body: { ...wrong, credentials } })
  assert.equal(done.status, 201, JSON.stringify(done.body))
  assert.deepEqual(
    [done.body.label, done.body.origin, done.body.sandbox, done.body.state],
    ['Pasted', 'paste', true, 'ok'],
  )
  assert.doesNotMatch(JSON.stringify(done.body), new RegExp(credentials.accessToken!))
  const kept = await app.app.services.pool.query<{ text: string }>(
    'SELECT row_to_json(l)::text AS text FROM audit_log l',
  )
  assert.ok(kept.rows.every(({ text }) => !text.includes(credentials.accessToken!)))
  const unasked = await owner.call('POST', '/v1/connections', { body: { ...wrong, check: false, label: 'Unasked' } })
  assert.equal(unasked.status, 201)
  const found = await owner.call('POST', `/v1/connections/${String(unasked.body.id)}/check`, { body: {} })
  assert.equal(found.body.state, 'broken')
})

const leave = (id: number | string) => owner.call('DELETE', `/v1/connections/${id}`)

test('what is disconnected is taken back at the platform and forgotten here', async () => {
  provider.says.identity = 'Leaving'
  const id = await connects(owner, provider, name)
  const { body } = await leave(id)
  assert.deepEqual([body.deleted, body.revoked, body.revokeByHand], [true, true, null])
  assert.deepEqual(provider.revoked, [platform.sandboxCredentials('ann').accessToken])
  assert.equal((await leave(id)).status, 404)
  const events = await app.call<{ data: { data: { connectionId: number } }[] }>(
    'GET',
    '/v1/events?type=connection.removed',
  )
  assert.equal(events.body.data.at(-1)!.data.connectionId, id)
})

test('a platform that does not take it back keeps no connection, and a person is told where to do so', async (context) => {
  Object.assign(provider.says, { identity: 'Unanswered', revokes: 'fails' })
  context.after(() => delete provider.says.revokes)
  const id = await connects(owner, provider, name)
  const { status, body } = await leave(id)
  assert.deepEqual([status, body.revoked, body.revokeByHand], [200, false, 'Billboards > Settings > Apps'])
})

test('nothing is taken back that another connection of the same person rests on', async () => {
  provider.says.identity = 'Twice'
  const [first, second] = [await connects(owner, provider, name), await connects(owner, provider, name)]
  const count = provider.revoked.length
  assert.equal((await leave(first)).body.revoked, false)
  assert.equal(provider.revoked.length, count)
  assert.equal((await leave(second)).body.revoked, true)
})

test('a connection that was removed meanwhile is not brought back by a consent', async () => {
  provider.says.identity = 'Meanwhile'
  const id = await connects(owner, provider, name)
  const { authorizeUrl, cookie } = await begins(owner, name, { sandbox: true, connectionId: id })
  assert.equal((await leave(id)).status, 200)
  const { code, problem } = await comesBack(owner, provider.consents(authorizeUrl), cookie)
  assert.equal(code, 'refused')
  assert.match(problem!, /There is no connection/)
})
