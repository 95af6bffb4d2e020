import pg from 'pg'
import type { TableShape } from './catalogue.ts'

/** What is taken off a table while it is filled. */
interface TakenOff {
  indexes: string[]
  keys: { table: string; name: string; definition: string }[]
}

/** Sorting what an index is made of; without it a large one is made in many small parts. */
const sortingMemory = '128MB'

/**
 * Makes tables ready to be filled. What triggers have done to the rows is in them already: to switch these off is the owner's right, no superuser
 * is needed. Some migrations put rows into their tables: those that come are put in their place. References and further indexes are put back when
 * all rows are there: row by row they take several times as long as the rows.
 */
export async function prepareTables(client: pg.ClientBase, shapes: readonly TableShape[]): Promise<TakenOff> {
  for (const { name } of shapes) {
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} DISABLE TRIGGER USER`)
    await client.query(`DELETE FROM ${pg.escapeIdentifier(name)}`)
  }
  const keys = await foreignKeys(client)
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  const indexes = await furtherIndexes(client)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  return { keys, indexes: indexes.map(({ definition }) => definition) }
}

/** Puts back what was taken off: a reference to something that is not there fails here. */
export async function finishTables(
  client: pg.ClientBase,
  shapes: readonly TableShape[],
  { indexes, keys }: TakenOff,
): Promise<void> {
  await client.query(`SET LOCAL maintenance_work_mem = '${sortingMemory}'`)
  for (const definition of indexes) await client.query(definition)
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  for (const { name } of shapes) await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ENABLE TRIGGER USER`)
}

async function foreignKeys(client: pg.ClientBase): Promise<TakenOff['keys']> {
  const { rows } = await client.query<TakenOff['keys'][number]>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`)
  return rows
}

/** But for those of keys, which find rows that are there twice, and of partitions, which come with each of them. */
async function furtherIndexes(client: pg.ClientBase): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND NOT relispartition
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid) ORDER BY 1`)
  return rows
}

export async function setSequences(
  client: pg.ClientBase,
  sequences: readonly { name: string; value: string }[],
): Promise<void> {
  for (const { name, value } of sequences)
    await client.query('SELECT setval(to_regclass($1), $2::bigint) WHERE to_regclass($1) IS NOT NULL', [
      pg.escapeIdentifier(name),
      value,
    ])
}
