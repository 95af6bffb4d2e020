import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, hashApiKey, makeApiKey, revokeApiKey } from '../../../src/core/people/keys.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const { db } = app.app.services
const demo = await db.selectFrom('companies').selectAll().where('slug', '=', 'demo').executeTakeFirstOrThrow()
const makeKey = (more: { expiresAt?: Date; scopes?: ('read' | 'launch')[] } = {}) =>
  createApiKey(db, { companyId: demo.id, name: 'Test', scopes: ['read'], ...more })
const statusWith = async (key: string) => (await app.call('GET', '/v1/user', { key })).status

test('a key is ak_ and 32 letters or digits, and only its SHA-256 is stored', async () => {
  assert.match(makeApiKey(), /^ak_[A-Za-z0-9]{32}$/)
  const { id, key } = await makeKey()
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(row.key_hash, hashApiKey(key))
  assert.ok(!JSON.stringify(row).includes(key))
})

test('a revoked key opens nothing from the very next call on, also in another process on the same database', async () => {
  const other = await startTestApp(
    { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
    { api: true, worker: false, sandbox: false },
  )
  const { id, key } = await makeKey()
  assert.equal(await statusWith(key), 200)
  assert.equal((await other.call('GET', '/v1/user', { key })).status, 200)
  const heard = [app, other].map(
    (each) => new Promise<void>((resolve) => each.app.services.listener.on('api_key_changed', () => resolve())),
  )
  assert.equal(await revokeApiKey(db, demo.id, id), true)
  await Promise.all(heard)
  assert.equal(await statusWith(key), 401)
  assert.equal((await other.call('GET', '/v1/user', { key })).status, 401)
  assert.equal(await revokeApiKey(db, demo.id, id), false)
  await other.close()
})

test('a key of another company cannot be revoked by naming its number', async () => {
  const stranger = await app.stranger()
  const { id, key } = await makeKey()
  assert.equal(await revokeApiKey(db, stranger.companyId, id), false)
  assert.equal(await statusWith(key), 200)
})

test('a key that has expired is refused', async () => {
  const { key } = await makeKey({ expiresAt: new Date(Date.now() - 1000) })
  assert.equal(await statusWith(key), 401)
  const { key: living } = await makeKey({ expiresAt: new Date(Date.now() + 60_000) })
  assert.equal(await statusWith(living), 200)
})

test('the user operation says who the key is, at both of its addresses', async () => {
  const { body } = await app.call<{
    company: { slug: string }
    key: { name: string; scopes: string[] }
    user: { email: string }
    defaultWorkspace: object
  }>('GET', '/v1/user')
  assert.equal(body.company.slug, 'demo')
  assert.equal(body.key.name, 'Demo key')
  assert.deepEqual(body.key.scopes, ['read', 'launch', 'manage', 'admin'])
  assert.ok(body.defaultWorkspace)
  const { body: extended } = await app.call<{ company: { slug: string } }>('GET', '/v1/user/extended2')
  assert.deepEqual(extended.company, body.company)
})

test('the time of the last use is kept', async () => {
  const { id, key } = await makeKey()
  await statusWith(key)
  const own = await startTestApp(
    { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
    { api: true, worker: false, sandbox: false },
  )
  await own.call('GET', '/v1/user', { key })
  await own.close()
  const row = await db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow()
  assert.ok(row.last_used_at && Date.now() - row.last_used_at.getTime() < 60_000)
})
