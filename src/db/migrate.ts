import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from './connect.ts'

const folder = join(import.meta.dirname, '..', '..', 'migrations')
/** Any number will do, as long as every process uses the same. */
const lock = 4_714_201

/**
 * Runs every migration that has not run yet, each in its own transaction; several processes may call it at once. What one does to somebody's rows that they
 * should know of, it says as a warning.
 */
export async function migrate(
  connection: Connection,
  tell: (text: string) => void = () => undefined,
): Promise<string[]> {
  const client = new pg.Client({ ...connection })
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message) tell(message)
  })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('SELECT name FROM migrations')).rows.map((row) => row.name),
    )
    const ran: string[] = []
    for (const name of await migrationNames()) {
      if (done.has(name)) continue
      await runOne(client, name)
      ran.push(name)
    }
    return ran
  } finally {
    await client.end()
  }
}

/** Every migration this version knows, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

async function runOne(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8')
  await client.query('BEGIN')
  try {
    await client.query(text)
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
