import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guardedBy } from '../support/guards/guards.ts'
import { demo } from '../../src/api/examples.ts'
import { asItRuns } from '../../src/http/docs/as-it-runs.ts'
import { operationCalled } from '../support/examples.ts'
import { startTestApp } from '../support/harness.ts'
import { createBrowser, signedIn } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services
const owner = await signedIn(app)
const admin = await signedIn(app, 'admin')
const member = await signedIn(app, 'member')
const viewer = await signedIn(app, 'viewer')

async function invited(browser = owner, body: object = {}) {
  const email = `${Math.random().toString(36).slice(2)}@example.com`
  const reply = await browser.call('POST', '/v1/people/invites', { body: { email, ...body } })
  return { ...reply, email, token: String(reply.body.link).split('/').at(-1)! }
}

test('a viewer reads, a member launches and manages, an admin administers', async () => {
  const body = { ads: [] }
  for (const browser of [viewer, member, admin, owner])
    assert.equal((await browser.call('GET', '/v1/adaccounts')).status, 200)
  assert.equal((await viewer.call('POST', '/v1/launch', { body })).status, 403)
  assert.equal((await member.call('POST', '/v1/launch', { body })).status, 400)
  assert.equal((await member.call('GET', '/v1/keys')).status, 403)
  assert.equal((await admin.call('GET', '/v1/keys')).status, 200)
})

test('a key that a person made opens what it was made for, is shown once, and ends when it is revoked', async () => {
  const made = await admin.call('POST', '/v1/keys', { body: { name: 'CI', scopes: ['read'] } })
  assert.equal(made.status, 201)
  const key = String(made.body.key)
  assert.match(key, /^ak_/)
  assert.equal((await app.call('GET', '/v1/user', { key })).status, 200)
  const list = (await admin.call('GET', '/v1/keys')).body.data as Record<string, unknown>[]
  assert.ok(list.every((each) => !('key' in each)))
  assert.equal((await admin.call('DELETE', `/v1/keys/${String(made.body.id)}`)).status, 200)
  assert.equal((await app.call('GET', '/v1/user', { key })).status, 401)
  assert.equal((await admin.call('DELETE', `/v1/keys/${String(made.body.id)}`)).status, 404)
  const log = JSON.stringify((await app.call('GET', '/v1/audit-log?action=create_key')).body)
  assert.ok(!log.includes(key), 'the key is in no log')
  assert.match(log, /"CI"/)
})

test('keys with wrong fields are refused by name', async () => {
  for (const body of [
    {},
    { name: '' },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['root'] },
    { name: 'x', expiresAt: '2001-01-01T00:00:00Z' },
  ]) {
    assert.equal((await admin.call('POST', '/v1/keys', { body })).status, 400, JSON.stringify(body))
  }
})

test('an invite is accepted once, and signs in', async () => {
  const { status, token, email } = await invited(admin, { role: 'viewer' })
  assert.equal(status, 201)
  const browser = createBrowser(app.url)
  const joined = await browser.call('POST', `/api/invites/${token}/accept`, { body: { name: 'Grace' } })
  assert.equal(joined.status, 200, JSON.stringify(joined.body))
  assert.equal((joined.body.person as { email: string }).email, email)
  assert.equal((await browser.call('GET', '/v1/user')).status, 200)
  const again = await createBrowser(app.url).call('POST', `/api/invites/${token}/accept`, { body: { name: 'Mallory' } })
  assert.equal(again.status, 410)
  assert.equal((again.body.error as { code: string }).code, 'invite_expired')
  const twice = await admin.call('POST', '/v1/people/invites', { body: { email: email.toUpperCase() } })
  assert.equal(twice.status, 409)
})

test('an expired invite is 410, an unknown one 404, a withdrawn one opens nothing', async () => {
  const old = await invited()
  await db
    .updateTable('invites')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('email', '=', old.email)
    .execute()
  assert.equal(
    (await createBrowser(app.url).call('POST', `/api/invites/${old.token}/accept`, { body: { name: 'x' } })).status,
    410,
  )
  assert.equal(
    (await createBrowser(app.url).call('POST', '/api/invites/nobody/accept', { body: { name: 'x' } })).status,
    404,
  )
  const other = await invited()
  assert.equal((await owner.call('DELETE', `/v1/people/invites/${String(other.body.id)}`)).status, 200)
  assert.equal(
    (await createBrowser(app.url).call('POST', `/api/invites/${other.token}/accept`, { body: { name: 'x' } })).status,
    404,
  )
})

test('nobody reaches above themselves, and an owner stays', async () => {
  const ids = { owner: owner.userId, admin: admin.userId }
  assert.equal((await admin.call('PATCH', `/v1/people/${ids.owner}`, { body: { role: 'viewer' } })).status, 403)
  assert.equal((await admin.call('PATCH', `/v1/people/${ids.admin}`, { body: { role: 'owner' } })).status, 403)
  assert.equal((await admin.call('DELETE', `/v1/people/${ids.owner}`)).status, 403)
  assert.equal((await invited(admin, { role: 'owner' })).status, 403)
  assert.equal((await owner.call('PATCH', `/v1/people/${ids.owner}`, { body: { role: 'admin' } })).status, 409)
  assert.equal((await owner.call('DELETE', `/v1/people/${ids.owner}`)).status, 409)
  assert.equal((await member.call('PATCH', `/v1/people/${ids.admin}`, { body: { role: 'viewer' } })).status, 403)
})

test('a role holds from the next call on, and who is removed is signed out', async () => {
  const somebody = await signedIn(app, 'admin')
  assert.equal((await owner.call('PATCH', `/v1/people/${somebody.userId}`, { body: { role: 'viewer' } })).status, 200)
  assert.equal((await somebody.call('GET', '/v1/keys')).status, 403)
  assert.equal((await owner.call('DELETE', `/v1/people/${somebody.userId}`)).status, 200)
  assert.equal((await somebody.call('GET', '/v1/user')).status, 401)
})

test('people of another company are unknown here', async () => {
  const stranger = await app.stranger()
  const user = await db
    .insertInto('users')
    .values({ email: 'x@other.example', name: 'X', home_company_id: stranger.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('memberships')
    .values({ company_id: stranger.companyId, user_id: user.id, role: 'member' })
    .execute()
  assert.equal((await owner.call('PATCH', `/v1/people/${user.id}`, { body: { role: 'viewer' } })).status, 404)
  assert.equal((await owner.call('DELETE', `/v1/people/${user.id}`)).status, 404)
})

test('who works in some workspaces sees the accounts of those alone', async () => {
  await owner.call('GET', '/v1/adaccounts')
  const made = await owner.call('POST', '/v1/workspaces', { body: { name: 'Brands', slug: 'brands' } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const id = String(made.body.id)
  assert.equal((await owner.call('POST', '/v1/workspaces', { body: { name: 'Again', slug: 'brands' } })).status, 409)
  const account = demo.account
  assert.equal((await owner.call('PATCH', `/v1/workspaces/${id}`, { body: { accountIds: [account] } })).status, 200)
  const insider = await signedIn(app, 'member', [Number(id)])
  const seen = (await insider.call('GET', '/v1/adaccounts')).body.data as { id: string }[]
  assert.deepEqual(
    seen.map((each) => each.id),
    [account],
  )
  const outsider = await signedIn(app, 'member', [Number((await mainWorkspace()).id)])
  const others = (await outsider.call('GET', '/v1/adaccounts')).body.data as { id: string }[]
  assert.ok(others.length > 0 && others.every((each) => each.id !== account))
  assert.equal((await outsider.call('GET', `/v1/adsets?accountId=${account}`)).status, 404)
  const days = 'startDate=2026-10-01&endDate=2026-10-02'
  assert.equal((await outsider.call('GET', `/v1/reports/query?accountIds=${account}&${days}`)).status, 404)
  const refused = await owner.call('DELETE', `/v1/workspaces/${id}`)
  assert.equal(refused.status, 409, 'who works nowhere else would work everywhere')
  assert.match(JSON.stringify(refused.body), /A member/)
  const both = { workspaceIds: [Number(id), Number((await mainWorkspace()).id)] }
  assert.equal((await owner.call('PATCH', `/v1/people/${insider.userId}`, { body: both })).status, 200)
  assert.equal((await owner.call('DELETE', `/v1/workspaces/${id}`)).status, 200)
  const left = (await owner.call('GET', '/v1/people')).body.data as { id: number; workspaceIds: number[] }[]
  assert.deepEqual(left.find((each) => each.id === insider.userId)?.workspaceIds, both.workspaceIds.slice(1))
  assert.equal((await owner.call('DELETE', `/v1/workspaces/${(await mainWorkspace()).id}`)).status, 409)
})

async function mainWorkspace(): Promise<{ id: string }> {
  const { body } = await owner.call('GET', '/v1/workspaces')
  return (body.data as { id: string }[])[0]!
}

test('a person approves what a guard asks about; with four eyes not who asked', async () => {
  await guardedBy(app, { largestBatch: 0, mode: 'ask', fourEyes: true })
  const body: unknown = JSON.parse(
    asItRuns(JSON.stringify(operationCalled('launch_ads').example), app.sandboxUrl, new Date()),
  )
  const asked = await admin.call('POST', '/v1/launch', { body })
  assert.equal(asked.status, 409, JSON.stringify(asked.body))
  const { approvalId, digest } = (asked.body.error as { details: { approvalId: number; digest: string } }).details
  const own = await admin.call('POST', `/v1/approvals/${approvalId}/approve`, { body: { digest } })
  assert.equal(own.status, 403, JSON.stringify(own.body))
  assert.equal((await member.call('POST', `/v1/approvals/${approvalId}/approve`, { body: { digest } })).status, 403)
  const other = await owner.call('POST', `/v1/approvals/${approvalId}/approve`, { body: { digest } })
  assert.equal(other.status, 200, JSON.stringify(other.body))
  assert.equal(other.body.state, 'done')
  await guardedBy(app)
})

test('an admin loosens a guard and sets the currency; a member does not', async () => {
  const guards = [{ name: 'Cap', dailyCap: 10, currency: 'USD', mode: 'refuse' }]
  assert.equal((await admin.call('PUT', '/v1/spend-guards', { body: { guards } })).status, 200)
  assert.equal((await member.call('PUT', '/v1/spend-guards', { body: { guards: [] } })).status, 403)
  assert.equal((await app.call('PUT', '/v1/spend-guards', { body: { guards: [] } })).status, 403)
  assert.equal((await admin.call('PUT', '/v1/spend-guards', { body: { guards: [] } })).status, 200)
  const rates = [{ currency: 'JPY', rate: 0.0061, date: '2026-11-01' }]
  const set = await admin.call('PUT', '/v1/currency', { body: { currency: 'EUR', rates } })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  assert.equal(set.body.currency, 'EUR')
  for (const body of [
    { currency: 'XXQ' },
    { rates: [{ ...rates[0], rate: 0 }] },
    { rates: [{ ...rates[0], date: '2099-01-01' }] },
  ])
    assert.equal((await admin.call('PUT', '/v1/currency', { body })).status, 400, JSON.stringify(body))
})

test('what people do is in the audit log with their names', async () => {
  const { body } = await app.call('GET', '/v1/audit-log?action=create_workspace')
  const entry = (body.data as { actor: { kind: string; name: string } }[])[0]!
  assert.equal(entry.actor.kind, 'user')
})

test('the older surface lists users and workspaces in pages', async () => {
  const users = await owner.call('GET', '/api/users?pageSize=2')
  assert.equal(users.status, 200)
  assert.equal((users.body.data as unknown[]).length, 2)
  assert.ok(Number(users.body.total) > 2)
  const spaces = await app.call('GET', '/api/workspaces')
  assert.equal(spaces.body.page, 1)
  assert.equal((await owner.call('POST', '/api/workspaces', { body: { name: 'W', slug: 'Not A Slug' } })).status, 400)
})
