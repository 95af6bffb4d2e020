import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { Scoped } from '../../../../db/sql.ts'
import { only } from '../../../../lookup.ts'
import { todayIn } from '../../../../days.ts'
import { findClocks, momentOf } from '../../../../platforms/kit/time/local-time.ts'
import type { Entity } from '../../evaluate/check.ts'
import { fightMinutes } from '../limits.ts'
import type { HeldExecution } from '../terms.ts'
import { coolingSince, zoneOfDays } from '../../evaluate/protections.ts'
import type { Before } from '../../evaluate/protections.ts'
import { nameOf } from '../../evaluate/checked.ts'
import { rivalsOn } from './rivals.ts'
import type { Rival } from './rivals.ts'

/** What happened before, as far as it stands against something that a rule wants now. */
export interface History extends Before {
  /** What the rule acted on so lately that it leaves it alone. */
  cooling: Set<string>
  /** What another rule is about to change, or just did. */
  busy: Map<string, Rival>
}

interface Row {
  account_key: number
  level: Entity['level']
  entity_id: string
}

const keyOf = ({ account_key: accountKey, level, entity_id: id }: Row) => nameOf({ accountKey, level, id })

/** Decisions that count as something that the rule did, also when it was taken back: a person did not want it repeated at once. */
const counts = sql`decision.outcome IN ('planned', 'acted', 'asked', 'suggested')`
const changes = sql`decision.outcome IN ('planned', 'acted', 'asked')`
/** What failed or was taken back takes no room from others. */
const pauses = sql`actions @? '$[*] ? (@.action == "pause" && @.outcome != "failed" && @.outcome != "skipped" && !(@.undo.outcome == "done"))'`

/** For which rule, and for which moment. */
export type Checking = Pick<HeldExecution, 'company' | 'automationId' | 'rule' | 'at' | 'slot'> & { id?: number }

export async function readHistory(
  trx: Db,
  execution: Checking,
  matched: { entity: Pick<Entity, 'id' | 'accountKey'> }[],
): Promise<History> {
  const ids = matched.map(({ entity }) => entity.id)
  const accounts = [...new Set(matched.map(({ entity }) => entity.accountKey))]
  const level = execution.rule.scope.level
  return {
    cooling: await cooling(trx, execution, ids),
    busy: await rivalsOn(trx, execution, ids),
    today: await actedToday(trx, execution),
    active: await counted(
      trx,
      sql`
      SELECT account_key, count(*)::int AS count FROM report_entities
      WHERE company_id = ${execution.company.id} AND account_key = ANY(${accounts}) AND level = ${level} AND state = 'active' GROUP BY account_key`,
    ),
    pausing: await counted(
      trx,
      sql`
      SELECT account_key, count(*)::int AS count FROM automation_decisions AS decision
      WHERE company_id = ${execution.company.id} AND account_key = ANY(${accounts}) AND level = ${level}
        AND (${changes} AND created_at > clock_timestamp() - make_interval(mins => ${fightMinutes})
          OR ${counts} AND execution_id = ${execution.id ?? null}::bigint)
        AND ${pauses}
      GROUP BY account_key`,
    ),
  }
}

async function counted(trx: Db, statement: Scoped<unknown>): Promise<Map<number, number>> {
  const { rows } = await (statement as Scoped<{ account_key: number; count: number }>).execute(trx)
  return new Map(rows.map(({ account_key: key, count }) => [key, count]))
}

/** From slot to slot, so that a daily rule with a rest of a day is not held up by the seconds that its check took. */
async function cooling(trx: Db, { company, automationId, at, rule }: Checking, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<Row>`
    SELECT DISTINCT account_key, level, entity_id FROM automation_decisions AS decision
    JOIN automation_executions AS execution ON execution.id = execution_id
    WHERE decision.company_id = ${company.id} AND decision.automation_id = ${automationId} AND entity_id = ANY(${ids}) AND ${counts}
      AND coalesce(slot, started_at) > ${coolingSince(rule, at)}`.execute(trx)
  return new Set(rows.map(keyOf))
}

/** A day is one of the schedule's time zone. */
async function actedToday(trx: Db, { company, automationId, at, rule }: Checking): Promise<number> {
  const zone = zoneOfDays(rule)
  const clocks = findClocks(zone)
  const wall = Date.parse(`${todayIn(zone, at)}T00:00:00Z`)
  const since = new Date(clocks ? momentOf(wall, clocks) : wall)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM automation_decisions AS decision
    JOIN automation_executions AS execution ON execution.id = execution_id
    WHERE decision.company_id = ${company.id} AND decision.automation_id = ${automationId} AND ${counts}
      AND coalesce(slot, started_at) >= ${since}`.execute(trx)
  return only(rows).count
}
