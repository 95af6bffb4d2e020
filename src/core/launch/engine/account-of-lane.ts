import type { Db } from '../../../db/connect.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Connections } from '../../deps.ts'
import type { LaneName } from '../../journal/lane/lanes.ts'

/** What opens the platform for an account: its company, and what it is called. */
export async function accountOfLane(
  db: Db,
  { companyId, platform, accountId }: LaneName,
): Promise<[company: CompanyRef, account: Parameters<Connections['openFor']>[1]]> {
  const company = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
  return [company, { platform, account_id: accountId }]
}
