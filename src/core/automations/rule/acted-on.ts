import { sql } from '../../../db/sql.ts'

/**
 * On how many entities an execution acted, with what people accepted or approved after its end; null: it is not over.
 * `execution` is its name in the statement.
 */
export function actedOn(execution: string) {
  return sql<number | null>`
    CASE WHEN ${sql.ref(execution)}.finished_at IS NOT NULL THEN (
      SELECT count(*)::int FROM automation_decisions AS acted
      WHERE acted.execution_id = ${sql.ref(execution)}.id AND acted.outcome = 'acted') END`
}
