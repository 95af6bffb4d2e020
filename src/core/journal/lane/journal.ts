import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { itemEntry } from '../item-entry.ts'
import type { ItemEntry, ItemRow } from '../item-entry.ts'
import { markFailed } from '../item-ends.ts'
import type { Failure } from '../item-ends.ts'
import { asOwner, isHeld, laneIs } from './lanes.ts'
import type { LaneLease } from './lanes.ts'
import { laneRests } from '../often-tried.ts'
import type { TurnJournal } from '../open.ts'
import { isOpenItem } from '../states.ts'

/** Why nothing of an account goes on for a while. */
type PauseReason = 'throttled' | 'connection'

/** The journal as the owner of a lane has it: what is written down through it counts only while the lane is its own. */
export interface LaneJournal {
  readonly lease: LaneLease
  isHeld(): Promise<boolean>
  /** Items that may be worked on now, oldest first. */
  dueItems(max: number): Promise<ItemRow[]>
  item(row: ItemRow): ItemEntry
  /** Nothing of the account goes on before so long from now. */
  pauseItems(ms: number, reason: PauseReason): Promise<void>
  /** What failed one item fails every waiting one, with the same words, in one go. */
  failItems(failedItem: number, otherwise: Failure): Promise<void>
}

export function laneJournal(db: Db, turns: TurnJournal, lease: LaneLease): LaneJournal {
  return {
    lease,
    isHeld: () => isHeld(db, lease),
    dueItems: (max) => dueItems(db, lease, max),
    item: (row) => itemEntry(db, turns, lease, row),
    pauseItems: (ms, reason) => asOwner(db, lease, (trx) => pauseItems(trx, lease, { ms, reason })),
    failItems: (failedItem, otherwise) => asOwner(db, lease, (trx) => failItems(trx, lease, failedItem, otherwise)),
  }
}

async function dueItems(db: Db, { companyId, platform, accountId }: LaneLease, max: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT item.id, item.company_id, item.batch_id, item.ad_index, item.ad_set_id, item.ad_name, item.ad,
      item.step, item.tries, item.starts, item.facts, item.look_since, batches.slug AS batch_slug
    FROM batch_items AS item JOIN batches ON batches.id = item.batch_id
    WHERE item.company_id = ${companyId} AND item.platform = ${platform} AND item.account_id = ${accountId}
      AND ${isOpenItem('item.state')} AND item.run_after <= clock_timestamp() AND NOT ${laneRests('item')}
    -- Those in which workers died again and again come last: they hold up nobody, and whoever kills us from outside does not
    -- always meet the same one.
    ORDER BY greatest(item.starts - 1, 0), item.id LIMIT ${max}`.execute(db)
  return rows
}

async function pauseItems(
  trx: Db,
  lease: LaneLease,
  { ms, reason }: { ms: number; reason: PauseReason },
): Promise<void> {
  await sql`
    UPDATE batch_items SET run_after = greatest(run_after, clock_timestamp() + make_interval(secs => ${ms / 1000})),
      wait_reason = CASE state WHEN 'waiting' THEN ${reason} ELSE wait_reason END
    WHERE ${laneIs(lease)} AND state IN ('waiting', 'unsure')`.execute(trx)
}

async function failItems(trx: Db, lease: LaneLease, failedItem: number, otherwise: Failure): Promise<void> {
  const { rows: first } = await sql<{ failure: Failure | null }>`
    SELECT failure FROM batch_items WHERE id = ${failedItem}`.execute(everyCompany(trx))
  // One whose ad may exist comes to its own end.
  const { rows: waiting } = await sql<{ id: number; batch_id: number }>`
    SELECT id, batch_id FROM batch_items AS item
    WHERE ${laneIs(lease)} AND state = 'waiting' AND NOT EXISTS (
      SELECT 1 FROM journal WHERE item_id = item.id AND kind = 'ad' AND journal.state IN ('open', 'done'))
    ORDER BY id FOR UPDATE`.execute(trx)
  const failure = first[0]?.failure ?? otherwise
  for (const { id, batch_id: batchId } of waiting)
    await markFailed(trx, { id, companyId: lease.companyId, batchId }, failure)
}
