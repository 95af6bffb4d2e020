import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { withAddress } from '../support/mail/people.ts'
import type { Reader } from '../support/mail/people.ts'
import { startMailServer } from '../support/mail/server.ts'
import { signedIn } from '../support/people/browser.ts'

let isBusy = false
const server = await startMailServer({
  onRcptTo: (_to, _session, done) => done(isBusy ? Object.assign(new Error('busy'), { responseCode: 451 }) : null),
})
const app = await startTestApp(server.settings)
const { db, pool } = app.app.services
const [asker, other, viewer] = [
  await withAddress(app, 'admin'),
  await withAddress(app, 'admin'),
  await withAddress(app, 'viewer'),
]
const unconfirmed = await signedIn(app, 'admin')

interface ApprovalRequest {
  approvalId: number
  digest: string
}

async function ask(dailyBudget: number): Promise<ApprovalRequest> {
  const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget }
  const reply = await asker.call('POST', '/v1/manage/update-budget', { body })
  assert.equal(reply.status, 409, JSON.stringify(reply.body))
  return (reply.body.error as { details: ApprovalRequest }).details
}

const mailsAbout = ({ approvalId }: ApprovalRequest, { email }: Reader) =>
  server.mails.filter(({ to, text }) => to.includes(email) && text.includes(`(Approval ${approvalId})`))

async function mailAbout(asked: ApprovalRequest, reader: Reader) {
  while (mailsAbout(asked, reader).length === 0) await server.nextMail()
  return mailsAbout(asked, reader)[0]!
}

async function press(link: string, verdict: 'approve' | 'refuse') {
  const reply = await fetch(`${link}/${verdict}`, { method: 'POST', body: new FormData() })
  return { status: reply.status, html: await reply.text() }
}

const stateOf = async ({ approvalId }: ApprovalRequest) =>
  (await app.call<{ state: string; decidedBy: string }>('GET', `/v1/approvals/${approvalId}`)).body

test('an approval is mailed to people who may approve it, and its link decides once, under the name of its person', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask', fourEyes: true })
  const asked = await ask(60)
  const { link, text } = await mailAbout(asked, other)
  assert.match(link, /\/approvals\/[\w-]{43}$/)
  assert.match(text, /60 USD|60/)
  for (let count = 0; count < 3; count++) {
    const shown = await fetch(link)
    assert.equal(shown.status, 200)
    assert.match(await shown.text(), /You decide as A admin/)
  }
  assert.equal((await stateOf(asked)).state, 'waiting', 'looking at it changes nothing')
  const first = await press(link, 'approve')
  assert.equal(first.status, 200, first.html)
  assert.deepEqual(
    { state: (await stateOf(asked)).state, by: (await stateOf(asked)).decidedBy },
    { state: 'done', by: 'A admin' },
  )
  const second = await press(link, 'refuse')
  assert.equal(second.status, 409)
  const { rows } = await pool.query<{ actor: string[] }>(
    `SELECT actor FROM audit_log WHERE action = 'approve_by_link' AND $1 = ANY (targets)`,
    [`approval:${asked.approvalId}`],
  )
  assert.equal(rows.length, 1)
  assert.ok(rows[0]!.actor.includes(`user:${other.userId}`), JSON.stringify(rows))
  for (const nobody of [asker, viewer, { ...unconfirmed, email: await emailOf(unconfirmed.userId) }])
    assert.deepEqual(mailsAbout(asked, nobody), [])
})

const emailOf = async (id: number) =>
  (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

test('without four eyes who asked may approve, so they are told too', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const asked = await ask(61)
  const own = await mailAbout(asked, asker)
  assert.equal((await press(own.link, 'refuse')).status, 200)
  assert.equal((await stateOf(asked)).state, 'refused')
})

test('a link decides nothing once its person has lost the right, left, or the guard wants somebody else', async () => {
  const [guard] = await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const asked = await ask(62)
  const [own, theirs] = [await mailAbout(asked, asker), await mailAbout(asked, other)]
  await db.updateTable('spend_guards').set({ four_eyes: true }).where('id', '=', guard!).execute()
  const refused = await press(own.link, 'approve')
  assert.equal(refused.status, 403)
  assert.match(refused.html, /somebody else/)
  const role = (word: 'member' | 'admin') =>
    db.updateTable('memberships').set({ role: word }).where('user_id', '=', other.userId).execute()
  await role('member')
  assert.equal((await fetch(theirs.link)).status, 404)
  assert.equal((await press(theirs.link, 'approve')).status, 404)
  await role('admin')
  assert.equal((await fetch(theirs.link)).status, 200)
  await db.deleteFrom('memberships').where('user_id', '=', other.userId).execute()
  assert.equal((await press(theirs.link, 'approve')).status, 404)
  assert.equal((await stateOf(asked)).state, 'waiting')
})

test('who works in other workspaces is told nothing, and nor is another company', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  const workspace = await db
    .insertInto('workspaces')
    .values({ company_id: company.id, name: 'Elsewhere', slug: 'elsewhere' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const elsewhere = await withAddress(app, 'admin', [workspace.id])
  const asked = await ask(63)
  await mailAbout(asked, asker)
  assert.deepEqual(mailsAbout(asked, elsewhere), [])
  const { rows } = await pool.query('SELECT 1 FROM mails WHERE company_id <> $1', [company.id])
  assert.deepEqual(rows, [])
})

test('who has lost the right while the mail waited is sent nothing of it any more', async () => {
  await guardedBy(app, { largestBudget: 50, mode: 'ask' })
  const [loses, keeps] = [await withAddress(app, 'admin'), await withAddress(app, 'admin')]
  isBusy = true
  const asked = await ask(64)
  const mailOf = async ({ userId }: Reader) => {
    const { rows } = await pool.query<{ state: string; problem: string | null }>(
      `SELECT state, problem FROM mails WHERE user_id = $1 AND kind = 'approval'`,
      [userId],
    )
    return rows[0]
  }
  const hasFailed = async (reader: Reader) => typeof (await mailOf(reader))?.problem === 'string'
  await untilTrue(async () => (await hasFailed(loses)) && (await hasFailed(keeps)))
  await db.updateTable('memberships').set({ role: 'member' }).where('user_id', '=', loses.userId).execute()
  isBusy = false
  await pool.query(`UPDATE mails SET next_at = now() WHERE state = 'waiting'`)
  await pool.query(`SELECT pg_notify('mail', '')`)
  await mailAbout(asked, keeps)
  await untilTrue(async () => (await mailOf(loses))?.state !== 'waiting')
  assert.deepEqual(await mailOf(loses), { state: 'failed', problem: 'it is for them no more' })
  assert.deepEqual(mailsAbout(asked, loses), [])
})
