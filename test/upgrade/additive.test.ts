import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadMigrations } from '../../src/db/migrations.ts'
import { problemsOf } from './additive.ts'
import { release } from './release.ts'

/** Both versions work on one database while the second is put in the place of the first. */
test('migrations since the last release take nothing away, and hold nobody up', async () => {
  const since = (await loadMigrations()).filter(({ name }) => name > release.lastMigration)
  assert.ok(since.length > 0)
  assert.deepEqual(
    since.flatMap((migration) => problemsOf(migration, release.version)),
    [],
  )
})

const bad = {
  'ALTER TABLE batches DROP COLUMN name': /takes away/,
  'ALTER TABLE batches RENAME COLUMN name TO title': /takes away/,
  'ALTER TABLE batches ALTER COLUMN name TYPE varchar(3)': /takes away/,
  'ALTER TABLE batches ADD COLUMN colour text NOT NULL': /DEFAULT/,
  'ALTER TABLE batches ALTER COLUMN name SET NOT NULL': /under a lock/,
  'ALTER TABLE batches ADD CONSTRAINT named CHECK (name IS NOT NULL)': /NOT VALID/,
  'CREATE INDEX batches_named ON batches (name)': /\.index\.sql/,
  "UPDATE batches SET name = 'x'": /in steps/,
  '-- Unused since 9.0.0\nDROP TABLE batches': /takes away/,
  "DO $$ BEGIN UPDATE batches SET name = 'x'; DROP TABLE batches; END $$": /takes away/,
}
for (const [text, why] of Object.entries(bad)) {
  test(`refused: ${text.replace('\n', ' ')}`, () => {
    const problems = problemsOf({ name: '9001_x.sql', text }, release.version)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0]!, why)
  })
}

const good = [
  "CREATE FUNCTION rename_batch() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE batches SET name = 'x'; UPDATE lanes SET fence = 1; END $$",
  'ALTER TABLE batches ADD COLUMN colour text',
  "ALTER TABLE batches ADD COLUMN colour text NOT NULL DEFAULT 'red'",
  'CREATE TABLE colours (name text NOT NULL); CREATE INDEX colours_name ON colours (name)',
  'ALTER TABLE batches ADD CONSTRAINT named CHECK (name IS NOT NULL) NOT VALID',
  '-- Unused since 0.2.0: nothing reads it.\nDROP TABLE batches',
]
for (const text of good) {
  test(`allowed: ${text.replace('\n', ' ')}`, () =>
    assert.deepEqual(problemsOf({ name: '9001_x.sql', text }, release.version), []))
}

test('a file of an index is one statement, which holds nobody up', () => {
  const of = (text: string) => problemsOf({ name: '9001_x.index.sql', text }, release.version).length
  assert.equal(of('CREATE INDEX CONCURRENTLY IF NOT EXISTS batches_named ON batches (name);'), 0)
  assert.equal(of('CREATE INDEX batches_named ON batches (name);'), 1)
  assert.equal(of('CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON batches (name); DROP TABLE batches'), 1)
})
