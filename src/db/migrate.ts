import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connect.ts'
import { buildIndexes } from './indexes.ts'
import {
  BusyDatabase,
  ChangedMigrations,
  isIndex,
  loadMigrations,
  MovedDatabase,
  NewerDatabase,
  noteMigration,
  OlderDatabase,
} from './migrations.ts'
import type { Migration } from './migrations.ts'

/** Any number will do, as long as every process uses the same. */
export const migrationLock = 4_714_201
/** Said to every process when the schema has become another. */
export const schemaChannel = 'schema'
/** Whoever waits for a table holds up all who come after it: not longer than this at a time. */
const lockMs = 1_000
const retryMs = 1_000
const maxRetryMinutes = 10

export interface MigrateOptions {
  /** What a migration does to somebody's rows that they should know of. */
  warn?: (text: string) => void
  progress?: (text: string) => void
  /** Nothing is changed: what is missing is a problem. */
  isOff?: boolean
  /** Whether to wait for indexes of tables that may be large; otherwise they are told as left. */
  indexes?: boolean
  /** Another list than that of this version. */
  migrations?: Migration[]
}

export interface Migrated {
  ran: string[]
  /** Indexes that are yet to be made: nothing needs them but speed. */
  left: Migration[]
}

/** Runs every migration that has not run yet, each in its own transaction; several processes may call it at once. */
export async function migrate(connection: Connection, options: MigrateOptions = {}): Promise<Migrated> {
  const { warn, progress, indexes = false } = options
  const migrations = options.migrations ?? (await loadMigrations())
  const client = new pg.Client({ ...connection })
  // Should it be cut, the statement that is under way says so.
  client.on('error', () => undefined)
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message) warn?.(message)
  })
  await client.connect()
  try {
    const migrated = await runMissing(client, migrations, options)
    if (!indexes || migrated.left.length === 0) return migrated
    const built = await buildIndexes(client, migrated.left, progress)
    return { ran: [...migrated.ran, ...built], left: [] }
  } finally {
    await client.end()
  }
}

async function runMissing(client: pg.Client, migrations: Migration[], options: MigrateOptions): Promise<Migrated> {
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
  try {
    if (!options.isOff) await makeMigrationsTable(client)
    const ran = await ranHere(client)
    if (ran.has(movesMigration)) await refuseMoved(client)
    const unknown = [...ran.keys()].filter((name) => !migrations.some((migration) => migration.name === name))
    if (unknown.length > 0) throw new NewerDatabase(unknown.sort())
    await holdToDigests(client, migrations, ran, options)
    const missing = migrations.filter(({ name }) => !ran.has(name))
    // In a database that is empty nothing takes long.
    const left = ran.size === 0 ? [] : missing.filter(isIndex)
    const now = missing.filter((migration) => !left.includes(migration))
    if (options.isOff && now.length > 0) throw new OlderDatabase(now.map(({ name }) => name))
    for (const [place, migration] of now.entries()) {
      if (ran.size > 0) options.progress?.(`Migration ${place + 1} of ${now.length}: ${migration.name}`)
      await runOne(client, migration, options)
    }
    if (now.length > 0) await client.query('SELECT pg_notify($1, $2)', [schemaChannel, now.at(-1)?.name])
    return { ran: now.map(({ name }) => name), left: options.isOff ? [] : left }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
  }
}

export const movesMigration = '0109_database_moves.sql'

async function refuseMoved(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ other: string }>(
    "SELECT other FROM database_moves WHERE direction = 'out' AND ended_at IS NOT NULL LIMIT 1",
  )
  if (rows[0]) throw new MovedDatabase(rows[0].other)
}

export async function makeMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now(), digest text)',
  )
}

/** Which have run, with their digests; null: it ran before digests were kept. */
async function ranHere(client: pg.Client): Promise<Map<string, string | null>> {
  const { rows: there } = await client.query<{ is_there: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS is_there",
  )
  if (!there[0]?.is_there) return new Map()
  // A database from before digests has no such column.
  const { rows } = await client.query<{ name: string; digest: string | null }>(
    "SELECT name, to_jsonb(migrations) ->> 'digest' AS digest FROM migrations",
  )
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** Those that ran before digests were kept take today's, once. */
async function holdToDigests(
  client: pg.Client,
  migrations: Migration[],
  ran: Map<string, string | null>,
  { isOff }: MigrateOptions,
): Promise<void> {
  const changed = migrations.filter(({ name, digest }) => (ran.get(name) ?? digest) !== digest)
  if (changed.length > 0) throw new ChangedMigrations(changed.map(({ name }) => name))
  const unsigned = migrations.filter(({ name }) => ran.get(name) === null)
  if (unsigned.length === 0 || isOff) return
  await client.query('ALTER TABLE migrations ADD COLUMN IF NOT EXISTS digest text')
  await client.query(
    'UPDATE migrations SET digest = given.digest FROM unnest($1::text[], $2::text[]) AS given (name, digest) WHERE migrations.name = given.name',
    [unsigned.map(({ name }) => name), unsigned.map(({ digest }) => digest)],
  )
}

/** PostgreSQL's word for: somebody else holds what it needs. */
const lockNotAvailable = '55P03'

/** A launch that runs is not held up: what it holds is waited for in short pieces, between which it goes on. */
async function runOne(client: pg.Client, migration: Migration, { progress }: MigrateOptions): Promise<void> {
  const limit = performance.now() + maxRetryMinutes * 60_000
  for (;;) {
    try {
      await inTransaction(client, migration)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw withName(error, migration)
      if (performance.now() > limit) throw new BusyDatabase(migration.name, maxRetryMinutes)
      progress?.(`${migration.name} waits for a table that is in use; it is tried again.`)
      await delay(retryMs)
    }
  }
}

async function inTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`)
    await runMigration(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

function withName(error: unknown, { name }: Migration): Error {
  return new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}

/** In a transaction of the caller's, where nobody else is held up by an index that is made. */
export async function runMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  const { text } = migration
  await client.query(isIndex(migration) ? text.replaceAll(' CONCURRENTLY', '') : text)
  await noteMigration(client, migration)
}
