import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'

/** Whoever lists the accounts of the platform next asks it. */
export async function forgetAccountReads(db: Db, companyId: CompanyId, platform: string): Promise<void> {
  await db.deleteFrom('account_reads').where('company_id', '=', companyId).where('platform', '=', platform).execute()
}
