import type { Config } from '../../config.ts'
import { keptFor, retentionKinds } from '../../config/retention.ts'
import type { RetentionKind } from '../../config/retention.ts'
import { oldestWrite } from '../../core/journal/retention/writes.ts'
import { monthsOf } from '../../core/reports/past/months.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { entryOf, only } from '../../lookup.ts'
import { sizeText } from '../print.ts'
import { reachable } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const kinds = Object.keys(retentionKinds) as RetentionKind[]

/** What a launch leaves behind. */
const ofLaunches: RetentionKind[] = ['batches', 'receipts', 'journal', 'events']
const largestShown = 3
/** A table that is no larger is counted: nobody has told how many rows it has before it was first looked through. */
const countedBytes = 64 * 1024 * 1024

/** What is set, what is oldest, and what it takes. Asks for sizes and ends of indexes alone, however much there is. */
export async function checkRetention(db: Db, { retention }: Config): Promise<DoctorFinding[]> {
  const oldest = await oldestOf(db)
  const said = kinds.map((kind) => {
    const since = oldest[kind]
    return `${kind} ${keptFor(kind, retention[kind])}${since ? ` (oldest ${since})` : ''}`
  })
  return [reachable('retention', 'ok', said.join(', ')), reachable('disk', 'ok', await describeDisk(db))]
}

async function describeDisk(db: Db): Promise<string> {
  const sizes = new Map<RetentionKind, number>()
  for (const kind of kinds) sizes.set(kind, await bytesOf(db, retentionKinds[kind].tables))
  const largest = [...sizes].sort((one, other) => other[1] - one[1]).slice(0, largestShown)
  const shown = `largest: ${largest.map(([kind, bytes]) => `${kind} ${sizeText(bytes)}`).join(', ')}`
  const ads = await countAds(db)
  if (ads === 0) return `no ads yet; ${shown}`
  const bytes = ofLaunches.reduce((sum, kind) => sum + entryOf(sizes, kind, 'size'), 0)
  return `${sizeText((bytes / ads) * 1000)} per 1,000 ads (${sizeText(bytes)} for ${ads.toLocaleString('en')}); ${shown}`
}

/** With their indexes, and a partitioned one with its partitions. */
async function bytesOf(db: Db, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(pg_total_relation_size(part.relid)), 0)::float8 AS bytes
    FROM unnest(${[...tables]}::text[]) AS name CROSS JOIN LATERAL (
      SELECT to_regclass(name) AS relid WHERE to_regclass(name) IS NOT NULL
      UNION SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass(name)) AS part`.execute(everyCompany(db))
  return only(rows).bytes
}

async function countAds(db: Db): Promise<number> {
  const { rows } = await sql<{ told: number; bytes: number }>`
    SELECT reltuples::float8 AS told, pg_relation_size(oid)::float8 AS bytes FROM pg_class WHERE oid = 'batch_items'::regclass`.execute(
    everyCompany(db),
  )
  const { told, bytes } = only(rows)
  if (bytes > countedBytes) return Math.max(0, Math.round(told))
  const { rows: counted } = await sql<{ ads: number }>`SELECT count(*)::int AS ads FROM batch_items`.execute(
    everyCompany(db),
  )
  return only(counted).ads
}

/** The day that the oldest of each kind is of; null: there is none. */
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
