import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/core/people/keys.ts'
import { findCompany } from '../../src/core/people/companies/companies.ts'
import { startTestApp } from '../support/harness.ts'
import { createBrowser, ownerOfNew, signedIn } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services
const owner = await signedIn(app)
const admin = await signedIn(app, 'admin')

let made = 0
async function asked(body: object = {}) {
  const email = `asked${++made}@example.com`
  const reply = await app.call('POST', '/api/invites', { body: { email, ...body } })
  return { ...reply, email, id: Number(reply.body.id) }
}
const confirmed = (id: number, browser = owner) => browser.call('POST', `/v1/people/invites/${id}/confirm`)
const codeOf = (body: Record<string, unknown>) => (body.error as { code: string }).code

test('an invite by a key waits: no link, nobody joins, and whoever decides is told', async () => {
  const { status, body, email, id } = await asked({ role: 'member' })
  assert.equal(status, 201, JSON.stringify(body))
  assert.ok(!JSON.stringify(body).includes('link'))
  const listed = (await owner.call('GET', '/v1/people/invites')).body.data as Record<string, unknown>[]
  const own = listed.find((invite) => invite.id === id)!
  assert.deepEqual([own.state, own.askedBy, own.email], ['waiting', 'Demo key', email])
  const { rows } = await sql<{ token: unknown }>`SELECT token_hash AS token FROM invites WHERE id = ${id}`.execute(db)
  assert.equal(rows[0]!.token, null, 'there is no token that could leak')
  const events = (await owner.call('GET', '/v1/events?limit=100')).body.data as { type: string; data: unknown }[]
  const notified = events.filter(({ type }) => type === 'invite.waiting').at(-1)!
  assert.deepEqual(notified.data, { inviteId: id, role: 'member', askedBy: 'Demo key' })
})

test('a person confirms it: it is their invite, and its link works once', async () => {
  const { id, email } = await asked({ role: 'viewer' })
  const { status, body } = await confirmed(id, admin)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.state, body.invitedBy, body.askedBy], ['open', 'A admin', 'Demo key'])
  const token = String(body.link).split('/').at(-1)!
  const browser = createBrowser(app.url)
  const joined = await browser.call('POST', `/api/invites/${token}/accept`, { body: { name: 'New' } })
  assert.equal((joined.body.person as { email: string }).email, email)
  assert.equal((await confirmed(id)).status, 404, 'it was accepted')
  const again = await asked()
  assert.equal((await confirmed(again.id)).status, 200)
  assert.equal((await confirmed(again.id)).status, 409, 'a link is told once')
})

test('confirming is inviting: nobody gives more than they have, and an admin needs a fresh sign-in', async () => {
  const { id } = await asked({ role: 'owner' })
  assert.equal((await confirmed(id, admin)).status, 403)
  const member = await signedIn(app, 'member')
  assert.equal((await confirmed(id, member)).status, 403)
  const browser = await signedIn(app)
  await db
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`now() - interval '6 minutes'` })
    .where('user_id', '=', browser.userId)
    .execute()
  const stale = await confirmed(id, browser)
  assert.equal(codeOf(stale.body), 'step_up_required')
  assert.equal((await confirmed(id, await signedIn(app))).status, 200)
})

test('workspaces are at most those of whoever confirms', async () => {
  const spaces = await Promise.all(
    ['east', 'west'].map((slug) => owner.call('POST', '/v1/workspaces', { body: { name: slug, slug } })),
  )
  const [east, west] = spaces.map(({ body }) => Number(body.id)) as [number, number]
  const limited = await signedIn(app, 'admin', [east])
  const beyond = await asked({ workspaceIds: [west] })
  assert.equal((await confirmed(beyond.id, limited)).status, 422)
  const all = await asked()
  const narrowed = await confirmed(all.id, limited)
  assert.deepEqual(narrowed.body.workspaceIds, [east])
  const own = await limited.call('POST', '/v1/people/invites', { body: { email: 'own@example.com' } })
  assert.deepEqual(own.body.workspaceIds, [east])
  const widened = await limited.call('PATCH', `/v1/people/${limited.userId}`, { body: { workspaceIds: [] } })
  assert.deepEqual(widened.body.workspaceIds, [east], 'nobody gives themselves more')
})

test('an invite that nobody confirms is gone after a week; a withdrawn or foreign one cannot be confirmed', async () => {
  const { id, body } = await asked()
  const ends = Date.parse(String(body.expiresAt))
  assert.ok(ends <= Date.now() + 7 * 86_400_000 && ends > Date.now() + 6 * 86_400_000)
  await db
    .updateTable('invites')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute()
  assert.equal((await confirmed(id)).status, 404)
  const withdrawn = await asked()
  assert.equal((await owner.call('DELETE', `/v1/people/invites/${withdrawn.id}`)).status, 200)
  assert.equal((await confirmed(withdrawn.id)).status, 404)
  const other = await ownerOfNew(app, 'elsewhere')
  const foreign = await asked()
  assert.equal((await confirmed(foreign.id, other)).status, 404)
})

test('a key without the scope admin asks for nobody, and no key confirms', async () => {
  const company = (await findCompany(db, 'demo'))!
  const { key } = await createApiKey(db, { companyId: company.id, name: 'Small', scopes: ['read', 'launch', 'manage'] })
  const refused = await app.call('POST', '/api/invites', { key, body: { email: 'x@example.com' } })
  assert.equal(refused.status, 403)
  const { id } = await asked()
  assert.equal((await app.call('POST', `/v1/people/invites/${id}/confirm`)).status, 403)
  assert.equal((await app.call('POST', '/v1/people/invites', { body: { email: 'x@example.com' } })).status, 403)
})

test('a person who invites on the older surface gets the link as before', async () => {
  const { status, body } = await owner.call('POST', '/api/invites', { body: { email: 'older@example.com' } })
  assert.equal(status, 201)
  assert.match(JSON.stringify(body), /#\/invite\//)
})
