import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { seenBefore } from '../../reach.ts'

interface Place {
  platform: string
  accountId: string
  id: string
}

/** What these ad sets were called when their platform last described them; null: it never did. */
export async function adSetNames(
  db: Db,
  companyId: CompanyId,
  ids: readonly string[],
): Promise<(adSet: Place) => string | null> {
  if (ids.length === 0) return () => null
  const rows = await db
    .selectFrom('report_entities')
    .where('report_entities.company_id', '=', companyId)
    .where(seenBefore)
    .innerJoin('ad_accounts', 'ad_accounts.id', 'report_entities.account_key')
    .select(['ad_accounts.platform', 'ad_accounts.account_id', 'report_entities.id', 'report_entities.name'])
    .where('report_entities.level', '=', 'adset')
    .where('report_entities.id', 'in', [...new Set(ids)])
    .execute()
  const names = new Map(rows.map(({ platform, account_id, id, name }) => [`${platform} ${account_id} ${id}`, name]))
  return ({ platform, accountId, id }) => names.get(`${platform} ${accountId} ${id}`) ?? null
}
