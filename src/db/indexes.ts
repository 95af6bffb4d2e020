import type pg from 'pg'
import { noteMigration } from './migrations.ts'
import type { Migration } from './migrations.ts'

/** Any number will do, as long as every process uses the same. Nobody waits for it: a statement that waits would hold up the index. */
const indexLock = 4_714_202

const nameIn = /\bINDEX CONCURRENTLY IF (?:NOT )?EXISTS (\w+)/

/**
 * Makes (or drops) indexes while everything else goes on: each by itself, outside of any transaction. One that was cut short is begun
 * anew. Answers which it made: none, where somebody else is at it.
 */
export async function buildIndexes(
  client: pg.Client,
  indexes: Migration[],
  progress?: (text: string) => void,
): Promise<string[]> {
  const { rows } = await client.query<{ is_ours: boolean }>('SELECT pg_try_advisory_lock($1) AS is_ours', [indexLock])
  if (!rows[0]?.is_ours) return []
  try {
    for (const [place, migration] of indexes.entries()) {
      progress?.(`Index ${place + 1} of ${indexes.length}: ${migration.name}. Everything else goes on meanwhile.`)
      await dropHalf(client, nameIn.exec(migration.text)?.[1])
      await client.query(migration.text)
      await noteMigration(client, migration)
    }
    return indexes.map(({ name }) => name)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [indexLock]).catch(() => undefined)
  }
}

async function dropHalf(client: pg.Client, index: string | undefined): Promise<void> {
  if (index === undefined) throw new Error('An index migration is one CREATE or DROP INDEX CONCURRENTLY, with IF.')
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  )
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`)
}
