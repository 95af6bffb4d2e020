import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { eachHost } from '../../src/config/hosts.ts'
import { readConfig } from '../../src/config.ts'
import { connectionOf } from '../../src/db/hosts.ts'
import { isOutage } from '../../src/outage.ts'
import { createDatabase } from '../support/harness.ts'

/** Of several servers the one that takes writes (`npm run crash -- --failover` promotes one during a launch). */
const { FLIGHTDECK_TEST_SOCKET: socket, FLIGHTDECK_TEST_PASSWORD: password } = process.env
const here = encodeURIComponent(socket!)
const gone = '127.0.0.1:1'

async function databaseAt(...hosts: string[]): Promise<string> {
  await using database = await createDatabaseForTest()
  const url = `postgres://flightdeck:${encodeURIComponent(password!)}@${hosts.join(',')}/${database.name}`
  const client = new pg.Client({ ...connectionOf(url) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name === database.name
      ? 'reached'
      : 'another'
  } finally {
    await client.end()
  }
}

async function createDatabaseForTest() {
  const database = await createDatabase()
  return { name: database.place.database, [Symbol.asyncDispose]: () => database.drop() }
}

test('a list of servers is taken apart, and one alone is left as it is', () => {
  assert.deepEqual(eachHost('postgres://me:a%2Cb@one:1,two/db?sslmode=require'), [
    'postgres://me:a%2Cb@one:1/db?sslmode=require',
    'postgres://me:a%2Cb@two/db?sslmode=require',
  ])
  assert.deepEqual(eachHost('postgres://me@one/db?options=a,b'), ['postgres://me@one/db?options=a,b'])
  assert.throws(() => readConfig({ DATABASE_URL: 'postgres://me@one:x,two/db' }), /DATABASE_URL: must be a postgres/)
})

test('a server that is gone is passed over', async () => {
  assert.equal(await databaseAt(gone, here), 'reached')
  assert.equal(await databaseAt(here, gone), 'reached')
})

test('where none takes writes, it is an outage, which names each', async () => {
  await assert.rejects(databaseAt(gone, '127.0.0.1:2'), (error: Error) => {
    assert.ok(isOutage(error))
    assert.match(error.message, /None of the database's servers takes writes: 127\.0\.0\.1:1: .*; 127\.0\.0\.1:2: /)
    return true
  })
})
