import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSignInTries, sameTries, wrongSignIns } from '../../src/core/people/sessions/sign-ins.ts'
import { makeSignInLink } from '../../src/core/people/invites/links.ts'
import { hashToken } from '../../src/core/people/token.ts'
import { AppError } from '../../src/errors.ts'
import { startTestApp } from '../support/harness.ts'
import { createBrowser, signedIn } from '../support/people/browser.ts'

const app = await startTestApp()
const { db } = app.app.services
const owner = await signedIn(app)
const { company_id: companyId } = await db
  .selectFrom('memberships')
  .select('company_id')
  .where('user_id', '=', owner.userId)
  .executeTakeFirstOrThrow()

const madeUp = () => randomBytes(32).toString('base64url')
const tryLink = (token: string) => createBrowser(app.url).call('POST', '/v1/session', { body: { token } })
const tryPasskey = (challenge: string) => {
  const data = { type: 'webauthn.get', challenge, origin: app.url }
  const clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url')
  const body = { response: { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON } } }
  return createBrowser(app.url).call('POST', '/v1/session/passkey', { body })
}
const tryInvite = (token: string) =>
  createBrowser(app.url).call('POST', `/api/invites/${token}/accept`, { body: { name: 'Grace' } })

test("strangers who try many wrong links do not keep somebody's good one from signing in", async () => {
  const link = await makeSignInLink(db, { companyId, userId: owner.userId })
  const invited = await owner.call('POST', '/v1/people/invites', { body: { email: 'grace@example.com' } })
  const statuses = await Promise.all(
    Array.from({ length: 4 * wrongSignIns }, async (_, n) => {
      const reply = await [tryLink, tryPasskey, tryInvite][n % 3]!(madeUp())
      if (reply.status === 429) assert.ok(Number(reply.headers.get('retry-after')) >= 1)
      return reply.status
    }),
  )
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => ![401, 404, 429].includes(status)),
    [],
  )
  assert.ok(statuses.includes(429), 'a flood is told to come back')
  assert.equal((await tryLink(madeUp())).status, 429, 'one more wrong one, too')
  const late = await makeSignInLink(db, { companyId, userId: owner.userId })
  assert.equal((await tryLink(link)).status, 200, 'the good link signs in meanwhile')
  assert.equal((await tryLink(late)).status, 200, 'so does one that was made a moment ago')
  assert.equal((await createBrowser(app.url).call('POST', '/v1/session/passkey/options')).status, 200)
  const token = String(invited.body.link).split('/').at(-1)!
  assert.equal((await tryInvite(token)).status, 200)
  assert.notEqual((await tryLink(link)).status, 200, 'it works once, as ever')
})

const outside = { kind: 'link', token: 'never given out' } as const
const asError = (error: unknown) => (error instanceof AppError ? error.code : String(error))

test('while a flood lasts, what was not given out is refused without being looked up', async () => {
  const good = madeUp()
  let reads = 0
  let lookUps = 0
  const tries = createSignInTries(async () => {
    reads++
    return new Set([hashToken(good).toString('hex')])
  })
  const attempt = (token: string) =>
    tries
      .attempt({ kind: 'link', token }, async () => {
        lookUps++
        return token === good ? 'in' : null
      })
      .catch(asError)
  for (let n = 0; n < wrongSignIns; n++) assert.equal(await attempt(madeUp()), null)
  const flood = await Promise.all(Array.from({ length: 900 }, () => attempt(madeUp())))
  assert.deepEqual([...new Set(flood)], ['rate_limit_exceeded'])
  assert.equal(lookUps, wrongSignIns, 'none of the flood reached the database')
  assert.ok(reads <= 2, `what is out there was read ${reads} times for all of them`)
  assert.equal(await attempt(good), 'in')
})

test('the same wrong thing again and again is refused without being looked up', async () => {
  let lookUps = 0
  const tries = createSignInTries(async () => new Set())
  const attempt = () =>
    tries
      .attempt(outside, async () => {
        lookUps++
        return null
      })
      .catch(asError)
  const answers = []
  for (let n = 0; n < sameTries + 3; n++) answers.push(await attempt())
  assert.deepEqual(
    answers.slice(sameTries),
    Array.from({ length: 3 }, () => 'rate_limit_exceeded'),
  )
  assert.equal(lookUps, sameTries)
})

test('when nothing failed for a minute, wrong ones are looked up again', async () => {
  let now = 0
  const tries = createSignInTries(
    async () => new Set(),
    () => now,
  )
  const attempt = (token: string) => tries.attempt({ kind: 'link', token }, async () => null).catch(asError)
  for (let n = 0; n < wrongSignIns; n++) await attempt(madeUp())
  assert.equal(await attempt(madeUp()), 'rate_limit_exceeded')
  now = 61_000
  assert.equal(await attempt(madeUp()), null)
})
