import type { CompanyId } from '../../../../db/company-id.ts'
import type { DecisionOutcome, RuleLevel } from '../../../../db/tables/automations.ts'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import { isHeldBy } from '../lease.ts'
import { NoLongerHeld } from '../terms.ts'
import type { ActionTaken } from '../terms.ts'

/** What a rule decided about one entity. */
export interface StoredDecision {
  id: number
  companyId: CompanyId
  executionId: number
  automationId: number
  platform: string
  accountKey: number
  /** null: the account is gone. */
  accountId: string | null
  /** Whether the account is in the sandbox; null as above. */
  sandbox: boolean | null
  level: RuleLevel
  entityId: string
  entityName: string | null
  case: number
  numbers: Record<string, number | null>
  outcome: DecisionOutcome
  reason: string | null
  actions: ActionTaken[]
  /** What would be done if there were room for it; null: it does not wait for any. */
  waiting: ActionTaken[] | null
  undoneAt: Date | null
  createdAt: Date
}

interface Row {
  id: number
  company_id: CompanyId
  execution_id: number
  automation_id: number
  platform: string
  account_key: number
  account_id: string | null
  is_sandbox: boolean | null
  level: RuleLevel
  entity_id: string
  entity_name: string | null
  case_index: number
  numbers: Record<string, number | null>
  outcome: DecisionOutcome
  reason: string | null
  actions: ActionTaken[]
  waiting: ActionTaken[] | null
  undone_at: Date | null
  created_at: Date
}

type Seeing = Pick<CompanyRef, 'id' | 'workspaces'>

/** Whoever works in some workspaces sees what was decided in the accounts of those alone; the condition is about `decision`. */
export function isSeenBy({ id, workspaces }: Seeing) {
  if (workspaces === undefined) return sql`true`
  return sql`EXISTS (
    SELECT FROM ad_accounts AS seen
    WHERE seen.id = decision.account_key AND seen.company_id = ${id} AND seen.workspace_id = ANY(${[...workspaces]}))`
}

/** Of a company; the condition is about `decision`. */
export async function readDecisions(db: Db, company: Seeing, which: ReturnType<typeof sql>): Promise<StoredDecision[]> {
  const { rows } = await sql<Row>`
    SELECT decision.*, account.account_id, account.is_sandbox FROM automation_decisions AS decision
    LEFT JOIN ad_accounts AS account ON account.id = decision.account_key AND account.company_id = decision.company_id
    WHERE decision.company_id = ${company.id} AND ${isSeenBy(company)} AND ${which}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    executionId: row.execution_id,
    automationId: row.automation_id,
    platform: row.platform,
    accountKey: row.account_key,
    accountId: row.account_id,
    sandbox: row.is_sandbox,
    level: row.level,
    entityId: row.entity_id,
    entityName: row.entity_name,
    case: row.case_index,
    numbers: row.numbers,
    outcome: row.outcome,
    reason: row.reason,
    actions: row.actions,
    waiting: row.waiting,
    undoneAt: row.undone_at,
    createdAt: row.created_at,
  }))
}

/** Suggested or asked for before: what becomes of it is for people to say, and not for its execution any more. */
export const isWithPeople = sql`(EXISTS (SELECT FROM automation_suggestions AS suggestion WHERE suggestion.decision_id = decision.id)
  OR EXISTS (SELECT FROM jsonb_array_elements(decision.actions) AS one WHERE one->>'approvalId' IS NOT NULL))`

export async function findDecision(db: Db, company: Seeing, id: number): Promise<StoredDecision | null> {
  return (await readDecisions(db, company, sql`decision.id = ${id}`))[0] ?? null
}

type Progress = Pick<StoredDecision, 'id' | 'companyId' | 'executionId' | 'outcome' | 'reason' | 'actions'> & {
  /** The rule that acts on it instead. */
  met?: number
}

/** token: only while it holds the execution, or what was asked for about it; null: whoever saves it has a right of their own. */
export async function saveDecision(db: Db, decision: Progress, token: string | null): Promise<void> {
  const { id, companyId, executionId, outcome, reason, actions, met = null } = decision
  const { numAffectedRows } = await sql`
    UPDATE automation_decisions
    SET outcome = ${outcome}, reason = ${reason}, actions = ${JSON.stringify(actions)}, met = coalesce(${met}::bigint, met)
    WHERE id = ${id} AND company_id = ${companyId} AND ${token === null ? sql`true` : isHeldBy(token, executionId)}`.execute(
    db,
  )
  if (numAffectedRows !== 1n) throw new NoLongerHeld()
}

/** What its actions make of a decision. */
export function outcomeOf(actions: ActionTaken[]): Pick<StoredDecision, 'outcome' | 'reason'> {
  const first = (outcome: ActionTaken['outcome']) => actions.find((action) => action.outcome === outcome)
  const failed = first('failed')
  const describe = (action: ActionTaken | undefined) => (action ? `${action.action}: ${action.reason ?? ''}` : null)
  if (first('asked')) return { outcome: 'asked', reason: describe(first('asked')) }
  if (first('done')) return { outcome: 'acted', reason: describe(failed ?? first('skipped')) }
  if (failed) return { outcome: 'failed', reason: describe(failed) }
  return { outcome: 'skipped', reason: describe(first('skipped')) }
}
