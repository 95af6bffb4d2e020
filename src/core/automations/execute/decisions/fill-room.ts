import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import { everyCompany } from '../../../../db/scoped.ts'
import { only } from '../../../../lookup.ts'
import { isHeldBy } from '../lease.ts'
import type { HeldExecution } from '../terms.ts'
import { courseOf } from '../../rule/effect.ts'
import { oneByOne } from './decide.ts'
import { readDecisions } from './decisions.ts'
import type { StoredDecision } from './decisions.ts'
import { readHistory } from './history.ts'
import { protect } from './protect.ts'

/**
 * What turned out to need nothing takes no place: those that there was no room for get it, in their order; so does what another rule
 * was about to change and could not. Answers whether there is more to do now. What failed or was refused by a guard has been tried,
 * and keeps its place.
 */
export async function fillRoom(db: Db, execution: HeldExecution): Promise<boolean> {
  const { id, company, rule, token } = execution
  return db.transaction().execute(async (trx) => {
    await oneByOne(trx, company.id)
    const waiting = await readDecisions(
      trx,
      company,
      sql`execution_id = ${id} AND waiting IS NOT NULL ORDER BY decision.id`,
    )
    if (waiting.length === 0) return false
    const matched = waiting.map(toJudge)
    const history = await readHistory(trx, execution, matched)
    const today = history.today + (await triedIn(trx, id))
    const judged = protect(rule, matched, { ...history, today }, ({ course }) => ({ course, beyond: [] }))
    const ids = judged.flatMap(({ checked, reason }) => (reason === null ? [checked.decisionId] : []))
    await sql`
      UPDATE automation_decisions SET outcome = 'planned', reason = NULL, actions = waiting, waiting = NULL, met = NULL
      WHERE id = ANY(${ids}) AND ${isHeldBy(token, id)}`.execute(everyCompany(trx))
    if (ids.length > 0) return true
    // Nobody will ask for the others any more.
    await sql`UPDATE automation_decisions SET waiting = NULL WHERE execution_id = ${id} AND waiting IS NOT NULL`.execute(
      everyCompany(trx),
    )
    return false
  })
}

/** As far as protections look at it. Decisions lie in the order of their turn; their states were looked at when they were decided. */
function toJudge({ id: decisionId, accountKey, level, entityId, case: place, waiting }: StoredDecision) {
  const entity = { accountKey, level, id: entityId, key: decisionId, state: null }
  return { decisionId, entity, case: place, course: courseOf(waiting ?? []) }
}

/** In vain. */
async function triedIn(trx: Db, executionId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM automation_decisions WHERE execution_id = ${executionId}
      AND (outcome = 'failed' OR outcome = 'skipped' AND actions @> '[{"error":{"code":"guard_refused"}}]')`.execute(
    everyCompany(trx),
  )
  return only(rows).count
}
