import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createDatabase } from '../support/harness.ts'
import { oneQuery } from '../support/one-query.ts'
import { normalised, notUnderstood } from './statements.ts'

/** What the last release says to its database (`npm run upgrade-test -- --statements`), said to the schema of this version. */
const database = await createDatabase()
const { place } = database
after(() => database.drop())

const statements = readFileSync(join(import.meta.dirname, 'statements.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as string)

test('every statement of the last release is understood by the schema of this version', async () => {
  assert.ok(statements.length > 500, `${statements.length} statements`)
  assert.deepEqual(Object.fromEntries(await notUnderstood(place, statements)), {})
})

test('a column that is taken away is noticed', async () => {
  await oneQuery(place, 'ALTER TABLE batch_items RENAME COLUMN ad_set_id TO ad_group_id')
  const problems = await notUnderstood(place, statements)
  assert.ok(problems.size > 5, `${problems.size} statements`)
  for (const problem of problems.values()) assert.match(problem, /ad_set_id/)
})

test('lists of any length are one statement', () => {
  const two = 'select "id" from "batches" where "id" in ($2, $3, $4) and "state" = $1'
  assert.equal(normalised(two), 'select "id" from "batches" where "id" in ($1) and "state" = $2')
  assert.equal(normalised('insert into a (b, c) values ($1, $2), ($3, $4)'), 'insert into a (b, c) values ($1, $2)')
  assert.equal(normalised('SELECT coalesce($1, $2)'), 'SELECT coalesce($1, $2)')
})
