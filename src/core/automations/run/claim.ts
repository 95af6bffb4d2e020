import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { Rule } from '../rule/rule.ts'
import { leaseSeconds } from './limits.ts'
import type { HeldExecution } from './terms.ts'

const leaseFromNow = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/** Takes one execution that nobody works on: one that somebody asked for, or whose process died. null: there is none. */
export async function takeOpen(db: Db): Promise<HeldExecution | null> {
  const token = randomUUID()
  const { rows } = await sql<{ id: number }>`
    UPDATE automation_executions SET run_token = ${token}, lease_until = ${leaseFromNow} WHERE id = (
      SELECT id FROM automation_executions
      WHERE state = 'running' AND (lease_until IS NULL OR lease_until < clock_timestamp())
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db)
  const taken = rows[0]
  return taken ? ((await readHeld(db, token, [taken.id]))[0] ?? null) : null
}

interface Row {
  id: number
  company_id: number
  slug: string
  automation_id: number
  name: string
  rule: object
  slot: Date | null
  started_at: Date
  kind: HeldExecution['kind']
  checked: number | null
}

/** As the rule was when the execution began, in the order of the rules. */
export async function readHeld(db: Db, token: string, ids: number[]): Promise<HeldExecution[]> {
  const { rows } = await sql<Row>`
    SELECT execution.id, execution.company_id, companies.slug, execution.automation_id, automations.name, versions.rule, slot, started_at, kind, checked
    FROM automation_executions AS execution
    JOIN automations ON automations.id = execution.automation_id
    JOIN automation_versions AS versions ON versions.automation_id = execution.automation_id AND versions.version = execution.version
    JOIN companies ON companies.id = execution.company_id
    WHERE execution.id = ANY(${ids}) AND run_token = ${token} ORDER BY execution.automation_id, execution.id`.execute(
    db,
  )
  return rows.map((row) => ({
    id: row.id,
    company: { id: row.company_id, slug: row.slug },
    automationId: row.automation_id,
    name: row.name,
    // Parsed again: what rules have gained since it was written is there with its default.
    rule: Rule.parse(row.rule),
    at: row.slot ?? row.started_at,
    slot: row.slot,
    kind: row.kind,
    isDecided: row.checked !== null,
    token,
  }))
}

export async function renew(db: Db, token: string): Promise<void> {
  await sql`
    UPDATE automation_executions SET lease_until = ${leaseFromNow} WHERE run_token = ${token} AND state = 'running'`.execute(
    db,
  )
}

/** Whoever comes next goes on at once. */
export async function letGo(db: Db, token: string): Promise<void> {
  await sql`
    UPDATE automation_executions SET lease_until = NULL WHERE run_token = ${token} AND state = 'running'`.execute(db)
}

/** At the start of a service that is alone on its database: whoever held them is dead. */
export async function freeAllExecutions(db: Db): Promise<void> {
  await sql`UPDATE automation_executions SET lease_until = NULL WHERE state = 'running'`.execute(db)
}
