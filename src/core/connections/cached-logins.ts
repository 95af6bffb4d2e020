import { seenBefore } from '../reach.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'

/** How the accounts of a connection were reached when they were last listed; those of the sandbox have no connection. */
export async function cachedLoginsOf(
  db: Db,
  { companyId, platform, connectionId }: { companyId: CompanyId; platform: string; connectionId: number | null },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', companyId)
    .where(seenBefore)
    .select(['account_id', 'way'])
    .where('platform', '=', platform)
    .where('connection_id', 'is not distinct from', connectionId)
    .where('way', 'is not', null)
    .$narrowType<{ way: string }>()
    .execute()
  return new Map(rows.map(({ account_id: id, way }) => [id, way]))
}
