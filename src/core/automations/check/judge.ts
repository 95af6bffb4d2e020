import type pg from 'pg'
import type { Checked, Entity } from './checked.ts'
import { addEntities, labelled, readNumbers } from './details.ts'
import { explain } from './explain.ts'
import { readMatches } from './matches.ts'
import type { Matches } from './matches.ts'
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
  const entities = new Map<number, Entity>()
  for (let start = 0; start < rules.length; start += rulesAtOnce) {
    judged.push(...(await judgeSome(client, rules.slice(start, start + rulesAtOnce), entities)))
  }
  return judged
}

async function judgeSome(
  client: pg.ClientBase,
  rules: readonly RuleAt[],
  entities: Map<number, Entity>,
): Promise<Judged[]> {
  const { rows } = await client.query<Record<string, unknown>>(outcomesSql(rules))
  const answer = rows[0]!
  const found = rules.map((rule, place) => ({
    rule,
    checked: answer[outcomeColumns.checked(place)] as number,
    unknown: answer[outcomeColumns.unknown(place)] as number,
    matched: readMatches(answer[outcomeColumns.matched(place)] as Buffer | null),
    others: (answer[outcomeColumns.others(place)] ?? []) as number[],
  }))
  const wanted = new Set(found.flatMap(({ others }) => others))
  for (const { matched } of found) for (let match = 0; match < matched.count; match++) wanted.add(matched.at(match, 0)!)
  await addEntities(client, rules, wanted, entities)
  const judged: Judged[] = []
  for (const { rule, checked, unknown, matched, others } of found) {
    judged.push({
      checked,
      unknown,
      unmatched: checked - unknown - matched.count,
      matched: matchedOf(matched, rule, entities),
      others: await othersOf(client, rule, { rows: others, entities }),
    })
  }
  return judged
}

/** In a match stand its row, its code, and its numbers. */
function matchedOf(matches: Matches, { compiled }: RuleAt, entities: ReadonlyMap<number, Entity>): Checked[] {
  const { labels } = compiled
  return Array.from({ length: matches.count }, (_, match): Checked => {
    const numbers: Record<string, number | null> = {}
    for (let place = 0; place < labels.length; place++) numbers[labels[place]!] = matches.at(match, place + 2)
    const entity = entities.get(matches.at(match, 0)!)!
    const place = matches.at(match, 1)! - codes.firstCase
    return { entity, outcome: 'matched', case: place, numbers, isBelowMinimum: false, why: null }
  })
}

async function othersOf(
  client: pg.ClientBase,
  rule: RuleAt,
  { rows, entities }: { rows: number[]; entities: ReadonlyMap<number, Entity> },
): Promise<Checked[]> {
  const values = await readNumbers(client, rule, rows)
  return rows.map((row) => {
    const numbers = labelled(rule.compiled.labels, values.get(row)!)
    const why = explain(rule.compiled, numbers)
    return { entity: entities.get(row)!, ...verdictOf(rule.compiled, numbers), numbers, why }
  })
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
