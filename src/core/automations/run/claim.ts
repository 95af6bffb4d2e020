import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { companyRef } from '../../company-ref.ts'
import { Rule } from '../rule/rule.ts'
import { takeLeft } from './lease.ts'
import type { HeldExecution } from './terms.ts'

/** Takes one execution that nobody works on: one that somebody asked for, or whose process died. null: there is none. */
export async function takeOpen(db: Db): Promise<HeldExecution | null> {
  const taken = await takeLeft(db, 'automation_executions')
  return taken ? ((await readHeld(db, taken.token, [taken.id]))[0] ?? null) : null
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
}

/** As the rule was when the execution began, in the order of the rules. */
export async function readHeld(db: Db, token: string, ids: number[]): Promise<HeldExecution[]> {
  const { rows } = await sql<Row>`
    SELECT execution.id, execution.company_id, companies.slug, execution.automation_id,
      workspaces_left(automations.company_id, automations.made_by, automations.workspace_ids) AS workspaces, automations.name, versions.rule, slot, started_at, kind, checked
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
    rule: Rule.parse(row.rule),
    at: row.slot ?? row.started_at,
    slot: row.slot,
    kind: row.kind,
    isDecided: row.checked !== null,
    token,
  }))
}
