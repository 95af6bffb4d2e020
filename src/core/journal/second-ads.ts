import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { CompanyId } from '../../db/company-id.ts'
import { laneIs } from './lane/lanes.ts'
import type { LaneName } from './lane/lanes.ts'
import type { ItemRef } from './item-ends.ts'

/**
 * An ad is asked for once and made once, as far as a platform keeps to its own rules. Where it does not (what was given up appears much
 * later, or two ads are answered with one id), that is noticed, told and named; nothing is removed by itself: nobody can tell which one
 * a person wants.
 */

/** late: it appeared after its request was given up. same_id: the platform answered with the id of another ad. */
export type Doubled = 'late' | 'same_id'

/** Writes down an ad that is there besides what the item is known to have made, and tells it the first time. */
export async function noteSecondAd(db: Db, item: ItemRef, adId: string, how: Doubled): Promise<void> {
  await sql`
    WITH noted AS (
      INSERT INTO second_ads (item_id, ad_id, company_id, how) VALUES (${item.id}, ${adId}, ${item.companyId}, ${how})
      ON CONFLICT DO NOTHING RETURNING item_id
    )
    INSERT INTO events (company_id, kind, detail, accounts)
    SELECT item.company_id, 'ad.doubled', jsonb_build_object(
      'platform', item.platform, 'accountId', item.account_id, 'adBatchId', item.batch_id, 'index', item.ad_index,
      'adName', item.ad_name, 'adSetId', item.ad_set_id, 'adId', item.ad_id, 'otherAdId', ${adId}::text, 'how', ${how}::text),
      ARRAY[item.platform || ' ' || item.account_id]
    FROM batch_items AS item JOIN noted ON noted.item_id = item.id WHERE item.company_id = ${item.companyId}`.execute(
    db,
  )
}

/** The platform answered with the id of an ad that it has answered another write with: one that was found by looking may be ours. */
export async function noteSameId(db: Db, lane: LaneName, item: ItemRef, adId: string): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM journal WHERE ${laneIs(lane)} AND kind = 'ad' AND state = 'done' AND platform_id = ${adId}
      AND item_id <> ${item.id} AND lost = 0`.execute(db)
  if (rows.length > 0) await noteSecondAd(db, item, adId, 'same_id')
}

/** Whether any write is known to have made the ad with this id. */
export async function isKnownAd(db: Db, lane: LaneName, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM journal WHERE ${laneIs(lane)} AND kind = 'ad' AND state = 'done' AND platform_id = ${id} LIMIT 1`.execute(
    db,
  )
  return rows.length === 1
}

export interface SecondAd {
  adId: string
  how: Doubled
  foundAt: string
}

/** What was found besides the ads of these items. */
export async function secondAdsOf(db: Db, companyId: CompanyId, itemIds: number[]): Promise<Map<number, SecondAd[]>> {
  const { rows } = await sql<{ item_id: number; ad_id: string; how: Doubled; found_at: Date }>`
    SELECT item_id, ad_id, how, found_at FROM second_ads
    WHERE company_id = ${companyId} AND item_id = ANY (${itemIds}::bigint[]) ORDER BY found_at, ad_id`.execute(db)
  const found = Map.groupBy(rows, (row) => row.item_id)
  return new Map(
    [...found].map(([id, all]) => [
      id,
      all.map(({ ad_id: adId, how, found_at: at }) => ({ adId, how, foundAt: at.toISOString() })),
    ]),
  )
}
