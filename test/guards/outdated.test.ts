import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { decide } from '../../src/core/approvals/decide.ts'
import { assertRefused, guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

/** What was approved is done only as it was asked for, also where what is left of it would cost nothing. */
const app = await startTestApp()
const { db, approvals } = app.app.services
const company = await db
  .selectFrom('companies')
  .select(['id', 'slug'])
  .where('slug', '=', 'demo')
  .executeTakeFirstOrThrow()
const owner = await signedIn(app)

interface Approval {
  state: string
  digest: string
  result: { status: number; body: { error?: { message: string; details: { changed: string[] } } } } | null
}

const get = async (id: number) => (await app.call<Approval>('GET', `/v1/approvals/${id}`)).body
const path = '/v1/manage/update-budget'

interface Target {
  accountId: string
  entityId: string
  entityType: string
}

/** A campaign of its own for each test: the platform takes only so many changes of a budget in an hour. */
async function campaignWith(dailyBudget: number): Promise<Target> {
  await guardedBy(app)
  const body = { accountId: demo.account, name: 'Held to', objective: 'OUTCOME_TRAFFIC', dailyBudget }
  const reply = await app.call<{ campaignId: string }>('POST', '/v1/manage/create-campaign', { body })
  return { accountId: demo.account, entityId: reply.body.campaignId, entityType: 'campaign' }
}

async function budgetOf(target: Target): Promise<number> {
  const body = { ...target, changePercent: -1, dryRun: true }
  return (await app.call<{ old: { dailyBudget: number } }>('POST', path, { body })).body.old.dailyBudget
}

async function setTo(target: Target, dailyBudget: number): Promise<void> {
  const reply = await app.call('POST', path, { body: { ...target, dailyBudget } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

const manyOf = ({ accountId, entityId, entityType }: Target) => ({ accountId, entityType, entityIds: [entityId] })

async function ask(to: string, body: object): Promise<number> {
  const headers = { 'idempotency-key': randomUUID() }
  const { details } = assertRefused(await app.call('POST', to, { body, headers }), 'approval_required')
  return Number(details.approvalId)
}

/** As a person does it in the dashboard. */
async function approve(id: number): Promise<{ status: number; approval: Approval }> {
  const { digest } = await get(id)
  const { status } = await owner.call('POST', `/v1/approvals/${id}/approve`, { body: { digest } })
  return { status, approval: await get(id) }
}

async function assertOutdated(id: number, changed: RegExp): Promise<void> {
  await writesTo(app)
  const { status, approval } = await approve(id)
  assert.deepEqual([status, approval.state], [409, 'outdated'], JSON.stringify(approval))
  assert.match(approval.result!.body.error!.message, changed)
  assert.deepEqual(await writesTo(app), [])
}

test('a raise that was approved after a larger one does not lower the budget', async () => {
  const target = await campaignWith(18)
  await guardedBy(app, { largestBudget: 40, mode: 'ask' })
  const small = await ask(path, { ...target, dailyBudget: 48 })
  const large = await ask(path, { ...target, dailyBudget: 118 })
  assert.equal((await approve(large)).approval.state, 'done')
  await assertOutdated(small, /dailyBudget: was 18, is 118/)
  assert.equal(await budgetOf(target), 118)
})

test('of two raises of one budget that are approved at the same moment, one is done and the other outdated', async () => {
  const target = await campaignWith(18)
  await guardedBy(app, { largestBudget: 40, mode: 'ask' })
  const amounts = [48, 118, 88]
  const asked: number[] = []
  for (const dailyBudget of amounts) asked.push(await ask(path, { ...target, dailyBudget }))
  // Whoever is the first is in the middle of it while the others come.
  await app.control('POST', 'latency', { platform: 'meta', ms: 300 })
  const ends = await Promise.all(asked.map(approve))
  await app.control('POST', 'latency', { platform: 'meta', ms: 0 })
  assert.deepEqual(ends.map(({ approval }) => approval.state).sort(), ['done', 'outdated', 'outdated'])
  const done = ends.findIndex(({ approval }) => approval.state === 'done')
  assert.equal(await budgetOf(target), amounts[done])
})

test('a raise to what is there already is no longer what was asked for', async () => {
  const target = await campaignWith(19)
  await guardedBy(app, { largestBudget: 40, mode: 'ask' })
  const twice = [await ask(path, { ...target, dailyBudget: 48 }), await ask(path, { ...target, dailyBudget: 48 })]
  assert.equal((await approve(twice[0]!)).approval.state, 'done')
  await assertOutdated(twice[1]!, /dailyBudget: was 19, is 48/)
})

test('what a guard asked about is not done once that guard is gone or another', async () => {
  const target = await campaignWith(20)
  await guardedBy(app, { largestBudget: 40, mode: 'ask' })
  const [first, second] = [
    await ask(path, { ...target, dailyBudget: 48 }),
    await ask(path, { ...target, dailyBudget: 49 }),
  ]
  const { id } = await db.selectFrom('spend_guards').select('id').executeTakeFirstOrThrow()
  await db.updateTable('spend_guards').set({ largest_budget: '45' }).where('id', '=', id).execute()
  await assertOutdated(first, /the spend guards, 0\.largestBudget: was 40, is 45/)
  await guardedBy(app)
  await assertOutdated(second, /has changed since/)
  assert.equal(await budgetOf(target), 20)
})

test('what was switched on in the meantime is not switched on again', async () => {
  const many = manyOf(await campaignWith(20))
  const switchTo = (newStatus: string) => app.call('POST', '/v1/manage/update-status', { body: { ...many, newStatus } })
  await switchTo('PAUSED')
  await guardedBy(app, { largestBatch: 0, mode: 'ask' })
  const asked = await ask('/v1/manage/update-status', { ...many, newStatus: 'ACTIVE' })
  await guardedBy(app)
  await switchTo('ACTIVE')
  await assertOutdated(asked, /status: was "paused", is "active"/)
})

test('what is not there any more when it is approved is outdated', async () => {
  const target = await campaignWith(20)
  const many = manyOf(target)
  await app.call('POST', '/v1/manage/update-status', { body: { ...many, newStatus: 'PAUSED' } })
  await guardedBy(app, { largestBudget: 40, largestBatch: 0, mode: 'ask' })
  const raise = await ask(path, { ...target, dailyBudget: 48 })
  const start = await ask('/v1/manage/update-status', { ...many, newStatus: 'ACTIVE' })
  const gone = await app.call('POST', '/v1/manage/delete', { body: many })
  assert.equal(gone.status, 200, JSON.stringify(gone.body))
  await assertOutdated(raise, /./)
  await assertOutdated(start, /./)
})

test('what was spent in the meantime is no reason to ask again', async () => {
  const target = await campaignWith(20)
  await guardedBy(app, { largestBudget: 40, dailyCap: 1_000_000, mode: 'ask' })
  const asked = await ask(path, { ...target, dailyBudget: 48 })
  await db.deleteFrom('spend_readings').execute()
  await app.control('POST', 'clock', { offsetSeconds: 3_600 })
  const { approval } = await approve(asked)
  await app.control('POST', 'clock', { offsetSeconds: 0 })
  assert.equal(approval.state, 'done', JSON.stringify(approval))
})

test('a budget that its own write has set before the process died is found, and told as done', async () => {
  const target = await campaignWith(20)
  await guardedBy(app, { largestBudget: 40, mode: 'ask' })
  const id = await ask(path, { ...target, dailyBudget: 48 })
  assert.equal((await approve(id)).approval.state, 'done')
  await writesTo(app)
  // As a kill leaves it that comes after the write, and before its end and its answer are written down.
  await db.deleteFrom('idempotency_keys').execute()
  await db.updateTable('approvals').set({ state: 'approved', run_until: null }).where('id', '=', id).execute()
  await approvals.run(id)
  const ended = await get(id)
  assert.equal(ended.state, 'done', JSON.stringify(ended))
  assert.deepEqual(await writesTo(app), [], 'it was not written once more')
})

test('who decides on the command line is told what has changed as well', async () => {
  const target = await campaignWith(20)
  await guardedBy(app, { largestBudget: 40, mode: 'ask' })
  const id = await ask(path, { ...target, dailyBudget: 48 })
  await setTo(target, 21)
  await decide({ db }, { company }, { approvalId: id, verdict: 'approve', by: 'Ada', doesIt: true })
  await approvals.run(id)
  const { state, result } = await get(id)
  assert.equal(state, 'outdated')
  assert.ok(result!.body.error!.details.changed.some((line) => line.includes('dailyBudget: was 20, is 21')))
})

test('that a guard writes down a reached cap while it asks is nothing that has changed', async () => {
  const target = await campaignWith(10)
  await guardedBy(app, { dailyCap: 1, mode: 'ask' })
  const id = await ask(path, { ...target, dailyBudget: 12 })
  // The call that asked was the first to find the cap reached.
  const { rows } = await app.app.services.pool.query(
    'SELECT reached_for FROM spend_guards WHERE reached_for IS NOT NULL',
  )
  assert.equal(rows.length, 1)
  const { digest } = await get(id)
  const approved = await owner.call('POST', `/v1/approvals/${id}/approve`, { body: { digest } })
  assert.deepEqual([approved.status, approved.body.state], [200, 'done'], JSON.stringify(approved.body))
  assert.equal(await budgetOf(target), 12)
})
