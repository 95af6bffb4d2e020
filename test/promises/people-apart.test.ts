import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { peopleOperations } from '../../src/api/contents/people.ts'
import { makeSignInLink } from '../../src/core/people/invites/links.ts'
import { startTestApp } from '../support/harness.ts'
import { byHand, shown, tokensFor } from '../support/mcp/assistant.ts'
import { createAuthenticator, makePasskey, passkeyAnswer } from '../support/people/authenticator.ts'
import { createBrowser, ownerOfNew, signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

/**
 * Nothing that one company does gives it a session, a passkey, a name or a right of a person in another. The owner of Evil tries every operation about people
 * with whatever is known of the people of the demo company; whoever adds an operation says here how it is tried.
 */
const app = await startTestApp()
const { db } = app.app.services
const victims = [await confirmed(await signedIn(app)), await signedIn(app, 'admin')]
const key = createAuthenticator(app.url)
assert.equal((await makePasskey(victims[0]!, key)).status, 201)
const assistant = await byHand(app.url)
await tokensFor(app.url, assistant, victims[0]!)
const theirs = {
  assistant: ((await victims[0]!.call('GET', '/v1/assistants')).body.data as { id: number }[])[0]!.id,
  invite: (await victims[0]!.call('POST', '/v1/people/invites', { body: { email: 'new@demo.example' } })).body,
  key: (await victims[0]!.call('POST', '/v1/keys', { body: { name: 'Theirs' } })).body,
  workspace: (await victims[0]!.call('POST', '/v1/workspaces', { body: { name: 'Theirs', slug: 'theirs' } })).body,
}
const evil = await ownerOfNew(app, 'evil')
const evilsKey = createAuthenticator(app.url)
assert.equal((await makePasskey(evil, evilsKey)).status, 201)

/** As after a link that the operator made for their address. */
async function confirmed(browser: Browser): Promise<Browser> {
  const member = await db
    .selectFrom('memberships')
    .select(['company_id as companyId', 'user_id as userId'])
    .where('user_id', '=', browser.userId)
    .executeTakeFirstOrThrow()
  const body = { token: await makeSignInLink(db, member, { confirms: true }) }
  assert.equal((await browser.call('POST', '/v1/session', { body })).status, 200)
  return browser
}

/** Everything that says who the people of a company are, what they may do there and what signs them in. */
async function stateOf(slug: string): Promise<unknown> {
  const { rows } = await sql`
    WITH own AS (SELECT m.* FROM memberships m JOIN companies c ON c.id = m.company_id WHERE c.slug = ${slug})
    SELECT
      (SELECT json_agg(own ORDER BY user_id) FROM own) AS memberships,
      (SELECT json_agg(u ORDER BY id) FROM users u WHERE id IN (SELECT user_id FROM own)) AS people,
      (SELECT json_agg(p ORDER BY id) FROM passkeys p WHERE user_id IN (SELECT user_id FROM own)) AS passkeys,
      (SELECT json_agg(s ORDER BY id) FROM sessions s WHERE user_id IN (SELECT user_id FROM own)) AS sessions,
      (SELECT json_agg(l ORDER BY token_hash) FROM sign_in_links l WHERE user_id IN (SELECT user_id FROM own)) AS links,
      (SELECT json_agg(w ORDER BY user_id, workspace_id) FROM member_workspaces w WHERE user_id IN (SELECT user_id FROM own)) AS limits,
      (SELECT json_agg(i ORDER BY i.id) FROM invites i JOIN companies c ON c.id = i.company_id AND c.slug = ${slug}) AS invites,
      (SELECT json_agg(k ORDER BY k.id) FROM api_keys k JOIN companies c ON c.id = k.company_id AND c.slug = ${slug}) AS keys,
      (SELECT json_agg(g ORDER BY g.id) FROM assistant_grants g JOIN companies c ON c.id = g.company_id AND c.slug = ${slug}) AS assistants,
      (SELECT json_agg(w ORDER BY w.id) FROM workspaces w JOIN companies c ON c.id = w.company_id AND c.slug = ${slug}) AS workspaces`.execute(
    db,
  )
  return rows[0]
}

interface Try {
  path?: Record<string, unknown>
  body?: Record<string, unknown>
}

const roles = ['owner', 'admin', 'member', 'viewer']
const addresses = ['demo@flightdeck.local', 'DEMO@flightdeck.local', 'new@demo.example']
const people = victims.map(({ userId }) => userId)

/** How Evil tries each operation; those with an empty list take nothing that could name somebody elsewhere. */
const tries: Record<string, () => Promise<Try[]> | Try[]> = {
  list_older_workspaces: () => [{}],
  create_older_workspace: () => [{ body: { name: 'Theirs', slug: 'theirs' } }],
  list_older_users: () => [{}],
  invite_person_older: () => addresses.map((email) => ({ body: { email, role: 'owner' } })),
  accept_invite: async () => {
    const own = await Promise.all([...addresses, 'other@evil.example'].map(invited))
    return own.map((token) => ({ path: { token }, body: { name: 'Renamed' } }))
  },
  list_ways_to_sign_in: () => [{}],
  sign_in: () => [{ body: { token: 'guessed' } }],
  sign_out: () => [],
  rename_oneself: () => [{ body: { name: 'Demo user' } }],
  ask_for_passkey: () => [{}],
  sign_in_by_passkey: async () =>
    Promise.all(
      ['demo', undefined].map(async (company) => ({
        body: { response: await passkeyAnswer(evil, evilsKey), ...(company ? { company } : {}) },
      })),
    ),
  sign_in_by_oidc: () => [{}],
  end_oidc_sign_in: () => [{}],
  step_up: async () => [{ body: { response: { ...(await passkeyAnswer(evil, evilsKey)), id: 'other' } } }],
  list_own_companies: () => [{}],
  accept_company: () => ['demo', 'evil'].map((slug) => ({ path: { slug } })),
  list_sessions: () => [{}],
  end_session: () => idsUpTo(20),
  begin_passkey: () => [{ body: {} }],
  create_passkey: () => [{ body: { name: 'x', response: {} } }],
  list_passkeys: () => [{}],
  delete_passkey: async () => {
    const rows = await db.selectFrom('passkeys').select('id').where('user_id', 'in', people).execute()
    return rows.map(({ id }) => ({ path: { id } }))
  },
  list_keys: () => [{}],
  create_key: () => [{ body: { name: 'Evil', scopes: ['admin'] } }],
  revoke_key: () => [{ path: { id: theirs.key.id } }],
  update_key: () => ['act', 'ask'].map((spends) => ({ path: { id: theirs.key.id }, body: { spends } })),
  mail_sign_in_link: () => addresses.map((email) => ({ body: { email } })),
  read_mail_wishes: () => [{}],
  update_mail_wishes: () => [{ body: { approvals: false } }],
  read_consent_request: () => [{ body: { query: assistant.query() } }],
  connect_assistant: async () => {
    const query = assistant.query()
    const { asks } = await shown(evil, query)
    return [{ body: { query, digest: asks!.digest, scopes: ['read'] } }]
  },
  list_assistants: () => [{}],
  revoke_assistant: () => [{ path: { id: theirs.assistant } }],
  list_people: () => [{}],
  read_instance: () => [{}],
  update_person: () =>
    people.flatMap((id) =>
      [{ name: 'Renamed' }, { workspaceIds: [] }, ...roles.map((role) => ({ role }))].map((body) => ({
        path: { id },
        body,
      })),
    ),
  remove_person: () => people.map((id) => ({ path: { id } })),
  list_invites: () => [{}],
  invite_person: () => addresses.map((email) => ({ body: { email, role: 'owner' } })),
  confirm_invite: () => [{ path: { id: theirs.invite.id } }],
  withdraw_invite: () => [{ path: { id: theirs.invite.id } }],
  create_workspace: () => [{ body: { name: 'Theirs', slug: 'theirs' } }],
  update_workspace: () => [{ path: { id: theirs.workspace.id }, body: { name: 'Evil' } }],
  delete_workspace: () => [{ path: { id: theirs.workspace.id } }],
}

const idsUpTo = (max: number): Try[] => Array.from({ length: max }, (_, index) => ({ path: { id: index + 1 } }))

async function invited(email: string): Promise<string> {
  const { status, body } = await evil.call('POST', '/v1/people/invites', { body: { email, role: 'owner' } })
  assert.equal(status, 201, JSON.stringify(body))
  return String(body.link).split('/').at(-1)!
}

test('every operation about people is tried here', () => {
  const names = peopleOperations.map(({ name }) => name)
  assert.deepEqual(Object.keys(tries).sort(), names.sort())
})

test('whatever the owner of another company does, the people of this one are who they were', async () => {
  const before = await stateOf('demo')
  const own = await evil.call('GET', '/v1/sessions')
  const ownSession = (own.body.data as { id: number; current: boolean }[]).find(({ current }) => current)!.id
  const asPeople: Browser[] = []
  for (const { name, rest } of peopleOperations) {
    for (const { path = {}, body } of await tries[name]!()) {
      if (name === 'end_session' && path.id === ownSession) continue
      const address = rest.path.replace(/\{(\w+)\}/g, (_, field: string) => String(path[field]))
      // Whoever is let in by it is somebody new in a browser of their own.
      const browser = ['accept_invite', 'sign_in_by_passkey'].includes(name) ? createBrowser(app.url) : evil
      const reply = await browser.call(rest.method, address, body === undefined ? {} : { body })
      assert.ok(reply.status < 500 || reply.status === 501, `${name} ${JSON.stringify(reply.body)}`)
      if (browser !== evil && reply.status === 200) asPeople.push(browser)
      assert.deepEqual(await stateOf('demo'), before, `${name} ${address} ${JSON.stringify(body)}`)
    }
  }
  // What they joined as opens nothing here either: not by a passkey of its own, and not by accepting.
  assert.ok(asPeople.length > 0)
  for (const browser of asPeople) {
    const whose = createAuthenticator(app.url)
    await makePasskey(browser, whose)
    const response = await passkeyAnswer(browser, whose)
    const into = await createBrowser(app.url).call('POST', '/v1/session/passkey', {
      body: { response, company: 'demo' },
    })
    assert.ok(into.status === 401 || into.status === 429, String(into.status))
    assert.notEqual((await browser.call('POST', '/v1/session/companies/demo/accept')).status, 200)
    assert.deepEqual(await stateOf('demo'), before)
  }
})

test('who stands for somebody in a table follows them when two people become one', async () => {
  // move_person finds columns by what they refer to: one that refers to nothing would stay behind.
  const { rows } = await sql<{ place: string }>`
    SELECT c.table_name || '.' || c.column_name AS place
    FROM information_schema.columns c
    JOIN information_schema.columns own ON own.table_name = c.table_name AND own.table_schema = c.table_schema AND own.column_name = 'company_id'
    WHERE c.table_schema = 'public' AND c.column_name ~ '(^|_)(user|person|member)_id$' AND NOT EXISTS (
      SELECT FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
      WHERE f.contype = 'f' AND f.conrelid = (quote_ident(c.table_name))::regclass AND a.attname = c.column_name
        AND f.confrelid IN ('users'::regclass, 'memberships'::regclass))`.execute(db)
  assert.deepEqual(
    rows.map(({ place }) => place),
    [],
  )
})
