import type { Db } from '../../../db/connect.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Connections } from '../../deps.ts'
import type { LaneName } from '../../journal/lane/lanes.ts'
import { toldNobody } from '../../reach.ts'

/** What opens the platform for an account: its company, and the connection that it was last seen through. */
export async function wayInto(
  db: Db,
  { companyId, platform, accountId }: LaneName,
): Promise<[company: CompanyRef, account: Parameters<Connections['openFor']>[1]]> {
  const company = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
  const account = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', companyId)
    .where(toldNobody)
    .select(['platform', 'connection_id'])
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return [company, account ?? { platform, connection_id: null }]
}
