import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { companyRef } from '../../company-ref.ts'
import { maxAsking } from '../rule/hold.ts'
import { Rule } from '../rule/rule.ts'
import { leaseFromNow, takeLeft } from './lease.ts'
import type { HeldExecution } from './terms.ts'

/**
 * Takes one execution that nobody works on: one that somebody asked for, or whose process died; with the others of its slot, which are
 * decided together as they would have been. Empty: there is none.
 */
export async function takeOpen(db: Db): Promise<HeldExecution[]> {
  const taken = await db.transaction().execute(takeSlotLeft)
  return taken ? readHeld(db, taken.token, taken.ids) : []
}

async function takeSlotLeft(trx: Db): Promise<{ token: string; ids: number[] } | null> {
  // One process at a time: otherwise two would take one execution each of the same slot.
  await sql`SELECT pg_advisory_xact_lock(hashtext('automation executions left'))`.execute(everyCompany(trx))
  const taken = await takeLeft(trx, 'automation_executions')
  if (!taken) return null
  const { id, token } = taken
  const { rows } = await sql<{ id: number }>`
    UPDATE automation_executions SET run_token = ${token}, lease_until = ${leaseFromNow} WHERE id IN (
      SELECT other.id FROM automation_executions AS one
      JOIN automation_executions AS other ON other.company_id = one.company_id AND other.slot = one.slot
      WHERE one.id = ${id} AND other.state = 'running' AND other.id <> one.id
        AND (other.lease_until IS NULL OR other.lease_until < clock_timestamp())
      FOR UPDATE OF other SKIP LOCKED)
    RETURNING id`.execute(everyCompany(trx))
  return { token, ids: [id, ...rows.map((row) => row.id)] }
}

interface Row {
  id: number
  company_id: CompanyId
  slug: string
  workspaces: number[] | null
  automation_id: number
  name: string
  rule: object
  slot: Date | null
  started_at: Date
  kind: HeldExecution['kind']
  checked: number | null
  /** Its mode is at most ask. */
  is_held: boolean
}

/** As the rule was when the execution began, in the order of the rules. */
export async function readHeld(db: Db, token: string, ids: number[]): Promise<HeldExecution[]> {
  const { rows } = await sql<Row>`
    SELECT execution.id, execution.company_id, companies.slug, execution.automation_id,
      workspaces_left(automations.company_id, automations.made_by, automations.workspace_ids) AS workspaces, automations.name, versions.rule, slot, started_at, kind, checked, asks OR held_to_ask IS NOT NULL AS is_held
    FROM automation_executions AS execution
    JOIN automations ON automations.id = execution.automation_id
    JOIN automation_versions AS versions ON versions.automation_id = execution.automation_id AND versions.version = execution.version
    JOIN companies ON companies.id = execution.company_id
    WHERE execution.id = ANY(${ids}) AND run_token = ${token} ORDER BY execution.automation_id, execution.id`.execute(
    everyCompany(db),
  )
  return rows.map((row) => ({
    id: row.id,
    company: companyRef(row),
    automationId: row.automation_id,
    name: row.name,
    // Parsed again: what rules have gained since it was written is there with its default.
    rule: row.is_held ? maxAsking(Rule.parse(row.rule)) : Rule.parse(row.rule),
    at: row.slot ?? row.started_at,
    slot: row.slot,
    kind: row.kind,
    isDecided: row.checked !== null,
    token,
  }))
}
