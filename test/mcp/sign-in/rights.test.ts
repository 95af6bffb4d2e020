import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { forgetSignIns } from '../../../src/core/assistants/forget.ts'
import { startTestApp } from '../../support/harness.ts'
import {
  byHand,
  callTool,
  consents,
  exchange,
  post,
  refresh,
  rpc,
  shown,
  tokensFor,
} from '../../support/mcp/assistant.ts'
import type { Browser } from '../../support/people/browser.ts'
import { signedIn } from '../../support/people/browser.ts'

const app = await startTestApp()
const { url } = app
const { db } = app.app.services
const owner = await signedIn(app)
const launching = { scopes: ['read', 'launch'], dailyLimit: 50 }

const works = async (token: string) => (await rpc(url, token, 'tools/list')).status
const scopesOf = async (token: string) => {
  const { value } = await callTool(url, token, 'who_am_i')
  return (value.key as { scopes: string[] }).scopes
}
const setRole = (browser: Browser, role: string) =>
  owner.call('PATCH', `/v1/people/${browser.userId}`, { body: { role } })
const assistantsOf = async (browser: Browser) =>
  (await browser.call('GET', '/v1/assistants')).body.data as {
    id: number
    name: string
    spends: string
    scopes: string[]
  }[]

test('first it reads; what needs more is refused with all that is to be asked for, and a new consent gives it', async () => {
  const client = await byHand(url, { name: 'Step by step' })
  const first = await tokensFor(url, client, owner)
  assert.equal(first.scope, 'read')
  const refused = await callTool(url, first.access, 'plan_launch', { ads: [] })
  assert.equal(refused.status, 403)
  const challenge = refused.headers.get('www-authenticate')!
  assert.match(challenge, /error="insufficient_scope"/)
  assert.match(challenge, /scope="read launch"/)
  assert.match(challenge, /resource_metadata="/)
  for (const [name, given] of [
    ['plan_operation', { operation: 'update_campaign', input: {} }],
    ['use_operation', { operation: 'create_draft', input: {} }],
    ['pause_entities', { entityIds: ['1'], entityType: 'ad' }],
  ] as const)
    assert.equal((await callTool(url, first.access, name, given)).status, 403, name)
  const more = await tokensFor(url, client, owner, { ...launching, asking: { scope: 'read launch' } })
  assert.equal((await callTool(url, more.access, 'plan_launch', { ads: [] })).status, 200)
  assert.equal(
    (await callTool(url, first.access, 'plan_launch', { ads: [] })).status,
    403,
    'the earlier token has no more',
  )
  assert.equal((await callTool(url, first.access, 'who_am_i')).status, 200)
})

test('the limit is a guard in mode refuse that looks at the assistant alone', async () => {
  const client = await byHand(url, { name: 'Limited' })
  await tokensFor(url, client, owner, launching)
  const { guards } = (await owner.call('GET', '/v1/spend-guards')).body as { guards: Record<string, unknown>[] }
  const id = (await assistantsOf(owner)).find(({ name }) => name === 'Limited')!.id
  const guard = guards.find(({ by }) => by === `assistant:${id}`)!
  assert.deepEqual([guard.mode, guard.dailyCap, guard.currency], ['refuse', 50, 'USD'])
})

test('a consent to more than reading needs a limit', async () => {
  const client = await byHand(url, { name: 'Without a limit' })
  const query = client.query()
  const { asks } = await shown(owner, query)
  const body = { query, digest: asks!.digest, scopes: ['launch'] }
  assert.equal((await owner.call('POST', '/v1/assistants', { body })).status, 400)
})

test('it has what its person has at the moment of each call, and asks while they may not approve', async () => {
  const person = await signedIn(app, 'admin')
  const client = await byHand(url, { name: 'Of an admin' })
  const all = { scopes: ['read', 'launch', 'manage'], dailyLimit: 10, spends: 'act' as const }
  const { access } = await tokensFor(url, client, person, all)
  assert.deepEqual(await scopesOf(access), ['read', 'launch', 'manage'])
  const spends = async () => (await assistantsOf(person)).find(({ name }) => name === 'Of an admin')!.spends
  assert.equal(await spends(), 'act')
  assert.equal((await setRole(person, 'member')).status, 200)
  assert.deepEqual(await scopesOf(access), ['read', 'launch', 'manage'])
  assert.equal(await spends(), 'ask')
  assert.equal((await setRole(person, 'viewer')).status, 200)
  assert.deepEqual(await scopesOf(access), ['read'])
  assert.equal((await owner.call('DELETE', `/v1/people/${person.userId}`)).status, 200)
  assert.equal(await works(access), 401, 'who leaves takes it with them')
})

test('it sees the workspaces that it was given, and of these what its person still has', async () => {
  const made = await owner.call('POST', '/v1/workspaces', { body: { name: 'Apart', slug: 'apart' } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const apart = Number(made.body.id)
  const client = await byHand(url, { name: 'Narrow' })
  const narrow = await tokensFor(url, client, owner, { workspaceIds: [apart] })
  const accounts = async (token: string) =>
    ((await callTool(url, token, 'list_ad_accounts')).value.data as object[] | undefined)?.length ?? 0
  assert.equal(await accounts(narrow.access), 0)
  const wide = await tokensFor(url, await byHand(url, { name: 'Wide' }), owner)
  assert.ok((await accounts(wide.access)) > 0)
})

test('act, and a limit above the one before, are for those who may loosen guards, after a fresh sign-in', async () => {
  const member = await signedIn(app, 'member')
  const client = await byHand(url, { name: 'Of a member' })
  await tokensFor(url, client, member, launching)
  const asks = async (browser: Browser, says: object) => {
    const query = client.query()
    const { asks: wish } = await shown(browser, query)
    const body = { query, digest: wish!.digest, scopes: ['launch'], currency: 'USD', ...says }
    return browser.call('POST', '/v1/assistants', { body })
  }
  assert.equal((await asks(member, { dailyLimit: 51 })).status, 403)
  assert.equal(
    (await asks(member, { dailyLimit: 40, currency: 'JPY' })).status,
    403,
    'another currency is another limit',
  )
  assert.equal((await asks(member, { spends: 'act' })).status, 403)
  assert.equal((await asks(member, { dailyLimit: 40 })).status, 201, 'less is for everybody')
  assert.equal((await asks(owner, { dailyLimit: 40 })).status, 201)
  await db
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`now() - interval '6 minutes'` })
    .where('user_id', '=', owner.userId)
    .execute()
  for (const says of [{ dailyLimit: 41 }, { spends: 'act' }]) {
    const { status, body } = await asks(owner, says)
    assert.equal(status, 403)
    assert.equal((body.error as { code: string }).code, 'step_up_required')
  }
  await db
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`now()` })
    .where('user_id', '=', owner.userId)
    .execute()
  assert.equal((await asks(owner, { dailyLimit: 41 })).status, 201)
})

test('revoked, it is let in no more; connected anew by the same person it is the same one, with the same limit', async () => {
  const register = () => byHand(url, { name: 'Again', redirectUri: 'http://127.0.0.1:40001/callback' })
  const client = await register()
  const first = await tokensFor(url, client, owner, launching)
  const before = (await assistantsOf(owner)).find(({ name }) => name === 'Again')!
  assert.equal((await owner.call('DELETE', `/v1/assistants/${before.id}`)).status, 200)
  assert.equal(await works(first.access), 401)
  assert.equal((await refresh(url, client, first.refresh)).status, 400)
  // It registers anew, under another name and port.
  const anew = await byHand(url, { name: 'Renamed', redirectUri: 'http://127.0.0.1:40777/callback' })
  const { asks } = await shown(owner, anew.query())
  assert.equal(asks!.before!.id, before.id)
  assert.deepEqual(asks!.before!.dailyLimit, { amount: 50, currency: 'USD' })
  assert.equal(asks!.before!.isSame, false, 'nobody is told that they had connected what bears this name')
  await tokensFor(url, anew, owner)
  assert.equal((await assistantsOf(owner)).find(({ name }) => name === 'Renamed')!.id, before.id)
  assert.equal(await works(first.access), 401, 'what was revoked stays so')
})

test('a consent that gives less leaves no earlier token with more', async () => {
  const client = await byHand(url, { name: 'Less' })
  const first = await tokensFor(url, client, owner, { scopes: ['read', 'manage'], dailyLimit: 5 })
  assert.deepEqual(await scopesOf(first.access), ['read', 'manage'])
  await consents(owner, client.query(), { scopes: ['read'] })
  assert.deepEqual(await scopesOf(first.access), ['read'])
})

test('others see their own assistants, admins everybody’s, and nobody revokes those of others', async () => {
  const member = await signedIn(app, 'member')
  await tokensFor(url, await byHand(url, { name: 'Of the owner' }), owner)
  await tokensFor(url, await byHand(url, { name: 'Of one member' }), member)
  assert.deepEqual(
    (await assistantsOf(member)).map(({ name }) => name),
    ['Of one member'],
  )
  const all = await assistantsOf(owner)
  const id = all.find(({ name }) => name === 'Of the owner')!.id
  assert.ok(all.some(({ name }) => name === 'Of one member'))
  assert.equal((await member.call('DELETE', `/v1/assistants/${id}`)).status, 404)
  const keys = (await owner.call('GET', '/v1/keys')).body.data as { id: number }[]
  assert.ok(!keys.some((key) => key.id === id), 'it is no key')
  assert.equal((await owner.call('DELETE', `/v1/keys/${id}`)).status, 404)
  assert.equal((await owner.call('PATCH', `/v1/keys/${id}`, { body: { spends: 'act' } })).status, 404)
})

test('the earlier refresh token works for a minute; later it closes everything, and that is told', async () => {
  const client = await byHand(url, { name: 'Refreshing' })
  const first = await tokensFor(url, client, owner)
  const both = await Promise.all([refresh(url, client, first.refresh), refresh(url, client, first.refresh)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  for (const { body } of both) assert.equal(await works(String(body.access_token)), 200)
  await sql`UPDATE assistant_tokens SET used_at = used_at - interval '61 seconds' WHERE used_at IS NOT NULL`.execute(db)
  assert.equal((await refresh(url, client, first.refresh)).body.error, 'invalid_grant')
  for (const { body } of both) {
    assert.equal(await works(String(body.access_token)), 401)
    assert.equal((await refresh(url, client, body.refresh_token)).status, 400)
  }
  const events = (await app.call('GET', '/v1/events?type=assistant.token_reused')).body.data as { data: object }[]
  assert.equal(events.length, 1)
})

test('a client revokes its own tokens, and housekeeping leaves what is of use', async () => {
  const client = await byHand(url, { name: 'Signs out' })
  const { access, refresh: refreshing } = await tokensFor(url, client, owner)
  const revoke = (clientId: string) => post(`${url}/oauth/revoke`, { token: refreshing, client_id: clientId })
  assert.equal((await revoke('somebody else')).status, 200)
  assert.equal(await works(access), 200)
  await forgetSignIns(db)
  assert.equal(await works(access), 200)
  assert.equal((await revoke(client.clientId)).status, 200)
  assert.equal(await works(access), 401)
})

test('registrations are bounded: by address, and in all by pushing out the oldest that nobody consented to', async () => {
  const client = await byHand(url, { name: 'Kept' })
  await tokensFor(url, client, owner)
  await sql`UPDATE assistant_clients SET address = 'elsewhere'`.execute(db)
  await sql`INSERT INTO assistant_clients (client_id, name, redirect_uris, address, created_at)
    SELECT 'fdc_' || n, 'Flood', '{https://flood.example/}', 'flood', clock_timestamp() - interval '1 hour'
    FROM generate_series(1, 10000) n`.execute(db)
  await byHand(url, { name: 'Still let in' })
  await sql`UPDATE assistant_clients SET created_at = clock_timestamp() WHERE address = 'flood'`.execute(db)
  const late = await fetch(`${url}/oauth/register`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ redirect_uris: ['https://client.example/'] }),
  })
  assert.equal(late.status, 429)
  assert.ok(Number(late.headers.get('retry-after')) > 0)
  await sql`UPDATE assistant_clients SET created_at = clock_timestamp() - interval '25 hours' WHERE address = 'flood'`.execute(
    db,
  )
  await forgetSignIns(db)
  const { rows } = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM assistant_clients WHERE address = 'flood'`.execute(db)
  assert.equal(rows[0]!.count, 0)
  const many = await Promise.all(
    Array.from({ length: 60 }, () =>
      fetch(`${url}/oauth/register`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ redirect_uris: ['https://client.example/'] }),
      }),
    ),
  )
  assert.ok(many.filter(({ status }) => status === 201).length <= 30)
  assert.equal((await exchangeAgain(client)).status, 200, 'who was consented to stays')
})

async function exchangeAgain(client: Awaited<ReturnType<typeof byHand>>) {
  const returned = await consents(owner, client.query())
  return exchange(url, client, returned.searchParams.get('code')!)
}
