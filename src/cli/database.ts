import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import { connect } from '../db/connect.ts'
import type { Connection, Db } from '../db/connect.ts'
import {
  DataFolderError,
  embeddedConnection,
  serviceLock,
  startEmbedded,
  stopEmbedded,
} from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'
import type { MigrateOptions } from '../db/migrate.ts'
import { openDatabaseRoutes } from '../db/pooler.ts'
import { explain } from './print.ts'

export interface CommandDatabase {
  db: Db
  /** The connections that db is made of. */
  pool: pg.Pool
  connection: Connection
  /** Migrations that ran now. */
  migrated: string[]
}

type Work<T> = (database: CommandDatabase) => Promise<T>
/** Which run before the work: those that a start runs, all with their indexes, or none. */
type Migrating = 'as set' | 'all' | 'none'

/**
 * Lends the database to one command: the one of DATABASE_URL, the one of a service that runs on the data folder, or
 * else the folder's own, started for the moment.
 */
export async function withDatabase<T>(
  config: Config,
  work: Work<T>,
  { migrations = 'as set' }: { migrations?: Migrating } = {},
): Promise<T> {
  const { dataDir, databaseUrl, databaseDirectUrl, migrates } = config
  const chosen =
    migrations === 'none' ? null : { isOff: migrations === 'as set' && !migrates, indexes: migrations === 'all' }
  // A command is short and alone: it needs no pooler.
  if (databaseUrl) return useDatabase((await openDatabaseRoutes(databaseUrl, databaseDirectUrl)).direct, work, chosen)
  const visit = await enterFolder(dataDir)
  try {
    return await useDatabase(visit.connection, work, chosen)
  } finally {
    await leaveFolder(visit)
  }
}

async function useDatabase<T>(connection: Connection, work: Work<T>, chosen: MigrateOptions | null): Promise<T> {
  const migrated = chosen ? (await migrate(connection, { ...chosen, warn: explain, progress: explain })).ran : []
  const { db, pool } = connect(connection, 8)
  try {
    return await work({ db, pool, connection, migrated })
  } finally {
    await db.destroy()
  }
}

/**
 * Commands and a service may come and go on one data folder at the same time. Whoever is inside shares a lock; the
 * last command to leave takes it whole and, when no service holds its own, stops the server, whoever started it.
 */
interface Visit {
  dataDir: string
  connection: Connection
  guest: pg.Client
}

const commandLock = "hashtext('flightdeck command')"
const maxTries = 8
const pauseMs = 250
/** Who waited this long in vain for a server is told so at once. */
const triesWithinMs = 10_000

async function enterFolder(dataDir: string): Promise<Visit> {
  const limit = Date.now() + triesWithinMs
  for (let tries = 1; ; tries++) {
    try {
      const visit = await tryToEnter(dataDir)
      if (visit) return visit
    } catch (error) {
      // Another command may be starting or stopping the server at this very moment.
      if (tries >= maxTries || Date.now() > limit) throw error
    }
    if (tries >= maxTries) throw new DataFolderError(`The database in ${dataDir} is just being stopped. Try again.`)
    await delay(pauseMs)
  }
}

/** null: the server is about to be stopped by the command that left last. */
async function tryToEnter(dataDir: string): Promise<Visit | null> {
  const connection = (await embeddedConnection(dataDir)) ?? (await startEmbedded({ dataDir })).connection
  const guest = new pg.Client({ ...connection, application_name: 'flightdeck command' })
  // When the server goes, queries say so; this connection has nothing to add.
  guest.on('error', () => undefined)
  await guest.connect()
  if (await takes(guest, `pg_try_advisory_lock_shared(${commandLock})`)) return { dataDir, connection, guest }
  await guest.end()
  return null
}

async function leaveFolder({ dataDir, guest }: Visit): Promise<void> {
  try {
    await guest.query(`SELECT pg_advisory_unlock_shared(${commandLock})`)
    const isLast =
      (await takes(guest, `pg_try_advisory_lock(${commandLock})`)) &&
      (await takes(guest, `pg_try_advisory_lock(${serviceLock})`))
    if (isLast) await stopEmbedded({ dataDir })
  } finally {
    await guest.end().catch(() => undefined)
  }
}

async function takes(guest: pg.Client, expression: string): Promise<boolean> {
  const { rows } = await guest.query<{ taken: boolean }>(`SELECT ${expression} AS taken`)
  return rows[0]?.taken ?? false
}
