import type { BatchState } from '../../../db/tables/tables.ts'

/** A batch as it stands in its table, its request left out. */
export interface BatchRow {
  id: number
  slug: string
  state: BatchState
  total_ads: number
  launched_ads: number
  failed_ads: number
  cancelled_ads: number
  /** Of the launched ones, those that were removed again by undo. */
  undone_ads: number
  created_at: Date
  queued_at: Date | null
  finished_at: Date | null
  created_by: string
}

/** What the audit log keeps of a batch. */
export function keptBatch(batch: BatchRow): object {
  const { id, state, total_ads, launched_ads, failed_ads, cancelled_ads, undone_ads } = batch
  const counts = { totalAds: total_ads, launched: launched_ads, failed: failed_ads, cancelled: cancelled_ads }
  return { adBatchId: id, state, ...counts, undone: undone_ads }
}
