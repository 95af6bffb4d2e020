import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startTestApp } from '../../../test/support/harness.ts'
import { openAccount } from './accounts.ts'
import { createConnections } from './connections.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db, seal, connections: first } = app.app.services
const name = 'google-ads'
const managed = '5661483102'
const company = await db.selectFrom('companies').select(['id', 'slug']).executeTakeFirstOrThrow()

/** Another process on the same database. */
function start(context: TestContext) {
  const connections = createConnections({
    ...{ db, platforms: first.platforms, seal, timeoutMs: 5_000, platformSettings: {} },
    sandboxUrl: () => app.sandboxUrl,
  })
  context.after(() => connections.close())
  return { db, connections }
}

const calls = async (path: string) => {
  const found = await app.control<{ calls: { path: string }[] }>('GET', `calls?platform=${name}`)
  return found.calls.filter((call) => call.path.includes(path)).length
}
const walks = () => calls('listAccessibleCustomers')
const read = async (deps: ReturnType<typeof start>) => {
  const { session, ref } = await openAccount(deps, { company }, managed)
  return session.listCampaigns!(ref.id, { limit: 5 })
}
const keep = (way: string | null) =>
  db.updateTable('ad_accounts').set({ way }).where('account_id', '=', managed).execute()

test('a start knows the way to an account under managers from the one before', async (context) => {
  await app.call('GET', `/v1/adaccounts?platform=${name}`)
  const [walked, asked] = [await walks(), await calls('googleAds:search')]
  assert.equal((await read(start(context))).length, 5)
  assert.equal(await walks(), walked)
  assert.equal(await calls('googleAds:search'), asked + 1)
})

test('where the account has moved, or nothing was kept, the way is searched once', async (context) => {
  for (const way of ['9661483102', 'itself', null]) {
    await keep(way)
    const walked = await walks()
    const process = start(context)
    const found = await Promise.all([read(process), read(process), read(process)])
    assert.deepEqual(
      found.map(({ length }) => length),
      [5, 5, 5],
    )
    assert.equal(await walks(), walked + 1)
  }
})

test('a way to an account that is no longer open is told as what it is', async (context) => {
  await db
    .updateTable('ad_accounts')
    .set({ account_id: '5661483109', way: 'itself' })
    .where('account_id', '=', managed)
    .execute()
  const deps = start(context)
  const { session } = await openAccount(deps, { company }, '5661483109')
  await assert.rejects(session.listCampaigns!('5661483109', { limit: 5 }), /permission/i)
})
