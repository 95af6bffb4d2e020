import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { dueApprovals, holdSeconds } from '../../src/core/approvals/claim.ts'
import { decide } from '../../src/core/approvals/decide.ts'
import type { AuditRow } from '../../src/core/audit/read.ts'
import { addTarget } from '../../src/core/approvals/targets.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import type { Fixture } from '../support/demo.ts'
import { testReceiver } from '../support/events/receiver.ts'
import { untilTrue } from '../support/ask-until.ts'
import { assertRefused, guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import type { CompanyRef } from '../../src/core/company-ref.ts'

const app = await startTestApp({ ALLOW_PRIVATE_URLS: '127.0.0.1,localhost' })
const { db, approvals, seal } = app.app.services
let fixture: Fixture
let company: CompanyRef
before(async () => {
  fixture = await demoFixture(app)
  company = await db.selectFrom('companies').select(['id', 'slug']).where('slug', '=', 'demo').executeTakeFirstOrThrow()
})

interface Approval {
  id: number
  state: string
  digest: string
  operation: string
  decidedBy: string | null
  heldUp: { message: string; retryAt: string } | null
  result: { status: number; body: Record<string, unknown> } | null
}

const get = async (id: number) => (await app.call<Approval>('GET', `/v1/approvals/${id}`)).body
const budget = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset' }
const budgetNow = async () => {
  const { body } = await app.call<{ old: { dailyBudget: number } }>('POST', '/v1/manage/update-budget', {
    body: { ...budget, changePercent: -1, dryRun: true },
  })
  return body.old.dailyBudget
}

/** Asks for something that a person has to approve. */
async function ask(
  path: string,
  body: object,
  key: string = randomUUID(),
): Promise<{ approvalId: number; digest: string }> {
  const { details } = assertRefused(
    await app.call('POST', path, { body, headers: { 'idempotency-key': key } }),
    'approval_required',
  )
  return details as unknown as { approvalId: number; digest: string }
}

const approve = async (approvalId: number) => {
  await decide({ db }, { company }, { approvalId, verdict: 'approve', by: 'Ada' })
  await untilTrue(async () => !['waiting', 'approved'].includes((await get(approvalId)).state))
  return get(approvalId)
}

test('a budget waits for a person, is set once, and the same call then gets its answer', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const key = randomUUID()
  const body = { ...budget, dailyBudget: 70 }
  await writesTo(app)
  const asked = await ask('/v1/manage/update-budget', body, key)
  assert.equal((await ask('/v1/manage/update-budget', body, key)).approvalId, asked.approvalId)
  assert.deepEqual(await writesTo(app), [])
  const waiting = await get(asked.approvalId)
  assert.equal(waiting.state, 'waiting')
  assert.equal(waiting.digest, asked.digest)
  assert.equal(waiting.operation, 'update_budget')
  const ended = await approve(asked.approvalId)
  assert.equal(ended.state, 'done', JSON.stringify(ended))
  assert.equal(ended.result?.status, 200)
  const writes = await writesTo(app)
  assert.equal(writes.length, 1, JSON.stringify(writes))
  assert.equal(await budgetNow(), 70)
  await writesTo(app)
  const repeat = await app.call('POST', '/v1/manage/update-budget', { body, headers: { 'idempotency-key': key } })
  assert.equal(repeat.status, 200, JSON.stringify(repeat.body))
  assert.equal(repeat.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(await writesTo(app), [])
  await assert.rejects(decide({ db }, { company }, { approvalId: asked.approvalId, verdict: 'approve', by: 'Ada' }), {
    code: 'conflict',
  })
})

test('the key of what waits is not taken for something else, and what waits goes on waiting', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const key = randomUUID()
  const body = { ...budget, dailyBudget: 71 }
  const { approvalId } = await ask('/v1/manage/update-budget', body, key)
  for (const [path, other] of [
    ['/v1/manage/update-budget', { ...body, dailyBudget: 72 }],
    ['/v1/launch', { ads: [singleAd(app, fixture, { adName: 'One' })] }],
  ] as const) {
    const reply = await app.call('POST', path, { body: other, headers: { 'idempotency-key': key } })
    assert.equal(reply.status, 422, JSON.stringify(reply.body))
    assert.match(JSON.stringify(reply.body), /headers\.Idempotency-Key/)
  }
  assert.equal((await get(approvalId)).state, 'waiting')
  assert.equal((await ask('/v1/manage/update-budget', body, key)).approvalId, approvalId)
})

test('a launch that was approved makes its ads once, whoever runs it how often', async () => {
  await guardedBy(app, { largestBatch: 1, mode: 'ask' })
  const ads = [singleAd(app, fixture, { adName: 'One' }), singleAd(app, fixture, { adName: 'Two' })]
  const { approvalId } = await ask('/v1/launch', { ads })
  await decide({ db }, { company }, { approvalId, verdict: 'approve', by: 'Ada' })
  await Promise.all([approvals.run(approvalId), approvals.run(approvalId), approvals.run(approvalId)])
  await untilTrue(async () => (await get(approvalId)).state === 'done')
  const { result } = await get(approvalId)
  const batchId = Number(result?.body.adBatchId)
  assert.equal((await app.finished(batchId)).successfulAds, 2)
  // As after a kill between doing it and writing that down.
  await db.updateTable('approvals').set({ state: 'approved', run_until: null }).where('id', '=', approvalId).execute()
  await approvals.run(approvalId)
  await untilTrue(async () => (await get(approvalId)).state === 'done')
  assert.equal(Number((await get(approvalId)).result?.body.adBatchId), batchId)
})

test('who approves and does it at once is not overtaken, unless it dies before it begins', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const asked = [
    await ask('/v1/manage/update-budget', { ...budget, dailyBudget: 71 }),
    await ask('/v1/manage/update-budget', { ...budget, dailyBudget: 72 }),
  ]
  const [mine, left] = asked.map(({ approvalId }) => approvalId) as [number, number]
  await decide({ db }, { company }, { approvalId: mine, verdict: 'approve', by: 'Ada', doesIt: true })
  assert.deepEqual(await dueApprovals(db), [])
  await Promise.all([approvals.run(mine), approvals.run(mine)])
  await untilTrue(async () => (await get(mine)).state === 'done')
  assert.equal(await budgetNow(), 71)
  await decide({ db }, { company }, { approvalId: left, verdict: 'approve', by: 'Ada', doesIt: true })
  const hold = await db
    .selectFrom('approvals')
    .select(['decided_at', 'run_until'])
    .where('id', '=', left)
    .executeTakeFirstOrThrow()
  assert.equal(hold.run_until!.getTime() - hold.decided_at!.getTime(), holdSeconds * 1000)
  await db
    .updateTable('approvals')
    .set({ run_until: new Date(0) })
    .where('id', '=', left)
    .execute()
  await approvals.run(left)
  await untilTrue(async () => (await get(left)).state === 'outdated')
})

test('what is approved and cannot be done yet says why and when it is tried again', async () => {
  const { body: sets } = await app.call<{ data: { value: string; label: string }[] }>(
    'GET',
    `/v1/adsets?accountId=${demo.account}&search=${encodeURIComponent('Cart 7d')}`,
  )
  const change = (dailyBudget: number) => ({ ...budget, entityId: sets.data[0]!.value, dailyBudget })
  await guardedBy(app)
  // The platform takes four changes of a budget in an hour.
  for (const amount of [81, 82, 83, 84])
    assert.equal((await app.call('POST', '/v1/manage/update-budget', { body: change(amount) })).status, 200)
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const { approvalId } = await ask('/v1/manage/update-budget', change(90))
  await decide({ db }, { company }, { approvalId, verdict: 'approve', by: 'Ada', doesIt: true })
  await approvals.run(approvalId)
  const { state, heldUp } = await get(approvalId)
  assert.equal(state, 'approved')
  assert.match(heldUp!.message, /budget/i)
  assert.ok(Date.parse(heldUp!.retryAt) > Date.now())
  await app.control('POST', 'clock', { offsetSeconds: 3_700 })
  await db
    .updateTable('approvals')
    .set({ run_until: new Date(0) })
    .where('id', '=', approvalId)
    .execute()
  await approvals.run(approvalId)
  await untilTrue(async () => (await get(approvalId)).state !== 'approved')
  await app.control('POST', 'clock', { offsetSeconds: 0 })
  const ended = await get(approvalId)
  assert.deepEqual([ended.state, ended.heldUp], ['done', null], JSON.stringify(ended))
})

test('what an approved write itself has changed before its process died does not make it outdated', async () => {
  await guardedBy(app)
  const body = { accountId: demo.account, entityType: 'adset', entityIds: [demo.adSet] }
  await app.call('POST', '/v1/manage/update-status', { body: { ...body, newStatus: 'PAUSED' } })
  await guardedBy(app, { largestBatch: 0, mode: 'ask' })
  const { approvalId } = await ask('/v1/manage/update-status', { ...body, newStatus: 'ACTIVE' })
  assert.equal((await approve(approvalId)).state, 'done')
  await writesTo(app)
  // As a kill leaves it that comes after the write, and before its end and its answer are written down.
  await db.deleteFrom('idempotency_keys').execute()
  await db.updateTable('approvals').set({ state: 'approved', run_until: null }).where('id', '=', approvalId).execute()
  await approvals.run(approvalId)
  await untilTrue(async () => (await get(approvalId)).state !== 'approved')
  const ended = await get(approvalId)
  assert.equal(ended.state, 'done', JSON.stringify(ended))
  assert.deepEqual(await writesTo(app), [], 'it was not written once more')
})

test('what has changed since it was asked for is not done', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const { approvalId } = await ask('/v1/manage/update-budget', { ...budget, dailyBudget: 90 })
  const lower = await app.call('POST', '/v1/manage/update-budget', { body: { ...budget, dailyBudget: 40 } })
  assert.equal(lower.status, 200, JSON.stringify(lower.body))
  const ended = await approve(approvalId)
  assert.equal(ended.state, 'outdated', JSON.stringify(ended))
  assert.equal(ended.result?.status, 409)
  assert.equal(await budgetNow(), 40)
})

test('a guard that refuses is not overruled by an approval that was asked for by another', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const { approvalId } = await ask('/v1/manage/update-budget', { ...budget, dailyBudget: 95 })
  await guardedBy(app, { largestBudget: 50, mode: 'ask' }, { largestBudget: 60 })
  assert.equal((await approve(approvalId)).state, 'failed')
  assert.equal(await budgetNow(), 40)
})

test('keys read what waits, and decide nothing', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const { approvalId, digest } = await ask('/v1/manage/update-budget', { ...budget, dailyBudget: 96 })
  for (const [word, body] of [
    ['approve', { digest }],
    ['refuse', {}],
  ] as const) {
    const reply = await app.call('POST', `/v1/approvals/${approvalId}/${word}`, { body })
    assert.equal(reply.status, 403, JSON.stringify(reply.body))
  }
  const stranger = await app.stranger()
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/approve'],
    ['POST', '/refuse'],
  ]) {
    const body = method === 'POST' ? { body: { digest } } : {}
    const reply = await app.call(method!, `/v1/approvals/${approvalId}${path}`, { key: stranger.key, ...body })
    assert.equal(reply.status, 404, JSON.stringify(reply.body))
  }
  const list = await app.call<{ data: Approval[] }>('GET', '/v1/approvals?state=waiting')
  assert.ok(list.body.data.some(({ id }) => id === approvalId))
  await decide({ db }, { company }, { approvalId, verdict: 'refuse', by: 'Ada' })
  assert.equal((await get(approvalId)).state, 'refused')
  await assert.rejects(decide({ db }, { company }, { approvalId, verdict: 'approve', by: 'Ada' }), { code: 'conflict' })
})

test('another digest than that of what waits is refused, and so is what has expired', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const { approvalId } = await ask('/v1/manage/update-budget', { ...budget, dailyBudget: 97 })
  const other = { approvalId, verdict: 'approve', by: 'Ada', digest: 'f'.repeat(64) } as const
  await assert.rejects(decide({ db }, { company }, other), { code: 'conflict' })
  await db
    .updateTable('approvals')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', approvalId)
    .execute()
  assert.equal((await get(approvalId)).state, 'expired')
  const late = { approvalId, verdict: 'approve', by: 'Ada' } as const
  await assert.rejects(decide({ db }, { company }, late), { code: 'conflict' })
  assert.equal(await budgetNow(), 40)
})

test('a link goes to the targets of the operator alone; looking at it decides nothing, its button once', async () => {
  const receiver = await testReceiver()
  await addTarget({ db, seal }, company.id, { name: 'finance', kind: 'json', address: receiver.url })
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const { approvalId } = await ask('/v1/manage/update-budget', { ...budget, dailyBudget: 60 })
  const { link } = (await receiver.until((all) => all.length > 0))[0]!.body as unknown as { link: string }
  const path = new URL(link).pathname
  const token = path.split('/').at(-1)!
  const page = await fetch(link)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<button [^>]*>Approve<\/button>/)
  assert.equal((await get(approvalId)).state, 'waiting')
  const press = (word: string) => fetch(`${app.url}${path}/${word}`, { method: 'POST', body: new FormData() })
  const pressed = await press('approve')
  assert.equal(pressed.status, 200, await pressed.text())
  assert.equal((await get(approvalId)).state, 'done')
  assert.equal(await budgetNow(), 60)
  assert.equal((await press('approve')).status, 409)
  assert.equal((await press('refuse')).status, 409)
  assert.equal((await fetch(`${app.url}/approvals/${'x'.repeat(43)}`)).status, 404)
  const { body } = await app.call<{ data: AuditRow[] }>('GET', `/v1/audit-log?target=approval:${approvalId}`)
  const decided = { state: 'approved', operation: 'update_budget', decidedBy: 'whoever was asked at finance' }
  assert.deepEqual(
    body.data.map(({ action, before, after }) => ({ action, before, after })),
    [{ action: 'approve_by_link', before: { state: 'waiting', operation: 'update_budget' }, after: decided }],
  )
  const everything = await Promise.all(
    ['events', 'audit_log', 'approvals', 'approval_links'].map((table) =>
      app.app.services.pool.query(`SELECT * FROM ${table}`),
    ),
  )
  assert.ok(!JSON.stringify(everything.map(({ rows }) => rows as unknown)).includes(token))
})
