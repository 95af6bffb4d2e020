import { only } from '../../../../lookup.ts'
import { seenBefore } from '../../../reach.ts'
import type { CompanyId } from '../../../../db/company-id.ts'
import type { ExecutionState } from '../../../../db/tables/automations.ts'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { Scoped } from '../../../../db/sql.ts'
import { notFound } from '../../../../errors.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { Context } from '../../../context.ts'
import type { KeptRates } from '../../evaluate/rates.ts'
import { isSeenRule } from '../../rule/seen-rules.ts'
import { actedOn } from '../../rule/acted-on.ts'
import type { Rule } from '../../rule/rule.ts'
import { isSeenBy, readDecisions } from '../decisions/decisions.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import { withAnswers } from './approval-outcomes.ts'

const decisionOutcomes = ['acted', 'suggested', 'asked', 'skipped', 'failed'] as const
/** What can be said of an entity in an execution. */
export const entityOutcomes = [...decisionOutcomes, 'planned', 'unmatched', 'unknown', 'not_checked'] as const
export type EntityOutcome = (typeof entityOutcomes)[number]

export interface Execution {
  id: number
  automationId: number
  automationName: string
  version: number
  kind: 'scheduled' | 'manual'
  slot: Date | null
  state: ExecutionState
  reason: string | null
  figuresAt: Date | null
  checked: number | null
  matched: number | null
  acted: number | null
  startedAt: Date
  finishedAt: Date | null
  askedBy: string | null
  undoneAt: Date | null
  /** null: nobody is about to take it back. */
  undoBegunAt: Date | null
}

interface Row {
  id: number
  automation_id: number
  automation_name: string
  version: number
  kind: Execution['kind']
  slot: Date | null
  state: ExecutionState
  reason: string | null
  figures_at: Date | null
  conversion: KeptRates | null
  checked: number | null
  matched: number | null
  unknown: number | null
  acted: number | null
  started_at: Date
  finished_at: Date | null
  asked_by: string | null
  undone_at: Date | null
  undo_begun_at: Date | null
}

function executionOf(row: Row): Execution {
  return {
    id: row.id,
    automationId: row.automation_id,
    automationName: row.automation_name,
    version: row.version,
    kind: row.kind,
    slot: row.slot,
    state: row.state,
    reason: row.reason,
    figuresAt: row.figures_at,
    checked: row.checked,
    matched: row.matched,
    acted: row.acted,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    askedBy: row.asked_by,
    undoneAt: row.undone_at,
    undoBegunAt: row.undo_begun_at,
  }
}

type Within = Pick<Context, 'company'>

export interface ExecutionQuery {
  automationId?: number
  entityId?: string
  outcome?: EntityOutcome
  from?: Date
  to?: Date
  offset: number
  limit: number
}

const rowsWhere = (which: Scoped<unknown>) => sql<Row>`
  SELECT execution.*, ${actedOn('execution')} AS acted, automations.name AS automation_name, (
    SELECT asked_at FROM automation_requests AS request
    WHERE request.execution_id = execution.id AND kind = 'undo' AND ended_at IS NULL) AS undo_begun_at
  FROM automation_executions AS execution
  JOIN automations ON automations.id = automation_id WHERE ${which}`

/** The newest first. */
export async function listExecutions(
  { db }: { db: Db },
  { company }: Within,
  query: ExecutionQuery,
): Promise<{ executions: Execution[]; total: number }> {
  const { automationId = null, from = null, to = null, offset, limit } = query
  if (automationId !== null) await mustKnow(db, company, automationId)
  const which = sql`execution.company_id = ${company.id} AND ${isOfSeenRule(company)}
    AND (${automationId}::bigint IS NULL OR automation_id = ${automationId})
    AND (${from}::timestamptz IS NULL OR coalesce(slot, started_at) >= ${from})
    AND (${to}::timestamptz IS NULL OR coalesce(slot, started_at) <= ${to}) AND ${outcomeIs(company, query)}`
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM automation_executions AS execution WHERE ${which}`.execute(db)
  const { rows } = await rowsWhere(sql`${which} ORDER BY execution.id DESC OFFSET ${offset} LIMIT ${limit}`).execute(db)
  return { executions: rows.map(executionOf), total: only(counted.rows).total }
}

/** An execution is seen by those who see its rule. */
export function isOfSeenRule(company: CompanyRef) {
  if (company.workspaces === undefined) return sql`true`
  return sql`EXISTS (
    SELECT FROM automations AS own WHERE own.id = execution.automation_id AND ${isSeenRule(company, 'own.rule')})`
}

async function mustKnow(db: Db, company: CompanyRef, automationId: number): Promise<void> {
  const known = await db
    .selectFrom('automations')
    .where('company_id', '=', company.id)
    .where(isSeenRule(company, 'automations.rule'))
    .select('id')
    .where('id', '=', automationId)
    .executeTakeFirst()
  if (!known) throw notFound('automation', automationId)
}

/** Of all entities of an execution, or of one of them. */
function outcomeIs(company: CompanyRef, { outcome, entityId }: ExecutionQuery) {
  const { id: companyId } = company
  if (outcome === undefined) return sql`true`
  const about = entityId === undefined ? sql`true` : sql`entity_id = ${entityId}`
  const isDecided = sql`EXISTS (
    SELECT FROM automation_decisions AS decision
    WHERE decision.execution_id = execution.id AND decision.company_id = ${companyId} AND decision.outcome = ${outcome} AND ${about}
      AND ${isSeenBy(company)})`
  if (outcome === 'unmatched' || outcome === 'unknown') {
    return sql`EXISTS (
      SELECT FROM automation_checks AS seen
      WHERE seen.execution_id = execution.id AND ${checkedAs(companyId, outcome, entityId)})`
  }
  if (outcome === 'not_checked') {
    return entityId === undefined ? sql`execution.checked IS NULL` : sql`NOT ${isAbout(companyId, entityId)}`
  }
  // An execution that came to nothing did so for everything in it.
  return outcome === 'skipped' || outcome === 'failed' ? sql`(${isDecided} OR execution.state = ${outcome})` : isDecided
}

/** Whether it decided about an entity, or looked at it. */
function isAbout(companyId: CompanyId, entityId: string) {
  return sql`(
    EXISTS (
      SELECT FROM automation_decisions AS decision
      WHERE decision.execution_id = execution.id AND decision.company_id = ${companyId} AND entity_id = ${entityId})
    OR EXISTS (
      SELECT FROM automation_checks AS seen CROSS JOIN LATERAL (${placesOf(companyId, entityId)}) AS found
      WHERE seen.execution_id = execution.id))`
}

/** How automation_checks writes outcomes down. */
export const outcomeNumbers = { unmatched: 0, unknown: 2 } as const

function checkedAs(companyId: CompanyId, outcome: keyof typeof outcomeNumbers, entityId: string | undefined) {
  const number = outcomeNumbers[outcome]
  if (entityId === undefined) return sql`${number} = ANY(outcomes)`
  return sql`EXISTS (SELECT FROM (${placesOf(companyId, entityId)}) AS found WHERE outcomes[place] = ${number})`
}

/** Where a row of automation_checks tells of an entity. Accounts and searches stand there by their ids, all others by our keys. */
export function placesOf(companyId: CompanyId, entityId: string) {
  return sql`
    SELECT array_position(entity_ids, ${entityId}) AS place WHERE ${entityId} = ANY(entity_ids)
    UNION ALL
    SELECT array_position(entity_keys, entity.key) FROM report_entities AS entity
    WHERE entity_ids IS NULL AND entity.company_id = ${companyId} AND entity.id = ${entityId} AND entity.key = ANY(entity_keys)`
}

export interface ExecutionInFull extends Execution {
  rule: Rule
  /** By which rates its amounts were told in one currency; null: the rule is in none. */
  conversion: KeptRates | null
  decisions: StoredDecision[]
  decisionCount: number
  unmatched: number
  unknown: number
}

/** Acted, asked and the like first, then what was skipped. */
export const maxDecisions = 500

export async function findExecution({ db }: { db: Db }, { company }: Within, id: number): Promise<ExecutionInFull> {
  const { rows } = await rowsWhere(
    sql`execution.company_id = ${company.id} AND execution.id = ${id} AND ${isOfSeenRule(company)}`,
  ).execute(db)
  const row = rows[0]
  if (!row) throw notFound('execution', id)
  const { rule } = await db
    .selectFrom('automations')
    .where('automations.company_id', '=', company.id)
    .where(seenBefore)
    .innerJoin('automation_versions', 'automation_versions.automation_id', 'automations.id')
    .select('automation_versions.rule')
    .where('automations.id', '=', row.automation_id)
    .where('automation_versions.version', '=', row.version)
    .executeTakeFirstOrThrow()
  const which = sql`execution_id = ${id} ORDER BY outcome = 'skipped', decision.id LIMIT ${maxDecisions}`
  const counted = await sql<{ decisions: number; unknown: number }>`
    SELECT (SELECT count(*)::int FROM automation_decisions AS decision
      WHERE decision.company_id = ${company.id} AND execution_id = ${id} AND ${isSeenBy(company)}) AS decisions,
      count(*) FILTER (WHERE outcome = ${outcomeNumbers.unknown})::int AS unknown
    FROM automation_checks, unnest(outcomes) AS outcome WHERE execution_id = ${id}`.execute(db)
  const { decisions: decisionCount, unknown: keptUnknown } = only(counted.rows)
  const unknown = row.unknown ?? keptUnknown
  const unmatched = (row.checked ?? 0) - (row.matched ?? 0) - unknown
  const decisions = await withAnswers(db, company, await readDecisions(db, company, which))
  return {
    ...executionOf(row),
    rule: rule as Rule,
    conversion: row.conversion,
    decisions,
    decisionCount,
    unmatched,
    unknown,
  }
}
