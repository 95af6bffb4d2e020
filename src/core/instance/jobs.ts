import { Cron } from 'croner'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'

/** Workers look for jobs every half minute; whatever is due for longer than this, nobody takes up. */
const graceMs = 5 * 60_000

export interface JobView {
  name: string
  cron: string
  lastEndedAt: Date | null
  lastFailedAt: Date | null
  runningSince: Date | null
  /** When it is to begin next; in the past: nobody has begun it. */
  dueAt: Date | null
  late: boolean
}

interface Row extends Omit<JobView, 'dueAt' | 'late'> {
  waitingSince: Date | null
  begunAt: Date
  mayTakeSeconds: number
}

/** The scheduled jobs of these names, as the job queue knows them. */
export async function listJobs(db: Db, names: readonly string[], now = new Date()): Promise<JobView[]> {
  const { rows } = await sql<Row>`
    SELECT s.name, s.cron, q.expire_seconds AS "mayTakeSeconds", greatest(s.updated_on, max(j.created_on)) AS "begunAt",
      max(j.completed_on) FILTER (WHERE j.state = 'completed') AS "lastEndedAt",
      max(j.completed_on) FILTER (WHERE j.state = 'failed') AS "lastFailedAt",
      min(j.started_on) FILTER (WHERE j.state = 'active') AS "runningSince",
      min(j.start_after) FILTER (WHERE j.state < 'active') AS "waitingSince"
    FROM pgboss.schedule s JOIN pgboss.queue q USING (name) LEFT JOIN pgboss.job j USING (name)
    WHERE s.name = ANY(${[...names]}) GROUP BY s.name, s.cron, s.updated_on, q.expire_seconds ORDER BY s.name`.execute(
    everyCompany(db),
  )
  return rows.map((row) => viewOf(row, now))
}

export function viewOf({ waitingSince, begunAt, mayTakeSeconds, ...row }: Row, now: Date): JobView {
  const next = new Cron(row.cron, { timezone: 'UTC', paused: true, mode: '5-part' }).nextRun(begunAt)
  const dueAt = waitingSince ?? next
  const { runningSince } = row
  const late = runningSince
    ? now.getTime() - runningSince.getTime() > mayTakeSeconds * 1000 + graceMs
    : dueAt !== null && now.getTime() - dueAt.getTime() > graceMs
  return { ...row, dueAt, late }
}
