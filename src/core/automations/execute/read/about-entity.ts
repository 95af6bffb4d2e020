import type { CompanyId } from '../../../../db/company-id.ts'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { Context } from '../../../context.ts'
import { compileRule } from '../../rule/compiled/compile.ts'
import { explain } from '../../evaluate/outcomes/explain.ts'
import { maxSearchesKept } from '../../evaluate/outcomes/rest.ts'
import { Rule } from '../../rule/rule.ts'
import { readDecisions } from '../decisions/decisions.ts'
import { withAnswers } from './approval-outcomes.ts'
import { outcomeNumbers, placesOf } from './executions.ts'
import type { EntityOutcome, Execution } from './executions.ts'

/** What one execution has to say about one entity. */
export interface AboutEntity {
  outcome: EntityOutcome
  /** Why it was not acted on, in plain words; null where it was. */
  reason: string | null
  numbers: Record<string, number | null>
  decisionId: number | null
}

interface Seen {
  execution_id: number
  outcome: number
  labels: string[]
  /** One row of as many as there are labels. */
  numbers: number[][]
  rule: object
}

/** For each execution: the decision about the entity, or why there is none. */
export async function aboutEntity(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { entityId, executions }: { entityId: string; executions: Execution[] },
): Promise<AboutEntity[]> {
  const ids = executions.map(({ id }) => id)
  const which = sql`entity_id = ${entityId} AND execution_id = ANY(${ids})`
  const decided = await withAnswers(db, company, await readDecisions(db, company, which))
  const { rows: seen } = await sql<Seen>`
    SELECT checks.execution_id, outcomes[place] AS outcome, labels, versions.rule,
      numbers[place:place] AS numbers
    FROM automation_checks AS checks
    JOIN automation_executions AS execution ON execution.id = checks.execution_id AND execution.company_id = ${company.id}
    JOIN automation_versions AS versions ON versions.automation_id = execution.automation_id AND versions.version = execution.version
    CROSS JOIN LATERAL (${placesOf(company.id, entityId)}) AS found
    WHERE checks.execution_id = ANY(${ids}) AND ${isAmong(company, entityId)}`.execute(db)
  const left = await withoutSome(db, company.id, ids)
  return executions.map((execution) => {
    const decision = decided.find(({ executionId }) => executionId === execution.id)
    if (decision) {
      const { outcome, reason, numbers, id } = decision
      return { outcome, reason, numbers, decisionId: id }
    }
    const row = seen.find(({ execution_id: id }) => id === execution.id)
    return row ? unmatched(row) : notChecked(execution, left.has(execution.id))
  })
}

/** Whether an entity lies in an account that the caller sees. A search is named after its ad group. */
function isAmong({ id, workspaces }: CompanyRef, entityId: string) {
  if (workspaces === undefined) return sql`true`
  const [first] = entityId.split('/')
  return sql`EXISTS (
    SELECT FROM ad_accounts AS account LEFT JOIN report_entities AS own ON own.account_key = account.id AND own.id IN (${entityId}, ${first})
    WHERE account.company_id = ${id} AND account.workspace_id = ANY(${[...workspaces]})
      AND (account.account_id = ${entityId} OR own.id IS NOT NULL))`
}

/** Executions that looked at more searches than are kept. */
async function withoutSome(db: Db, companyId: CompanyId, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT execution.id FROM automation_executions AS execution
    JOIN automation_versions AS versions ON versions.automation_id = execution.automation_id AND versions.version = execution.version
    WHERE execution.company_id = ${companyId} AND execution.id = ANY(${ids}) AND versions.rule #>> '{scope,level}' = 'searchTerm'
      AND checked - matched > (
        SELECT coalesce(sum(cardinality(outcomes)), 0) FROM automation_checks WHERE execution_id = execution.id)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

function unmatched({ outcome, labels, numbers: kept, rule }: Seen): AboutEntity {
  const values = kept[0] ?? []
  const numbers = Object.fromEntries(
    labels.map((label, place) => [label, Number.isNaN(values[place]) ? null : (values[place] ?? null)]),
  )
  const word = outcome === outcomeNumbers.unknown ? 'unknown' : 'unmatched'
  return { outcome: word, reason: explain(compileRule(Rule.parse(rule)), numbers), numbers, decisionId: null }
}

function notChecked({ state, reason, checked }: Execution, isWithoutSome: boolean): AboutEntity {
  const words =
    checked === null
      ? (reason ?? (state === 'running' ? 'It is still running.' : 'Nothing was checked.'))
      : `${isWithoutSome ? someKept : 'It was not in the scope of the rule then.'}${reason === null ? '' : ` ${reason}`}`
  return { outcome: 'not_checked', reason: words, numbers: {}, decisionId: null }
}

const someKept = `Nobody searched for it then, or it is not among the ${maxSearchesKept} costliest without a match: no more are kept.`
