import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDatabase } from '../../test/support/harness.ts'
import { connect } from './connect.ts'
import { sql } from './sql.ts'

const database = await createDatabase()
const { db, pool } = connect({ connectionString: database.url }, 1)
after(async () => {
  await pool.end()
  await database.drop()
})
await sql`CREATE TABLE noted (what text PRIMARY KEY)`.execute(db)

/** First statements with parameters and without: one goes by itself, the other in one message with what begins the transaction. */
const firsts = {
  alone: sql<{ what: string }>`INSERT INTO noted VALUES (${'first'}) RETURNING what`,
  together: sql<{ what: string }>`INSERT INTO noted VALUES ('first') RETURNING what`,
}
const noted = async () => (await sql<{ what: string }>`DELETE FROM noted RETURNING what`.execute(db)).rows
const isOutside = async () => {
  // A savepoint stands in a transaction alone.
  await assert.rejects(sql`SAVEPOINT probe`.execute(db), /transaction blocks/)
}

for (const [name, first] of Object.entries(firsts)) {
  test(`a first statement (${name}) answers its own rows, and stands when the transaction does`, async () => {
    const rows = await db.transaction().execute(async (trx) => (await first.execute(trx)).rows)
    assert.deepEqual(rows, [{ what: 'first' }])
    assert.deepEqual(await noted(), [{ what: 'first' }])
    await isOutside()
  })

  test(`what comes after a first statement (${name}) takes it along when it fails`, async () => {
    const failing = db.transaction().execute(async (trx) => {
      await first.execute(trx)
      await sql`INSERT INTO noted VALUES (${null})`.execute(trx)
    })
    await assert.rejects(failing, /not-null/)
    assert.deepEqual(await noted(), [])
    await isOutside()
  })
}

test('a first statement that fails leaves nothing, and the connection to others', async () => {
  const failing = db.transaction().execute((trx) => sql`INSERT INTO noted VALUES (NULL)`.execute(trx))
  await assert.rejects(failing, /not-null/)
  await isOutside()
  assert.deepEqual(await noted(), [])
})

test('a transaction in which nothing is asked never was one, however it ends', async () => {
  await db.transaction().execute(async () => undefined)
  await isOutside()
  await assert.rejects(
    db.transaction().execute(() => Promise.reject(new Error('given up'))),
    /given up/,
  )
  await isOutside()
})
