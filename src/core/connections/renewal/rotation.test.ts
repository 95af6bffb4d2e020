import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { TestContext } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { sql } from '../../../db/sql.ts'
import { pinterest } from '../../../platforms/pinterest/index.ts'
import { createConnections } from '../connections.ts'
import { openCredentials, storeConnection } from '../store.ts'
import { sealPurpose } from '../../secrets/seal.ts'
import { renewDue } from './due.ts'

/** Connections to a platform that gives out its refresh tokens anew, seen from several processes on one database. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db, seal, log, connections: first } = app.app.services
const name = pinterest.name
const { key, slug, companyId } = await app.stranger()
const company = { id: companyId, slug }
const control = (settings: object) => app.control('POST', name, settings)

beforeEach(async () => {
  await db.deleteFrom('connections').where('company_id', '=', companyId).execute()
  await control({ restoreTokens: true, oldRefreshTokens: 'live', accessSeconds: 2_592_000 })
  await app.control('DELETE', `calls?platform=${name}`)
})

function start(context: TestContext) {
  const connections = createConnections({
    ...{ db, platforms: first.platforms, seal, timeoutMs: 5_000, platformSettings: {} },
    sandboxUrl: () => app.sandboxUrl,
  })
  context.after(() => connections.close())
  return {
    connections,
    renewAll: () => renewDue({ db, log, connections }, AbortSignal.timeout(60_000)),
    list: async () => {
      const [open] = await connections.openAll(company, name)
      return open!.session.listAccounts()
    },
  }
}

async function store(more: Record<string, string> = {}): Promise<number> {
  const credentials = { ...pinterest.sandboxCredentials(slug), ...more }
  const wanted = { companyId, platform: name, label: 'main', isSandbox: true, origin: 'paste', verdict: null } as const
  return (await storeConnection(db, seal, { ...wanted, credentials })).id
}

const row = (id: number) => db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const credentialsOf = async (id: number) => openCredentials(seal, await row(id))!
const notes = async () => (await db.selectFrom('connection_renewals').selectAll().execute()).length
const leaveNote = (id: number) =>
  db
    .insertInto('connection_renewals')
    .values({ connection_id: id, company_id: companyId, began_at: new Date() })
    .execute()
const reported = async () =>
  (
    await app.call<{ data: { type: string; data: { connectionId: number; reason: string } }[] }>(
      'GET',
      '/v1/events?type=connection.broken',
      { key },
    )
  ).body.data.map(({ data }) => data)

async function calls() {
  const answer = await app.control<{ calls: { path: string; status: number }[] }>('GET', `calls?platform=${name}`)
  const renewals = answer.calls.filter(({ path }) => path.endsWith('/oauth/token'))
  const others = answer.calls.filter((call) => !renewals.includes(call))
  return { renewals: renewals.length, good: others.filter(({ status }) => status === 200).length }
}

/** The platform has renewed with what is stored, and nobody has its answer. */
async function renewBehindOurBack(id: number): Promise<void> {
  const { refreshToken = '', clientId, clientSecret } = await credentialsOf(id)
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const answer = await fetch(`${app.sandboxUrl}${pinterest.sandboxPath}/v5/oauth/token`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  assert.equal(answer.status, 200, await answer.text())
}

test('processes that are refused at once rotate the pair once, and all of them go on', async (context) => {
  await control({ oldRefreshTokens: 'die' })
  const id = await store()
  const processes = [start(context), start(context), start(context)]
  for (let time = 1; time <= 3; time++) {
    await control({ expireTokens: true })
    const found = await Promise.all(processes.flatMap((each) => [each.list(), each.list()]))
    assert.ok(found.every(({ length }) => length > 0))
    assert.equal((await calls()).renewals, time)
  }
  assert.equal((await row(id)).state, 'ok')
  assert.equal(await notes(), 0)
})

test('what was tried before it was stored is renewed as what is stored', async (context) => {
  await control({ oldRefreshTokens: 'die' })
  const { connections, list } = start(context)
  const credentials = pinterest.sandboxCredentials(slug)
  await connections.openWith(pinterest, { credentials, replaced: () => undefined }, true).listAccounts()
  const id = await store()
  await control({ expireTokens: true })
  assert.ok((await list()).length > 0)
  assert.notEqual((await credentialsOf(id)).refreshToken, credentials.refreshToken)
  assert.ok((await start(context).list()).length > 0)
  assert.equal((await row(id)).state, 'ok')
})

test('a pair that cannot be stored is used by nobody, and its note stays', async (context) => {
  const id = await store()
  const before = await credentialsOf(id)
  await control({ expireTokens: true })
  await sql`CREATE FUNCTION refuse_storing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$`.execute(
    db,
  )
  await sql`CREATE TRIGGER refuse_storing BEFORE UPDATE OF sealed_credentials ON connections FOR EACH ROW EXECUTE FUNCTION refuse_storing()`.execute(
    db,
  )
  try {
    await assert.rejects(start(context).list(), /disk is full/)
  } finally {
    await sql`DROP FUNCTION refuse_storing CASCADE`.execute(db)
  }
  assert.deepEqual(await calls(), { renewals: 1, good: 0 })
  assert.deepEqual(await credentialsOf(id), before)
  assert.equal(await notes(), 1)
})

test('what is due is renewed although nobody calls, and looked at again in time', async (context) => {
  const day = 86_400_000
  const id = await store({ accessTokenEndsAt: new Date(Date.now() + 3 * day).toISOString() })
  const { renewAll } = start(context)
  await renewAll()
  const renewed = await row(id)
  assert.notEqual((await credentialsOf(id)).accessToken, pinterest.sandboxCredentials(slug).accessToken)
  assert.ok(Math.abs(renewed.renews_at!.getTime() - Date.now() - 23 * day) < day, 'a week before the end of 30 days')
  assert.ok(renewed.expires_at!.getTime() > Date.now() + 59 * day)
  await renewAll()
  assert.deepEqual(await calls(), { renewals: 1, good: 0 })
})

test('an answer that was lost is asked for again where the old token lives', async (context) => {
  const id = await store()
  await renewBehindOurBack(id)
  await leaveNote(id)
  await start(context).renewAll()
  assert.equal((await row(id)).state, 'ok')
  assert.equal(await notes(), 0)
  assert.notEqual((await credentialsOf(id)).refreshToken, pinterest.sandboxCredentials(slug).refreshToken)
  assert.deepEqual(await reported(), [])
})

for (const [who, find] of Object.entries({
  'the next call': ({ list }: ReturnType<typeof start>) => list().catch(() => undefined),
  'the job': ({ renewAll }: ReturnType<typeof start>) => renewAll(),
}))
  test(`an answer that was lost for good is found by ${who}, and told once`, async (context) => {
    await control({ oldRefreshTokens: 'die' })
    const id = await store({ accessTokenEndsAt: new Date(Date.now() - 1_000).toISOString() })
    await renewBehindOurBack(id)
    await leaveNote(id)
    await control({ expireTokens: true })
    const process = start(context)
    for (let time = 1; time <= 3; time++) await find(process)
    const { state, state_reason: reason } = await row(id)
    assert.equal(state, 'broken')
    assert.match(reason!, /lost on the way.*onnect/)
    const events = (await reported()).filter(({ connectionId }) => connectionId === id)
    assert.deepEqual(
      events.map((event) => event.reason),
      [reason],
    )
    assert.equal(await notes(), 0)
  })

test('a pair that is dead is asked with once, however many calls and looks find out', async (context) => {
  await control({ oldRefreshTokens: 'die' })
  const id = await store()
  await renewBehindOurBack(id)
  await control({ expireTokens: true })
  await app.control('DELETE', `calls?platform=${name}`)
  const { list } = start(context)
  for (let time = 1; time <= 3; time++) await Promise.allSettled([list(), list(), list()])
  assert.equal((await row(id)).state, 'broken')
  assert.deepEqual(await calls(), { renewals: 1, good: 0 })
  await control({ restoreTokens: true })
  const fresh = JSON.stringify(pinterest.sandboxCredentials(slug))
  const sealed_credentials = seal.seal(fresh, sealPurpose(companyId, name))
  await db.updateTable('connections').set({ sealed_credentials }).where('id', '=', id).execute()
  await control({ expireTokens: true })
  assert.ok((await list()).length > 0)
})

test('a renewal that is refused while the token lives breaks nothing: the end is known and told', async (context) => {
  const endsAt = new Date(Date.now() + 5 * 86_400_000)
  const id = await store({ accessTokenEndsAt: endsAt.toISOString(), refreshToken: 'pinr_ended_long_ago' })
  const { renewAll, list } = start(context)
  await renewAll()
  const { state, expires_at: end } = await row(id)
  assert.deepEqual([state, end], ['expiring', endsAt])
  assert.ok((await list()).length > 0)
})
