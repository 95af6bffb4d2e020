import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { verifyChain } from '../../src/core/audit/verify.ts'
import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadMigrations } from '../../src/db/migrations.ts'
import { oneQuery } from '../support/one-query.ts'
import { companyId } from '../support/company-id.ts'

const { FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password } = process.env
const server = { host: host!, user: 'flightdeck', password, database: 'postgres' }
const database = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`
await oneQuery(server, `CREATE DATABASE ${database}`)
const client = new pg.Client({ ...server, database })
await client.connect()
after(async () => {
  await client.end()
  await oneQuery(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
})

/** The database as it was before people were held apart. */
async function older(): Promise<void> {
  await client.query('CREATE TABLE migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())')
  for (const { name, text } of (await loadMigrations()).filter((each) => each.name < '0070')) {
    await client.query(text)
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  }
}

const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows

test('people in several companies are split, their passkeys stay with the oldest membership, and it is said', async () => {
  await older()
  await client.query(`
    INSERT INTO companies (name, slug) VALUES ('A', 'a'), ('B', 'b'), ('C', 'c');
    INSERT INTO workspaces (company_id, name, slug) VALUES (2, 'Main', 'b-main');
    INSERT INTO users (email, name) VALUES ('ann@example.com', 'Ann'), ('bob@example.com', 'Bob'), ('gone@example.com', 'Gone');
    INSERT INTO memberships (company_id, user_id, role, created_at) VALUES
      (1, 1, 'owner', '2026-01-02'), (2, 1, 'admin', '2026-01-01'), (3, 1, 'viewer', '2026-01-03'), (1, 2, 'member', '2026-01-01');
    INSERT INTO member_workspaces (company_id, user_id, workspace_id) VALUES (2, 1, 1);
    INSERT INTO passkeys (user_id, credential_id, public_key, counter, name) VALUES (1, 'one', 'x', 0, 'Laptop'), (2, 'two', 'x', 0, 'Phone');
    INSERT INTO sessions (company_id, user_id, token_hash, way, expires_at)
      SELECT company_id, user_id, sha256((company_id || ' ' || user_id)::bytea), 'oidc', now() + interval '1 day' FROM memberships;
    INSERT INTO sign_in_links (token_hash, company_id, user_id, expires_at) VALUES ('l', 1, 1, now() + interval '1 day');
    INSERT INTO api_keys (company_id, user_id, name, key_hash, key_start, scopes) VALUES
      (1, 1, 'of A', 'ka', 'ak_a', '{read}'), (2, 1, 'of B', 'kb', 'ak_b', '{read}'), (1, 2, 'of Bob', 'kc', 'ak_c', '{read}');
    INSERT INTO approvals (company_id, state, operation, input, operation_key, actor, digest, why, expires_at) VALUES
      (1, 'waiting', 'x', '{}', '1', '{"kind":"user","id":1,"name":"Ann"}', 'd', '{}', now()),
      (1, 'waiting', 'x', '{}', '2', '{"kind":"key","id":1,"userId":1,"name":"of A"}', 'd', '{}', now()),
      (1, 'waiting', 'x', '{}', '3', '{"kind":"key","id":1,"userId":null,"name":"none"}', 'd', '{}', now()),
      (2, 'waiting', 'x', '{}', '4', '{"kind":"user","id":1,"name":"Ann"}', 'd', '{}', now())`)
  const said: string[] = []
  await migrate({ ...server, database }, { warn: (text) => said.push(text) })

  // B is the oldest membership: Ann stays there, with her passkey. In A and C she is somebody new.
  const people = await rows(
    'SELECT m.company_id::int AS company, u.id::int, u.email, m.role, u.home_company_id::int AS home, u.confirmed_at FROM memberships m JOIN users u ON u.id = m.user_id ORDER BY 1, 2',
  )
  const [inA, inB, inC] = [4, 1, 5]
  const unconfirmed = { confirmed_at: null }
  assert.deepEqual(people, [
    { company: 1, id: 2, email: 'bob@example.com', role: 'member', home: 1, ...unconfirmed },
    { company: 1, id: inA, email: 'ann@example.com', role: 'owner', home: 1, ...unconfirmed },
    { company: 2, id: inB, email: 'ann@example.com', role: 'admin', home: 2, ...unconfirmed },
    { company: 3, id: inC, email: 'ann@example.com', role: 'viewer', home: 3, ...unconfirmed },
  ])
  assert.deepEqual(await rows('SELECT user_id::int AS id FROM passkeys ORDER BY passkeys.id'), [{ id: inB }, { id: 2 }])
  assert.deepEqual(await rows('SELECT company_id::int AS company, user_id::int AS id FROM sessions ORDER BY 1'), [
    { company: 1, id: 2 },
    { company: 2, id: inB },
  ])
  assert.deepEqual(await rows('SELECT user_id FROM sign_in_links'), [])
  assert.deepEqual(await rows('SELECT user_id::int AS id FROM api_keys ORDER BY api_keys.id'), [
    { id: inA },
    { id: inB },
    { id: 2 },
  ])
  assert.deepEqual(await rows('SELECT user_id::int AS id FROM member_workspaces'), [{ id: inB }])
  assert.deepEqual(
    (await rows('SELECT actor FROM approvals ORDER BY id')).map(({ actor }) => {
      const { kind, id, userId } = actor as { kind: string; id: number; userId?: number | null }
      return kind === 'user' ? id : userId
    }),
    [inA, inA, null, inB],
  )
  assert.deepEqual(await rows("SELECT home_company_id FROM users WHERE email = 'gone@example.com'"), [
    { home_company_id: null },
  ])

  assert.equal(said.length, 2)
  assert.match(said[0]!, /ann@example.com .* company a .* person 4 .* login-link --email ann@example.com --company a/)
  const events = await rows(
    "SELECT company_id::int AS company, detail FROM events WHERE kind = 'person.separated' ORDER BY 1",
  )
  assert.deepEqual(events[0], {
    company: 1,
    detail: { personId: inA, name: 'Ann', formerPersonId: inB, endedSessions: 1 },
  })
  assert.equal(events.length, 2)
  const { db } = connect({ ...server, database }, 1)
  after(() => db.destroy())
  for (const id of [1, 3]) {
    const { entries, problems } = await verifyChain(db, companyId(id), null)
    assert.deepEqual([entries, problems], [1, []], `the log of company ${id} is whole`)
  }
})
