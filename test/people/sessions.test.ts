import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSignInLink } from '../../src/core/people/invites/links.ts'
import { operations } from '../../src/api/index.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startTestApp } from '../support/harness.ts'
import { createBrowser, signedIn } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services
const owner = await signedIn(app)
const member = await db
  .selectFrom('memberships')
  .selectAll()
  .where('user_id', '=', owner.userId)
  .executeTakeFirstOrThrow()
const asOwner = { companyId: member.company_id, userId: member.user_id }

test('a link signs in once, and the cookie is out of the reach of scripts and other sites', async () => {
  const token = await makeSignInLink(db, asOwner)
  const browser = createBrowser(app.url)
  const reply = await browser.call('POST', '/v1/session', { body: { token } })
  assert.equal(reply.status, 200)
  const cookie = reply.headers.get('set-cookie')!
  assert.match(cookie, /HttpOnly/)
  assert.match(cookie, /SameSite=Strict/)
  assert.equal((await browser.call('GET', '/v1/user')).status, 200)
  const again = await createBrowser(app.url).call('POST', '/v1/session', { body: { token } })
  assert.equal(again.status, 401)
})

test('of many who use a link at once one is signed in', async () => {
  const token = await makeSignInLink(db, asOwner)
  const replies = await Promise.all(
    Array.from({ length: 5 }, () =>
      createBrowser(app.url).call('POST', '/v1/session', {
        body: { token },
        headers: { 'x-forwarded-for': '10.0.0.9' },
      }),
    ),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
})

test('an expired link opens nothing', async () => {
  const token = await makeSignInLink(db, asOwner, { minutes: -1 })
  assert.equal((await createBrowser(app.url).call('POST', '/v1/session', { body: { token } })).status, 401)
})

test('only the digest of a token is kept', async () => {
  const rows = await db.selectFrom('sessions').selectAll().execute()
  const token = owner.cookie()!.split('=')[1]!
  assert.ok(rows.every((row) => !row.token_hash.toString('utf8').includes(token)))
})

test('a write with a session must come from a page of ours', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: '' }]) {
    const reply = await owner.call('POST', '/v1/keys', { body: { name: 'Stolen' }, headers })
    assert.equal(reply.status, 403, JSON.stringify(headers))
  }
  const cross = await fetch(`${app.url}/v1/keys`, {
    method: 'POST',
    headers: { cookie: owner.cookie()!, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    body: '{"name":"Stolen"}',
  })
  assert.equal(cross.status, 403)
})

test('a page of another scheme or port is not ours, although its host is', async () => {
  const { host, hostname } = new URL(app.url)
  for (const origin of [`https://${host}`, `http://${hostname}:1`, `http://${hostname}`]) {
    const { status } = await owner.call('POST', '/v1/keys', { body: { name: 'Stolen' }, headers: { origin } })
    assert.equal(status, 403, origin)
  }
})

test('what a session may read is read by our own pages, by programs and by whoever follows a link', async () => {
  // Byte by byte: a program's own client says on its own how it reads.
  const read = async (headers: Record<string, string>) => {
    const lines = { host: new URL(app.url).host, cookie: owner.cookie()!, ...headers }
    const written = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    return (await sendRaw(app.url, `GET /v1/user HTTP/1.1\r\n${written.join('')}\r\n`)).status
  }
  const from = (site: string, mode = 'no-cors', dest = 'script') =>
    read({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest })
  assert.equal(await read({}), 200)
  assert.equal(await from('same-origin', 'cors', 'empty'), 200)
  assert.equal(await from('none', 'navigate', 'document'), 200)
  assert.equal(await from('same-site', 'navigate', 'document'), 200)
  for (const site of ['cross-site', 'same-site', 'anything']) {
    assert.equal(await from(site), 403, site)
    assert.equal(await from(site, 'cors', 'empty'), 403, site)
    assert.equal(await from(site, 'navigate', 'iframe'), 403, site)
  }
})

test('a session is rotated: the new token works, the old one for a moment, then no more', async () => {
  const browser = await signedIn(app)
  const old = browser.cookie()!
  await db
    .updateTable('sessions')
    .set({ rotated_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('user_id', '=', owner.userId)
    .execute()
  const reply = await browser.call('GET', '/v1/user')
  assert.equal(reply.status, 200)
  assert.notEqual(browser.cookie(), old)
  const withOld = () => fetch(`${app.url}/v1/user`, { headers: { cookie: old } })
  assert.equal((await withOld()).status, 200, 'calls that were under way')
  await db
    .updateTable('sessions')
    .set({ rotated_at: new Date(Date.now() - 120_000) })
    .where('user_id', '=', owner.userId)
    .execute()
  assert.equal((await withOld()).status, 401)
  assert.equal((await browser.call('GET', '/v1/user')).status, 200)
})

test('sessions are listed, and ended elsewhere', async () => {
  const here = await signedIn(app)
  const there = await signedIn(app)
  const { body } = await here.call('GET', '/v1/sessions')
  const all = body.data as { id: number; current: boolean; browser: string }[]
  assert.equal(all.filter(({ current }) => current).length, 1)
  assert.ok(all.every((session) => session.browser === 'Test browser'))
  const other = ((await there.call('GET', '/v1/sessions')).body.data as typeof all).find(({ current }) => current)!
  assert.equal((await here.call('DELETE', `/v1/sessions/${other.id}`)).status, 200)
  const ended = await there.call('GET', '/v1/user')
  assert.equal(ended.status, 401)
  assert.match(ended.headers.get('set-cookie') ?? '', /Max-Age=0/)
  assert.equal((await here.call('DELETE', `/v1/sessions/${other.id}`)).status, 404)
})

test('signing out ends the session', async () => {
  const browser = await signedIn(app)
  const cookie = browser.cookie()!
  assert.equal((await browser.call('DELETE', '/v1/session')).status, 200)
  assert.equal(browser.cookie(), null)
  assert.equal((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status, 401)
})

test('a session idle for a week is over', async () => {
  const browser = await signedIn(app)
  await db
    .updateTable('sessions')
    .set({ seen_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('user_id', '=', owner.userId)
    .execute()
  assert.equal((await browser.call('GET', '/v1/user')).status, 401)
})

test('what is for people is for no key, whatever its scopes', async () => {
  const forPeople = operations.filter((operation) => operation.forPeople)
  assert.ok(forPeople.length >= 20)
  // A key may make so many calls in a minute; the demo key of tests may make more.
  for (const { rest } of forPeople) {
    const path = rest.path.replace(/\{\w+\}/g, '1')
    const { status } = await app.call(rest.method, path, rest.method === 'GET' ? {} : { body: {} })
    assert.equal(status, 403, `${rest.method} ${path}`)
  }
})

test('people have larger limits than keys', async () => {
  const browser = await signedIn(app)
  const reply = await browser.call('GET', '/v1/user')
  assert.equal(reply.headers.get('x-ratelimit-limit'), '600')
})
