import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { withDigests } from '../../scripts/generate/migration-digests.ts'
import { migrate } from '../../src/db/migrate.ts'
import { ChangedMigrations, loadMigrations, NewerDatabase, OlderDatabase } from '../../src/db/migrations.ts'
import type { Migration } from '../../src/db/migrations.ts'
import { createDatabase } from '../support/harness.ts'
import { oneQuery } from '../support/one-query.ts'

/** Whoever ran a migration keeps what it did: one that was changed since is refused, wherever it is met. */
async function freshDatabase() {
  const database = await createDatabase()
  after(() => database.drop())
  return database.place
}
const place = await freshDatabase()

const digests = async () =>
  oneQuery<{ name: string; digest: string | null }>(place, 'SELECT name, digest FROM migrations ORDER BY name')

test('a database from before digests takes those of today, once', async () => {
  const known = (await loadMigrations()).map(({ name, digest }) => ({ name, digest }))
  assert.deepEqual(await digests(), known)
  await oneQuery(place, 'ALTER TABLE migrations DROP COLUMN digest')
  assert.deepEqual(await migrate(place), { ran: [], left: [] })
  assert.deepEqual(await digests(), known)
})

test('a migration that was changed after it ran is refused by its name, and nothing else runs', async () => {
  const [first] = await digests()
  const last = (await digests()).at(-1)!
  await oneQuery(place, `UPDATE migrations SET digest = 'another' WHERE name = '${first!.name}'`)
  await oneQuery(place, `DELETE FROM migrations WHERE name = '${last.name}'`)
  await assert.rejects(migrate(place), (error) => {
    assert.ok(error instanceof ChangedMigrations)
    assert.match(error.message, new RegExp(first!.name))
    return true
  })
  assert.equal((await digests()).at(-1)!.name < last.name, true, 'what had not run did not run')
})

test('a database of a newer version is named, and nothing is done with it', async () => {
  const there = await freshDatabase()
  await oneQuery(there, "INSERT INTO migrations (name, digest) VALUES ('9999_tomorrow.sql', 'x')")
  await assert.rejects(migrate(there), (error) => error instanceof NewerDatabase && /9999_tomorrow/.test(error.message))
})

const withNew = async (name: string, text: string): Promise<Migration[]> => [
  ...(await loadMigrations()),
  { name, text, digest: name },
]

test('with MIGRATE=off nothing is changed: what is missing is named', async () => {
  const there = await freshDatabase()
  const migrations = await withNew('9001_more.sql', 'ALTER TABLE batches ADD COLUMN more text')
  await assert.rejects(
    migrate(there, { migrations, isOff: true }),
    (error) => error instanceof OlderDatabase && /lacks 9001_more\.sql.*flightdeck migrate/.test(error.message),
  )
  assert.deepEqual(await migrate(there, { isOff: true }), { ran: [], left: [] })
  assert.deepEqual((await migrate(there, { migrations })).ran, ['9001_more.sql'])
})

test('with MIGRATE=off an empty database stays empty, and what it lacks is counted instead of listed', async () => {
  const there = await freshDatabase()
  await oneQuery(there, 'DROP SCHEMA public CASCADE')
  await oneQuery(there, 'CREATE SCHEMA public')
  await assert.rejects(migrate(there, { isOff: true }), (error: Error) => {
    assert.match(error.message, /lacks \d+ migrations, from 0001_\w+\.sql to \d+_[\w.]+\.sql/)
    return error.message.length < 400
  })
  assert.deepEqual(await oneQuery(there, "SELECT to_regclass('migrations') AS made"), [{ made: null }])
})

test('a migration waits for a table that is in use, and holds up nobody else who uses it', async () => {
  const there = await freshDatabase()
  const migrations = await withNew('9001_more.sql', 'ALTER TABLE batches ADD COLUMN more text')
  const holder = new pg.Client(there)
  await holder.connect()
  await holder.query('BEGIN; SELECT FROM batches LIMIT 1')
  const lines: string[] = []
  const { promise: waited, resolve: onWait } = Promise.withResolvers<void>()
  const running = migrate(there, {
    migrations,
    progress(text) {
      lines.push(text)
      if (text.includes('waits for a table that is in use')) onWait()
    },
  })
  await waited
  // It has let go of its place in the queue.
  await oneQuery(there, 'SELECT FROM batches LIMIT 1')
  await holder.query('COMMIT')
  await holder.end()
  assert.deepEqual((await running).ran, ['9001_more.sql'])
  assert.equal(lines[0], 'Migration 1 of 1: 9001_more.sql')
})

test('an index of a table that may be large is left by a start, and made by itself; half of one is made anew', async () => {
  const there = await freshDatabase()
  const name = '9001_more.index.sql'
  const migrations = await withNew(name, 'CREATE INDEX CONCURRENTLY IF NOT EXISTS batches_more ON batches (created_at)')
  const valid = async () =>
    oneQuery<{ indisvalid: boolean }>(
      there,
      "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('batches_more')",
    )
  const { ran, left } = await migrate(there, { migrations })
  assert.deepEqual([ran, left.map((each) => each.name)], [[], [name]])
  assert.deepEqual(await valid(), [])

  await oneQuery(there, 'CREATE INDEX batches_more ON batches (created_at)')
  await oneQuery(there, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'batches_more'::regclass")
  assert.deepEqual(await migrate(there, { migrations, indexes: true }), { ran: [name], left: [] })
  assert.deepEqual(await valid(), [{ indisvalid: true }])
  assert.deepEqual(await migrate(there, { migrations }), { ran: [], left: [] })
})

test('the check refuses a migration that was changed or removed, and adds a new one', () => {
  const [one, two] = [
    { name: '0001_one.sql', digest: 'aaa' },
    { name: '0002_two.sql', digest: 'bbb' },
  ]
  const kept = withDigests('', [one])
  assert.equal(kept, 'aaa  0001_one.sql\n')
  assert.equal(withDigests(kept, [one, two]), 'aaa  0001_one.sql\nbbb  0002_two.sql\n')
  assert.throws(() => withDigests(kept, [{ ...one, digest: 'ccc' }, two]), /0001_one\.sql was changed/)
  assert.throws(() => withDigests(kept, [two]), /0001_one\.sql was removed/)
})
