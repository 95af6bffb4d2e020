import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startMessage } from '../../src/cli/start-message.ts'
import { createCompany } from '../../src/core/people/companies/companies.ts'
import { makeSignInLink } from '../../src/core/people/invites/links.ts'
import { startTestApp } from '../support/harness.ts'
import { createAuthenticator, makePasskey, signInWithPasskey } from '../support/people/authenticator.ts'
import { createBrowser, ownerOfNew } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services
const north = await ownerOfNew(app, 'north')
const south = await ownerOfNew(app, 'south')

let made = 0
const newAddress = () => `ann${++made}@example.com`

async function invitedBy(owner: Browser, email: string, role = 'member'): Promise<string> {
  const { status, body } = await owner.call('POST', '/v1/people/invites', { body: { email, role } })
  assert.equal(status, 201, JSON.stringify(body))
  return String(body.link).split('/').at(-1)!
}

/** Accepts an invite in a browser of its own, or in one where somebody is signed in. */
async function joins(owner: Browser, email: string, browser = createBrowser(app.url)) {
  const token = await invitedBy(owner, email)
  const reply = await browser.call('POST', `/api/invites/${token}/accept`, { body: { name: 'Ann' } })
  return { browser, reply, token, id: (reply.body.person as { id: number } | undefined)?.id ?? 0 }
}

/** Opens a link that the operator made for the address in a company. */
async function confirms(slug: string, email: string, browser = createBrowser(app.url)) {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('companies', 'companies.id', 'memberships.company_id')
    .select(['memberships.company_id as companyId', 'memberships.user_id as userId'])
    .where('companies.slug', '=', slug)
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow()
  const token = await makeSignInLink(db, member, { confirms: true })
  const reply = await browser.call('POST', '/v1/session', { body: { token } })
  return { browser, reply, id: (reply.body.person as { id: number } | undefined)?.id ?? 0 }
}

async function eventsOf(owner: Browser, type: string) {
  const { body } = await owner.call('GET', '/v1/events?limit=100')
  return (body.data as { type: string; data: Record<string, unknown> }[])
    .filter((event) => event.type === type)
    .map(({ data }) => data)
}

test('the same address in two companies is two people, each with passkeys that open their own company alone', async () => {
  const email = newAddress()
  const here = await joins(north, email)
  const there = await joins(south, email)
  assert.notEqual(here.id, there.id)
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(here.browser, key)).status, 201)
  assert.deepEqual((await there.browser.call('GET', '/v1/passkeys')).body.data, [])
  assert.equal((await signInWithPasskey(createBrowser(app.url), key, 'south')).status, 401)
  assert.equal((await signInWithPasskey(createBrowser(app.url), key, 'north')).status, 200)
  const companies = (await here.browser.call('GET', '/v1/session/companies')).body
  assert.equal(companies.confirmed, false)
  assert.deepEqual(
    (companies.data as { slug: string }[]).map(({ slug }) => slug),
    ['north'],
    'an address that nobody confirmed tells nothing of other companies',
  )
  assert.equal((await here.browser.call('POST', '/v1/session/companies/south/accept')).status, 403)
})

test('confirming ends whatever signed the person in before, and says so', async () => {
  const email = newAddress()
  const { browser, id } = await joins(north, email)
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(browser, key)).status, 201)
  const confirmed = await confirms('north', email)
  assert.equal(confirmed.reply.status, 200, JSON.stringify(confirmed.reply.body))
  assert.equal(confirmed.id, id)
  assert.deepEqual(confirmed.reply.body.ended, { passkeys: 1, sessions: 1 })
  assert.equal((confirmed.reply.body.person as { confirmed: boolean }).confirmed, true)
  assert.equal((await browser.call('GET', '/v1/user')).status, 401)
  assert.equal((await signInWithPasskey(createBrowser(app.url), key)).status, 401)
  const notified = (await eventsOf(north, 'person.confirmed')).at(-1)
  assert.deepEqual(notified, { personId: id, name: 'Ann', by: 'link', endedPasskeys: 1, endedSessions: 1 })
  const log = JSON.stringify((await north.call('GET', '/v1/audit-log?action=confirm_person')).body)
  assert.ok(log.includes(`person:${id}`))
  const again = await confirms('north', email)
  assert.equal(again.reply.body.ended, undefined, 'who is confirmed keeps what signs them in')
  assert.equal((await confirmed.browser.call('GET', '/v1/user')).status, 200)
})

test('the link that the first start prints confirms the owner of its demo company', async () => {
  const { services } = app.app
  const shown = await startMessage(
    {
      ...app.app,
      services: { ...services, config: { ...services.config, dashboard: true } },
    },
    true,
  )
  const token = /#\/sign-in\/([\w-]+)/.exec(shown)![1]!
  const { status, body } = await createBrowser(app.url).call('POST', '/v1/session', { body: { token } })
  assert.equal(status, 200, JSON.stringify(body))
  const { email, confirmed } = body.person as { email: string; confirmed: boolean }
  assert.deepEqual([email, confirmed], ['demo@flightdeck.local', true])
})

test('an ordinary link confirms nothing', async () => {
  const email = newAddress()
  const { browser } = await joins(north, email)
  const { body } = await browser.call('GET', '/v1/session')
  assert.equal((body.person as { confirmed: boolean }).confirmed, false)
})

test('the confirmed person accepts the separate ones of their address: role and keys join, passkeys and sessions end', async () => {
  const email = newAddress()
  const here = await joins(north, email)
  const token = await invitedBy(south, email, 'admin')
  const apart = createBrowser(app.url)
  const joined = await apart.call('POST', `/api/invites/${token}/accept`, { body: { name: 'Somebody' } })
  const apartId = (joined.body.person as { id: number }).id
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(apart, key)).status, 201)
  const apiKey = await apart.call('POST', '/v1/keys', { body: { name: 'Theirs', scopes: ['read'] } })
  assert.equal(apiKey.status, 201)
  const keyOf = async () =>
    (await app.call('GET', '/v1/user', { key: String(apiKey.body.key) })).body.user as { id: string }
  assert.equal((await keyOf()).id, String(apartId), 'and the service remembers whose key it is')

  const { browser } = await confirms('north', email)
  const listed = (await browser.call('GET', '/v1/session/companies')).body
  assert.equal(listed.confirmed, true)
  assert.deepEqual(listed.data, [
    { slug: 'north', name: 'north', state: 'member', role: 'member', current: true },
    { slug: 'south', name: 'south', state: 'separate', role: 'admin', current: false },
  ])
  assert.equal((await apart.call('GET', '/v1/user')).status, 200, 'nothing of it has happened yet')
  const accepted = await browser.call('POST', '/v1/session/companies/south/accept')
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.deepEqual(accepted.body.ended, { passkeys: 1, sessions: 1 })
  assert.equal((await apart.call('GET', '/v1/user')).status, 401)
  assert.equal((await signInWithPasskey(createBrowser(app.url), key)).status, 401)
  assert.equal((await keyOf()).id, String(here.id))
  const people = (await south.call('GET', '/v1/people')).body.data as { id: number; role: string; email: string }[]
  assert.deepEqual(
    people.filter((person) => person.email === email).map(({ id, role }) => ({ id, role })),
    [{ id: here.id, role: 'admin' }],
  )
  const notified = (await eventsOf(south, 'person.merged')).at(-1)
  assert.deepEqual(notified, {
    ...{ personId: here.id, name: 'Ann', formerPersonId: apartId },
    ...{ endedPasskeys: 1, endedSessions: 1 },
  })
  assert.equal((await browser.call('POST', '/v1/session/companies/south/accept')).status, 404)
  const mine = createAuthenticator(app.url)
  assert.equal((await makePasskey(browser, mine)).status, 201)
  const into = createBrowser(app.url)
  assert.equal((await signInWithPasskey(into, mine, 'south')).status, 200)
  assert.equal((await into.call('GET', '/v1/keys')).status, 200, 'they are the admin there now')
})

test('a company where nobody has the address is not there to be accepted', async () => {
  const email = newAddress()
  await joins(north, email)
  const { browser } = await confirms('north', email)
  for (const slug of ['south', 'demo', 'nowhere'])
    assert.equal((await browser.call('POST', `/v1/session/companies/${slug}/accept`)).status, 404, slug)
})

test('who confirmed their address joins another company by its invite and their own session, and by nothing less', async () => {
  const email = newAddress()
  const { id } = await joins(north, email)
  const { browser } = await confirms('north', email)
  const alone = await joins(south, email)
  assert.equal(alone.reply.status, 403)
  const { error } = alone.reply.body as { error: { code: string; message: string } }
  assert.equal(error.code, 'sign_in_first')
  assert.match(error.message, /Sign in as that person first/)
  const accept = `/api/invites/${alone.token}/accept`
  const other = await joins(south, newAddress())
  const asOther = await other.browser.call('POST', accept, { body: { name: 'x' } })
  assert.equal((asOther.body.error as { code: string }).code, 'sign_in_first')
  const fromElsewhere = await browser.call('POST', accept, {
    body: { name: 'x' },
    headers: { origin: 'https://evil.example' },
  })
  assert.equal(fromElsewhere.status, 403, 'a page of somebody else makes nobody join')
  const joined = await browser.call('POST', accept, { body: { name: 'Renamed' } })
  assert.equal(joined.status, 200, JSON.stringify(joined.body))
  const person = joined.body.person as { id: number; name: string }
  assert.deepEqual([person.id, person.name], [id, 'Ann'])
  assert.equal(((await browser.call('GET', '/v1/session')).body.company as { slug: string }).slug, 'south')
})

test('an invite does not make an old session of a confirmed person young again', async () => {
  const email = newAddress()
  await joins(north, email)
  const { browser, id } = await confirms('north', email)
  await db
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`now() - interval '6 minutes'` })
    .where('user_id', '=', id)
    .execute()
  const { reply } = await joins(south, email, browser)
  assert.equal(reply.status, 200)
  const refused = await makePasskey(browser, createAuthenticator(app.url))
  assert.equal((refused.body.error as { code: string }).code, 'step_up_required')
})

test('the operator’s link in a second company joins it to the person who confirmed the address', async () => {
  const email = newAddress()
  const here = await joins(north, email)
  const apart = await joins(south, email)
  assert.equal(apart.reply.status, 200)
  const first = await confirms('north', email)
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(first.browser, key)).status, 201)
  const second = await confirms('south', email)
  assert.equal(second.id, here.id)
  assert.deepEqual(second.reply.body.ended, { passkeys: 0, sessions: 1 })
  assert.equal((await apart.browser.call('GET', '/v1/user')).status, 401)
  assert.equal((await first.browser.call('GET', '/v1/user')).status, 200)
  assert.equal((await signInWithPasskey(createBrowser(app.url), key, 'south')).status, 200)
})

test('of two who confirm one address at once in two companies both are one person', async () => {
  const email = newAddress()
  await joins(north, email)
  await joins(south, email)
  const both = await Promise.all([confirms('north', email), confirms('south', email)])
  assert.deepEqual(
    both.map(({ reply }) => reply.status),
    [200, 200],
  )
  assert.equal(both[0].id, both[1].id)
})

test('who was removed and is invited again begins anew: old passkeys open nothing', async () => {
  const email = newAddress()
  const first = await joins(north, email)
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(first.browser, key)).status, 201)
  assert.equal((await north.call('DELETE', `/v1/people/${first.id}`)).status, 200)
  const again = await joins(north, email)
  assert.equal(again.reply.status, 200, JSON.stringify(again.reply.body))
  assert.notEqual(again.id, first.id)
  assert.equal((await signInWithPasskey(createBrowser(app.url), key)).status, 401)
  await confirms('north', email)
  assert.equal((await north.call('DELETE', `/v1/people/${again.id}`)).status, 200)
  const third = await joins(south, email)
  assert.equal(third.reply.status, 200, 'somebody who belongs to no company keeps nobody out')
})

test('a name is changed by its person alone', async () => {
  const { id, browser } = await joins(north, newAddress())
  const renamed = await north.call('PATCH', `/v1/people/${id}`, { body: { name: 'Other', role: 'viewer' } })
  assert.equal(renamed.status, 403)
  assert.match((renamed.body.error as { message: string }).message, /Only Ann/)
  const found = async () =>
    ((await north.call('GET', '/v1/people')).body.data as { id: number; name: string; role: string }[]).find(
      (person) => person.id === id,
    )!
  assert.equal((await found()).role, 'member', 'and nothing else of it was done')
  assert.equal((await browser.call('PATCH', '/v1/session', { body: { name: 'Anna' } })).status, 200)
  assert.equal((await found()).name, 'Anna')
  const own = await north.call('PATCH', `/v1/people/${north.userId}`, { body: { name: 'The owner' } })
  assert.equal(own.body.name, 'The owner')
})

test('every company of a person hears of their new passkey', async () => {
  const email = newAddress()
  const { id } = await joins(north, email)
  const { browser } = await confirms('north', email)
  await joins(south, email, browser)
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(browser, key)).status, 201)
  for (const owner of [north, south]) {
    const { passkeyId, ...notified } = (await eventsOf(owner, 'person.passkey_added')).at(-1) as Record<string, unknown>
    assert.deepEqual(notified, { personId: id, name: 'Ann' })
    assert.equal(typeof passkeyId, 'number')
    const { body } = await owner.call('GET', `/v1/audit-log?action=create_passkey&target=person:${id}`)
    const other = (await owner.call('GET', '/v1/audit-log?action=create_passkey')).body
    assert.ok(JSON.stringify([body, other]).includes('"Ann"'))
  }
  const { body } = await browser.call('GET', '/v1/passkeys')
  const passkey = (body.data as { id: number }[])[0]!
  assert.equal((await browser.call('DELETE', `/v1/passkeys/${passkey.id}`)).status, 200)
  assert.equal((await eventsOf(north, 'person.passkey_removed')).length, 1)
})

test('the operator names an owner by an address that somebody has: it is somebody else until they say so', async () => {
  const email = newAddress()
  const { id } = await joins(north, email)
  const { browser } = await confirms('north', email)
  await createCompany(db, { name: 'west', slug: 'west', owner: { email, name: 'Renamed' } })
  const before = (await north.call('GET', '/v1/people')).body.data as { id: number; name: string }[]
  assert.equal(before.find((person) => person.id === id)!.name, 'Ann')
  assert.equal((await browser.call('POST', '/v1/session/companies/west/accept')).status, 200)
})

test('the database itself keeps somebody whose address nobody confirmed in one company', async () => {
  const { id } = await joins(north, newAddress())
  const other = await db.selectFrom('companies').select('id').where('slug', '=', 'south').executeTakeFirstOrThrow()
  await assert.rejects(
    db.insertInto('memberships').values({ company_id: other.id, user_id: id, role: 'owner' }).execute(),
    /never confirmed/,
  )
})
