import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoFixture } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { signedIn } from '../../support/people/browser.ts'
import type { Browser } from '../../support/people/browser.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const owner = await signedIn(app)
const [theirs, ours] = fixture.accounts.map(({ id }) => id) as [string, string]
const { body: made } = await owner.call('POST', '/v1/workspaces', { body: { name: 'Ours', slug: 'ours' } })
const workspace = Number(made.id)
await owner.call('PATCH', `/v1/workspaces/${workspace}`, { body: { accountIds: [ours] } })
const main = Number(((await owner.call('GET', '/v1/workspaces')).body.data as { id: string }[])[0]!.id)
const insider = await signedIn(app, 'admin', [workspace])

const body = { name: 'Spring', ads: [{ adName: 'Their ad', adAccountId: theirs }] }
const draft = (browser: Browser, key: string) =>
  browser.call('POST', '/v1/drafts', { body, headers: { 'idempotency-key': key } })

test('an answer that was kept for somebody is not told to who sees less of the company', async () => {
  const key = randomUUID()
  const first = await draft(owner, key)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const reply = await draft(insider, key)
  assert.equal(reply.headers.get('idempotent-replayed'), null, JSON.stringify(reply.body))
  assert.equal(reply.status, 422, JSON.stringify(reply.body))
  assert.match(JSON.stringify(reply.body), /headers\.Idempotency-Key.*choose a new key/)
  const again = await draft(owner, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
})

test('who sees as much or more is told it again', async () => {
  const key = randomUUID()
  const colleague = await signedIn(app, 'member', [workspace])
  const first = await draft(insider, key)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  for (const browser of [insider, colleague, owner]) {
    const again = await draft(browser, key)
    assert.equal(again.headers.get('idempotent-replayed'), 'true', JSON.stringify(again.body))
    assert.deepEqual(again.body, first.body)
  }
})

test('who works in fewer workspaces since is not told what they were told before', async () => {
  const key = randomUUID()
  const person = await signedIn(app, 'member', [main, workspace])
  assert.equal((await draft(person, key)).status, 201)
  const narrowed = await owner.call('PATCH', `/v1/people/${person.userId}`, { body: { workspaceIds: [workspace] } })
  assert.equal(narrowed.status, 200, JSON.stringify(narrowed.body))
  assert.equal((await draft(person, key)).status, 422)
})

test('what was answered before an upgrade is answered again', async () => {
  const key = randomUUID()
  const first = await draft(insider, key)
  await sql`UPDATE idempotency_keys SET workspaces = '{}' WHERE key = ${key}`.execute(app.app.services.db)
  const again = await draft(insider, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
})
