import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordEvent } from '../../src/core/events/record.ts'
import { countEnded } from '../../src/core/journal/batch-end.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { demo } from '../../src/api/examples.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { bareItems } from '../support/launch/bare-items.ts'
import { withAddress } from '../support/mail/people.ts'
import { startMailServer } from '../support/mail/server.ts'
import { createAuthenticator, makePasskey } from '../support/people/authenticator.ts'

let isBusy = false
const server = await startMailServer({
  onRcptTo: (_to, _session, done) => done(isBusy ? Object.assign(new Error('busy'), { responseCode: 451 }) : null),
})
const app = await startTestApp(server.settings)
const { db } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
const [admin, member] = [await withAddress(app, 'admin'), await withAddress(app, 'member')]

test('a new passkey is mailed to its person, whatever they chose', async () => {
  await member.call('PATCH', '/v1/session/mails', { body: { approvals: false, launches: false, caps: false } })
  assert.equal((await makePasskey(member, createAuthenticator(app.url))).status, 201)
  const { text, link } = await server.latestTo(member.email)
  assert.match(text, /A passkey was added/)
  assert.match(link, /\/settings$/)
})

test('a new admin key is mailed to admins, and one without the scope to nobody', async () => {
  await createApiKey(db, { companyId: company.id, name: 'Reader', scopes: ['read'] })
  await createApiKey(db, { companyId: company.id, name: 'Powerful', scopes: ['admin'] })
  const { text } = await server.latestTo(admin.email)
  assert.match(text, /Powerful/)
  assert.doesNotMatch(server.mails.map((mail) => mail.text).join(), /Reader/)
  assert.equal(server.mails.filter(({ to }) => to.includes(member.email)).length, 1)
})

test('reached caps are mailed to those who want it and see the accounts, once a day', async () => {
  const data = { guardId: 4, name: 'Autumn', spent: 1003.1, cap: 1000, currency: 'EUR', paused: 2 }
  const accounts = [`primary ${demo.account}`]
  await recordEvent(db, company, { type: 'spend.stopped', data, accounts })
  const { text } = await server.latestTo(admin.email, 2)
  assert.match(text, /Autumn has reached its cap: 1003\.1 of 1000 EUR/)
  assert.match(text, /paused 2 campaigns/)
  await recordEvent(db, company, { type: 'spend.stopped', data, accounts })
  await createApiKey(db, { companyId: company.id, name: 'Later', scopes: ['admin'] })
  assert.match((await server.latestTo(admin.email, 3)).text, /Later/, 'the second event was passed over')
})

test('a launch with ads that failed is mailed to those who want it', async () => {
  await member.call('PATCH', '/v1/session/mails', { body: { launches: true } })
  const [item] = await bareItems(db, { companyId: company.id, platform: 'primary', accountId: demo.account }, 3)
  await db.updateTable('batches').set({ state: 'processing' }).where('id', '=', item!.batchId).execute()
  await countEnded(db, item!, { launched: 1, failed: 2 })
  const { text, link } = await server.latestTo(member.email, 2)
  assert.match(text, /2 of 3 ads failed/)
  assert.ok(link.endsWith(`/batches/${item!.batchId}`))
  const toAdmin = server.mails.filter(({ to }) => to.includes(admin.email))
  assert.ok(toAdmin.every((mail) => !mail.text.includes('ads failed')))
})

test('who may no longer know, or wants it no more, when a mail is sent at last is sent none, of whatever kind', async () => {
  const late = await withAddress(app, 'admin')
  await late.call('PATCH', '/v1/session/mails', { body: { approvals: true, launches: true, caps: true } })
  isBusy = true
  const data = { guardId: 5, name: 'Late', spent: 1003.1, cap: 1000, currency: 'EUR', paused: 2 }
  await recordEvent(db, company, { type: 'spend.stopped', data, accounts: [`primary ${demo.account}`] })
  await createApiKey(db, { companyId: company.id, name: 'Late key', scopes: ['admin'] })
  const [item] = await bareItems(db, { companyId: company.id, platform: 'primary', accountId: demo.account }, 3)
  await db.updateTable('batches').set({ state: 'processing' }).where('id', '=', item!.batchId).execute()
  await countEnded(db, item!, { launched: 1, failed: 2 })
  const theirs = async () => {
    const { rows } = await app.app.services.pool.query<{ kind: string; state: string; problem: string | null }>(
      'SELECT kind, state, problem FROM mails WHERE user_id = $1 ORDER BY kind',
      [late.userId],
    )
    return rows
  }
  await untilTrue(async () => (await theirs()).filter(({ problem }) => problem !== null).length === 3)
  await db.updateTable('memberships').set({ role: 'member', mails: [] }).where('user_id', '=', late.userId).execute()
  isBusy = false
  await app.app.services.pool.query(`UPDATE mails SET next_at = now() WHERE state = 'waiting'`)
  await untilTrue(async () => (await theirs()).every(({ state }) => state !== 'waiting'))
  const ended = { state: 'failed', problem: 'it is for them no more' }
  const kinds = ['admin-key', 'cap', 'failed-launch']
  assert.deepEqual(
    await theirs(),
    kinds.map((kind) => ({ kind, ...ended })),
  )
  assert.deepEqual(
    server.mails.filter(({ to }) => to.includes(late.email)),
    [],
  )
})
