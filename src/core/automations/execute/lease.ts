import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { leaseSeconds } from './limits.ts'
import { NoLongerHeld } from './terms.ts'

/** What one process at a time works on, and which of it is not over: executions, and what somebody asked to have done about one. */
const open = {
  automation_executions: sql`state = 'running'`,
  automation_requests: sql`ended_at IS NULL`,
} as const

type Leased = keyof typeof open

export interface RowLease {
  table: Leased
  /** Whoever works on a row is known by it: another takes over with another one. */
  token: string
}

export const leaseFromNow = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/** Takes one row that nobody works on: one that somebody asked for, or whose process died. null: there is none. */
export async function takeLeft(
  db: Db,
  table: Leased,
  which: ReturnType<typeof sql> = sql`true`,
): Promise<{ id: number; token: string } | null> {
  const token = randomUUID()
  const { rows } = await sql<{ id: number }>`
    UPDATE ${sql.table(table)} SET run_token = ${token}, lease_until = ${leaseFromNow} WHERE id = (
      SELECT id FROM ${sql.table(table)}
      WHERE ${open[table]} AND (lease_until IS NULL OR lease_until < clock_timestamp()) AND ${which}
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(everyCompany(db))
  return rows[0] ? { id: rows[0].id, token } : null
}

/** What failed is not taken up again before this: whoever came next would be there at once, and meet the same. */
const pauseSeconds = 10

/**
 * Shows that whoever holds it lives, until the work ends; what was not finished because we stop, whoever comes next goes on with at
 * once, and what failed after a pause.
 */
export async function whileHeld<T>(db: Db, lease: RowLease, work: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  const beat = () => void renew(db, lease).catch(() => undefined)
  const heartbeat = setInterval(beat, (leaseSeconds * 1000) / 3)
  try {
    return await work()
  } catch (error) {
    const until = stopping.aborted ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${pauseSeconds})`
    if (!(error instanceof NoLongerHeld)) await letGo(db, lease, until).catch(() => undefined)
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

async function renew(db: Db, { table, token }: RowLease): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} SET lease_until = ${leaseFromNow} WHERE run_token = ${token} AND ${open[table]}`.execute(
    everyCompany(db),
  )
}

async function letGo(db: Db, { table, token }: RowLease, until: ReturnType<typeof sql> | null): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET lease_until = ${until} WHERE run_token = ${token} AND ${open[table]}`.execute(
    everyCompany(db),
  )
}

/** At the start of a service that is alone on its database: whoever held them is dead. */
export async function freeAllLeases(db: Db): Promise<void> {
  for (const table of Object.keys(open) as Leased[]) {
    await sql`UPDATE ${sql.table(table)} SET lease_until = NULL WHERE ${open[table]}`.execute(everyCompany(db))
  }
}

/** Whether a token holds an execution, or something that was asked for about it. */
export function isHeldBy(token: string, executionId: number) {
  return sql`(
    EXISTS (SELECT FROM automation_executions WHERE id = ${executionId} AND run_token = ${token} AND ${open.automation_executions})
    OR EXISTS (
      SELECT FROM automation_requests
      WHERE execution_id = ${executionId} AND run_token = ${token} AND ${open.automation_requests}))`
}
