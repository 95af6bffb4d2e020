import { only } from '../lookup.ts'
import type { EveryCompany } from './scoped.ts'
import { sql } from './sql.ts'
import type { Piece } from './sql.ts'

/** Conditions about `one`, a row that is old enough to leave and is still needed, by what needs it. */
export type RowNeeds = Record<string, Piece<boolean>>

/** Rows of a table that leave. */
export interface Leaving {
  table: string
  /** In whose order they are looked at, oldest first: an index begins with it, or the table stays small. An id tells rows apart. */
  by: { column: string; type: 'id' | 'bigint' | 'timestamptz' | 'date' }
  /** Those among which it looks, where an index begins with that. */
  among?: Piece<boolean>
  /** Whether `one`, a row, has had its time, by its age alone: the first step without such a row is the last. */
  isOld: Piece<boolean>
  needs?: RowNeeds
  /** How many rows go with one; 1 unless others hang on it. */
  weight?: Piece<number>
}

export interface StepPace {
  /** How many rows a statement looks at, and how many go with it. */
  atOnce?: number
  /** What is left after so many statements is left to the next run. */
  maxSteps?: number
  signal?: AbortSignal | undefined
}

const rowsAtOnce = 2_000
const stepsAtOnce = 500

const first = { id: '-1', bigint: '-1', timestamptz: '-infinity', date: '-infinity' }

interface Step {
  seen: number
  isCut: boolean
  hasOld: boolean
  last: string | null
  gone: number
}

/**
 * Deletes what has had its time, oldest first, a few rows at a time: nobody waits for a lock on more, and a kill in between loses nothing.
 * Stops at the first step in which nothing is old. Answers how many rows of the table left.
 */
export async function deleteInSteps(db: EveryCompany, leaving: Leaving, pace: StepPace = {}): Promise<number> {
  const { atOnce = rowsAtOnce, maxSteps = stepsAtOnce, signal } = pace
  let gone = 0
  let last = first[leaving.by.type]
  for (let steps = 0; steps < maxSteps && !signal?.aborted; steps++) {
    const { rows } = await stepFrom(leaving, last, atOnce).execute(db)
    const step = only(rows)
    gone += step.gone
    const isStuck = step.gone === 0 && step.last === last
    if (step.last === null || isStuck || !step.hasOld || (step.seen < atOnce && !step.isCut)) break
    last = step.last
  }
  return gone
}

function stepFrom({ table, by, among, isOld, needs = {}, weight }: Leaving, last: string, atOnce: number): Piece<Step> {
  const name = sql.table(table)
  const key = sql.ref(`one.${by.column}`)
  // What many rows may share is looked at again: some of them may be left.
  const isId = by.type === 'id'
  const from = sql`${sql.raw(isId ? '>' : '>=')} ${last}::text::${sql.raw(isId ? 'bigint' : by.type)}`
  const isNeeded = sql.join([sql`false`, ...Object.values(needs).map((need) => sql`(${need})`)], sql` OR `)
  return sql<Step>`
    WITH seen AS MATERIALIZED (
      SELECT one.ctid AS place, ${key} AS by, (${isOld}) AS is_old, ${weight ?? sql`1`} AS weight
      FROM ${name} AS one WHERE ${among ?? sql`true`} AND ${key} ${from} ORDER BY ${key} LIMIT ${atOnce}
    ), counted AS (
      SELECT *, sum(weight) OVER (ORDER BY by, place) AS load, row_number() OVER (ORDER BY by, place) AS rank FROM seen
    ), oldest AS MATERIALIZED (SELECT * FROM counted WHERE rank = 1 OR load <= ${atOnce}
    ), gone AS (
      DELETE FROM ${name} AS one USING oldest
      WHERE one.ctid = oldest.place AND oldest.is_old AND (${isOld}) AND NOT (${isNeeded})
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM seen) AS seen, count(*) < (SELECT count(*) FROM seen) AS "isCut",
      (SELECT coalesce(bool_or(is_old), false) FROM seen) AS "hasOld", max(by)::text AS last,
      (SELECT count(*)::int FROM gone) AS gone
    FROM oldest`
}
