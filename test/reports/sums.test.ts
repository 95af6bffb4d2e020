import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareSums, sumMissing } from '../../src/core/reports/sums/mend.ts'
import { figureColumns, sumTables } from '../../src/core/reports/sums/figures.ts'
import { forgetMonths } from '../../src/core/reports/past/months.ts'
import { askBothWays, liveWithSums, questions } from '../support/reports/sums.ts'
import { startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const { pool, db } = sync.fixture
const timeColumn = (table: string) => /(day|ten|month|quarter)s$/.exec(table)![1]!

test('answers from sums are those of the days: any window, rows, filter, correction, unknown figure and currency', async () => {
  const accounts = await liveWithSums(sync, 11)
  const used = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(questions, async ({ accounts: chosen, ...asked }) => {
      const tables = await askBothWays(
        pool,
        chosen.map((place) => accounts[place]!),
        asked,
      )
      for (const table of new Set(tables)) used.set(table, (used.get(table) ?? 0) + 1)
    }),
    { numRuns: 250 },
  )
  for (const table of ['ad_days', ...sumTables]) assert.ok((used.get(table) ?? 0) > 10, `${table}: ${used.get(table)}`)
})

test('sums that are missing are made, and sums that differ are told and made again', async () => {
  const [account] = await liveWithSums(sync, 12)
  await sumMissing(sync.fixture)
  assert.equal(await sumMissing(sync.fixture), 0)
  assert.deepEqual(await compareSums(sync.fixture, account!), [])
  for (const table of sumTables) {
    const day = timeColumn(table)
    const { rows } = await pool.query<{ month: string }>(
      `UPDATE ${table} SET spend_micros = spend_micros + 1 WHERE account_key = $1 AND ${day} = (SELECT min(${day}) FROM ${table} WHERE account_key = $1)
       RETURNING date_trunc('month', ${day})::date AS month`,
      [account!.key],
    )
    assert.deepEqual(await compareSums(sync.fixture, account!), [rows[0]!.month])
    assert.deepEqual(await compareSums(sync.fixture, account!), [])
  }
  const told = await db.selectFrom('events').select('id').where('kind', '=', 'sync.mended').execute()
  assert.equal(told.length, sumTables.length)
})

test('sums leave with their account, and with their months', async () => {
  const [first, second] = await liveWithSums(sync, 13)
  const count = async (table: string, key: number) =>
    Number(
      (await pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE account_key = ${key}`)).rows[0]!.n,
    )
  await sumMissing(sync.fixture)
  const tables = ['summed_months', ...sumTables]
  for (const table of tables) assert.ok((await count(table, first!.key)) > 0, table)
  await db.deleteFrom('ad_accounts').where('id', '=', first!.key).execute()
  for (const table of tables) assert.equal(await count(table, first!.key), 0, table)
  await forgetMonths(db, 6)
  for (const table of tables) {
    const column = timeColumn(table)
    const { rows } = await pool.query(
      `SELECT 1 FROM ${table} WHERE account_key = $1 AND ${column} < date_trunc('month', now() AT TIME ZONE 'UTC' - interval '2 days') - interval '6 months'`,
      [second!.key],
    )
    assert.equal(rows.length, 0, table)
    assert.ok((await count(table, second!.key)) > 0, table)
  }
})

test('every figure of a day has its sums', async () => {
  const places = ['company_id', 'account_key', 'day', 'ten', 'month', 'quarter', 'ad_key', 'adset_key', 'campaign_key']
  for (const table of ['ad_days', ...sumTables]) {
    const { rows } = await pool.query<{ name: string }>(
      'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
      [table],
    )
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !places.includes(name)),
      figureColumns,
      table,
    )
  }
})
