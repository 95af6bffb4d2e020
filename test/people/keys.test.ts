import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { exampleLaunch } from '../../src/api/v1/launch/example.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import type { Scope } from '../../src/core/context.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import { signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services
const owner = await signedIn(app)
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()

interface KeyRow {
  id: number
  name: string
  scopes: string[]
  madeBy: { id: number; name: string; role: string | null } | null
}

const keyWith = async (...scopes: Scope[]) =>
  (await createApiKey(db, { companyId: company.id, name: scopes.join(), scopes })).key

async function keyMadeBy(browser: Browser, name: string, scopes: Scope[] = ['admin']) {
  const { status, body } = await browser.call('POST', '/v1/keys', { body: { name, scopes } })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: Number(body.id), key: String(body.key) }
}

const listed = async (id: number) =>
  ((await owner.call('GET', '/v1/keys')).body.data as KeyRow[]).find((each) => each.id === id)
const opens = async (key: string) => (await app.call('GET', '/v1/user', { key })).status === 200

test('an admin key lists people and makes workspaces on the older surface, other keys do neither', async () => {
  const admin = await keyWith('admin')
  const users = await app.call<{ data: { role: string }[]; total: number }>('GET', '/api/users', { key: admin })
  assert.equal(users.status, 200)
  assert.ok(users.body.data.some(({ role }) => role === 'owner'))
  const body = { name: 'Autumn', slug: 'autumn' }
  assert.equal((await app.call('POST', '/api/workspaces', { key: admin, body })).status, 201)
  const taken = await app.call<{ error: { code: string } }>('POST', '/api/workspaces', { key: admin, body })
  assert.deepEqual([taken.status, taken.body.error.code], [409, 'conflict'])
  const weak = await keyWith('launch', 'manage')
  assert.equal((await app.call('GET', '/api/users', { key: weak })).status, 403)
  assert.equal((await app.call('POST', '/api/workspaces', { key: weak, body: { name: 'X', slug: 'x' } })).status, 403)
  const stranger = await app.stranger()
  const theirs = await app.call<{ total: number }>('GET', '/api/users', { key: stranger.key })
  assert.deepEqual([theirs.status, theirs.body.total], [200, 0], 'another company sees its own people')
})

test('people list each other whatever their role, and /v1/people stays with people', async () => {
  const viewer = await signedIn(app, 'viewer')
  assert.equal((await viewer.call('GET', '/api/users')).status, 200)
  assert.equal((await app.call('GET', '/v1/people')).status, 403)
  assert.equal((await app.call('DELETE', '/v1/people/1')).status, 403)
})

test('a key that may only read checks launches, over the interface and as an agent, and launches nothing', async () => {
  const key = await keyWith('read')
  const checked = await app.call<{ valid: boolean }>('POST', '/v1/launch/validate', { key, body: exampleLaunch })
  assert.equal(checked.status, 200)
  assert.equal((await app.call('POST', '/v1/launch', { key, body: exampleLaunch })).status, 403)
  const dry = await app.call('POST', '/v1/launch', { key, body: { ...exampleLaunch, dryRun: true } })
  assert.equal(dry.status, 403)
  const { client, call } = await connect(app, 'modern', key)
  const names = (await client.listTools()).tools.map(({ name }) => name)
  assert.ok(names.includes('validate_launch') && !names.includes('plan_launch') && !names.includes('run_plan'))
  assert.equal((await call('validate_launch', { ...exampleLaunch })).isError, false)
})

test('what holds for launches of the whole company is not changed by a key that may only launch', async () => {
  const launch = await keyWith('launch')
  const link = 'https://example.com/sale'
  const own = await app.call('PATCH', '/v1/launch-defaults', { key: launch, body: { accountId: demo.account, link } })
  assert.equal(own.status, 200)
  const all = await app.call('PATCH', '/v1/launch-defaults', { key: launch, body: { link } })
  assert.equal(all.status, 403)
  const { body } = await app.call<{ link: string | null }>('GET', '/v1/launch-defaults')
  assert.equal(body.link, null)
  const manage = await keyWith('launch', 'manage')
  assert.equal((await app.call('PATCH', '/v1/launch-defaults', { key: manage, body: { link } })).status, 200)
})

test('every key says who made it, and which role they have now', async () => {
  const mallory = await signedIn(app, 'admin')
  const { id, key } = await keyMadeBy(mallory, 'Hers')
  assert.equal((await listed(id))?.madeBy?.role, 'admin')
  const lowered = await owner.call('PATCH', `/v1/people/${mallory.userId}`, { body: { role: 'viewer' } })
  assert.equal(lowered.status, 200, JSON.stringify(lowered.body))
  assert.deepEqual(
    (lowered.body.keys as KeyRow[]).map((each) => [each.id, each.name, each.scopes]),
    [[id, 'Hers', ['admin']]],
  )
  assert.deepEqual(lowered.body.revokedKeys, [])
  assert.equal((await listed(id))?.madeBy?.role, 'viewer')
  const gone = await owner.call('DELETE', `/v1/people/${mallory.userId}`)
  assert.deepEqual(
    (gone.body.keys as KeyRow[]).map((each) => each.id),
    [id],
    'it goes on, and the answer says so',
  )
  assert.ok(await opens(key))
  const left = await listed(id)
  assert.deepEqual([left?.madeBy?.id, left?.madeBy?.role], [mallory.userId, null])
  const who = await app.call<{ user: unknown }>('GET', '/v1/user', { key })
  assert.equal(who.body.user, null, 'nobody who has left is named as who it belongs to')
  const byOperator = (await owner.call('GET', '/v1/keys')).body.data as KeyRow[]
  assert.equal(byOperator.find(({ name }) => name === 'read')?.madeBy, null)
})

for (const [what, revoke] of [
  ['removed', (id: number) => owner.call('DELETE', `/v1/people/${id}?revokeKeys=true`)],
  ['lowered', (id: number) => owner.call('PATCH', `/v1/people/${id}`, { body: { role: 'viewer', revokeKeys: true } })],
] as const) {
  test(`somebody who is ${what} loses the keys that they made, where that is asked for`, async () => {
    const mallory = await signedIn(app, 'admin')
    const first = await keyMadeBy(mallory, `${what} one`)
    const second = await keyMadeBy(mallory, `${what} two`, ['read'])
    const others = await keyMadeBy(owner, `${what} other`, ['read'])
    assert.ok((await opens(first.key)) && (await opens(second.key)))
    const { status, body } = await revoke(mallory.userId)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.keys, [])
    assert.deepEqual((body.revokedKeys as KeyRow[]).map(({ id }) => id).sort(), [first.id, second.id].sort())
    assert.ok(!(await opens(first.key)) && !(await opens(second.key)) && (await opens(others.key)))
    const { body: reported } = await app.call<{ data: { type: string; data: { keyId: number } }[] }>(
      'GET',
      '/v1/events?types=key.revoked&limit=100',
    )
    for (const { id } of [first, second])
      assert.ok(
        reported.data.some(({ data }) => data.keyId === id),
        'its event',
      )
    const action = what === 'removed' ? 'remove_person' : 'update_person'
    const { body: log } = await app.call<{ data: { after: { revokedKeys: number[] } }[] }>(
      'GET',
      `/v1/audit-log?action=${action}&limit=1`,
    )
    assert.deepEqual(log.data[0]?.after.revokedKeys.sort(), [first.id, second.id].sort())
  })
}

test('a change that is refused revokes nothing', async () => {
  const admin = await signedIn(app, 'admin')
  const made = await keyMadeBy(owner, 'Of the owner', ['read'])
  const refused = await admin.call('DELETE', `/v1/people/${owner.userId}?revokeKeys=true`)
  assert.equal(refused.status, 403)
  const unknown = await owner.call('PATCH', `/v1/people/${admin.userId}`, {
    body: { workspaceIds: [999_999], revokeKeys: true },
  })
  assert.equal(unknown.status, 422)
  assert.ok(await opens(made.key))
})
