import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'

/**
 * A way into the platform is another one now: whoever lists its accounts next asks it, and figures that wait after a refusal are read
 * at the next turn.
 */
export async function forgetAccountReads(db: Db, companyId: CompanyId, platform: string): Promise<void> {
  await db.deleteFrom('account_reads').where('company_id', '=', companyId).where('platform', '=', platform).execute()
  await sql`
    UPDATE report_syncs SET problem = NULL, problem_at = NULL, retry_after = NULL
    FROM ad_accounts AS account
    WHERE report_syncs.company_id = ${companyId} AND account.company_id = ${companyId} AND account.platform = ${platform}
      AND account.id = report_syncs.account_key AND problem IS NOT NULL`.execute(db)
}
