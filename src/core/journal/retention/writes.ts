import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { RowNeeds, StepPace } from '../../../db/delete-in-steps.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { isOpenItem } from '../states.ts'

const ofLane = (other: string) =>
  sql.raw(
    `${other}.company_id = one.company_id AND ${other}.platform = one.platform AND ${other}.account_id = one.account_id`,
  )

/** What still needs a write that is old. */
export const writeNeeds: RowNeeds = {
  open: sql`one.state = 'open'`,
  item: sql`EXISTS (SELECT FROM batch_items AS item WHERE item.id = one.item_id AND ${isOpenItem('item.state')})`,
  lateLook: sql`EXISTS (SELECT FROM late_looks AS look WHERE look.journal_id = one.id)`,
  // Guards ask the journal what became of the writes of their day.
  guard: sql`EXISTS (SELECT FROM spend_effects AS made WHERE ${ofLane('made')} AND made.write_key = one.key)
    OR EXISTS (SELECT FROM lowered_budgets AS made WHERE ${ofLane('made')} AND made.write_key = one.key)`,
  // What is asked for under a name finds by it what it has begun: an end that is kept, what a person approves, what a rule does.
  end: sql`EXISTS (
    SELECT FROM kept_ends AS kept WHERE ${ofLane('kept')} AND kept.state = 'waiting'
      AND starts_with(one.key, 'end ' || kept.id || ' '))`,
  approval: sql`EXISTS (
    SELECT FROM approvals AS asked WHERE asked.state IN ('waiting', 'approved') AND asked.company_id = one.company_id
      AND (starts_with(one.key, asked.operation_key || ' ')
        OR position(' key ' || coalesce(asked.repeat_key, 'approval-' || asked.id) || ' ' IN one.key || ' ') > 0))`,
  plan: sql`EXISTS (
    SELECT FROM plans AS plan WHERE plan.company_id = one.company_id AND plan.run_at IS NOT NULL AND plan.result IS NULL
      AND position(' key plan-' || plan.id || ' ' IN one.key || ' ') > 0)`,
  automation: sql`EXISTS (
    SELECT FROM automation_executions AS execution JOIN automation_decisions AS decision ON decision.execution_id = execution.id
    WHERE execution.company_id = one.company_id AND one.key ~ ' key automation (undo )?[0-9]+ '
      AND (execution.state = 'running' OR EXISTS (
        SELECT FROM automation_requests AS asked WHERE asked.execution_id = execution.id AND asked.ended_at IS NULL))
      AND decision.id = substring(one.key FROM ' key automation (?:undo )?([0-9]{1,15}) ')::bigint)`,
}

/** What closed writes made stays known: by its item, its receipt and its batch. */
export function forgetWrites(db: Db, days: number, pace?: StepPace): Promise<number> {
  const isOld = sql<boolean>`one.intent_at < clock_timestamp() - make_interval(days => ${days})`
  const leaving = { table: 'journal', by: { column: 'id', type: 'id' }, isOld, needs: writeNeeds } as const
  return deleteInSteps(everyCompany(db), leaving, pace)
}

/** When the oldest was last written down to be sent: `at`. */
export const oldestWrite = sql<{ at: Date }>`SELECT intent_at AS at FROM journal ORDER BY id LIMIT 1`
