import type pg from 'pg'
import { entryOf, required } from '../../../../lookup.ts'
import type { Checked, Entity } from '../checked.ts'
import { firstRow, copied } from '../copied.ts'
import { labelled, readEntities, readNumbers } from './details.ts'
import { explain } from './explain.ts'
import type { Numbers } from '../../rule/compiled/formula.ts'
import { readMatches, readWholeNumbers } from './matches.ts'
import type { Matches } from './matches.ts'
import { codes, outcomesSql, outcomeWidth } from '../rule-sql.ts'
import type { RuleAt } from '../rule-sql.ts'
import { verdictOf } from './verdict.ts'

export interface CheckResult {
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
export async function judge(client: pg.ClientBase, rules: readonly RuleAt[]): Promise<CheckResult[]> {
  const outcomes: Outcome[] = []
  for (let start = 0; start < rules.length; start += rulesAtOnce) {
    outcomes.push(...(await outcomesOf(client, rules.slice(start, start + rulesAtOnce))))
  }
  const wanted = new Set(outcomes.flatMap(({ others }) => others))
  for (const { matches } of outcomes) {
    for (let match = 0; match < matches.count; match++) wanted.add(required(matches.at(match, 0), 'matches'))
  }
  const entities = await readEntities(client, rules, wanted)
  const judged: CheckResult[] = []
  for (const { rule, checked, unknown, matches, others } of outcomes) {
    judged.push({
      checked,
      unknown,
      unmatched: checked - unknown - matches.count,
      matched: matchedOf(matches, rule, entities),
      others: await othersOf(client, rule, { rows: others, entities }),
    })
  }
  return judged
}

interface Outcome {
  rule: RuleAt
  checked: number
  unknown: number
  matches: Matches
  /** Row by row. */
  others: number[]
}

async function outcomesOf(client: pg.ClientBase, rules: readonly RuleAt[]): Promise<Outcome[]> {
  const answers = firstRow(await copied(client, outcomesSql(rules)))
  return rules.map((rule, place) => {
    const [checked, unknown, matched, others] = answers.slice(place * outcomeWidth, (place + 1) * outcomeWidth)
    return {
      rule,
      checked: required(checked, 'checked').getInt32(0),
      unknown: required(unknown, 'unknown').getInt32(0),
      matches: readMatches(matched ?? null),
      others: readWholeNumbers(others ?? null),
    }
  })
}

/** In a match stand its row, its code, and its numbers. */
function matchedOf(matches: Matches, { compiled }: RuleAt, entities: ReadonlyMap<number, Entity>): Checked[] {
  const all = { matches, labels: compiled.labels }
  const matched: Checked[] = []
  for (let match = 0; match < matches.count; match++) {
    matched.push(
      new Matched(
        entryOf(entities, required(matches.at(match, 0), 'matches'), 'entity'),
        required(matches.at(match, 1), 'matches') - codes.firstCase,
        all,
        match,
      ),
    )
  }
  return matched
}

/** Its numbers are made when somebody looks: of a hundred thousand that match, few are acted on. */
class Matched implements Checked {
  readonly outcome = 'matched'
  readonly isBelowMinimum = false
  readonly why = null
  readonly entity: Entity
  readonly case: number
  readonly #all: { matches: Matches; labels: string[] }
  readonly #match: number

  constructor(entity: Entity, place: number, all: { matches: Matches; labels: string[] }, match: number) {
    this.entity = entity
    this.case = place
    this.#all = all
    this.#match = match
  }

  get numbers(): Numbers {
    const { matches, labels } = this.#all
    return labelled(
      labels,
      labels.map((_, index) => matches.at(this.#match, index + 2)),
    )
  }
}

async function othersOf(
  client: pg.ClientBase,
  rule: RuleAt,
  { rows, entities }: { rows: number[]; entities: ReadonlyMap<number, Entity> },
): Promise<Checked[]> {
  const values = await readNumbers(client, rule, rows)
  return rows.map((row) => {
    const numbers = labelled(rule.compiled.labels, entryOf(values, row, 'value'))
    const why = explain(rule.compiled, numbers)
    return { entity: entryOf(entities, row, 'entity'), ...verdictOf(rule.compiled, numbers), numbers, why }
  })
}
