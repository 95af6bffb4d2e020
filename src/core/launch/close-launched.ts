import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { StepResult } from '../../platforms/launch.ts'
import type { OpenIntent } from './journal.ts'
import { laneHeld, LaneLost } from './lanes.ts'
import type { Lease } from './lanes.ts'
import type { ItemRef } from './outcome.ts'

/**
 * The ad exists: closes its write in the journal, counts its item as launched, and ends its batch when it was the last. One statement, so
 * that all of it is known or none, at the price of one round trip.
 */
export async function closeLaunched(
  db: Db,
  lease: Lease,
  intent: OpenIntent,
  item: ItemRef,
  result: StepResult,
  creativeId: string | null,
): Promise<void> {
  const { rows } = await sql<{ closed: boolean }>`/* prepared: close-launched */
    WITH closed AS (
      UPDATE journal SET state = 'done', platform_id = ${result.id}, answer = ${JSON.stringify(result)}, closed_at = clock_timestamp(),
        fence = ${lease.fence}
      WHERE id = ${intent.id} AND state = 'open' AND EXISTS (${laneHeld(lease)})
      RETURNING id
    ), launched AS (
      UPDATE batch_items SET state = 'launched', step = NULL, ad_id = ${result.id}, creative_id = ${creativeId}, failure = NULL,
        starts = 0, finished_at = clock_timestamp()
      WHERE id = ${item.id} AND state = 'running' AND EXISTS (SELECT 1 FROM closed)
      RETURNING batch_id
    ), counted AS (
      UPDATE batches SET launched_ads = launched_ads + 1,
        finished_at = CASE WHEN launched_ads + 1 + failed_ads + cancelled_ads = total_ads THEN clock_timestamp() END,
        state = CASE
          WHEN launched_ads + 1 + failed_ads + cancelled_ads < total_ads THEN state
          WHEN launched_ads + 1 = total_ads THEN 'success'
          WHEN cancelled_ads > 0 THEN 'cancelled'
          ELSE 'partial' END
      WHERE id = (SELECT batch_id FROM launched)
      RETURNING id, company_id, state, launched_ads, failed_ads, cancelled_ads, finished_at
    ), told AS (
      INSERT INTO batch_events (company_id, batch_id, item_id, kind, detail)
      SELECT company_id, id, item_id, kind, detail FROM (
        SELECT company_id, id, ${item.id}::bigint AS item_id, 'ad.launched' AS kind, jsonb_build_object('adId', ${result.id}::text) AS detail, 1 AS place
        FROM counted
        UNION ALL
        SELECT company_id, id, NULL, 'batch.finished', jsonb_build_object(
          'state', state, 'launched', launched_ads, 'failed', failed_ads, 'cancelled', cancelled_ads), 2
        FROM counted WHERE finished_at IS NOT NULL
      ) AS news ORDER BY place
    )
    SELECT EXISTS (SELECT 1 FROM closed) AS closed`.execute(db)
  if (!rows[0]?.closed) throw new LaneLost()
}
