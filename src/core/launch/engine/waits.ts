import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { PlatformError } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import type { ItemEntry } from '../../journal/item-entry.ts'
import { isOpenItem } from '../../journal/states.ts'
import { inReach } from '../../reach.ts'
import type { Reach } from '../../reach.ts'
import type { Verdict } from './retry.ts'

/** Why an ad of a running batch waits, as `waitingFor` shows it. */
export const waitReasons = {
  throttled: 'the platform asked for a pause',
  retry: 'a failure that may pass is tried again',
  media_server: 'the server of a media file did not answer and is asked again',
  lookup: 'the answer to a write was lost, and what it made is being looked for',
  media_processing: 'the platform is processing a video',
  connection: 'the connection to the platform cannot be opened (GET /v1/connections says more)',
} as const
export type WaitReason = keyof typeof waitReasons

export function reasonFor(verdict: Extract<Verdict, { then: 'wait' }>, error: unknown): WaitReason {
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
 * The reason, where the ad really waits now. What an ad waited for before is left standing: an ad that is being worked on waits
 * for nothing but its video.
 */
export const currentReason = sql<WaitReason | null>`CASE
  WHEN state IN ('waiting', 'unsure') AND run_after > clock_timestamp() THEN wait_reason
  WHEN state = 'running' AND wait_reason = 'media_processing' THEN wait_reason END`

export async function waitsOf(db: Db, company: Reach, batchId: number): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    SELECT reason, count(*)::int AS ads, CASE WHEN reason <> 'media_processing' THEN min(run_after) END AS until FROM (
      SELECT ${currentReason} AS reason, run_after FROM batch_items
      WHERE batch_id = ${batchId} AND company_id = ${company.id} AND ${inReach(company, 'batch_items')}
        AND wait_reason IS NOT NULL AND ${isOpenItem()}
    ) AS waiting WHERE reason IS NOT NULL GROUP BY reason ORDER BY count(*) DESC, reason`.execute(db)
  return rows
}

/** Such as: 2 ads wait until 2026-01-31T12:00:00.000Z: the platform asked for a pause. */
export function waitMessage({ reason, ads, until }: Wait): string {
  const who = `${ads} ${ads === 1 ? 'ad waits' : 'ads wait'}`
  return ` ${who}${until ? ` until ${until.toISOString()}` : ''}: ${waitReasons[reason]}.`
}

const tellAfterMs = 500

/** While a platform processes a video, its ads say that they wait for it. Told, not relied on. */
export async function tellingProcessing<T>(item: ItemEntry, work: Promise<T>): Promise<T> {
  const tell = (reason: WaitReason | null) => item.tellWait(reason).catch(() => undefined)
  let told: Promise<unknown> | null = null
  const timer = setTimeout(() => {
    told = tell('media_processing')
  }, tellAfterMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (told) {
      await (told as Promise<unknown>)
      await tell(null)
    }
  }
}
