import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { withAddress } from '../support/mail/people.ts'
import { startMailServer } from '../support/mail/server.ts'
import { createBrowser, ownerOfNew, signedIn } from '../support/people/browser.ts'

const server = await startMailServer()
const app = await startTestApp(server.settings)
const { db, pool, linkRequests } = app.app.services
const ann = await withAddress(app, 'member')

async function askFor(email: string, company?: string) {
  const browser = createBrowser(app.url)
  const reply = await browser.call('POST', '/v1/session/link', { body: { email, ...(company ? { company } : {}) } })
  return { status: reply.status, body: JSON.stringify(reply.body) }
}

const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1)
const rowsOf = async (table: string) => (await pool.query(`SELECT * FROM ${table}`)).rows.length

test('who asks is sent a link that signs them in once, and confirms who never was', async () => {
  const bob = await ownerOfNew(app, 'bobs', 'bob@example.com')
  const before = (await bob.call('GET', '/v1/session')).body as { person: { confirmed: boolean } }
  assert.equal(before.person.confirmed, false)
  assert.equal((await askFor('BOB@example.com')).status, 202)
  const { link, text } = await server.latestTo('bob@example.com')
  assert.match(text, /bobs/)
  const browser = createBrowser(app.url)
  const reply = await browser.call('POST', '/v1/session', { body: { token: tokenOf(link) } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const { person, ended } = reply.body as { person: { confirmed: boolean }; ended: { sessions: number } }
  assert.deepEqual({ confirmed: person.confirmed, ended: ended.sessions }, { confirmed: true, ended: 1 })
  const again = await createBrowser(app.url).call('POST', '/v1/session', { body: { token: tokenOf(link) } })
  assert.equal(again.status, 401)
  const events = (await browser.call('GET', '/v1/events?types=person.confirmed')).body.data as {
    data: { by: string }
  }[]
  assert.equal(events[0]!.data.by, 'mail')
})

test('the answer is given before anybody looks whether the address is known, and an unknown one leaves nothing', async () => {
  const [links, mails] = [await rowsOf('sign_in_links'), await rowsOf('mails')]
  const unknown = await askFor('stranger@example.com')
  const elsewhere = await askFor(ann.email, 'bobs')
  await linkRequests!.settled()
  assert.equal(await rowsOf('sign_in_links'), links)
  assert.equal(await rowsOf('mails'), mails)
  const known = await askFor(ann.email)
  assert.deepEqual([unknown, elsewhere], [known, known])
  await server.latestTo(ann.email)
})

test('an address gets five mails an hour, and who asks on is answered as before', async () => {
  const carl = await withAddress(app, 'viewer')
  const answers = []
  for (let count = 0; count < 8; count++) answers.push(await askFor(carl.email))
  await linkRequests!.settled()
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  await server.latestTo(carl.email, 5)
  const { rows } = await pool.query('SELECT 1 FROM mails WHERE user_id = $1', [carl.userId])
  assert.equal(rows.length, 5)
})

test('a confirmed person gets one link, to the company that they joined first, or to the one that they name', async () => {
  const two = await withAddress(app, 'member')
  const other = await ownerOfNew(app, 'second')
  const { company_id: id } = await db
    .selectFrom('memberships')
    .select('company_id')
    .where('user_id', '=', other.userId)
    .executeTakeFirstOrThrow()
  await db.insertInto('memberships').values({ company_id: id, user_id: two.userId, role: 'viewer' }).execute()
  await askFor(two.email)
  assert.match((await server.latestTo(two.email)).text, /Demo company/)
  await askFor(two.email, 'second')
  assert.match((await server.latestTo(two.email, 2)).text, /second/)
})

test('from one place nobody asks more than thirty times an hour', async () => {
  let last = await askFor('somebody@example.com')
  for (let count = 0; count < 40 && last.status === 202; count++) last = await askFor(`somebody${count}@example.com`)
  assert.equal(last.status, 429, last.body)
  assert.match(last.body, /retryAfterSeconds/)
})

test('without a mail server nothing is mailed, and the answer says how else', async () => {
  const plain = await startTestApp({}, { api: true, worker: false, sandbox: false })
  const asked = await plain.call('POST', '/v1/session/link', { body: { email: ann.email }, key: null })
  assert.equal(asked.status, 501, JSON.stringify(asked.body))
  assert.equal((await plain.call<{ mail: boolean }>('GET', '/v1/session/ways', { key: null })).body.mail, false)
})

test('people choose what they are mailed about', async () => {
  const owner = await signedIn(app)
  const { body } = await owner.call('GET', '/v1/session/mails')
  assert.deepEqual(body, {
    success: true,
    enabled: true,
    confirmed: false,
    approvals: true,
    launches: false,
    caps: true,
    language: null,
  })
  const changed = await owner.call('PATCH', '/v1/session/mails', { body: { launches: true, caps: false } })
  const expected = { enabled: true, confirmed: false, approvals: true, launches: true, caps: false, language: null }
  assert.deepEqual(changed.body, { success: true, ...expected })
  assert.deepEqual((await owner.call('GET', '/v1/session/mails')).body, changed.body)
})
