import { sql } from 'kysely'
import type { Db } from '../src/db/connect.ts'
import type { OpenIntent, Standing } from '../src/core/launch/journal.ts'
import { markLaunched } from '../src/core/launch/outcome.ts'
import type { ItemRef } from '../src/core/launch/outcome.ts'
import type { StepResult } from '../src/platforms/launch.ts'

/** The same names as journal.ts and close-launched.ts, writing nothing down but that the item is launched. */
const intent: OpenIntent = { id: 0, attempt: 1, firstIntentAt: new Date(), certainInMs: 0, isCertain: false }
const made = new Map<string, StepResult>()

export async function intend(
  _db: Db,
  lease: { accountId: string },
  write: { step: { key: string } },
): Promise<Standing> {
  const result = made.get(`${lease.accountId} ${write.step.key}`)
  return result
    ? { state: 'done', result }
    : { state: 'sent-by-us', intent: { ...intent, key: `${lease.accountId} ${write.step.key}` } as OpenIntent }
}

export async function closeDone(
  _db: Db,
  _lease: unknown,
  open: OpenIntent & { key?: string },
  result: StepResult,
): Promise<void> {
  if (open.key) made.set(open.key, result)
}

export async function closeLaunched(
  db: Db,
  _lease: unknown,
  _intent: unknown,
  item: ItemRef,
  result: StepResult,
  creativeId: string | null,
): Promise<void> {
  // One statement here as well, so that only the journal makes the difference.
  await sql`
    WITH launched AS (
      UPDATE batch_items SET state = 'launched', step = NULL, ad_id = ${result.id}, creative_id = ${creativeId}, failure = NULL,
        starts = 0, finished_at = clock_timestamp()
      WHERE id = ${item.id} AND state = 'running' RETURNING batch_id
    ), counted AS (
      UPDATE batches SET launched_ads = launched_ads + 1,
        finished_at = CASE WHEN launched_ads + 1 + failed_ads + cancelled_ads = total_ads THEN clock_timestamp() END,
        state = CASE WHEN launched_ads + 1 + failed_ads + cancelled_ads < total_ads THEN state ELSE 'success' END
      WHERE id = (SELECT batch_id FROM launched) RETURNING id, company_id
    )
    INSERT INTO batch_events (company_id, batch_id, item_id, kind, detail)
    SELECT company_id, id, ${item.id}::bigint, 'ad.launched', jsonb_build_object('adId', ${result.id}::text) FROM counted`.execute(
    db,
  )
}

export const closeNotDone = () => Promise.resolve()
export const certainSooner = () => Promise.resolve()
export const forgetDone = () => Promise.resolve()
export const intendAgain = () => Promise.resolve(intent)
export const isMadeByAnother = () => Promise.resolve(false)
export const hasOpenWrite = () => Promise.resolve(false)
export const hasOpenTwin = () => Promise.resolve(false)
export const asOnlyOwner = <T>(closing: Promise<T>) => closing
export class TakenByAnother extends Error {}
export class ItemStopped extends Error {}
export { markLaunched }
