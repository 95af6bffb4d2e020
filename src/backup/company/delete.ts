import pg from 'pg'
import type { Connection } from '../../db/connect.ts'
import { only } from '../../lookup.ts'
import { tablesOf } from '../catalogue.ts'
import { createClient } from '../client.ts'
import { companyTables } from './tables.ts'
import { isWorkedOn } from '../../core/journal/lane/worked-on.ts'

/** So many rows go at a time: each step is a transaction, and nobody waits for a long one. */
const rowsAtOnce = 5_000

export interface ToDelete {
  connection: Connection
  companyId: number
  /** Whoever was in no other company: erases what tells who they are. Before their membership is gone. */
  erasePeople: () => Promise<void>
  /** Ends it between two steps; what is left is deleted by whoever comes next. */
  signal?: AbortSignal
}

/**
 * Deletes every row of a company whose deletion is due, step by step, those first that refer to others. May be cut at any moment: the next
 * run goes on. Answers whether it is over; not before nobody works on its ads.
 */
export async function deleteCompany({ connection, companyId, erasePeople, signal }: ToDelete): Promise<boolean> {
  const client = createClient(connection)
  await client.connect()
  try {
    if (!(await beginRows(client, companyId))) return false
    await erasePeople()
    for (const { name } of (await tablesOf(client)).reverse()) {
      const known = companyTables[name]
      if (!known || known.notDeleted) continue
      if (!(await deleteRows(client, { name, whose: known.whose(companyId), companyId, signal }))) return false
    }
    await client.query('DELETE FROM companies WHERE id = $1', [companyId])
    await client.query(
      "UPDATE company_deletions SET ended_at = clock_timestamp(), revoked_keys = '{}' WHERE company_id = $1",
      [companyId],
    )
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** One at a time; and nobody may be at work on one of its ad accounts. */
async function beginRows(client: pg.Client, companyId: number): Promise<boolean> {
  const { rows: locked } = await client.query<{ taken: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended('flightdeck company delete ' || $1, 0)) AS taken",
    [companyId],
  )
  if (!only(locked).taken) return false
  const { rows } = await client.query(
    `UPDATE company_deletions SET began_at = coalesce(began_at, clock_timestamp())
     WHERE company_id = $1 AND due_at <= clock_timestamp() AND ended_at IS NULL
       AND NOT ${isWorkedOn('$1')} RETURNING company_id`,
    [companyId],
  )
  return rows.length > 0
}

interface Rows {
  name: string
  whose: string
  companyId: number
  signal: AbortSignal | undefined
}

/** false: it was cut. */
async function deleteRows(client: pg.Client, { name, whose, companyId, signal }: Rows): Promise<boolean> {
  for (const part of await partsOf(client, name)) {
    for (;;) {
      if (signal?.aborted) return false
      const { rowCount } = await client.query(
        `WITH gone AS (
           DELETE FROM ${part} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${part} WHERE ${whose} LIMIT ${rowsAtOnce})) RETURNING 1),
         counted AS (
           UPDATE company_deletions SET deleted_rows = deleted_rows + (SELECT count(*) FROM gone) WHERE company_id = ${companyId})
         SELECT FROM gone`,
      )
      if (!rowCount) break
    }
  }
  return true
}

/** A table by itself, or those of its months. */
async function partsOf(client: pg.Client, name: string): Promise<string[]> {
  const table = pg.escapeIdentifier(name)
  const { rows } = await client.query<{ name: string }>(
    'SELECT relid::regclass::text AS name FROM pg_partition_tree($1::regclass) WHERE isleaf',
    [table],
  )
  return rows.length > 0 ? rows.map((row) => row.name) : [table]
}
