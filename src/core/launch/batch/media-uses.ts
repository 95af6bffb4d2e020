import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { ItemState } from '../../../db/tables/tables.ts'
import { only } from '../../../lookup.ts'
import type { Context } from '../../context.ts'
import { inReach } from '../../reach.ts'
import { itemHead } from './batch-view.ts'

/** How far back it is looked. */
export const searchedBatches = 200

interface MediaUsesQuery {
  /** Where the file lies: its address has it, whatever the service was called when the ad was launched. */
  objectKey: string
  offset: number
  limit: number
}

type UseRow = Parameters<typeof itemHead>[0] & {
  batch_id: number
  slug: string
  created_at: Date
  state: ItemState
  ad_id: string | null
}

/** The ads that were launched with a stored file, newest first. */
export async function mediaUses(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { objectKey, offset, limit }: MediaUsesQuery,
) {
  const found = sql`
    FROM (
      SELECT id, slug, created_at FROM batches WHERE company_id = ${company.id} AND state <> 'draft' ORDER BY id DESC LIMIT ${searchedBatches}
    ) AS batch JOIN batch_items AS item ON item.batch_id = batch.id AND item.company_id = ${company.id}
    WHERE strpos(item.ad ->> 'media', ${objectKey}) > 0 AND ${inReach(company, 'item')}`
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${found}`.execute(db)
  const { rows } = await sql<UseRow>`
    SELECT item.batch_id, batch.slug, batch.created_at, item.state, item.ad_id, ad_index, ad_name, client_ref, platform, account_id, ad_set_id
    ${found} ORDER BY item.batch_id DESC, item.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const uses = rows.map((row) => ({
    adBatchId: row.batch_id,
    adBatchSlug: row.slug,
    launchedAt: row.created_at.toISOString(),
    ...itemHead(row),
    status: row.state,
    ...(row.ad_id === null ? {} : { adId: row.ad_id }),
  }))
  return { uses, total: only(counted.rows).total }
}
