import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

// Our own ids and counters are bigints that stay far below 2^53; platform ids are text and never pass here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A report's day is a date without a time: as text it keeps its day in every time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Db = Kysely<Tables>

/** How to reach the database, in the form that pg and pg-boss both take. */
export type Connection = { connectionString: string } | { host: string; user: string; database: string; port?: number }

export function connect(connection: Connection, max = 20): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({ ...connection, max, application_name: 'flightdeck' })
  // An idle connection that breaks is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool }
}
