import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Db, EveryCompany } from './scoped.ts'
import { required } from '../lookup.ts'
import type { Tables } from './tables/tables.ts'

// Our own ids and counters are bigints that stay far below 2^53; platform ids are text and never pass here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// The same in lists: 1016 is int8[], which has no name there.
pg.types.setTypeParser(1016 as number, (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number))
// A report's day is a date without a time: as text it keeps its day in every time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type { Db }

/** How to reach the database, in the form that pg and pg-boss both take. */
export type Connection =
  | { connectionString: string; stream?: () => Duplex }
  | { host: string; user: string; password?: string; database: string; port?: number }

/** A server on a Unix socket, as DATABASE_URL would name it. */
export function socketUrl({
  host,
  user,
  password,
  database,
}: Exclude<Connection, { connectionString: string }>): string {
  const who = password ? `${user}:${encodeURIComponent(password)}` : user
  return `postgres://${who}@localhost/${database}?host=${encodeURIComponent(host)}`
}

/** Whoever gets no connection in this time is told so, instead of waiting for a server that is gone. */
const connectWithinMs = 30_000

interface PoolChoice {
  /** Hears what statements fail with. */
  onFailure?: (error: unknown) => void
  /** No, where a pooler hands out its connections by transaction: what one has prepared, another would be asked for. */
  prepares?: boolean
}

/** `settings`: for each connection, as on PostgreSQL's command line. */
export function connect(
  connection: Connection,
  max = 20,
  settings?: string,
  choice?: PoolChoice,
): { db: EveryCompany; pool: pg.Pool } {
  const own = { application_name: 'flightdeck', options: settings, connectionTimeoutMillis: connectWithinMs }
  const pool = new pg.Pool({ ...connection, max, ...own })
  // A connection that breaks is replaced on the next query, and whoever was using it is told by that query; without
  // listeners, on idle ones and on those in use, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { db: onPool(pool, choice), pool }
}

/** The database as it is reached through these connections. */
export function onPool(pool: pg.Pool, choice: PoolChoice = {}): EveryCompany {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool, choice) }) })
  return db as unknown as EveryCompany
}

/** The caller's transaction where there is one, else one of its own. */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

const beginning = /^(begin|start transaction)/i
const ending = /^(commit|rollback)(?! to)/i

/** Two statements were in each other's way, and one had to go: nothing of it was done. In a transaction all of that would have to be repeated. */
const gaveWay = new Set(['40001', '40P01'])
const maxTries = 4

async function repeating<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries >= maxTries || !gaveWay.has(String((error as { code?: unknown }).code))) throw error
      await delay(Math.random() * 20 * 2 ** tries)
    }
  }
}

/** The server has become a standby: the next connection may lead to the one that took its place. */
const readOnly = '25006'

const preparedMark = /^\s*\/\* prepared: ([\w-]+) \*\//

const nothing: Pick<pg.QueryResult<never>, 'command' | 'rowCount' | 'rows'> = { command: '', rowCount: 0, rows: [] }

/** A transaction and its first statement, on one way there and back; where it does not begin, the statement is not done. */
async function together(client: pg.PoolClient, begin: string, text: string): Promise<pg.QueryResult> {
  const results = (await client.query(`${begin}; ${text}`)) as unknown as pg.QueryResult[]
  return required(results.at(-1), 'result of what came after begin')
}

/**
 * A transaction begins with its first statement: in one message with it where that has no parameters.
 *
 * Statements that begin with a comment such as `prepared: journal-intend` are parsed and planned once per connection.
 * For what runs for every ad: there the planning costs more than the statement.
 */
function preparing(pool: pg.Pool, { onFailure, prepares = true }: PoolChoice): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let isInTransaction = false
    let isReadOnly = false
    let toBegin: string | null = null
    const query = async (text: string, values: unknown[] = []) => {
      const name = prepares ? preparedMark.exec(text)?.[1] : undefined
      const run = () => client.query(name ? { name, text, values } : { text, values })
      if (beginning.test(text)) {
        isInTransaction = true
        toBegin = text
        return nothing
      }
      try {
        const begin = toBegin
        toBegin = null
        if (begin !== null && ending.test(text)) return nothing
        if (begin !== null && values.length === 0 && !name) return await together(client, begin, text)
        if (begin !== null) await client.query(begin)
        return await (isInTransaction ? run() : repeating(run))
      } catch (error) {
        isReadOnly ||= (error as { code?: unknown }).code === readOnly
        onFailure?.(error)
        throw error
      } finally {
        if (ending.test(text)) isInTransaction = false
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy ?? isReadOnly),
    }
  }
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const wrapped = known.get(client) ?? wrap(client)
      known.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}
