import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { addTarget } from '../../src/core/approvals/targets.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { testReceiver } from '../support/events/receiver.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import { signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const app = await startTestApp({ ALLOW_PRIVATE_URLS: '127.0.0.1,localhost' })
const { db, seal } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
const admin = await signedIn(app, 'admin')
const receiver = await testReceiver()
await addTarget({ db, seal }, company.id, { name: 'finance', kind: 'json', address: receiver.url })
await addTarget({ db, seal }, company.id, { name: 'chat', kind: 'slack', address: receiver.url })

const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget: 60 }

interface ApprovalRequest {
  approvalId: number
  digest: string
}

interface Message {
  approvalId?: number
  text: string
  link?: string
}

/** What the targets were told of an approval. */
async function notifiedOf({ approvalId }: ApprovalRequest): Promise<Message[]> {
  const all = await receiver.until((posts) => posts.filter((post) => about(post.body, approvalId)).length === 2)
  return all.map((post) => post.body as unknown as Message).filter((message) => about(message, approvalId))
}

function about(message: unknown, approvalId: number): boolean {
  return String((message as Message).text).includes(`(Approval ${approvalId})`)
}

async function ask(dailyBudget: number): Promise<ApprovalRequest> {
  const reply = await admin.call('POST', '/v1/manage/update-budget', { body: { ...body, dailyBudget } })
  assert.equal(reply.status, 409, JSON.stringify(reply.body))
  return (reply.body.error as { details: ApprovalRequest }).details
}

const stateOf = async (id: number) => (await app.call<{ state: string }>('GET', `/v1/approvals/${id}`)).body.state

test('where a guard wants four eyes, those who are asked are sent to the dashboard and get no link that decides', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask', fourEyes: true })
  const messages = await notifiedOf(await ask(60))
  for (const message of messages) {
    const text = JSON.stringify(message)
    assert.match(text, /decide in the dashboard/)
    assert.match(text, /\/approvals\/\d+\b/)
    assert.doesNotMatch(text, /\/approvals\/[\w-]{43}/)
  }
  const { rows } = await app.app.services.pool.query('SELECT * FROM approval_links')
  assert.deepEqual(rows, [])
})

test('a link that was sent before shows what waits, and does not decide once four eyes are wanted', async () => {
  const [guard] = await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const asked = await ask(61)
  const link = (await notifiedOf(asked)).find((message) => message.link !== undefined)!.link!
  await db.updateTable('spend_guards').set({ four_eyes: true }).where('id', '=', guard!).execute()
  const page = await fetch(link)
  const html = await page.text()
  assert.equal(page.status, 200)
  assert.doesNotMatch(html, /<button/)
  assert.match(html, /decide in the dashboard/)
  for (const word of ['approve', 'refuse']) {
    const pressed = await fetch(`${link}/${word}`, { method: 'POST', body: new FormData() })
    assert.equal(pressed.status, 403)
    assert.match(await pressed.text(), /decide in the dashboard/)
  }
  assert.equal(await stateOf(asked.approvalId), 'waiting')
  const own = await admin.call('POST', `/v1/approvals/${asked.approvalId}/approve`, { body: { digest: asked.digest } })
  assert.equal(own.status, 403)
  await db.updateTable('spend_guards').set({ four_eyes: false }).where('id', '=', guard!).execute()
  const pressed = await fetch(`${link}/refuse`, { method: 'POST', body: new FormData() })
  assert.equal(pressed.status, 200, 'without four eyes it decides as before')
  assert.equal(await stateOf(asked.approvalId), 'refused')
})

test('who asks through an agent with a key of their own does not approve it', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask', fourEyes: true })
  const wanted = { companyId: company.id, name: 'My agent', scopes: ['manage'] as const, userId: admin.userId }
  const { key } = await createApiKey(db, wanted)
  const { call } = await connect(app, 'modern', key)
  const plan = (await call('plan_budget_change', { ...body, dailyBudget: 62 })).value
  const run = await call('run_plan', { planId: plan.planId, digest: plan.digest })
  const { approvalId } = run.value as { approvalId: number }
  const { body: waiting } = await app.call<{ digest: string }>('GET', `/v1/approvals/${approvalId}`)
  const path = `/v1/approvals/${approvalId}/approve`
  assert.equal((await admin.call('POST', path, { body: { digest: waiting.digest } })).status, 403)
  const owner = await signedIn(app)
  assert.equal((await owner.call('POST', path, { body: { digest: waiting.digest } })).status, 200)
})

async function approveAs(browser: Browser, { approvalId, digest }: ApprovalRequest) {
  const { status, body: reply } = await browser.call('POST', `/v1/approvals/${approvalId}/approve`, {
    body: { digest },
  })
  return { status, text: JSON.stringify(reply) }
}

test('taking the guard away, or its four eyes, does not open what was asked under it to who asked', async () => {
  const owner = await signedIn(app)
  for (const loosen of [
    () => guardedBy(app),
    () => db.updateTable('spend_guards').set({ four_eyes: false }).execute(),
  ]) {
    await guardedBy(app, { largestBudget: 50, mode: 'ask', fourEyes: true })
    const asked = await ask(63)
    await loosen()
    const own = await approveAs(admin, asked)
    assert.equal(own.status, 403, own.text)
    assert.match(own.text, /wants somebody else to approve it/)
    assert.equal(await stateOf(asked.approvalId), 'waiting')
    const { body: seen } = await admin.call('GET', `/v1/approvals/${asked.approvalId}`)
    assert.deepEqual([seen.fourEyes, seen.askedByPerson], [true, { id: admin.userId, name: 'A admin' }])
    // For others it is no longer what was asked for: the guard is another.
    assert.equal((await approveAs(owner, asked)).status, 409)
    assert.equal(await stateOf(asked.approvalId), 'outdated')
  }
})

test('what a key asks counts as asked by the person who made it, also once somebody else has taken their place', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask', fourEyes: true })
  const wanted = { companyId: company.id, name: 'Nightly', scopes: ['manage'] as const, userId: admin.userId }
  const { key } = await createApiKey(db, wanted)
  const reply = await app.call('POST', '/v1/manage/update-budget', { key, body: { ...body, dailyBudget: 64 } })
  const asked = (reply.body as { error: { details: ApprovalRequest } }).error.details
  const own = await approveAs(admin, asked)
  assert.equal(own.status, 403, own.text)
  assert.match(own.text, /Nightly/)
  const other = await signedIn(app, 'admin')
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`SELECT move_person(${company.id}, ${admin.userId}, ${other.userId})`.execute(trx)
      const { asked_by_user: moved } = await trx
        .selectFrom('approvals')
        .select('asked_by_user')
        .where('id', '=', asked.approvalId)
        .executeTakeFirstOrThrow()
      assert.equal(moved, other.userId)
      throw new Error('undone')
    })
    .catch((error: unknown) => assert.equal(String(error), 'Error: undone'))
  assert.equal((await approveAs(other, asked)).status, 200)
})

test('who made a rule does not approve what a guard with four eyes asks about it, nor by approving the rule’s wish', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask', fourEyes: true })
  const rule = await admin.call('POST', '/v1/automations', {
    body: {
      name: 'Raise',
      mode: 'ask',
      enabled: false,
      scope: { level: 'adset', accountIds: [demo.account] },
      when: { field: 'name', operator: 'contains', value: 'Men 25-44' },
      then: [{ action: 'setBudget', amount: 66 }],
      protections: { minSpend: 0 },
    },
  })
  assert.equal(rule.status, 201, JSON.stringify(rule.body))
  const run = await admin.call('POST', `/v1/automations/${String(rule.body.id)}/run`, { body: {} })
  assert.equal(run.status, 202, JSON.stringify(run.body))
  const waiting = async () =>
    (await app.call<{ data: { id: number; digest: string; why: unknown[] }[] }>('GET', '/v1/approvals?state=waiting'))
      .body.data[0]!
  const wish = await waiting()
  assert.deepEqual(wish.why, [])
  await approveAs(admin, { approvalId: wish.id, digest: wish.digest })
  const again = await waiting()
  assert.notEqual(again.id, wish.id)
  assert.equal(again.why.length, 1, 'the guard asks for itself')
  assert.equal((await approveAs(admin, { approvalId: again.id, digest: again.digest })).status, 403)
  const owner = await signedIn(app)
  const given = await approveAs(owner, { approvalId: again.id, digest: again.digest })
  assert.equal(given.status, 200, given.text)
  assert.equal(await stateOf(again.id), 'done')
})
