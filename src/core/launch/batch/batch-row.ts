import type { BatchState } from '../../../db/tables.ts'

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
