import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilTrue } from '../../../../test/support/ask-until.ts'
import { guardedBy } from '../../../../test/support/guards/guards.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { eventsOf, setEnd, statusIn } from '../../../../test/support/manage/ends.ts'
import { postsOf } from '../../../../test/support/reports/creatives.ts'
import { createApiKey } from '../../../core/people/keys.ts'
import { handOver } from '../../../core/creatives/graduation/hand-over.ts'
import { sql } from '../../../db/sql.ts'
import { demo } from '../../examples.ts'

const app = await startTestApp()
const { services } = app.app
const { db } = services
const list = `/v1/manage/list-ads?accountId=${demo.account}&limit=200`

interface Started {
  adBatchId: number
  pauses: { adId: string; accountId: string }[]
  error?: { code: string; message: string; details: { approvalId?: number } }
}

function graduate(id: string, body: object, key = app.key) {
  return app.call<Started>('POST', `/v1/creatives/${id}/graduate`, { body: { adSetIds: [demo.adSet], ...body }, key })
}

/** Posts of which an ad runs. */
async function runningPosts() {
  const posts = await postsOf(app, demo.account)
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT post_id::text AS id FROM ad_creatives JOIN report_entities ON key = ad_key
    WHERE post_id IS NOT NULL AND state = 'active'`.execute(db)
  return posts.filter(({ id }) => rows.some((row) => row.id === id))
}

async function madeBy(batchId: number): Promise<string> {
  const { rows } = await sql<{ ad_id: string }>`SELECT ad_id FROM batch_items WHERE batch_id = ${batchId}`.execute(db)
  return rows[0]!.ad_id
}

async function lookAgain() {
  await sql`UPDATE creative_handovers SET next_at = now()`.execute(db)
  await handOver(services, AbortSignal.timeout(60_000))
  const { rows } = await sql<{ ad_id: string; state: string; reason: string | null }>`
    SELECT ad_id, state, reason FROM creative_handovers ORDER BY id`.execute(db)
  return rows
}

test('the other ads of a creative end once the new one runs, no others do, and an undo has them run again', async () => {
  const [post, other] = await runningPosts()
  assert.ok(post && other)
  const before = await app.call<{ data: { id: string; status: string }[] }>('GET', list)
  const { status, body } = await graduate(post.id, { pauseOthers: true })
  assert.equal(status, 202, JSON.stringify(body))
  assert.ok(body.pauses.length > 0, JSON.stringify(body))
  const paused = body.pauses.map(({ adId }) => adId)
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done))
  const made = await madeBy(body.adBatchId)
  await setEnd(app, { entityType: 'ad', entityId: made, accountId: demo.account, newStatus: 'PAUSED' })
  assert.ok((await lookAgain()).every(({ state }) => state === 'waiting'))
  await setEnd(app, { entityType: 'ad', entityId: made, accountId: demo.account, newStatus: 'ACTIVE' })
  await untilTrue(async () => (await lookAgain()).every(({ state }) => state === 'ended'))
  await untilTrue(async () => {
    const events = await eventsOf(app, 'end.kept')
    return paused.every((id) => events.some(({ entityId }) => entityId === id))
  })
  const after = await app.call<{ data: { id: string; status: string }[] }>('GET', list)
  const statusOf = (id: string, rows: { id: string; status: string }[]) => rows.find((each) => each.id === id)?.status
  for (const { id, status: was } of before.body.data)
    assert.equal(statusOf(id, after.body.data), paused.includes(id) ? 'PAUSED' : was, id)
  const path = `/v1/batches/${body.adBatchId}/undo`
  const preview = await app.call<{ resumed: object[] }>('POST', path, { body: { dryRun: true } })
  assert.equal(preview.body.resumed.length, paused.length, JSON.stringify(preview.body))
  const undone = await app.call<{ resumed: { adId: string; outcome: string }[] }>('POST', path, { body: {} })
  assert.deepEqual(
    undone.body.resumed.map(({ adId, outcome }) => [adId, outcome]).toSorted(),
    paused.map((id) => [id, 'runs again']).toSorted(),
    JSON.stringify(undone.body),
  )
  assert.equal((await statusIn(app, list, paused[0]!)).status, 'ACTIVE')
})

test('what a new ad never came to be for goes on, and says why', async () => {
  const [post] = await runningPosts()
  assert.ok(post)
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/ads$' },
    ...{ fault: 'platform-error', code: 100, subcode: 1885272, times: 1 },
  })
  const { body } = await graduate(post.id, { pauseOthers: true })
  assert.ok(body.pauses?.length, JSON.stringify(body))
  assert.equal((await app.finished(body.adBatchId)).status, 'error')
  const rows = await lookAgain()
  const its = rows.filter(({ ad_id: id }) => body.pauses.some(({ adId }) => adId === id)).at(-1)
  assert.equal(its?.state, 'stays')
  assert.match(its?.reason ?? '', /came to be/)
})

test('pausing takes manage and new ads that run, and whoever is asked reads of it', async () => {
  const [post] = await runningPosts()
  assert.ok(post)
  const paused = await graduate(post.id, { pauseOthers: true, launchPaused: true })
  assert.equal(paused.status, 422, JSON.stringify(paused.body))
  const { company_id: companyId } = await db.selectFrom('ad_accounts').select('company_id').executeTakeFirstOrThrow()
  const { key } = await createApiKey(db, { companyId, name: 'launches alone', scopes: ['read', 'launch'] })
  assert.equal((await graduate(post.id, { pauseOthers: true }, key)).status, 403)
  await guardedBy(app, { accountId: demo.account, largestBatch: 0, mode: 'ask' })
  const asks = await graduate(post.id, { pauseOthers: true })
  assert.equal(asks.body.error?.code, 'approval_required', JSON.stringify(asks.body))
  const { approvalId } = asks.body.error.details
  const { body } = await app.call('GET', `/v1/approvals/${approvalId}`)
  assert.match(JSON.stringify(body), /and pause “.+” once it runs/)
})
