import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSignInLink } from '../../src/core/people/invites/links.ts'
import { findCompany } from '../../src/core/people/companies/companies.ts'
import { sql } from '../../src/db/sql.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { createBrowser, ownerOfNew, signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'
import { operator } from '../support/service/operator.ts'

const app = await startTestApp()
const { db } = app.app.services
const command = operator({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
const owner = await signedIn(app)

const asks = (browser: Browser, headers = {}) => browser.call('GET', '/v1/instance', { headers })
const sees = async (browser: Browser) => (await browser.call('GET', '/v1/session')).body

async function confirmed(userId: number, slug = 'demo'): Promise<Browser> {
  const company = (await findCompany(db, slug))!
  const token = await makeSignInLink(db, { companyId: company.id, userId }, { confirms: true })
  const browser = createBrowser(app.url, userId)
  assert.equal((await browser.call('POST', '/v1/session', { body: { token } })).status, 200)
  return browser
}

async function actionsIn(slug: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    SELECT entry ->> 'action' AS action FROM audit_log WHERE company_id = (SELECT id FROM companies WHERE slug = ${slug})
      AND entry ->> 'action' LIKE 'operator%' ORDER BY seq`.execute(db)
  return rows.map(({ action }) => action)
}

test('the owner of the very first start is an operator once their address is confirmed', async () => {
  const early = await asks(owner)
  assert.equal(early.status, 403)
  assert.equal((await sees(owner)).operator, false)
  const after = await confirmed(owner.userId)
  const reply = await asks(after)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const session = await sees(after)
  assert.equal(session.operator, true)
  assert.ok((session.forPeople as string[]).includes('read_instance'))
  const listed = await command(['operator', 'list'])
  assert.match(listed.stdout, /demo@flightdeck\.local .* UTC {2}demo/)
})

test('a later start marks nobody, also where the demo company is made anew', async () => {
  await sql`UPDATE companies SET slug = 'moved' WHERE slug = 'demo'`.execute(db)
  const again = await startTestApp({ DATABASE_URL: app.databaseUrl }, { api: true, worker: false, sandbox: false })
  const { rows } = await sql`SELECT FROM users WHERE operator_since IS NOT NULL`.execute(db)
  assert.equal(rows.length, 1)
  await again.close()
  await sql`UPDATE companies SET slug = 'second' WHERE slug = 'demo'`.execute(db)
  await sql`UPDATE companies SET slug = 'demo' WHERE slug = 'moved'`.execute(db)
})

test('the command line gives the mark to whoever is confirmed, and takes it from the next call on', async () => {
  const other = await ownerOfNew(app, 'other')
  const refused = await command(['operator', 'add', 'owner@other.example'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /login-link --email owner@other\.example --company other/)
  const person = await confirmed(other.userId, 'other')
  assert.equal((await asks(person)).status, 403)
  assert.equal((await command(['operator', 'add', 'Owner@Other.example'])).code, 0)
  assert.match((await command(['operator', 'add', String(other.userId)])).stdout, /already/)
  assert.equal((await asks(person)).status, 200)
  assert.equal((await command(['operator', 'remove', String(other.userId)])).code, 0)
  assert.equal((await asks(person)).status, 403)
  assert.equal((await sees(person)).operator, false)
  assert.deepEqual(await actionsIn('other'), ['operator add', 'operator remove'])
  assert.deepEqual(await actionsIn('demo'), [])
  assert.match((await command(['operator', 'add', 'nobody@example.com'])).stderr, /nobody with the address/)
})

test('several people with one address are named by their number', async () => {
  const one = await ownerOfNew(app, 'twin-one', 'twin@example.com')
  await ownerOfNew(app, 'twin-two', 'twin@example.com')
  const reply = await command(['operator', 'add', 'twin@example.com'])
  assert.equal(reply.code, 1)
  assert.match(reply.stderr, new RegExp(`by number: ${one.userId} \\(twin-one\\)`))
  const first = await confirmed(one.userId, 'twin-one')
  assert.equal((await command(['operator', 'add', String(one.userId)])).code, 0)
  assert.equal((await asks(first)).status, 200)
  // Somebody else with the same address, who has not confirmed it.
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE email = 'twin@example.com' AND confirmed_at IS NULL`.execute(db)
  const second = createBrowser(app.url, rows[0]!.id)
  const company = (await findCompany(db, 'twin-two'))!
  const token = await makeSignInLink(db, { companyId: company.id, userId: rows[0]!.id })
  await second.call('POST', '/v1/session', { body: { token } })
  assert.equal((await asks(second)).status, 403)
})

test('everybody else is refused and told nothing: strangers, viewers, keys, assistants, other pages', async () => {
  const stranger = await confirmed((await ownerOfNew(app, 'stranger')).userId, 'stranger')
  const viewer = await signedIn(app, 'viewer')
  for (const browser of [stranger, viewer, await signedIn(app, 'admin')]) {
    const reply = await asks(browser)
    assert.equal(reply.status, 403)
    const text = JSON.stringify(reply.body)
    assert.match(text, /operators of this installation/)
    assert.doesNotMatch(text, /demo|version|process/i)
    assert.ok(!((await sees(browser)).forPeople as string[]).includes('read_instance'))
  }
  const byKey = await app.call('GET', '/v1/instance')
  assert.equal(byKey.status, 403)
  assert.match(JSON.stringify(byKey.body), /for people who are signed in/)
  assert.equal((await app.call('GET', '/v1/instance', { key: null })).status, 401)
  const tools = await app.call('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_instance', arguments: {} } },
    headers: { accept: 'application/json, text/event-stream' },
  })
  assert.doesNotMatch(JSON.stringify(tools.body), /processes/)
  const own = await confirmed(owner.userId)
  assert.equal((await asks(own)).status, 200)
  for (const site of ['cross-site', 'same-site'])
    assert.equal((await asks(own, { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' })).status, 403)
})

test('no call gives the mark: neither a change of a person or of oneself, nor an invite or a merge', async () => {
  const own = await confirmed(owner.userId)
  const viewer = await signedIn(app, 'viewer')
  const marked = { operator: true, operator_since: new Date().toISOString(), operatorSince: new Date().toISOString() }
  await own.call('PATCH', `/v1/people/${viewer.userId}`, { body: { role: 'admin', ...marked } })
  await viewer.call('PATCH', '/v1/session', { body: { name: 'A viewer', ...marked } })
  await own.call('POST', '/v1/people/invites', { body: { email: 'new@example.com', role: 'admin', ...marked } })
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE operator_since IS NOT NULL AND id <> ${owner.userId} AND email <> 'twin@example.com'`.execute(
    db,
  )
  assert.deepEqual(rows, [])
  // Whoever is merged into somebody brings no mark along.
  const twin = await ownerOfNew(app, 'merged', 'merged@example.com')
  await sql`UPDATE users SET operator_since = now() WHERE id = ${twin.userId}`.execute(db)
  const elsewhere = await ownerOfNew(app, 'merging', 'merged@example.com')
  const into = await confirmed(elsewhere.userId, 'merging')
  const accepted = await into.call('POST', '/v1/session/companies/merged/accept', { body: {} })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.equal((await asks(into)).status, 403)
  const left = await sql`SELECT FROM users WHERE id = ${twin.userId} AND operator_since IS NOT NULL`.execute(db)
  assert.equal(left.rows.length, 0)
})

test('the mark goes with its person', async () => {
  const { userId } = await signedIn(app, 'admin')
  const gone = await confirmed(userId)
  assert.equal((await command(['operator', 'add', String(userId)])).code, 0)
  assert.equal((await asks(gone)).status, 200)
  assert.equal((await command(['person', 'delete', String(userId)])).code, 0)
  const { rows } = await sql`SELECT FROM users WHERE id = ${userId} AND operator_since IS NOT NULL`.execute(db)
  assert.equal(rows.length, 0)
  assert.equal((await asks(gone)).status, 401)
})

test('an operator sees other companies on the instance page alone', async () => {
  const own = await confirmed(owner.userId)
  const other = await ownerOfNew(app, 'secretive')
  const board = await other.call('POST', '/v1/library/boards', { body: { name: 'Secretive board' } })
  assert.equal(board.status, 201)
  assert.equal((await command(['company', 'quota', 'secretive', '--keys', '3'])).code, 0)
  const paths = [
    'people',
    'keys',
    'library/boards',
    'audit-log',
    'connections',
    'workspaces',
    'session',
    'session/companies',
  ]
  for (const path of paths) {
    const reply = await own.call('GET', `/v1/${path}`)
    assert.equal(reply.status, 200, path)
    assert.doesNotMatch(JSON.stringify(reply.body), /secretive/i, path)
  }
  const renamed = await own.call('PATCH', `/v1/library/boards/${String(board.body.id)}`, { body: { name: 'Mine' } })
  assert.equal(renamed.status, 404)
  // What was read a moment ago may be shown for some seconds.
  await untilTrue(async () => JSON.stringify((await asks(own)).body.quotas).includes('"secretive"'))
})
