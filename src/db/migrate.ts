import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from './connect.ts'

const folder = join(import.meta.dirname, '..', '..', 'migrations')
/** Any number will do, as long as every process uses the same. */
export const migrationLock = 4_714_201

export interface Migration {
  name: string
  text: string
  /** Of its text, so that a file that was changed after it ran is noticed. */
  digest: string
}

/** Files that are not those that ran here: what the database looks like is then anybody's guess. */
export class ChangedMigrations extends Error {
  constructor(names: string[]) {
    super(
      `The database was made by other migrations than these files: ${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} changed after it ran here. ` +
        'Nothing was done. Put the files of a release back as they were; a change of the schema is a new migration.',
    )
  }
}

/** Another version ran migrations that this one does not have: it would not know what it writes into. */
export class NewerDatabase extends Error {
  constructor(names: string[]) {
    super(
      `The database is of a newer Flightdeck: it ran ${names.join(', ')}, which this version does not know. Nothing was done. ` +
        'Start the version that made it, or a newer one; to go back to this one, restore a backup of its time.',
    )
  }
}

/** Everything was moved to another database: what is written here would be lost. */
export class MovedDatabase extends Error {
  constructor(to: string) {
    super(
      `Everything in this database was moved to ${to}. Nothing was done. Set DATABASE_URL to that one and start again; what was written here since would be lost.`,
    )
  }
}

/**
 * Runs every migration that has not run yet, each in its own transaction; several processes may call it at once. What one does to somebody's rows that they
 * should know of, it says as a warning.
 */
export async function migrate(
  connection: Connection,
  tell: (text: string) => void = () => undefined,
): Promise<string[]> {
  const client = new pg.Client({ ...connection })
  // Should it be cut, the statement that is under way says so.
  client.on('error', () => undefined)
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message) tell(message)
  })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    const migrations = await loadMigrations()
    const ran = await ranHere(client)
    if (ran.has(movesMigration)) await refuseMoved(client)
    const unknown = [...ran.keys()].filter((name) => !migrations.some((migration) => migration.name === name))
    if (unknown.length > 0) throw new NewerDatabase(unknown.sort())
    await holdToDigests(client, migrations, ran)
    const missing = migrations.filter(({ name }) => !ran.has(name))
    for (const migration of missing) await runOne(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

export const movesMigration = '0109_database_moves.sql'

async function refuseMoved(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ other: string }>(
    "SELECT other FROM database_moves WHERE direction = 'out' AND ended_at IS NOT NULL LIMIT 1",
  )
  if (rows[0]) throw new MovedDatabase(rows[0].other)
}

/** Every migration this version knows, in order. */
export async function loadMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, digest: digestOf(text) }
    }),
  )
}

/** The same wherever a file was checked out: some keep the ends of lines in another way. */
function digestOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

export async function makeMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now(), digest text)',
  )
}

/** Which have run, with their digests; null: it ran before digests were kept. */
async function ranHere(client: pg.Client): Promise<Map<string, string | null>> {
  await makeMigrationsTable(client)
  const { rowCount } = await client.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'migrations'::regclass AND attname = 'digest'",
  )
  if (rowCount === 0) await client.query('ALTER TABLE migrations ADD COLUMN digest text')
  const { rows } = await client.query<{ name: string; digest: string | null }>('SELECT name, digest FROM migrations')
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** Those that ran before digests were kept take today's, once. */
async function holdToDigests(
  client: pg.Client,
  migrations: Migration[],
  ran: Map<string, string | null>,
): Promise<void> {
  const changed = migrations.filter(({ name, digest }) => (ran.get(name) ?? digest) !== digest)
  if (changed.length > 0) throw new ChangedMigrations(changed.map(({ name }) => name))
  const unsigned = migrations.filter(({ name }) => ran.get(name) === null)
  if (unsigned.length > 0)
    await client.query(
      'UPDATE migrations SET digest = given.digest FROM unnest($1::text[], $2::text[]) AS given (name, digest) WHERE migrations.name = given.name',
      [unsigned.map(({ name }) => name), unsigned.map(({ digest }) => digest)],
    )
}

async function runOne(client: pg.Client, migration: Migration): Promise<void> {
  const { name } = migration
  await client.query('BEGIN')
  try {
    await runMigration(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** In a transaction of the caller's. */
export async function runMigration(client: pg.ClientBase, { name, text, digest }: Migration): Promise<void> {
  await client.query(text)
  await client.query('INSERT INTO migrations (name, digest) VALUES ($1, $2)', [name, digest])
}
