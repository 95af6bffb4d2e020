import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { LaneName } from '../../../src/core/journal/lane/lanes.ts'
import type { ItemRef } from '../../../src/core/journal/item-ends.ts'
import type { EveryCompany } from '../../../src/db/scoped.ts'

/**
 * A batch whose items no worker takes up, in a lane that nobody was told of: for tests that play the worker themselves. The items are begun,
 * as every item is before its ad is written down.
 */
export async function bareItems(
  db: EveryCompany,
  lane: LaneName,
  count: number,
  { areBegun = true } = {},
): Promise<ItemRef[]> {
  const { companyId, platform, accountId } = lane
  await sql`INSERT INTO lanes (company_id, platform, account_id) VALUES (${companyId}, ${platform}, ${accountId}) ON CONFLICT DO NOTHING`.execute(
    db,
  )
  const { rows } = await sql<{ id: number; batch_id: number }>`
    WITH made AS (
      INSERT INTO batches (company_id, slug, state, request, total_ads, created_by)
      VALUES (${companyId}, ${randomUUID()}, ${areBegun ? 'processing' : 'queued'}, '{}', ${count}, 'test') RETURNING id)
    INSERT INTO batch_items (company_id, batch_id, ad_index, platform, account_id, ad_set_id, ad_name, ad, run_after, state)
    SELECT ${companyId}, made.id, n, ${platform}, ${accountId}, '1', 'Bare', '{}', '9999-01-01', ${areBegun ? 'running' : 'waiting'}
    FROM made, generate_series(0, ${count - 1}::int) AS n
    RETURNING id, batch_id`.execute(db)
  return rows.map((row) => ({ id: row.id, companyId, batchId: row.batch_id }))
}
