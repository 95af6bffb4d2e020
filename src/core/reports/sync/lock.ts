import type pg from 'pg'
import { only } from '../../../lookup.ts'

const lockTimedOut = '55P03'

/**
 * Lends a connection that holds the account's lock, so that one reader at a time works on an account, over all
 * processes. What is stored is stored over the same connection: whoever lost the lock cannot write. null: somebody
 * else held it for longer than we would wait, or we were told to stop.
 */
export async function withAccountLock<T>(
  pool: pg.Pool,
  accountKey: number,
  { waitMs, signal }: { waitMs: number; signal?: AbortSignal },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | null> {
  if (signal?.aborted) return null
  const client = await pool.connect()
  let isOut = true
  // A connection that may hold a lock or wait for one is not given back, but ended.
  const giveBack = (end: boolean) => {
    if (isOut) client.release(end)
    isOut = false
  }
  // Without a listener a connection that breaks while it is out would end the process; the next query says it.
  const ignore = () => undefined
  client.on('error', ignore)
  const stop = () => giveBack(true)
  signal?.addEventListener('abort', stop, { once: true })
  let isClean = false
  try {
    const isHeld = await take(client, accountKey, waitMs)
    const result = isHeld ? await work(client) : null
    if (isHeld) await client.query(`SELECT pg_advisory_unlock(${lockOf})`, [accountKey])
    isClean = true
    return result
  } finally {
    signal?.removeEventListener('abort', stop)
    client.off('error', ignore)
    giveBack(!isClean)
  }
}

const lockOf = `hashtextextended('flightdeck report account ' || $1::text, 0)`

async function take(client: pg.PoolClient, accountKey: number, waitMs: number): Promise<boolean> {
  const tried = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${lockOf}) AS held`, [accountKey])
  const { held } = only(tried.rows)
  if (held || waitMs < 1) return held
  await client.query("SELECT set_config('lock_timeout', $1, false)", [`${Math.ceil(waitMs)}ms`])
  try {
    await client.query(`SELECT pg_advisory_lock(${lockOf})`, [accountKey])
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== lockTimedOut) throw error
    return false
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined)
  }
}
