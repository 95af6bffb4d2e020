import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { withDigests } from '../../scripts/generate/migration-digests.ts'
import { ChangedMigrations, loadMigrations, migrate, NewerDatabase } from '../../src/db/migrate.ts'
import { oneQuery } from '../support/one-query.ts'

/** Whoever ran a migration keeps what it did: one that was changed since is refused, wherever it is met. */
const { FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password } = process.env
const server = { host: host!, user: 'flightdeck', password, database: 'postgres' }
const database = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`
const place = { ...server, database }
await oneQuery(server, `CREATE DATABASE ${database} TEMPLATE flightdeck_template`)
after(() => oneQuery(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`))

const digests = async () =>
  oneQuery<{ name: string; digest: string | null }>(place, 'SELECT name, digest FROM migrations ORDER BY name')

test('a database from before digests takes those of today, once', async () => {
  const known = (await loadMigrations()).map(({ name, digest }) => ({ name, digest }))
  assert.deepEqual(await digests(), known)
  await oneQuery(place, 'ALTER TABLE migrations DROP COLUMN digest')
  assert.deepEqual(await migrate(place), [])
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
  const newer = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await oneQuery(server, `CREATE DATABASE ${newer} TEMPLATE flightdeck_template`)
  after(() => oneQuery(server, `DROP DATABASE IF EXISTS ${newer} WITH (FORCE)`))
  const there = { ...server, database: newer }
  await oneQuery(there, "INSERT INTO migrations (name, digest) VALUES ('9999_tomorrow.sql', 'x')")
  await assert.rejects(migrate(there), (error) => error instanceof NewerDatabase && /9999_tomorrow/.test(error.message))
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
