import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { RowNeeds, StepPace } from '../../../db/delete-in-steps.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { checksKeptDays, executionsKeptDays, forgottenAtOnce } from './limits.ts'

/** What still needs an execution that is old. */
export const executionNeeds: RowNeeds = {
  open: sql`one.state = 'running'`,
  // Somebody has it taken back, or accepts what it suggested.
  request: sql`EXISTS (SELECT FROM automation_requests AS asked WHERE asked.execution_id = one.id AND asked.ended_at IS NULL)`,
  suggestion: sql`EXISTS (
    SELECT FROM automation_decisions AS decision JOIN automation_suggestions AS made ON made.decision_id = decision.id
    WHERE decision.execution_id = one.id AND made.state = 'open')`,
  approval: sql`one.id IN (
    SELECT (about ->> 'executionId')::bigint FROM approvals WHERE state IN ('waiting', 'approved') AND about IS NOT NULL)`,
}

/** First what was merely looked at, later everything about an execution. */
export async function forgetExecutions(db: Db, pace: StepPace = {}): Promise<number> {
  const before = (days: number) => sql`now() - make_interval(days => ${days})`
  const checks = {
    table: 'automation_checks',
    by: { column: 'execution_id', type: 'bigint' },
    isOld: sql<boolean>`(SELECT started_at FROM automation_executions WHERE id = one.execution_id) < ${before(checksKeptDays)}`,
  } as const
  const executions = {
    table: 'automation_executions',
    by: { column: 'id', type: 'id' },
    isOld: sql<boolean>`one.started_at < ${before(executionsKeptDays)}`,
    needs: executionNeeds,
  } as const
  const steps = { atOnce: forgottenAtOnce, ...pace }
  return (
    (await deleteInSteps(everyCompany(db), checks, steps)) + (await deleteInSteps(everyCompany(db), executions, steps))
  )
}
