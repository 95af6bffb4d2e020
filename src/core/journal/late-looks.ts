import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import type { ItemRow } from './item-entry.ts'

/** A write of an ad that is looked for once more, long after it came to its end. */
export interface LateLook extends ItemRow {
  journal_id: number
  platform: string
  account_id: string
  first_intent_at: Date
  /** What the write is known to have made. */
  platform_id: string | null
  looks: number
}

const maxAtOnce = 20

/** Those whose time has come, each for one process; again later unless it is over by then. */
export async function takeLateLooks(db: Db): Promise<LateLook[]> {
  const { rows } = await sql<LateLook>`
    WITH due AS (
      UPDATE late_looks SET tries = tries + 1, due_at = clock_timestamp() + interval '10 minutes' * 2 ^ tries
      WHERE journal_id IN (
        SELECT journal_id FROM late_looks WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT ${maxAtOnce}
        FOR UPDATE SKIP LOCKED)
      RETURNING journal_id, tries)
    SELECT item.id, item.company_id, item.batch_id, item.ad_index, item.ad_set_id, item.ad_name, item.ad, item.step, item.tries,
      item.starts, item.facts, batches.slug AS batch_slug, item.platform, item.account_id,
      journal.first_intent_at, journal.platform_id, journal.id AS journal_id, due.tries AS looks
    FROM due JOIN journal ON journal.id = due.journal_id JOIN batch_items AS item ON item.id = journal.item_id
      JOIN batches ON batches.id = item.batch_id`.execute(everyCompany(db))
  return rows
}

/** Nothing could be asked: it counts as no look. */
export async function postponeLateLook(db: Db, companyId: CompanyId, journalId: number): Promise<void> {
  await sql`
    UPDATE late_looks SET tries = tries - 1, due_at = clock_timestamp() + interval '10 minutes'
    WHERE company_id = ${companyId} AND journal_id = ${journalId} AND tries > 0`.execute(db)
}

export async function endLateLook(db: Db, companyId: CompanyId, journalId: number): Promise<void> {
  await sql`DELETE FROM late_looks WHERE company_id = ${companyId} AND journal_id = ${journalId}`.execute(db)
}
