import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askUntil } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { startMailServer } from '../support/mail/server.ts'
import { createBrowser, ownerOfNew, signedIn } from '../support/people/browser.ts'

const server = await startMailServer({
  onRcptTo({ address }, _session, done) {
    const refused = Object.assign(new Error(`5.1.1 nobody is called ${address} here`), { responseCode: 550 })
    done(address.startsWith('nobody') ? refused : null)
  },
})
const app = await startTestApp(server.settings)
const { db } = app.app.services
const owner = await signedIn(app)

const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1)

async function inviteTo(email: string, browser = owner, role = 'member') {
  const { status, body } = await browser.call('POST', '/v1/people/invites', { body: { email, role } })
  assert.equal(status, 201, JSON.stringify(body))
  return body as { id: number; link: string; mail: { state: string } }
}

async function accept(token: string, browser = createBrowser(app.url)) {
  return browser.call('POST', `/api/invites/${token}/accept`, { body: { name: 'Ann' } })
}

const confirmed = (reply: { body: Record<string, unknown> }) =>
  (reply.body as { person: { confirmed: boolean } }).person.confirmed

test('an invite is mailed with a token of its own, which confirms the address', async () => {
  const { link, mail } = await inviteTo('ann+ads@example.com')
  assert.equal(mail.state, 'waiting')
  const received = await server.latestTo('ann+ads@example.com')
  assert.match(received.headers, /^From: Flightdeck <flightdeck@example.com>/m)
  assert.match(received.text, /Demo company/)
  assert.match(received.link, /\/#\/invite\/[\w-]{43}$/)
  assert.notEqual(tokenOf(received.link), tokenOf(link))
  const reply = await accept(tokenOf(received.link))
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.equal(confirmed(reply), true)
  assert.equal((await accept(tokenOf(link))).status, 410, 'the other link of a used invite is over')
})

test('the link that the inviter sees confirms nothing', async () => {
  const { link } = await inviteTo('bob@example.com')
  const received = await server.latestTo('bob@example.com')
  const reply = await accept(tokenOf(link))
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.equal(confirmed(reply), false)
  assert.equal((await accept(tokenOf(received.link))).status, 410)
})

test('the mailed link lets a confirmed person join another company as who they are; the told one does not', async () => {
  const other = await ownerOfNew(app, 'beta')
  const { link } = await inviteTo('ann+ads@example.com', other)
  const received = await server.latestTo('ann+ads@example.com', 2)
  assert.equal((await accept(tokenOf(link))).status, 403)
  const reply = await accept(tokenOf(received.link))
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const rows = await db.selectFrom('users').select('id').where('email', '=', 'ann+ads@example.com').execute()
  assert.equal(rows.length, 1)
})

test('what a server refuses ends at once, and whoever invites sees why', async () => {
  const { id } = await inviteTo('nobody@example.com')
  const mailOf = async () => {
    const { body } = await owner.call('GET', '/v1/people/invites')
    const found = (body.data as { id: number; mail: { state: string; problem: string } }[]).find(
      (each) => each.id === id,
    )
    return found!.mail
  }
  const mail = await askUntil(async () => ((await mailOf()).state === 'failed' ? mailOf() : null))
  assert.deepEqual(mail, { state: 'failed', problem: 'refused by the mail server (550 5.1.1)' })
  const { body } = await owner.call('GET', '/v1/events?types=mail.failed')
  const [event] = body.data as { data: object }[]
  assert.ok(event)
  assert.doesNotMatch(JSON.stringify(event), /nobody@/)
})

test('nothing of a mail is kept that opens something: it is sealed while it waits, and gone afterwards', async () => {
  const { rows } = await app.app.services.pool.query('SELECT state, sealed_message FROM mails')
  assert.ok(rows.length >= 4)
  for (const row of rows as { state: string; sealed_message: Buffer | null }[]) assert.equal(row.sealed_message, null)
})

test('a withdrawn invite takes its mail along, and names stay on their line', async () => {
  const { id } = await inviteTo('carl@example.com')
  await owner.call('DELETE', `/v1/people/invites/${id}`)
  const { rows } = await app.app.services.pool.query('SELECT 1 FROM mails WHERE invite_id = $1', [id])
  assert.deepEqual(rows, [])
  const name = `Eve\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>${'x'.repeat(60)}`
  await owner.call('PATCH', '/v1/session', { body: { name: name.slice(0, 100) } })
  await inviteTo('dora@example.com')
  const received = await server.latestTo('dora@example.com')
  assert.doesNotMatch(received.headers, /^Bcc/m)
  assert.deepEqual(received.to, ['dora@example.com'])
  assert.doesNotMatch(received.html, /<script/)
  assert.match(received.html, /&#60;script/)
})

const isTooMany = {
  state: 'failed',
  problem: '5 invites were mailed to this address within an hour: send the link yourself, or invite again later',
}

/** Invites, and takes each back before the next. */
async function inviteFiveTimes(email: string, browser = owner) {
  for (let count = 0; count < 5; count++) {
    const { id, mail } = await inviteTo(count % 2 === 0 ? email : email.toUpperCase(), browser)
    assert.equal(mail.state, 'waiting')
    assert.equal((await browser.call('DELETE', `/v1/people/invites/${id}`)).status, 200)
  }
}

test('a company mails an address five invites an hour, also where each is withdrawn before the next', async () => {
  await inviteFiveTimes('flooded@example.com')
  const { id, link, mail } = await inviteTo('flooded@example.com')
  assert.deepEqual(mail, isTooMany)
  assert.equal((await inviteTo('somebody-else@example.com')).mail.state, 'waiting')
  await server.latestTo('somebody-else@example.com')
  const { body } = await owner.call('GET', '/v1/people/invites')
  const listed = (body.data as { id: number; mail: object }[]).find((each) => each.id === id)
  assert.deepEqual(listed?.mail, mail)
  assert.equal((await accept(tokenOf(link))).status, 200, 'the link works all the same')
})

test('nobody learns that another company invited an address, and nobody mails it more by being in several', async () => {
  const address = 'wanted@example.com'
  await inviteFiveTimes(address)
  const stranger = await ownerOfNew(app, 'gamma')
  assert.equal((await inviteTo(address, stranger)).mail.state, 'waiting', 'what others sent says nothing')
  const { rows } = await app.app.services.pool.query<{ sender: string }>(
    'SELECT DISTINCT sender_id AS sender FROM mails JOIN companies ON companies.id = company_id WHERE slug = $1 AND sender_id IS NOT NULL',
    ['demo'],
  )
  // As if the stranger had sent what the demo company did.
  const { body } = await stranger.call('GET', '/v1/session')
  const me = (body as { person: { id: number } }).person.id
  await app.app.services.pool.query('UPDATE mails SET sender_id = $1 WHERE sender_id = $2', [me, rows[0]!.sender])
  assert.deepEqual((await inviteTo(address, stranger)).mail, isTooMany)
  await app.app.services.pool.query(`UPDATE mails SET created_at = created_at - interval '1 hour'`)
  assert.equal((await inviteTo(address, stranger)).mail.state, 'waiting')
})
