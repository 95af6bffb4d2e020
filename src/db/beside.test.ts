import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDatabase } from '../../test/support/harness.ts'
import { createBesideCount, writeBeside } from './beside.ts'
import { connect } from './connect.ts'
import type { Db } from './connect.ts'
import { everyCompany } from './scoped.ts'
import { sql } from './sql.ts'

const database = await createDatabase()
const { db, pool } = connect({ connectionString: database.url }, 6)
after(async () => {
  await pool.end()
  await database.drop()
})
const deps = { db, besideCount: createBesideCount({ isPooled: false }) }
await sql`CREATE TABLE noted (what text PRIMARY KEY)`.execute(db)

const note = (what: string) => async (trx: Db) => {
  await sql`INSERT INTO noted VALUES (${what})`.execute(everyCompany(trx))
  return what
}
const noted = async () => {
  const { rows } = await sql<{ what: string }>`SELECT what FROM noted ORDER BY what`.execute(db)
  await sql`DELETE FROM noted`.execute(db)
  return rows.map(({ what }) => what)
}
const isWaited = () => pool.idleCount < pool.totalCount

test('what is completed stands whole, begun before or not', async () => {
  for (const isBegun of [true, false]) {
    const beside = writeBeside(deps, note('early'))
    if (isBegun) beside.begin()
    const answer = await beside.complete(async (trx, early) => `${early} and ${await note('late')(trx)}`)
    assert.equal(answer, 'early and late')
    assert.deepEqual(await noted(), ['early', 'late'])
  }
})

test('what is abandoned, or left behind, never stood, and its connection is free', async () => {
  {
    await using beside = writeBeside(deps, note('early'))
    beside.begin()
  }
  const beside = writeBeside(deps, note('early'))
  beside.begin()
  await beside.abandon()
  assert.deepEqual(await noted(), [])
  assert.ok(!isWaited())
})

test('what was abandoned can still be completed', async () => {
  const beside = writeBeside(deps, note('early'))
  beside.begin()
  await beside.abandon()
  await beside.complete(async () => undefined)
  assert.deepEqual(await noted(), ['early'])
})

test('whatever fails is told to who completes it, and nothing stands', async () => {
  const failing = async () => Promise.reject(new Error('no place'))
  const early = writeBeside(deps, failing)
  early.begin()
  await assert.rejects(
    early.complete(async () => undefined),
    /no place/,
  )
  const late = writeBeside(deps, note('early'))
  late.begin()
  await assert.rejects(late.complete(failing), /no place/)
  assert.deepEqual(await noted(), [])
  assert.ok(!isWaited())
})

test('however many begin, somebody else gets a connection', async () => {
  const many = Array.from({ length: 20 }, (_, number) => writeBeside(deps, note(String(number).padStart(2, '0'))))
  for (const one of many) one.begin()
  await sql`SELECT 1`.execute(db)
  await Promise.all(many.map((one) => one.complete(async () => undefined)))
  assert.equal(deps.besideCount.begun, 0)
  assert.equal((await noted()).length, 20)
})
