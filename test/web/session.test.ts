import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { createBrowser, signedIn } from '../support/people/browser.ts'

const app = await startTestApp()

test('a session says who is signed in, where, until when, and what they may do', async () => {
  const owner = await signedIn(app)
  await owner.call('GET', '/v1/adaccounts')
  // What happened before has its number once somebody has asked for it.
  await owner.call('GET', '/v1/events')
  const { status, body } = await owner.call('GET', '/v1/session')
  assert.equal(status, 200)
  const own = body as unknown as {
    person: { id: number; role: string }
    company: { slug: string; currency: string }
    workspaces: { id: string }[]
    session: { way: string; expiresAt: string }
    scopes: string[]
    mayGiveRoles: string[]
    forPeople: string[]
    lastEventId: string
  }
  assert.equal(own.person.id, owner.userId)
  assert.equal(own.company.slug, 'demo')
  assert.match(own.company.currency, /^[A-Z]{3}$/)
  assert.ok(own.workspaces.length > 0)
  assert.equal(own.session.way, 'link')
  assert.ok(Date.parse(own.session.expiresAt) > Date.now() + 29 * 86_400_000)
  assert.deepEqual(own.scopes, ['read', 'launch', 'manage', 'admin'])
  assert.deepEqual(own.mayGiveRoles, ['owner', 'admin', 'member', 'viewer'])
  for (const name of ['create_key', 'update_person', 'read_session']) assert.ok(own.forPeople.includes(name), name)
  const later = await owner.call('GET', `/v1/events?after=${own.lastEventId}`)
  assert.deepEqual([later.status, later.body.data], [200, []], 'nothing has happened since')
})

test('a viewer may do less, and sees their own workspaces alone', async () => {
  const owner = await signedIn(app)
  const made = await owner.call('POST', '/v1/workspaces', { body: { name: 'North', slug: 'north' } })
  assert.equal(made.status, 201)
  const viewer = await signedIn(app, 'viewer', [Number(made.body.id)])
  const { body } = await viewer.call('GET', '/v1/session')
  assert.deepEqual(body.scopes, ['read'])
  assert.deepEqual(body.mayGiveRoles, [])
  assert.deepEqual(
    (body.workspaces as { slug: string }[]).map(({ slug }) => slug),
    ['north'],
  )
  const allowed = body.forPeople as string[]
  assert.ok(allowed.includes('list_sessions') && !allowed.includes('create_key'))
})

test('keys and strangers have no session', async () => {
  assert.equal((await app.call('GET', '/v1/session')).status, 403)
  assert.equal((await app.call('GET', '/v1/session', { key: null })).status, 401)
})

test('everybody may ask which ways to sign in there are', async () => {
  const { status, body } = await createBrowser(app.url).call('GET', '/v1/session/ways')
  assert.equal(status, 200)
  assert.deepEqual(body, { success: true, link: true, mail: false, passkey: true, oidc: null })
})
