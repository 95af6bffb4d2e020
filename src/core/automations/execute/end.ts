import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { notify } from '../../../db/notify.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { only } from '../../../lookup.ts'
import { recordEvent } from '../../events/record.ts'
import { accountsOfRule } from '../rule/seen-rules.ts'
import { endedChannel } from './channels.ts'
import { NoLongerHeld } from './terms.ts'
import type { HeldExecution } from './terms.ts'

export interface DecisionEnd {
  state: 'done' | 'skipped' | 'failed'
  /** null: what is written down already. */
  reason: string | null
}

interface Counts {
  acted: number
  suggested: number
  asked: number
  failed: number
  problem: string | null
}

/** The end, its event, and what it means for the rule, in one transaction. */
export async function endExecution(db: Db, execution: HeldExecution, ending: DecisionEnd): Promise<void> {
  const { id, company, automationId, name, token, rule } = execution
  await db.transaction().execute(async (trx) => {
    const counts = await countDecisions(trx, id)
    const { rows } = await sql<{ checked: number | null; matched: number | null; reason: string | null }>`
      UPDATE automation_executions
      SET state = ${ending.state}, reason = coalesce(${ending.reason}, reason), finished_at = clock_timestamp(),
        lease_until = NULL
      WHERE id = ${id} AND run_token = ${token} AND state = 'running' RETURNING checked, matched, reason`.execute(
      everyCompany(trx),
    )
    const row = rows[0]
    if (!row) throw new NoLongerHeld()
    const { problem, ...described } = counts
    await recordEvent(trx, company, {
      type: 'automation.executed',
      data: {
        ...{ automationId, name, executionId: id, state: ending.state, reason: row.reason },
        ...{ checked: row.checked ?? 0, matched: row.matched ?? 0, ...described },
      },
      accounts: await accountsOfRule(trx, company, rule),
    })
    const failure = ending.state === 'failed' ? ending.reason : problem
    await countErrors(trx, execution, { failure, acted: counts.acted })
    await notify(trx, endedChannel, String(id))
  })
}

async function countDecisions(trx: Db, executionId: number): Promise<Counts> {
  const failing = sql`actions @> '[{"outcome":"failed"}]'`
  const { rows } = await sql<Counts>`
    SELECT count(*) FILTER (WHERE outcome = 'acted')::int AS acted, count(*) FILTER (WHERE outcome = 'suggested')::int AS suggested,
      count(*) FILTER (WHERE outcome = 'asked')::int AS asked, count(*) FILTER (WHERE ${failing})::int AS failed,
      min(reason) FILTER (WHERE ${failing}) AS problem
    FROM automation_decisions WHERE execution_id = ${executionId}`.execute(everyCompany(trx))
  return only(rows)
}

/** A rule that fails again and again is switched off; one that acts well begins to count anew. */
async function countErrors(
  trx: Db,
  { company, automationId, name, rule }: HeldExecution,
  { failure, acted }: { failure: string | null; acted: number },
): Promise<void> {
  if (failure === null) {
    if (acted > 0)
      await trx
        .updateTable('automations')
        .where('company_id', '=', company.id)
        .set({ errors_in_row: 0 })
        .where('id', '=', automationId)
        .execute()
    return
  }
  const { rows } = await sql<{ errors_in_row: number; enabled: boolean }>`
    UPDATE automations SET errors_in_row = errors_in_row + 1 WHERE id = ${automationId} AND company_id = ${company.id}
    RETURNING errors_in_row, enabled`.execute(trx)
  const { errors_in_row: count = 0, enabled = false } = rows[0] ?? {}
  if (!enabled || count < rule.protections.stopAfterErrors) return
  const reason = `It failed ${count} ${count === 1 ? 'time' : 'times in a row'}, at last with: ${failure}`
  await sql`
    UPDATE automations SET enabled = false, next_slot_at = NULL, off_reason = ${reason}, errors_in_row = 0,
      rule = jsonb_set(rule, '{enabled}', 'false'), updated_at = clock_timestamp()
    WHERE id = ${automationId} AND company_id = ${company.id}`.execute(trx)
  const accounts = await accountsOfRule(trx, company, rule)
  await recordEvent(trx, company, { type: 'automation.switched_off', data: { automationId, name, reason }, accounts })
}
