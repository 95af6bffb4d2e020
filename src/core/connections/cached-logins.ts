import { seenBefore } from '../reach.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'

interface Lane {
  companyId: CompanyId
  platform: string
  connectionId: number | null
}

/** How the accounts of a connection were reached when they were last listed; those of the sandbox have no connection. */
export async function cachedLoginsOf(db: Db, lane: Lane): Promise<Map<string, string>> {
  const { companyId, platform, connectionId } = lane
  const rows = await (connectionId === null
    ? db
        .selectFrom('ad_accounts')
        .where('company_id', '=', companyId)
        .where(seenBefore)
        .select(['account_id', 'way'])
        .where('platform', '=', platform)
        .where('connection_id', 'is', null)
        .execute()
    : db
        .selectFrom('connection_accounts')
        .where('company_id', '=', companyId)
        .select(['account_id', 'way'])
        .where('connection_id', '=', connectionId)
        .execute())
  return new Map(rows.flatMap(({ account_id: id, way }) => (way === null ? [] : [[id, way] as const])))
}
