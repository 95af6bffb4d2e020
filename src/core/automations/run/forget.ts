import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { checksKeptDays, executionsKeptDays, forgottenAtOnce } from './limits.ts'

/** Removes what has served its time, some at a time: first what was merely looked at, later everything about an execution. */
export async function forgetExecutions(db: Db, atOnce = forgottenAtOnce): Promise<number> {
  const before = (days: number) => sql`started_at < now() - make_interval(days => ${days})`
  const checks = sql`
    DELETE FROM automation_checks WHERE execution_id IN (
      SELECT DISTINCT execution_id FROM automation_checks JOIN automation_executions ON id = execution_id
      WHERE ${before(checksKeptDays)} LIMIT ${atOnce})`
  const executions = sql`
    DELETE FROM automation_executions WHERE id IN (
      SELECT id FROM automation_executions WHERE state <> 'running' AND ${before(executionsKeptDays)} ORDER BY id LIMIT ${atOnce})`
  let forgotten = 0
  for (const statement of [checks, executions]) {
    for (let gone = atOnce; gone >= atOnce;) {
      const { numAffectedRows = 0n } = await statement.execute(everyCompany(db))
      gone = Number(numAffectedRows)
      forgotten += gone
    }
  }
  return forgotten
}
