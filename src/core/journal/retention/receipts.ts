import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { RowNeeds, StepPace } from '../../../db/delete-in-steps.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'

/** What still needs a receipt that is old. */
export const receiptNeeds: RowNeeds = {
  open: sql`EXISTS (SELECT FROM batches AS batch WHERE batch.id = one.batch_id AND batch.finished_at IS NULL)`,
  // What was removed again cannot be read again: its receipt stays with its batch.
  undo: sql`EXISTS (SELECT FROM batch_items AS item WHERE item.id = one.item_id AND item.state = 'undone')`,
}

export function forgetReceipts(db: Db, days: number, pace?: StepPace): Promise<number> {
  const isOld = sql<boolean>`one.read_at < clock_timestamp() - make_interval(days => ${days})`
  const leaving = { table: 'receipts', by: { column: 'item_id', type: 'id' }, isOld, needs: receiptNeeds } as const
  return deleteInSteps(everyCompany(db), leaving, pace)
}
