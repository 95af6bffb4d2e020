import type pg from 'pg'
import type { Checked } from './checked.ts'
import { entityOf, readDetails } from './details.ts'
import type { Details } from './details.ts'
import { explain } from './explain.ts'
import type { Numbers } from './formula.ts'
import { codes, codeSql, knownOrNaN, outcomeColumns, outcomesSql, rowsOf, scopeSql } from './rule-sql.ts'
import type { RuleAt } from './rule-sql.ts'
import { verdictOf } from './verdict.ts'

export interface Judged {
  checked: number
  matched: Checked[]
  unmatched: number
  unknown: number
  /** As many of the others as were asked for: those that spend too little first, then those that are unknown. */
  others: Checked[]
}

/** How many rules are checked in one look at the rows. */
const rulesAtOnce = 50

/** Checks rules of one level against its rows. Rules that ask for people are checked one by one: theirs are other rows. */
export async function judge(client: pg.ClientBase, rules: readonly RuleAt[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (let start = 0; start < rules.length; start += rulesAtOnce) {
    judged.push(...(await judgeSome(client, rules.slice(start, start + rulesAtOnce))))
  }
  return judged
}

async function judgeSome(client: pg.ClientBase, rules: readonly RuleAt[]): Promise<Judged[]> {
  const { rows } = await client.query<Record<string, number | number[]>>(outcomesSql(rules))
  const answer = rows[0]!
  const found = rules.map((_, place) => ({
    checked: answer[outcomeColumns.checked(place)] as number,
    unknown: answer[outcomeColumns.unknown(place)] as number,
    matched: answer[outcomeColumns.matched(place)] as number[],
    others: (answer[outcomeColumns.others(place)] ?? []) as number[],
  }))
  const wanted = new Set(found.flatMap(({ matched, others }) => [...matched, ...others]))
  const details = await readDetails(client, rules, [...wanted])
  return rules.map((rule, place) => {
    const { checked, unknown, matched, others } = found[place]!
    const shown = (row: number) => checkedOf(details.facts(row), details.numbers(row, place), rule)
    const unmatched = checked - unknown - matched.length
    return { checked, unknown, unmatched, matched: matched.map(shown), others: others.map(shown) }
  })
}

function checkedOf(facts: ReturnType<Details['facts']>, numbers: Numbers, rule: RuleAt): Checked {
  const verdict = verdictOf(rule.compiled, numbers)
  const why = verdict.outcome === 'matched' ? null : explain(rule.compiled, numbers)
  return { entity: entityOf(facts, rule), ...verdict, numbers, why }
}

/** How many entities stand in one row of what is kept. */
const entitiesInChunk = 5_000

/** Keeps what did not match with the execution that looked at it. Search terms have no keys to be kept under. */
export async function keepRest(client: pg.ClientBase, rule: RuleAt, executionId: number): Promise<void> {
  await client.query('DELETE FROM automation_checks WHERE execution_id = $1', [executionId])
  if (rule.compiled.rule.scope.level === 'searchTerm') return
  const { labels } = rule.compiled
  const numbers = labels.length > 0 ? `array_agg(numbers ORDER BY row_no)` : `'{}'::float8[]`
  await client.query(
    `INSERT INTO automation_checks (execution_id, chunk, labels, entity_keys, outcomes, numbers)
     SELECT $1, row_no / ${entitiesInChunk}, $2, array_agg(key ORDER BY row_no),
       array_agg((CASE code WHEN ${codes.unknown} THEN 2 ELSE 0 END)::smallint ORDER BY row_no), ${numbers}
     FROM (
       SELECT w.row_no, w.key, ${codeSql(rule)} AS code, ${knownOrNaN(rule)} AS numbers
       FROM ${rowsOf(rule.compiled)} w WHERE ${scopeSql(rule)} OFFSET 0
     ) q WHERE code < ${codes.firstCase} GROUP BY 2`,
    [executionId, labels],
  )
}
