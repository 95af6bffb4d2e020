import type pg from 'pg'
import { codes, codeSql, knownOrNaN, rowsOf, scopeSql } from '../rule-sql.ts'
import type { RuleAt } from '../rule-sql.ts'

/** How many entities stand in one row of what is kept. */
const entitiesInChunk = 5_000

/** People search for anything: of the searches that did not match, so many are kept. */
export const maxSearchesKept = 5_000

/** Keeps what did not match with the execution that looked at it. */
export async function keepRest(
  client: pg.ClientBase,
  rule: RuleAt,
  { executionId, searchesKept }: { executionId: number; searchesKept: number },
): Promise<void> {
  await client.query('DELETE FROM automation_checks WHERE execution_id = $1', [executionId])
  const { labels } = rule.compiled
  const { level } = rule.compiled.rule.scope
  const isKeyed = level !== 'account' && level !== 'searchTerm'
  const names = isKeyed ? `array_agg(key ORDER BY place), NULL` : `'{}', array_agg(id ORDER BY place)`
  const numbers = labels.length > 0 ? `array_agg(numbers ORDER BY place)` : `'{}'::float8[]`
  const rest = `SELECT w.row_no AS place, w.key, w.id, ${codeSql(rule)} AS code, ${knownOrNaN(rule)} AS numbers
    FROM ${rowsOf(rule.compiled)} w WHERE ${scopeSql(rule)} OFFSET 0`
  await client.query(
    `INSERT INTO automation_checks (execution_id, chunk, labels, entity_keys, entity_ids, outcomes, numbers)
     SELECT $1, place / ${entitiesInChunk}, $2, ${names},
       array_agg((CASE code WHEN ${codes.unknown} THEN 2 ELSE 0 END)::smallint ORDER BY place), ${numbers}
     FROM (${level === 'searchTerm' ? foremost(rest, labels, searchesKept) : rest}) q WHERE code < ${codes.firstCase} GROUP BY 2`,
    [executionId, labels],
  )
}

/** Those that cost most, or else have most of what the rule looks at first; what is unknown comes before everything. */
function foremost(rest: string, labels: string[], atMost: number): string {
  const spent = labels.findIndex((label) => label.startsWith('spend '))
  return `SELECT row_number() OVER (ORDER BY r.numbers[${Math.max(spent, 0) + 1}] DESC NULLS LAST, r.id)::int - 1 AS place, r.key, r.id, r.code, r.numbers
    FROM (${rest}) r WHERE r.code < ${codes.firstCase} ORDER BY 1 LIMIT ${atMost}`
}
