import type { BatchState } from '../../db/tables/tables.ts'

/** A batch as it stands in its table, its request left out. */
export interface BatchRow {
  id: number
  slug: string
  /** What people call it; null: nothing. */
  name: string | null
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
  /** Whether all of it is in the sandbox; null: a draft that names no account. */
  is_sandbox: boolean | null
  /** false: the caller sees a part of it, and these are the counts of that part. */
  is_whole?: boolean
}

type CountedKind = 'queued' | 'batch.cancelled' | 'batch.finished' | 'batch.undone'

/** What an event says about the whole of a batch: of one that is seen in part, the counts of that part as they are now. */
export function ownDetail(batch: CountedBatch, kind: string, detail: object): object {
  if (batch.is_whole !== false) return detail
  const { total_ads: total, launched_ads: launched, failed_ads: failed, cancelled_ads: cancelled } = batch
  const { state, undone_ads: undone } = batch
  const own: Record<CountedKind, object> = {
    queued: { totalAds: total },
    'batch.cancelled': { cancelled },
    'batch.finished': { state, launched, failed, cancelled },
    'batch.undone': { removed: undone, notRemoved: launched - undone },
  }
  return own[kind as CountedKind] ?? {}
}

export type CountedBatch = Pick<
  BatchRow,
  'state' | 'total_ads' | 'launched_ads' | 'failed_ads' | 'cancelled_ads' | 'undone_ads' | 'is_whole'
>

/** What the audit log keeps of a batch. */
export function keptBatch(batch: BatchRow): object {
  const { id, state, total_ads, launched_ads, failed_ads, cancelled_ads, undone_ads } = batch
  const counts = { totalAds: total_ads, launched: launched_ads, failed: failed_ads, cancelled: cancelled_ads }
  return { adBatchId: id, state, ...counts, undone: undone_ads }
}
