import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createMailer } from '../../src/core/mail/send.ts'
import { renderMail } from '../../src/core/people/invites/mail/message.ts'
import { noteAttempt, takeMail } from '../../src/core/people/invites/mail/outbox.ts'
import { inviteWords } from '../../src/core/people/invites/mail/texts.ts'
import { readConfig } from '../../src/config.ts'
import { startTestApp } from '../support/harness.ts'
import { startMailServer } from '../support/mail/server.ts'
import { signedIn } from '../support/people/browser.ts'

const words = inviteWords({
  language: null,
  company: 'Acme',
  invitedBy: 'Ann',
  role: 'member',
  days: 7,
  link: 'https://x.example/#/invite/t',
})
const mail = { id: 1, createdAt: new Date('2026-11-18T12:00:00Z'), message: { to: 'bob@example.com', words } }
const mailConfig = (settings: { SMTP_URL: string; MAIL_FROM: string }) => readConfig(settings).mail!
const waits = { silenceMs: 200, attemptMs: 2_000 }

test('a server that accepts and says nothing, or never comes to an end, is given up', async () => {
  const silent = createServer()
  const dripping = createServer((socket) => {
    const timer = setInterval(() => socket.write('220-wait\r\n'), 50)
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
  })
  for (const server of [silent, dripping]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => server.close())
    const { port } = server.address() as AddressInfo
    const config = mailConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@example.com' })
    const sent = await createMailer(config, waits).send(mail)
    assert.equal(sent.state, 'later')
    assert.ok(await createMailer(config, waits).check())
  }
})

test('what is refused for good ends, what is not is tried again, and every attempt has the same Message-ID', async () => {
  let isFirst = true
  const server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      const code = address.startsWith('gone') ? 550 : isFirst ? 451 : 0
      isFirst = false
      done(code === 0 ? null : Object.assign(new Error(`no ${address}`), { responseCode: code }))
    },
  })
  const mailer = createMailer(mailConfig(server.settings))
  assert.deepEqual(await mailer.send(mail), { state: 'later', problem: 'the mail server does not take it now (451)' })
  assert.deepEqual(await mailer.send(mail), { state: 'sent' })
  assert.deepEqual(await mailer.send(mail), { state: 'sent' })
  const ids = server.mails.map(({ headers }) => /^Message-ID: (.*)$/im.exec(headers)?.[1])
  assert.ok(ids[0])
  assert.equal(ids[0], ids[1])
  const gone = await mailer.send({ ...mail, message: { to: 'gone@example.com', words } })
  assert.deepEqual(gone, { state: 'refused', problem: 'refused by the mail server (550)' })
  const broken = await mailer.send({ ...mail, message: { to: 'a@b.example>\r\nRCPT TO:<c@d.example', words } })
  assert.equal(broken.state, 'refused')
  assert.equal(server.mails.length, 2)
  assert.equal(await mailer.check(), null)
})

test('a server elsewhere that offers no encryption is told nothing', () => {
  const from = { MAIL_FROM: 'Flightdeck <f@example.com>' }
  const read = (url: string) => mailConfig({ SMTP_URL: url, ...from })
  assert.equal(read('smtp://mail.example.com').needsTls, true)
  assert.equal(read('smtp://mail.example.com?tls=off').needsTls, false)
  assert.equal(read('smtp://127.0.0.1:2525').needsTls, false)
  assert.deepEqual(read('smtps://ann%40x.example:p%3Aw@mail.example.com').auth, { user: 'ann@x.example', pass: 'p:w' })
  assert.deepEqual(read('smtp://mail.example.com').from, { name: 'Flightdeck', address: 'f@example.com' })
  for (const url of [
    'http://mail.example.com',
    'smtp://',
    'smtp://h/path',
    'smtp://user@h',
    'smtps://h?tls=off',
    'smtp://h?x=1',
  ])
    assert.throws(() => read(url), /SMTP_URL/)
  assert.throws(
    () => readConfig({ SMTP_URL: 'http://u:secret@h', ...from }),
    (error: Error) => !error.message.includes('secret'),
  )
  assert.throws(() => readConfig({ SMTP_URL: 'smtp://h' }), /go together/)
  assert.throws(() => readConfig({ SMTP_URL: 'smtp://h', MAIL_FROM: 'nobody' }), /MAIL_FROM/)
})

test('names of others stay short, on their line, and are no HTML', () => {
  const long = `${'é'.repeat(500)}\r\nBcc: x@example.com\u2028<b>`
  const { subject, text, html } = renderMail(
    inviteWords({ language: null, company: long, invitedBy: long, role: 'member', days: 7, link: 'https://x' }),
  )
  assert.ok(subject.length <= 150)
  assert.doesNotMatch(subject, /[\r\n\u2028]/)
  assert.doesNotMatch(text, /^Bcc/m)
  assert.doesNotMatch(html, /<b>/)
})

test('a mail that nobody could send is tried again after growing pauses, by one at a time, and given up in the end', async () => {
  const server = await startMailServer()
  const app = await startTestApp(server.settings, { api: true, worker: false, sandbox: false })
  const { db, seal, pool } = app.app.services
  const owner = await signedIn(app)
  await owner.call('POST', '/v1/people/invites', { body: { email: 'ann@example.com', role: 'viewer' } })
  const first = await takeMail({ db, seal })
  assert.equal(first?.message?.to, 'ann@example.com')
  assert.equal(await takeMail({ db, seal }), null, 'somebody holds it')
  assert.equal(await noteAttempt(db, first, { state: 'later', problem: 'busy' }), 'waiting')
  const pauseOf = async () => {
    const { rows } = await pool.query<{ s: number }>(
      `SELECT round(extract(epoch FROM next_at - now()))::int AS s FROM mails`,
    )
    return rows[0]!.s
  }
  assert.ok((await pauseOf()) <= 10)
  await pool.query(`UPDATE mails SET next_at = now()`)
  const second = (await takeMail({ db, seal }))!
  assert.equal(await noteAttempt(db, first, { state: 'sent' }), 'waiting', 'who was too slow holds it no more')
  assert.equal(await noteAttempt(db, second, { state: 'later', problem: 'busy' }), 'waiting')
  assert.ok((await pauseOf()) > 30)
  await pool.query(`UPDATE mails SET next_at = now(), expires_at = now() + interval '5 seconds'`)
  const third = (await takeMail({ db, seal }))!
  assert.equal(await noteAttempt(db, third, { state: 'later', problem: 'busy' }), 'failed')
  const { rows } = await pool.query<{ sealed_message: Buffer | null }>('SELECT sealed_message FROM mails')
  assert.equal(rows[0]!.sealed_message, null)
})

test('a mail that was sealed with a key that is gone waits behind, and holds up nobody', async () => {
  const app = await startTestApp((await startMailServer()).settings, { api: true, worker: false, sandbox: false })
  const { db, seal, pool } = app.app.services
  const owner = await signedIn(app)
  for (const email of ['sealed@example.com', 'open@example.com'])
    await owner.call('POST', '/v1/people/invites', { body: { email, role: 'viewer' } })
  await pool.query(`UPDATE mails SET sealed_message = '\\x0102' WHERE id = (SELECT min(id) FROM mails)`)
  const unreadable = (await takeMail({ db, seal }))!
  assert.equal(unreadable.message, null)
  assert.equal((await takeMail({ db, seal }))?.message?.to, 'open@example.com')
})
