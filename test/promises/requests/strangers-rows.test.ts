import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { operations } from '../../../src/api/index.ts'
import { createAuthenticator, makePasskey, signInWithPasskey } from '../../support/people/authenticator.ts'
import { createBrowser, signedIn } from '../../support/people/browser.ts'
import { startWithProvider } from '../../support/people/provider.ts'

/** With an identity provider: setting out for it needs no key either. */
const { app } = await startWithProvider()
const { db } = app.app.services

/** How many rows every table has. */
async function rows(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY relname`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows: found } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(name)}`.execute(
      db,
    )
    counts[name] = found[0]!.count
  }
  return counts
}

test('whatever a stranger asks for, however often, nothing is kept of it', async () => {
  const open = operations.filter(({ scope }) => scope === null)
  assert.ok(open.length > 10)
  // Health is asked of one row, which the first who asks makes.
  await fetch(`${app.url}/v1/health`)
  const before = await rows()
  for (const { rest, example } of open) {
    const path = rest.path.replaceAll(/:\w+|\{\w+\}/g, 'x')
    const body = rest.method === 'GET' ? undefined : JSON.stringify(example ?? { token: 'x', name: 'x', response: {} })
    const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
    for (let n = 0; n < 3; n++) {
      const { status } = await fetch(app.url + path, { method: rest.method, body, headers, redirect: 'manual' })
      assert.ok(status < 500, `${rest.method} ${path}: ${status}`)
    }
  }
  assert.deepEqual(await rows(), before)
})

test('what a browser was asked is answered once, and not in the place of another question', async () => {
  const owner = await signedIn(app)
  const key = createAuthenticator(app.url)
  assert.equal((await makePasskey(owner, key)).status, 201)
  const tries = (options: unknown) => {
    const body = { response: key.answer(options as Record<string, unknown>) }
    return createBrowser(app.url).call('POST', '/v1/session/passkey', { body })
  }
  const { options } = (await createBrowser(app.url).call('POST', '/v1/session/passkey/options')).body
  assert.equal((await tries(options)).status, 200)
  assert.equal((await tries(options)).status, 401, 'the same question, answered anew')
  const forNew = await owner.call('POST', '/v1/passkeys/options')
  assert.equal((await tries(forNew.body.options)).status, 401, 'a question for something else')
  assert.equal((await signInWithPasskey(createBrowser(app.url), key)).status, 200)
})
