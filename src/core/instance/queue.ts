import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { journalFigures } from '../journal/figures.ts'

export interface QueueView {
  ads: Record<'waiting' | 'running' | 'unsure', number>
  /** For how long the ad that is due longest has waited to be begun; null: none is due. */
  oldestDueSeconds: number | null
  lanes: Record<'owned' | 'waiting', number>
  /** What people asked for beside launches. */
  tasks: Record<'waiting' | 'running', number>
}

interface Counted<S extends string> {
  state: S
  count: number
}

export async function readQueue(db: Db): Promise<QueueView> {
  const all = everyCompany(db)
  const items = await sql.raw<Counted<keyof QueueView['ads']>>(journalFigures.items.text).execute(all)
  const lanes = await sql.raw<Counted<keyof QueueView['lanes']>>(journalFigures.lanes.text).execute(all)
  const due = await sql.raw<{ seconds: number | null }>(journalFigures.oldestDue.text).execute(all)
  const tasks = await sql<Counted<keyof QueueView['tasks']>>`
    SELECT CASE WHEN state = 'active' THEN 'running' ELSE 'waiting' END AS state, count(*)::int AS count
    FROM pgboss.job WHERE state < 'completed' AND name NOT LIKE '\\_\\_pgboss%' AND name NOT IN (SELECT name FROM pgboss.schedule)
    GROUP BY 1`.execute(all)
  return {
    ads: { waiting: 0, running: 0, unsure: 0, ...byState(items.rows) },
    oldestDueSeconds: due.rows[0]?.seconds ?? null,
    lanes: { owned: 0, waiting: 0, ...byState(lanes.rows) },
    tasks: { waiting: 0, running: 0, ...byState(tasks.rows) },
  }
}

function byState<S extends string>(rows: Counted<S>[]): Partial<Record<S, number>> {
  return Object.fromEntries(rows.map(({ state, count }) => [state, count])) as Partial<Record<S, number>>
}
