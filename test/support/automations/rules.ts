import { Rule } from '../../../src/core/automations/rule/rule.ts'
import type { RuleInput } from '../../../src/core/automations/rule/rule.ts'
import type { TestApp } from '../harness.ts'

/** A rule of the demo company, or of another, as if it had been made by a call. */
export async function makeRule(app: TestApp, given: RuleInput, company = 'demo'): Promise<number> {
  const { db } = app.app.services
  const rule = Rule.parse(given)
  const { id: companyId } = await db
    .selectFrom('companies')
    .select('id')
    .where('slug', '=', company)
    .executeTakeFirstOrThrow()
  const { name, enabled, mode } = rule
  const made = await db
    .insertInto('automations')
    .values({ company_id: companyId, name, enabled, mode, rule: JSON.stringify(rule), created_by: 'test' })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('automation_versions')
    .values({ automation_id: made.id, version: made.version, rule: JSON.stringify(rule) })
    .execute()
  return made.id
}

interface ActionView {
  action: string
  operation: string | null
  input: Record<string, unknown> | null
  outcome: string
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  approvalId: number | null
  error: { code: string; details?: Record<string, unknown> } | null
  undo: { outcome: string; reason: string | null; error: unknown } | null
}

export interface DecisionView {
  id: number
  entityId: string
  outcome: string
  reason: string | null
  numbers: Record<string, number | null>
  actions: ActionView[]
  undoneAt: string | null
}

export interface ExecutionView {
  id: number
  automationId: number
  state: string
  reason: string | null
  slot: string | null
  checked: number | null
  matched: number | null
  unmatched: number
  unknown: number
  acted: number | null
  figuresAt: string | null
  conversion: { currency: string; byDay: { currency: string; from: string; rates: (number | null)[] }[] } | null
  undoneAt: string | null
  undoBegunAt: string | null
  startedAt: string
  decisions: DecisionView[]
}

/** Has a rule checked now, and waits for the end. */
export async function runRule(app: TestApp, id: number): Promise<ExecutionView> {
  const { body, status } = await app.call<ExecutionView>('POST', `/v1/automations/${id}/run`, { body: {} })
  if (status !== 202) throw new Error(`run answered ${status}: ${JSON.stringify(body)}`)
  if (body.state === 'running') throw new Error('It is still running.')
  return body
}
