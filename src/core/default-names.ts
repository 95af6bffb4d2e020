import type { Db } from '../db/connect.ts'
import { AppError, PlatformError } from '../errors.ts'
import type { Profile } from '../platforms/contract/platform.ts'
import type { CompanyRef, Connections } from './connections.ts'
import type { DefaultFields } from './launch-defaults.ts'

interface Ground {
  db: Db
  connections: Connections
}

/** Accounts that are asked for a page before its name is left open. */
const maxAccounts = 5

/**
 * The defaults with the display names of their page and profile, where those were not given: they are the platform's, and may
 * change. A platform that does not answer leaves them open.
 */
export async function withDisplayNames(
  ground: Ground,
  company: CompanyRef,
  accountId: string | null,
  fields: DefaultFields,
): Promise<DefaultFields> {
  const named = { ...fields }
  const isOpen = () => (named.page && !named.primaryName) || (named.secondary && !named.secondaryName)
  if (!isOpen()) return named
  for (const account of await accountsToAsk(ground.db, company.id, accountId)) {
    const profiles = await profilesOf(ground, company, account)
    const page = profiles.find((profile) => profile.page === named.page)
    const secondary = profiles.find((profile) => profile.secondary === named.secondary)
    named.primaryName ||= page?.primaryName
    named.secondaryName ||= secondary?.secondaryName
    if (!isOpen()) break
  }
  return named
}

type Account = { platform: string; account_id: string; connection_id: number | null }

function accountsToAsk(db: Db, companyId: number, accountId: string | null): Promise<Account[]> {
  return db
    .selectFrom('ad_accounts')
    .select(['platform', 'account_id', 'connection_id'])
    .where('company_id', '=', companyId)
    .$if(accountId !== null, (some) => some.where('account_id', '=', accountId!))
    .orderBy('id')
    .limit(maxAccounts)
    .execute()
}

async function profilesOf({ connections }: Ground, company: CompanyRef, account: Account): Promise<Profile[]> {
  try {
    const { session } = await connections.openFor(company, account)
    return (await session.listProfiles?.(account.account_id)) ?? []
  } catch (error) {
    if (error instanceof PlatformError || error instanceof AppError) return []
    throw error
  }
}
