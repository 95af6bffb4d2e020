import pg from 'pg'
import { ConfigError } from '../config.ts'
import type { Config } from '../config.ts'
import { only } from '../lookup.ts'
import { connect } from './connect.ts'
import type { Connection, Db } from './connect.ts'
import { connectionOf } from './hosts.ts'

/** The two ways to a database of one's own. They are the same unless DATABASE_DIRECT_URL is set. */
export interface DatabaseRoutes {
  /** For statements and transactions that leave nothing behind on their connection; may lead through a pooler. */
  pooled: Connection
  /** For whatever lives on a connection: notifications, locks, prepared statements, the job queue. */
  direct: Connection
}

const answerWithinMs = 5_000

/** The ways in the settings, once they are seen to be good for what goes over them. */
export async function openDatabaseRoutes(
  databaseUrl: string,
  directUrl: Config['databaseDirectUrl'],
): Promise<DatabaseRoutes> {
  const pooled = connectionOf(databaseUrl)
  const direct = directUrl ? connectionOf(directUrl) : pooled
  if (await sharesConnections(direct)) {
    const setting = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
    throw new ConfigError(
      `${setting} leads through a pooler in transaction mode, which loses what lives on a connection (locks, notifications, prepared statements). ` +
        `Set DATABASE_DIRECT_URL to the address of the server itself, or let the pooler work in session mode.`,
    )
  }
  return { pooled, direct }
}

/** The pool has prepared statements and locks; what goes through `db` leaves nothing behind on its connection. */
export function openPools(
  { pooled, direct }: DatabaseRoutes,
  onFailure?: (error: unknown) => void,
): { db: Db; pool: pg.Pool; close: () => Promise<void> } {
  const { db, pool } = connect(pooled, undefined, undefined, { onFailure, prepares: pooled === direct })
  if (pooled === direct) return { db, pool, close: () => db.destroy() }
  const second = connect(direct)
  return { db, pool: second.pool, close: async () => void (await Promise.all([db.destroy(), second.db.destroy()])) }
}

/**
 * Whether two connections that are open at the same time are one to the server. While the second holds a transaction, the first is asked
 * again who answers it: a pooler that hands out its connections by transaction has to give it another one, or has none left.
 */
export async function sharesConnections(connection: Connection): Promise<boolean> {
  const [first, second] = [clientOf(connection), clientOf(connection)]
  try {
    await Promise.all([first.connect(), second.connect()])
    const before = await backendOf(first)
    await second.query('BEGIN')
    const held = await backendOf(second)
    const after = await backendOf(first).catch((error: Error) => {
      if (error.message === 'Query read timeout') return null
      throw error
    })
    return before === held || before !== after
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => undefined)))
  }
}

function clientOf(connection: Connection): pg.Client {
  const limits = { connectionTimeoutMillis: 30_000, query_timeout: answerWithinMs }
  const client = new pg.Client({ ...connection, ...limits, application_name: 'flightdeck' })
  client.on('error', () => undefined)
  return client
}

async function backendOf(client: pg.Client): Promise<number> {
  return only((await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows).pid
}
