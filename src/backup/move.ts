import { randomUUID } from 'node:crypto'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Connection } from '../db/connect.ts'
import { makeMigrationsTable, migrationLock, runMigration } from '../db/migrate.ts'
import { loadMigrations } from '../db/migrations.ts'
import { sequencesOf, tablesOf } from './catalogue.ts'
import type { TableShape } from './catalogue.ts'
import { createClient } from './client.ts'
import { createRowsDigest } from './digest.ts'
import type { RowsDigest } from './digest.ts'
import { BackupProblem } from './manifest.ts'
import { finishTables, prepareTables, setSequences } from './fill.ts'

export interface ToMove {
  from: Connection
  to: Connection
  /** What the other one is called, without a password. */
  names: { from: string; to: string }
  /** Brings the old one up to date, where it was not moved already. */
  prepare?: () => Promise<unknown>
  report?: (text: string) => void
}

export interface MovedRows {
  tables: number
  rows: number
}

/**
 * Copies everything into an empty database, in one transaction, and compares both by counts and digests before that is kept; then the old one is
 * marked, and nobody starts on it any more. Killed before it is kept, the new one is as empty as before; killed after it, the next run finds
 * what it has copied and only marks the old one.
 */
export async function moveDatabase(wanted: ToMove): Promise<MovedRows> {
  const [source, target] = [createClient(wanted.from), createClient(wanted.to)]
  try {
    await Promise.all([source.connect(), target.connect()])
    await target.query('SELECT pg_advisory_lock($1)', [migrationLock])
    const ended = await endedMove(source, wanted)
    // Killed after the old one was marked, and before anybody used the new one.
    if (ended !== null && (await isFilledBy(target, ended))) return await compared(source, target)
    await wanted.prepare?.()
    const id = await moveOf(source, wanted)
    const moved = (await isFilledBy(target, id))
      ? await compared(source, target)
      : await copied(source, target, id, wanted)
    await source.query("UPDATE database_moves SET ended_at = now() WHERE id = $1 AND direction = 'out'", [id])
    return moved
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => undefined)))
  }
}

/** The one to the same place that is over; null: there was none. */
async function endedMove(source: pg.Client, { names }: ToMove): Promise<string | null> {
  const known = await source.query("SELECT FROM pg_class WHERE oid = to_regclass('database_moves')")
  if (known.rowCount === 0) return null
  const { rows } = await source.query<{ id: string }>(
    "SELECT id FROM database_moves WHERE direction = 'out' AND ended_at IS NOT NULL AND other = $1",
    [names.to],
  )
  return rows[0]?.id ?? null
}

/** The one that was begun, or a new one. */
async function moveOf(source: pg.Client, { names }: ToMove): Promise<string> {
  const { rows } = await source.query<{ id: string; other: string }>(
    "SELECT id, other FROM database_moves WHERE direction = 'out' AND ended_at IS NULL",
  )
  const same = rows.find(({ other }) => other === names.to)
  if (same) return same.id
  const id = randomUUID()
  await source.query("INSERT INTO database_moves (id, direction, other) VALUES ($1, 'out', $2)", [id, names.to])
  return id
}

/** Whether everything of this move is there already. Anything else than that or nothing is refused. */
async function isFilledBy(target: pg.Client, id: string): Promise<boolean> {
  const { rows } = await target.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')",
  )
  if (rows.length === 0) return false
  const isOurs =
    rows.some(({ name }) => name === 'database_moves') &&
    (await target.query("SELECT FROM database_moves WHERE id = $1 AND direction = 'in'", [id])).rowCount === 1
  if (!isOurs) throw new BackupProblem('The other database is not empty: everything is moved only where nothing is.')
  return true
}

const plainText =
  "SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0"

async function copied(source: pg.Client, target: pg.Client, id: string, { names, report }: ToMove): Promise<MovedRows> {
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await source.query(plainText)
  await target.query('BEGIN')
  await target.query(plainText)
  await makeMigrationsTable(target)
  for (const migration of await loadMigrations()) await runMigration(target, migration)
  await makeMonths(source, target)
  const shapes = await tablesOf(target)
  const takenOff = await prepareTables(target, shapes)
  const moved: MovedRows = { tables: shapes.length, rows: 0 }
  for (const shape of shapes) {
    const copy = await copyTable(source, target, shape)
    same(shape.name, copy, await digestOf(target, shape))
    moved.rows += copy.rows
    if (copy.rows > 0) report?.(`${shape.name}: ${copy.rows}`)
  }
  await setSequences(target, await sequencesOf(source))
  await finishTables(target, shapes, takenOff)
  await target.query("INSERT INTO database_moves (id, direction, other, ended_at) VALUES ($1, 'in', $2, now())", [
    id,
    names.from,
  ])
  await target.query('COMMIT')
  await source.query('COMMIT')
  return moved
}

/** What was kept before the old one could be marked. */
async function compared(source: pg.Client, target: pg.Client): Promise<MovedRows> {
  await Promise.all([source, target].map((client) => client.query(`BEGIN; ${plainText}`)))
  const shapes = await tablesOf(target)
  const moved: MovedRows = { tables: shapes.length, rows: 0 }
  for (const shape of shapes) {
    const digest = await digestOf(source, shape)
    same(shape.name, digest, await digestOf(target, shape))
    moved.rows += digest.rows
  }
  await Promise.all([source, target].map((client) => client.query('COMMIT')))
  return moved
}

function same(name: string, one: RowsDigest, other: RowsDigest): void {
  if (one.rows === other.rows && one.digest === other.digest) return
  throw new BackupProblem(
    `${name} is not the same in both: ${one.rows} rows here and ${other.rows} there. Nothing was kept there.`,
  )
}

/** Figures of a day go into the table of their month, which must be there before them. */
async function makeMonths(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ month: string }>(
    "SELECT DISTINCT to_char(day, 'YYYY-MM') || '-01' AS month FROM ad_days ORDER BY 1",
  )
  for (const { month } of rows) await target.query('SELECT ensure_ad_days_month($1::date)', [month])
}

async function copyTable(source: pg.Client, target: pg.Client, shape: TableShape): Promise<RowsDigest> {
  const { add, end } = createRowsDigest()
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      add(chunk)
      done(null, chunk)
    },
  })
  const list = columnsOf(shape)
  const into = target.query(copyFrom(`COPY ${pg.escapeIdentifier(shape.name)} (${list}) FROM STDIN`))
  await pipeline(source.query(copyTo(copyOut(shape))), counting, into)
  return end()
}

async function digestOf(client: pg.Client, shape: TableShape): Promise<RowsDigest> {
  const { add, end } = createRowsDigest()
  const look = new Writable({
    write(chunk: Buffer, _encoding, done) {
      add(chunk)
      done()
    },
  })
  await pipeline(client.query(copyTo(copyOut(shape))), look)
  return end()
}

function columnsOf({ columns }: TableShape): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}

function copyOut(shape: TableShape): string {
  return `COPY (SELECT ${columnsOf(shape)} FROM ${pg.escapeIdentifier(shape.name)}) TO STDOUT`
}
