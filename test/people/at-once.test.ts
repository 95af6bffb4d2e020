import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'
import { sql } from '../../src/db/sql.ts'

/** What changes somebody's rights is heard of through the database: here it is heard late. */
const app = await startTestApp()
const { db } = app.app.services
const owner = await signedIn(app)

const listening = await sql<{ pid: number }>`
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'flightdeck listener'`.execute(
  db,
)
const pids = listening.rows.map(({ pid }) => pid)
assert.equal(pids.length, 1)
const signal = (name: 'SIGSTOP' | 'SIGCONT') => pids.forEach((pid) => process.kill(pid, name))

/** Whether a change was answered before it was heard of, and its status. */
async function heardLate(change: () => Promise<{ status: number }>, isDone: () => Promise<boolean>) {
  signal('SIGSTOP')
  let isAnswered = false
  try {
    const changed = change().finally(() => (isAnswered = true))
    await untilTrue(isDone)
    // As long as this takes, an answer would have come.
    for (let asked = 0; asked < 20; asked += 1) await owner.call('GET', '/v1/people')
    const wasAnswered = isAnswered
    signal('SIGCONT')
    return { wasAnswered, status: (await changed).status }
  } finally {
    signal('SIGCONT')
  }
}

test('who takes rights from somebody is told only when this process knows it, whatever is slow', async () => {
  const member = await signedIn(app, 'admin')
  const { body } = await member.call('POST', '/v1/keys', { body: { name: 'Theirs', scopes: ['read', 'manage'] } })
  const statusOf = async () => (await app.call('GET', '/v1/user', { key: String(body.key) })).status
  assert.equal(await statusOf(), 200)
  const isGone = async () => {
    const query = db.selectFrom('api_keys').select('revoked_at').where('id', '=', Number(body.id))
    return (await query.executeTakeFirstOrThrow()).revoked_at !== null
  }
  const remove = () => owner.call('DELETE', `/v1/people/${member.userId}?revokeKeys=true`)
  assert.deepEqual(await heardLate(remove, isGone), { wasAnswered: false, status: 200 })
  assert.equal(await statusOf(), 401)
})

test('a narrower role holds from the next call on, whatever is slow', async () => {
  const member = await signedIn(app, 'admin')
  const made = () => member.call('POST', '/v1/drafts', { body: { ads: [] } })
  assert.notEqual((await made()).status, 403)
  const roleOf = async () => {
    const query = db.selectFrom('memberships').select('role').where('user_id', '=', member.userId)
    return (await query.executeTakeFirstOrThrow()).role
  }
  const narrow = () => owner.call('PATCH', `/v1/people/${member.userId}`, { body: { role: 'viewer' } })
  const isNarrow = async () => (await roleOf()) === 'viewer'
  assert.deepEqual(await heardLate(narrow, isNarrow), { wasAnswered: false, status: 200 })
  assert.equal((await made()).status, 403)
})
