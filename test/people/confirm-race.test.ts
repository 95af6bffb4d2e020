import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { confirmPerson } from '../../src/core/people/invites/confirm.ts'
import { makeSignInLink } from '../../src/core/people/invites/links.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { createAuthenticator, makePasskey, passkeyAnswer } from '../support/people/authenticator.ts'
import { createBrowser, signedIn } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services

/** Makes the call while somebody confirms the address of this person, and lets the confirmation be first. */
async function whileConfirming<T>(userId: number, call: () => Promise<T>): Promise<T> {
  const { company_id: companyId } = await db
    .selectFrom('memberships')
    .select('company_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  let under!: Promise<T>
  await db.transaction().execute(async (trx) => {
    assert.ok(await confirmPerson(trx, { companyId, userId }, 'link'))
    under = call()
    // It waits for the person, whom the confirmation holds.
    await untilTrue(async () => {
      const { rows } =
        await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          db,
        )
      return rows.length > 0
    })
  })
  return under
}

async function nothingLeft(userId: number): Promise<void> {
  for (const table of ['passkeys', 'sessions', 'sign_in_links'] as const) {
    const rows = await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()
    assert.deepEqual(rows, [], table)
  }
}

test('a passkey that is made while the address is confirmed does not slip in behind it', async () => {
  const browser = await signedIn(app, 'admin')
  const asked = await browser.call('POST', '/v1/passkeys/options', { body: {} })
  const response = createAuthenticator(app.url).register(asked.body.options as Record<string, unknown>)
  const body = { name: 'Late', response }
  const reply = await whileConfirming(browser.userId, () => browser.call('POST', '/v1/passkeys', { body }))
  assert.ok(reply.status >= 400 && reply.status < 500, JSON.stringify(reply.body))
  await nothingLeft(browser.userId)
})

test('a sign-in by an old passkey or link while the address is confirmed lets nobody in', async () => {
  const browser = await signedIn(app, 'admin')
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(browser, key)).status, 201)
  const response = await passkeyAnswer(browser, key)
  const byPasskey = await whileConfirming(browser.userId, () =>
    createBrowser(app.url).call('POST', '/v1/session/passkey', { body: { response } }),
  )
  assert.equal(byPasskey.status, 401)
  await nothingLeft(browser.userId)
  const other = await signedIn(app, 'admin')
  const { company_id: companyId } = await db
    .selectFrom('memberships')
    .select('company_id')
    .where('user_id', '=', other.userId)
    .executeTakeFirstOrThrow()
  const token = await makeSignInLink(db, { companyId, userId: other.userId })
  const byLink = await whileConfirming(other.userId, () =>
    createBrowser(app.url).call('POST', '/v1/session', { body: { token } }),
  )
  assert.equal(byLink.status, 401)
  await nothingLeft(other.userId)
})
