import pg from 'pg'
import type { TableShape } from './catalogue.ts'

/**
 * Makes tables ready to be filled. What triggers have done to the rows is in them already: to switch these off is the owner's right, no superuser
 * is needed. Some migrations put rows into their tables: those that come are put in their place.
 */
export async function emptied(client: pg.ClientBase, shapes: readonly TableShape[]): Promise<void> {
  for (const { name } of shapes) {
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} DISABLE TRIGGER USER`)
    await client.query(`DELETE FROM ${pg.escapeIdentifier(name)}`)
  }
}

export async function triggersOn(client: pg.ClientBase, shapes: readonly TableShape[]): Promise<void> {
  for (const { name } of shapes) await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ENABLE TRIGGER USER`)
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
