import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const folder = join(import.meta.dirname, '..', '..', 'migrations')

export interface Migration {
  name: string
  text: string
  /** Of its text, so that a file that was changed after it ran is noticed. */
  digest: string
}

/** Whether it makes or drops one index of a table that may be large: it takes long, and nobody waits for it. */
export function isIndex({ name }: Pick<Migration, 'name'>): boolean {
  return name.endsWith('.index.sql')
}

/** The names of every migration this version knows, in order. */
export async function migrationNames(from = folder): Promise<string[]> {
  return (await readdir(from)).filter((name) => name.endsWith('.sql')).sort()
}

/** Every migration this version knows, in order. Read at once: a start has nothing else to do, and waiting for each costs more. */
export async function loadMigrations(from = folder): Promise<Migration[]> {
  return (await migrationNames(from)).map((name) => {
    const text = readFileSync(join(from, name), 'utf8')
    return { name, text, digest: digestOf(text) }
  })
}

/** The same wherever a file was checked out: some keep the ends of lines in another way. */
function digestOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/** That it has run here. */
export async function noteMigration(client: pg.ClientBase, { name, digest }: Migration): Promise<void> {
  await client.query('INSERT INTO migrations (name, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, digest])
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
  readonly migrations: string[]
  constructor(migrations: string[]) {
    super(
      `The database is of a newer Flightdeck: it ran ${migrations.join(', ')}, which this version does not know. Nothing was done. ` +
        'Start the version that made it, or a newer one; to go back to this one, restore a backup of its time.',
    )
    this.migrations = migrations
  }
}

const maxNamed = 5

function shortList(names: string[]): string {
  if (names.length <= maxNamed) return names.join(', ')
  return `${names.length} migrations, from ${names[0]} to ${names.at(-1)}`
}

/** The database lacks what this version needs, and nobody let it be changed (`MIGRATE=off`). */
export class OlderDatabase extends Error {
  constructor(migrations: string[]) {
    super(
      `The database lacks ${shortList(migrations)}, which this version needs, and MIGRATE is off. Nothing was done. ` +
        'Run flightdeck migrate once, then start this version again; processes of the version before go on meanwhile.',
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

/** A table that a migration changes was in use for as long as anybody wants to wait. */
export class BusyDatabase extends Error {
  constructor(name: string, minutes: number) {
    super(
      `Migration ${name} found what it changes in use for ${minutes} minutes, and changed nothing. ` +
        'Look for a session that holds a transaction open (SELECT * FROM pg_stat_activity), end it, and run it again.',
    )
  }
}
