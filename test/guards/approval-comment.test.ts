import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import type { AuditRow } from '../../src/core/audit/read.ts'
import { assertRefused, guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'
import { sharedKey } from '../support/service/child-env.ts'
import { operator } from '../support/service/operator.ts'

/** Whoever decides may say why, and everybody who looks at the decision reads it. */
const app = await startTestApp()
const owner = await signedIn(app)

interface Approval {
  id: number
  state: string
  digest: string
  comment: string | null
}

async function ask(dailyBudget: number): Promise<Approval> {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget }
  const { details } = assertRefused(await app.call('POST', '/v1/manage/update-budget', { body }), 'approval_required')
  return get(Number(details.approvalId))
}

const get = async (id: number) => (await app.call<Approval>('GET', `/v1/approvals/${id}`)).body

async function eventOf(type: string, id: number): Promise<Record<string, unknown> | undefined> {
  const { body } = await app.call<{ data: { data: Record<string, unknown> }[] }>('GET', `/v1/events?type=${type}`)
  return body.data.map(({ data }) => data).find(({ approvalId }) => approvalId === id)
}

async function entryOf(action: string, id: number): Promise<AuditRow> {
  const path = `/v1/audit-log?target=approval:${id}&action=${encodeURIComponent(action)}`
  return (await app.call<{ data: AuditRow[] }>('GET', path)).body.data[0]!
}

test('what is said with an approval or a refusal stands in it, in its event and in the audit log', async () => {
  for (const [word, type, amount] of [
    ['approve', 'approval.given', 61],
    ['refuse', 'approval.refused', 62],
  ] as const) {
    const { id, digest } = await ask(amount)
    const comment = `  <b>${word}</b>:\nuntil Monday 🙂 `
    const body = word === 'approve' ? { digest, comment } : { comment }
    const reply = await owner.call('POST', `/v1/approvals/${id}/${word}`, { body })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.equal(reply.body.comment, comment.trim())
    assert.equal((await get(id)).comment, comment.trim())
    assert.equal((await eventOf(type, id))?.comment, comment.trim())
    const entry = await entryOf(`${word}_approval`, id)
    assert.equal((entry.after as Approval).comment, comment.trim())
  }
})

test('who says nothing leaves no comment; what is too long or no text is refused, and nothing is decided', async () => {
  const { id, digest } = await ask(63)
  for (const comment of ['x'.repeat(1_001), 7, { text: 'no' }, 'a\u0000b']) {
    for (const word of ['approve', 'refuse']) {
      const reply = await owner.call('POST', `/v1/approvals/${id}/${word}`, { body: { digest, comment } })
      assert.equal(reply.status, 400, JSON.stringify(reply.body))
      assert.match(JSON.stringify(reply.body), /comment/)
    }
  }
  assert.deepEqual([(await get(id)).state, (await get(id)).comment], ['waiting', null])
  const reply = await owner.call('POST', `/v1/approvals/${id}/refuse`, { body: { comment: '   ' } })
  assert.deepEqual([reply.status, reply.body.comment], [200, null])
  assert.ok(!('comment' in (await eventOf('approval.refused', id))!))
  const longest = await ask(64)
  const last = await owner.call('POST', `/v1/approvals/${longest.id}/refuse`, { body: { comment: 'x'.repeat(1_000) } })
  assert.equal(last.status, 200)
})

test('the operator says why on the command line, and reads what others said', async () => {
  const command = operator({ ...sharedKey, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  const flightdeck = (...words: string[]) => command(words)
  const { id } = await ask(65)
  await flightdeck('approval', 'refuse', String(id), '--comment', 'Not\nbefore\u001b[31m Monday')
  const { comment } = await get(id)
  assert.equal(comment, 'Not\nbefore\u001b[31m Monday')
  assert.deepEqual((await entryOf('approval refuse', id)).after, {
    ...{ state: 'refused', operation: 'update_budget', comment },
    decidedBy: ((await entryOf('approval refuse', id)).after as { decidedBy: string }).decidedBy,
  })
  const { stdout } = await flightdeck('approval', 'list')
  assert.match(stdout, /Not before \[31m Monday/)
  const { id: other } = await ask(66)
  const long = await flightdeck('approval', 'refuse', String(other), '--comment', 'x'.repeat(1_001))
  assert.match(long.stderr, /1000 are the most/)
  assert.equal((await get(other)).state, 'waiting')
})
