import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { RowNeeds, StepPace } from '../../../db/delete-in-steps.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { openItemsText } from '../states.ts'

/** That the batch is among the ids in some JSON of these rows, wherever they stand in it. */
const isNamedIn = (rows: string, json: string) =>
  sql<boolean>`(one.company_id, one.id::text) IN (${sql.raw(
    ['adBatchId', 'draftId']
      .map(
        (name) =>
          `SELECT company_id, named.id #>> '{}' FROM ${rows}, jsonb_path_query(${json}, 'lax $.**.${name}') AS named (id)`,
      )
      .join(' UNION ALL '),
  )})`

/** That what was asked for is about the batch: by its id or by its slug. */
const isAskedFor = (rows: string) => {
  const asked = sql.raw(`SELECT company_id, input ->> 'id' FROM ${rows} AND input ->> 'id' IS NOT NULL`)
  return sql<boolean>`((one.company_id, one.id::text) IN (${asked}) OR (one.company_id, one.slug) IN (${asked}))`
}

const openApprovals = "approvals WHERE state IN ('waiting', 'approved')"

const ofItem = 'company_id = item.company_id AND platform = item.platform AND account_id = item.account_id'

const someItem = (condition: string) =>
  sql<boolean>`EXISTS (SELECT FROM batch_items AS item WHERE item.batch_id = one.id AND ${sql.raw(condition)})`

const openSuggestions = `(SELECT decision.* FROM automation_suggestions AS made
  JOIN automation_decisions AS decision ON decision.id = made.decision_id WHERE made.state = 'open') AS suggested`

/** What still needs a batch that is old. */
export const batchNeeds: RowNeeds = {
  open: someItem(openItemsText('item.state')),
  lateLook: sql`one.id IN (
    SELECT item.batch_id FROM late_looks AS look JOIN journal ON journal.id = look.journal_id
      JOIN batch_items AS item ON item.id = journal.item_id)`,
  // Somebody does something about it now.
  call: sql`EXISTS (
    SELECT FROM audit_open AS begun WHERE begun.company_id = one.company_id
      AND begun.entry::jsonb -> 'targets' ?| ARRAY['batch:' || one.id, 'batch:' || one.slug, 'draft:' || one.id])`,
  // An undo that left some of its ads, or whose last write has no answer yet, will be asked for again.
  undo: sql`(${someItem("item.state = 'undone'")} AND ${someItem("item.state = 'launched'")}) OR ${someItem(`EXISTS (
    SELECT FROM journal WHERE ${ofItem} AND state = 'open' AND key IN ('undo pause item ' || item.id, 'undo delete item ' || item.id))`)}`,
  end: someItem(`(EXISTS (
      SELECT FROM kept_ends WHERE ${ofItem} AND entity_type = 'ad' AND entity_id = item.ad_id AND kept_ends.state = 'waiting')
    OR EXISTS (
      SELECT FROM kept_ends WHERE ${ofItem} AND entity_type = 'adset' AND entity_id = item.ad_set_id AND kept_ends.state = 'waiting'))`),
  approval: sql`${isAskedFor(openApprovals)} OR ${isNamedIn(`(SELECT * FROM ${openApprovals}) AS asked`, 'about')}`,
  plan: sql`${isAskedFor('plans WHERE true')} OR ${isNamedIn('plans', 'result')}`,
  // Whoever repeats the call is answered with it. Such answers name it at the top: there may be very many of them.
  key: sql`(one.company_id, one.id::text) IN (
    SELECT company_id, answer ->> 'adBatchId' FROM idempotency_keys WHERE answer ->> 'adBatchId' IS NOT NULL)`,
  // What a guard let through for it counts in the account's day.
  guard: sql`one.id IN (SELECT batch_id FROM spend_effects WHERE batch_id IS NOT NULL)`,
  // A rule that launches a draft tells by it that this was done.
  automation: sql`${isNamedIn('automations', 'rule')} OR ${isNamedIn(openSuggestions, 'actions')}`,
  webhook: sql`one.id IN (SELECT batch_id FROM webhook_deliveries WHERE state = 'waiting' AND batch_id IS NOT NULL)
    OR EXISTS (
      SELECT FROM events AS event JOIN webhooks AS hook ON hook.company_id = event.company_id AND hook.enabled
      WHERE event.batch_id = one.id AND (event.seq IS NULL OR event.seq > hook.cursor))`,
}

/**
 * A batch leaves whole, with everything that hangs on it: its ads, their receipts, its media and events. It is as old as what last
 * happened to it.
 */
export function forgetBatches(db: Db, days: number, pace?: StepPace): Promise<number> {
  const since = sql`clock_timestamp() - make_interval(days => ${days})`
  const changed = sql<boolean>`EXISTS (SELECT FROM events AS event WHERE event.batch_id = one.id AND event.at >= ${since})`
  const leaving = {
    table: 'batches',
    by: { column: 'id', type: 'id' },
    isOld: sql<boolean>`one.finished_at < ${since}`,
    needs: { changed, ...batchNeeds },
    weight: sql<number>`greatest(one.total_ads, 1)`,
  } as const
  return deleteInSteps(everyCompany(db), leaving, pace)
}
