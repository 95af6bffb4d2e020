import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { isOutage } from '../../outage.ts'

export const processRoles = ['up', 'serve', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

const seenEveryMs = 10_000
/** Who was not seen for so long has died, or hangs. */
export const lateSeconds = 30
const keptHours = 24
const maxHostLetters = 40
const maxProcesses = 200

export interface ProcessView {
  role: ProcessRole
  version: string
  host: string
  startedAt: Date
  seenAt: Date
  lateSeconds: number
}

type Self = Pick<ProcessView, 'role' | 'version' | 'startedAt'>

/** Says every few seconds that this process lives; whoever ends as asked says nothing any more. */
export function announceProcess({ db, log }: { db: Db; log: Logger }, self: Self): { close(): Promise<void> } {
  const id = randomUUID()
  const host = hostname().replace(/\..*/, '').slice(0, maxHostLetters)
  const announce = () =>
    sql`
      INSERT INTO processes (id, role, version, host, started_at) VALUES (${id}, ${self.role}, ${self.version}, ${host}, ${self.startedAt})
      ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`.execute(everyCompany(db))
  const leave = () => sql`DELETE FROM processes WHERE id = ${id}`.execute(everyCompany(db))
  let telling: Promise<unknown> = Promise.resolve()
  // One after the other: a slow database is asked once, not once for every look.
  let isTelling = false
  const note = (work: () => Promise<unknown>) => {
    if (isTelling) return
    isTelling = true
    telling = work()
      .catch((error: unknown) => {
        if (!isOutage(error)) log.warn({ err: error }, 'it could not be noted that this process lives')
      })
      .finally(() => (isTelling = false))
  }
  note(announce)
  const timer = setInterval(() => note(announce), seenEveryMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await telling
      note(leave)
      await telling
    },
  }
}

/** Those that live and those that died lately, by role. */
export async function listProcesses(db: Db): Promise<ProcessView[]> {
  const { rows } = await sql<Omit<ProcessView, 'lateSeconds'> & { age: number }>`
    SELECT role, version, host, started_at AS "startedAt", seen_at AS "seenAt",
      extract(epoch FROM clock_timestamp() - seen_at)::float8 AS age
    FROM processes ORDER BY role, host, started_at LIMIT ${maxProcesses}`.execute(everyCompany(db))
  return rows.map(({ age, ...row }) => ({ ...row, lateSeconds: age > lateSeconds ? Math.round(age) : 0 }))
}

export async function forgetProcesses(db: Db): Promise<void> {
  await sql`DELETE FROM processes WHERE seen_at < clock_timestamp() - make_interval(hours => ${keptHours})`.execute(
    everyCompany(db),
  )
}
