import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Piece } from '../../../db/sql.ts'
import { PlatformError } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import type { ItemEntry } from '../../journal/item-entry.ts'
import { batchWaits } from '../../journal/lane/waits.ts'
import type { LaneWait } from '../../journal/lane/waits.ts'
import { isOpenItem } from '../../journal/states.ts'
import { inReach } from '../../reach.ts'
import type { Reach } from '../../reach.ts'
import type { RetryVerdict } from './retry.ts'

/** Why an ad of a running batch waits, as `waitingFor` shows it. */
export const waitReasons = {
  throttled: 'the platform asked for a pause',
  retry: 'a failure that may pass is tried again',
  media_server: 'the server of a media file did not answer and is asked again',
  lookup: 'the answer to a write was lost, and what it made is being looked for',
  media_processing: 'the platform is processing a video',
  connection:
    'the connection to the platform cannot be opened or is refused: connect it again (GET /v1/connections says more)',
  often_tried: 'a write to the account was tried more than five times, so the account rests',
  worker: 'no worker is free, or none runs; it goes on as soon as one is',
  turn: 'other ads of the same account come first',
} as const
export type WaitReason = keyof typeof waitReasons

export function reasonFor(verdict: Extract<RetryVerdict, { then: 'wait' }>, error: unknown): WaitReason {
  if (verdict.isForConnection) return 'connection'
  if (verdict.wholeAccount && error instanceof PlatformError) return 'throttled'
  return error instanceof MediaError ? 'media_server' : 'retry'
}

/** Some ads of a batch that wait for the same. */
export interface Wait {
  reason: WaitReason
  ads: number
  /** The earliest time at which one of them goes on; null: when it is ready. */
  until: Date | null
}

/**
 * The reason, where the ad itself waits now. What an ad waited for before is left standing: an ad that is being worked on waits
 * for nothing but its video. What keeps an ad that could go on lies in its account (core/journal/lane/waits.ts).
 */
export const currentReason = sql<WaitReason | null>`CASE WHEN ${isOpenItem()} THEN ${reasonOfOpen()} END`

/** The same of ads that are known to be open. */
function reasonOfOpen() {
  return sql<WaitReason | null>`CASE WHEN run_after > clock_timestamp() THEN coalesce(wait_reason, 'retry')
    WHEN state = 'running' AND wait_reason = 'media_processing' THEN wait_reason END`
}

/** What the ads of a running batch wait for, most of them first. */
export async function waitsOf(db: Db, company: Reach, batchId: number): Promise<Wait[]> {
  const { own, lanes } = await waitsIn(db, company, batchId)
  return [...own, ...together(lanes)].sort((a, b) => b.ads - a.ads)
}

/** Accounts of a batch in which ads that could go on do not. */
export async function lanesThatWait(db: Db, company: Reach, batchId: number): Promise<LaneWait[]> {
  return (await waitsIn(db, company, batchId)).lanes
}

function waitsIn(db: Db, company: Reach, batchId: number) {
  const seen = inReach(company, 'batch_items') as unknown as Piece<unknown>
  return batchWaits(db, { companyId: company.id, batchId, seen, ownReason: reasonOfOpen() })
}

/** What accounts wait for, by reason; the earliest of their times. */
function together(lanes: LaneWait[]): Wait[] {
  const byReason = Map.groupBy(lanes, ({ reason }) => reason)
  return [...byReason].map(([reason, all]) => ({
    reason,
    ads: all.reduce((sum, { ads }) => sum + ads, 0),
    until: all.reduce<Date | null>((first, { until }) => (first && (!until || first < until) ? first : until), null),
  }))
}

/** Such as: 2 ads wait until 2026-01-31T12:00:00.000Z: the platform asked for a pause. */
export function waitMessage({ reason, ads, until }: Wait): string {
  const who = `${ads} ${ads === 1 ? 'ad waits' : 'ads wait'}`
  return ` ${who}${until ? ` until ${until.toISOString()}` : ''}: ${waitReasons[reason]}.`
}

const noteAfterMs = 500

/** While a platform processes a video, its ads say that they wait for it. Told, not relied on. */
export async function reportingProcessing<T>(item: ItemEntry, work: Promise<T>): Promise<T> {
  const note = (reason: WaitReason | null) => item.noteWait(reason).catch(() => undefined)
  let noted: Promise<unknown> | null = null
  const timer = setTimeout(() => {
    noted = note('media_processing')
  }, noteAfterMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (noted) {
      await (noted as Promise<unknown>)
      await note(null)
    }
  }
}
