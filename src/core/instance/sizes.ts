import { retentionKinds } from '../../config/retention.ts'
import type { RetentionKind } from '../../config/retention.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { only } from '../../lookup.ts'
import { oldestWrite } from '../journal/retention/writes.ts'
import { monthsOf } from '../reports/past/months.ts'

const kinds = Object.keys(retentionKinds) as RetentionKind[]
/** What a launch leaves behind. */
const ofLaunches: RetentionKind[] = ['batches', 'receipts', 'journal', 'events']
/** A table that is no larger is counted: nobody has told how many rows it has before it was first looked through. */
const countedBytes = 64 * 1024 * 1024

interface KindSize {
  kind: RetentionKind
  /** With indexes. */
  bytes: number
  /** The day, or the month, that the oldest is of; null: there is none. */
  oldest: string | null
}

export interface Sizes {
  kinds: KindSize[]
  ads: number
  /** What all ads have left behind together. */
  launchBytes: number
}

/** Asks for sizes and ends of indexes alone, however much there is. */
export async function readSizes(db: Db): Promise<Sizes> {
  const oldest = await oldestOf(db)
  const bytes = await bytesByKind(db)
  const sizes = kinds.map((kind) => ({ kind, bytes: bytes.get(kind) ?? 0, oldest: oldest[kind] ?? null }))
  const launchBytes = ofLaunches.reduce((sum, kind) => sum + (bytes.get(kind) ?? 0), 0)
  return { kinds: sizes, ads: await countAds(db), launchBytes }
}

/** With their indexes, and a partitioned one with its partitions. */
async function bytesByKind(db: Db): Promise<Map<RetentionKind, number>> {
  const tables = kinds.flatMap((kind) => retentionKinds[kind].tables.map((name) => ({ kind, name })))
  const { rows } = await sql<{ kind: RetentionKind; bytes: number }>`
    SELECT kind, coalesce(sum(pg_total_relation_size(part.relid)), 0)::float8 AS bytes
    FROM jsonb_to_recordset(${JSON.stringify(tables)}::jsonb) AS tables (kind text, name text) CROSS JOIN LATERAL (
      SELECT to_regclass(name) AS relid WHERE to_regclass(name) IS NOT NULL
      UNION SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass(name)) AS part GROUP BY kind`.execute(
    everyCompany(db),
  )
  return new Map(rows.map(({ kind, bytes }) => [kind, bytes]))
}

async function countAds(db: Db): Promise<number> {
  const { rows } = await sql<{ estimated: number; bytes: number }>`
    SELECT reltuples::float8 AS estimated, pg_relation_size(oid)::float8 AS bytes FROM pg_class WHERE oid = 'batch_items'::regclass`.execute(
    everyCompany(db),
  )
  const { estimated, bytes } = only(rows)
  if (bytes > countedBytes) return Math.max(0, Math.round(estimated))
  const { rows: counted } = await sql<{ ads: number }>`SELECT count(*)::int AS ads FROM batch_items`.execute(
    everyCompany(db),
  )
  return only(counted).ads
}

async function oldestOf(db: Db): Promise<Partial<Record<RetentionKind, string | null>>> {
  const day = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
  const { rows } = await sql<Record<RetentionKind, string | null>>`
    SELECT (SELECT ${sql.raw(day('finished_at'))} FROM batches WHERE finished_at IS NOT NULL ORDER BY id LIMIT 1) AS batches,
      (SELECT ${sql.raw(day('read_at'))} FROM receipts ORDER BY item_id LIMIT 1) AS receipts,
      (SELECT ${sql.raw(day('first.at'))} FROM (${oldestWrite}) AS first) AS journal,
      (SELECT ${sql.raw(day('at'))} FROM events ORDER BY id LIMIT 1) AS events,
      (SELECT ${sql.raw(day('min(first.at)'))} FROM companies CROSS JOIN LATERAL (
        SELECT at FROM audit_log WHERE company_id = companies.id ORDER BY seq LIMIT 1) AS first) AS audit,
      (SELECT ${sql.raw(day('min(created_at)'))} FROM idempotency_keys) AS keys`.execute(everyCompany(db))
  const [month] = await monthsOf(db)
  return { ...only(rows), figures: month ? month.from.toISOString().slice(0, 7) : null }
}

export interface StoredSizes {
  databaseBytes: number
  mediaBytes: number
  mediaFiles: number
}

/** The database as a whole, and the files beside it. */
export async function readStored(db: Db): Promise<StoredSizes> {
  const { rows } = await sql<StoredSizes>`
    SELECT pg_database_size(current_database())::float8 AS "databaseBytes", coalesce(sum(size), 0)::float8 AS "mediaBytes",
      count(*)::int AS "mediaFiles" FROM media_objects`.execute(everyCompany(db))
  return only(rows)
}
