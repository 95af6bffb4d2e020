import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Connection } from '../db/connect.ts'
import { loadMigrations } from '../db/migrations.ts'
import { MissingObjectError } from '../files/store/store.ts'
import type { MediaStore } from '../files/store/store.ts'
import { only } from '../lookup.ts'
import { createArchive } from './archive.ts'
import type { ArchiveWriter } from './archive.ts'
import { sequencesOf, tablesOf } from './catalogue.ts'
import type { TableShape } from './catalogue.ts'
import { createClient } from './client.ts'
import { BackupProblem, formatVersion } from './manifest.ts'
import type { Manifest } from './manifest.ts'

/** What is written at a time: enough to be pressed well, little enough to hold two of them. */
const partBytes = 4 * 1024 * 1024
/** For so much of the time that a part takes it rests before the next: whoever launches meanwhile has the machine. */
const restShare = 0.7
const compress = promisify(zstdCompress)
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export interface ToBackUp {
  connection: Connection
  version: string
  /** null: media lie in this bucket, and stay there. */
  media: { store: MediaStore } | { bucket: string }
  settings: Record<string, string>
  secret: Manifest['secret']
  report?: (text: string) => void
}

/** Everything as it stands at one moment, while the service goes on. Throws, and leaves no file behind, where it cannot be written whole. */
export async function writeBackup(file: string, wanted: ToBackUp): Promise<Omit<Manifest, 'entries'>> {
  const archive = await createArchive(file)
  return ofOneMoment(archive, wanted.connection, (client) => copyAll(client, archive, wanted))
}

/** Writes an archive from one snapshot: it is there whole, or not at all. */
export async function ofOneMoment(
  archive: ArchiveWriter,
  connection: Connection,
  copy: (client: pg.Client) => Promise<Omit<Manifest, 'entries'>>,
): Promise<Omit<Manifest, 'entries'>> {
  const client = createClient(connection)
  try {
    await client.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // No month of figures leaves meanwhile: a partition that is dropped would be missing from the snapshot as well.
    await client.query('LOCK TABLE ad_days IN ACCESS SHARE MODE')
    await client.query("SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL statement_timeout = 0")
    const manifest = await copy(client)
    await archive.end(manifest)
    return manifest
  } catch (error) {
    await archive.drop()
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function copyAll(
  client: pg.Client,
  archive: ArchiveWriter,
  wanted: ToBackUp,
): Promise<Omit<Manifest, 'entries'>> {
  const { rows: moments } = await client.query<{ at: Date; server: string }>(
    "SELECT now() AS at, current_setting('server_version') AS server",
  )
  const migrations = await ranMigrations(client)
  const { rows: auditHeads } = await client.query<{ company: string; seq: string; hash: string }>(
    "SELECT DISTINCT ON (company_id) company_id::text AS company, seq::text AS seq, encode(hash, 'hex') AS hash FROM audit_log ORDER BY audit_log.company_id, audit_log.seq DESC",
  )
  const tables: Manifest['tables'] = []
  for (const shape of await tablesOf(client)) {
    const table = await copyTable(client, archive, shape)
    tables.push(table)
    if (table.rows > 0) wanted.report?.(`${table.name}: ${table.rows}`)
  }
  const { at, server } = only(moments)
  return {
    ...{ format: formatVersion, version: wanted.version, takenAt: at.toISOString(), server },
    ...{ migrations, tables, sequences: await sequencesOf(client), auditHeads },
    media: await copyMedia(client, archive, wanted.media),
    settings: wanted.settings,
    secret: wanted.secret,
  }
}

/** A database that nobody has started since digests are kept has none: then they are those of the files. */
export async function ranMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ name: string; digest: string | null }>(
    "SELECT name, to_jsonb(migrations) ->> 'digest' AS digest FROM migrations ORDER BY name",
  )
  const files = new Map((await loadMigrations()).map(({ name, digest }) => [name, digest]))
  return rows.map(({ name, digest }) => {
    const known = digest ?? files.get(name)
    if (known === undefined)
      throw new BackupProblem(`The database is of a newer Flightdeck, which ran ${name}: back it up with that one.`)
    return { name, digest: known }
  })
}

/** `where`: of these rows alone. */
export async function copyTable(
  client: pg.Client,
  archive: ArchiveWriter,
  { name, columns, isPartitioned }: TableShape,
  where?: string,
): Promise<Manifest['tables'][number]> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const table = pg.escapeIdentifier(name)
  const chosen = where === undefined ? '' : ` WHERE ${where}`
  const source = isPartitioned || chosen ? `(SELECT ${list} FROM ${table}${chosen})` : `${table} (${list})`
  const parts: string[] = []
  let rows = 0
  let writing: Promise<void> = Promise.resolve()
  const write = async (bytes: Buffer) => {
    const part = `tables/${name}/${String(parts.length + 1).padStart(6, '0')}.zst`
    parts.push(part)
    const before = writing
    // One part is pressed while the one before it is written and the next is read.
    writing = compress(bytes, quickly).then(async (small) => {
      await before
      await archive.add(part, small)
    })
    writing.catch(() => undefined)
    await before
  }
  let [held, heldBytes]: [Buffer[], number] = [[], 0]
  let begun = performance.now()
  for await (const chunk of client.query(copyTo(`COPY ${source} TO STDOUT`)) as AsyncIterable<Buffer>) {
    rows += lineEnds(chunk)
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes < partBytes) continue
    const all = Buffer.concat(held)
    // A row never spans two parts: each can be read for itself.
    const end = all.lastIndexOf(lineEnd) + 1
    await write(all.subarray(0, end))
    ;[held, heldBytes] = [[all.subarray(end)], all.length - end]
    await delay((performance.now() - begun) * restShare)
    begun = performance.now()
  }
  if (heldBytes > 0) await write(Buffer.concat(held))
  await writing
  return { name, columns, rows, parts }
}

const lineEnd = 10

function lineEnds(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) count += 1
  return count
}

/** Files never change: those of that moment are there still, unless somebody has removed them since. */
async function copyMedia(
  client: pg.Client,
  archive: ArchiveWriter,
  media: ToBackUp['media'],
): Promise<Manifest['media']> {
  const { rows } = await client.query<{ key: string; bytes: string | null }>(`
    SELECT key, size::text AS bytes FROM media_objects
    UNION SELECT object_key, NULL FROM batch_media WHERE object_key IS NOT NULL ORDER BY 1`)
  const objects = rows.map(({ key, bytes }) => ({ key, bytes: Number(bytes ?? 0) }))
  if ('bucket' in media) return { where: 'bucket', bucket: media.bucket, objects, gone: [] }
  return copyFiles(archive, media.store, objects)
}

export async function copyFiles(
  archive: ArchiveWriter,
  store: Pick<MediaStore, 'open'>,
  objects: Manifest['media']['objects'],
): Promise<Manifest['media']> {
  const gone = new Set<string>()
  for (const { key } of objects) {
    try {
      await archive.addStream(`media/${key}`, await store.open(key))
    } catch (error) {
      if (!(error instanceof MissingObjectError)) throw error
      gone.add(key)
    }
  }
  return { where: 'here', bucket: null, objects: objects.filter(({ key }) => !gone.has(key)), gone: [...gone] }
}
