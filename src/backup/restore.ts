import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Connection } from '../db/connect.ts'
import { makeMigrationsTable, migrationLock, runMigration } from '../db/migrate.ts'
import { loadMigrations } from '../db/migrations.ts'
import type { Migration } from '../db/migrations.ts'
import { required } from '../lookup.ts'
import { openArchive } from './archive.ts'
import type { ArchiveReader } from './archive.ts'
import { tablesOf } from './catalogue.ts'
import { createClient } from './client.ts'
import { finishTables, prepareTables, setSequences } from './fill.ts'
import { holdAfterRestore } from './hold.ts'
import { BackupProblem } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { verifyBackup } from './verify.ts'

export interface ToRestore {
  connection: Connection
  /** Writes a file of media to where it belongs; null: they lie in a bucket. */
  putMedia: ((key: string, bytes: Readable) => Promise<void>) | null
  report?: (text: string) => void
}

/**
 * Puts a backup into a database on which nothing was ever started: as it was, brought up to date, and held. All of it in one transaction:
 * whoever is cut short finds the database as empty as before.
 */
export async function restoreBackup(file: string, wanted: ToRestore): Promise<Manifest> {
  const manifest = await verifyBackup(file)
  const known = await knownMigrations(manifest)
  const archive = await openArchive(file)
  const client = createClient(wanted.connection)
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await requireEmpty(client)
    await restoreMedia(archive, wanted)
    await client.query('BEGIN')
    await client.query("SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL statement_timeout = 0")
    await makeMigrationsTable(client)
    for (const migration of known.ran) await runMigration(client, migration)
    await fill(client, archive, wanted)
    for (const migration of known.newer) await runMigration(client, migration)
    await holdAfterRestore(client, manifest)
    await client.query('COMMIT')
    return manifest
  } finally {
    archive.close()
    await client.end().catch(() => undefined)
  }
}

/** Those that the backup's database had run, and those that have come since. */
async function knownMigrations({ migrations, version }: Manifest): Promise<{ ran: Migration[]; newer: Migration[] }> {
  const files = await loadMigrations()
  const digests = new Map(migrations.map(({ name, digest }) => [name, digest]))
  const unknown = migrations.filter(({ name }) => !files.some((each) => each.name === name))
  if (unknown.length > 0)
    throw new BackupProblem(
      `The backup is of a newer Flightdeck (${version}), which ran ${required(unknown[0], 'unknown migration').name}: restore it with that one or a newer one.`,
    )
  const changed = files.find(({ name, digest }) => (digests.get(name) ?? digest) !== digest)
  if (changed)
    throw new BackupProblem(
      `The backup was made with another ${changed.name} than the one here: use the files of a release.`,
    )
  return { ran: files.filter(({ name }) => digests.has(name)), newer: files.filter(({ name }) => !digests.has(name)) }
}

/** Nothing of ours is ever written over. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') LIMIT 1",
  )
  if (rows[0])
    throw new BackupProblem(
      'This database is not empty: a backup is restored only where nothing was ever started. Take another DATA_DIR, or an empty database for DATABASE_URL.',
    )
}

async function restoreMedia(archive: ArchiveReader, { putMedia }: ToRestore): Promise<void> {
  const { where, objects } = archive.manifest.media
  if (where === 'bucket' || !putMedia) return
  for (const { key } of objects) await putMedia(key, await archive.read(`media/${key}`))
}

async function fill(client: pg.Client, archive: ArchiveReader, { report }: ToRestore): Promise<void> {
  const { manifest } = archive
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  const shapes = await tablesOf(client)
  const takenOff = await prepareTables(client, shapes)
  for (const { name } of shapes) {
    const table = tables.get(name)
    if (!table) throw new BackupProblem(`The backup has no table ${name}.`)
    if (table.rows === 0) continue
    await fillTable(client, archive, table)
    report?.(`${name}: ${table.rows}`)
  }
  await setSequences(client, manifest.sequences)
  await finishTables(client, shapes, takenOff)
}

async function fillTable(client: pg.Client, archive: ArchiveReader, table: Manifest['tables'][number]): Promise<void> {
  if (table.name === 'ad_days') await makeMonths(client, archive, table)
  const list = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const into = client.query(copyFrom(`COPY ${pg.escapeIdentifier(table.name)} (${list}) FROM STDIN`))
  await pipeline(rowsOf(archive, table), into)
  if (into.rowCount !== table.rows)
    throw new BackupProblem(`${table.name} has ${into.rowCount} rows and should have ${table.rows}.`)
}

async function* rowsOf(archive: ArchiveReader, { parts }: Manifest['tables'][number]): AsyncGenerator<Buffer> {
  for (const part of parts)
    for await (const chunk of (await archive.read(part)).compose(createZstdDecompress())) yield chunk as Buffer
}

/** Figures of a day go into the table of their month, which must be there before them. */
async function makeMonths(client: pg.Client, archive: ArchiveReader, table: Manifest['tables'][number]): Promise<void> {
  const place = table.columns.indexOf('day')
  const months = new Set<string>()
  let rest = ''
  const look = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) months.add(required(line.split('\t', place + 1)[place], 'day of the row').slice(0, 7))
      done()
    },
  })
  await pipeline(rowsOf(archive, table), look)
  for (const month of [...months].sort()) await client.query('SELECT ensure_ad_days_month($1::date)', [`${month}-01`])
}
