import type pg from 'pg'
import { only } from '../../../../lookup.ts'

/**
 * Lends a connection that sees one state of the database: that of now, or one that another such connection shares. It ends with
 * whoever asked, in the middle of a statement if need be.
 */
export async function withPast<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<T>,
  shared?: string,
): Promise<T> {
  signal.throwIfAborted()
  const client = await pool.connect()
  let isOut = true
  const giveBack = (end: boolean) => {
    if (isOut) client.release(end)
    isOut = false
  }
  const stop = () => giveBack(true)
  signal.addEventListener('abort', stop, { once: true })
  let isClean = false
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    if (shared !== undefined) await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(shared)}`)
    // What is read at a time is too little for compiling, sorting on disk or starting other processes to be worth it.
    await client.query(
      `SET LOCAL jit = off; SET LOCAL work_mem = '32MB'; SET LOCAL max_parallel_workers_per_gather = 0`,
    )
    const result = await work(client)
    await client.query('COMMIT')
    isClean = true
    return result
  } finally {
    signal.removeEventListener('abort', stop)
    giveBack(!isClean)
  }
}

/** What the connection sees, for another one to see too, for as long as it is lent. */
export async function sharePast(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT pg_export_snapshot() AS name')
  return only(rows).name
}
