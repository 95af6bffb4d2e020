import type { Db } from '../../db/connect.ts'
import { ifGiven } from '../../db/sql.ts'
import { AppError, PlatformError } from '../../errors.ts'
import type { Profile } from '../../platforms/contract/platform.ts'
import type { Context } from '../context.ts'
import { amongWorkspaces } from '../reach.ts'
import type { Reach } from '../reach.ts'
import type { DefaultsOf } from './fields.ts'
import type { AccountDeps } from '../deps.ts'
import { openWorking } from '../connections/working.ts'

/** Accounts that are asked for a page before its name is left open. */
const maxAccounts = 5

/**
 * The defaults with the display names of their page and profile, where those were not given: they are the platform's, and may
 * change. A platform that does not answer leaves them open.
 */
export async function withDisplayNames(
  deps: AccountDeps,
  context: Pick<Context, 'company'>,
  { accountId, fields }: DefaultsOf,
): Promise<DefaultsOf> {
  const named = { ...fields }
  const isOpen = () => (named.page && !named.primaryName) || (named.secondary && !named.secondaryName)
  if (!isOpen()) return { accountId, fields: named }
  for (const account of await accountsToAsk(deps.db, context.company, accountId)) {
    const profiles = await profilesOf(deps, context, account)
    const page = profiles.find((profile) => profile.page === named.page)
    const secondary = profiles.find((profile) => profile.secondary === named.secondary)
    named.primaryName ||= page?.primaryName
    named.secondaryName ||= secondary?.secondaryName
    if (!isOpen()) break
  }
  return { accountId, fields: named }
}

type Account = { platform: string; account_id: string }

function accountsToAsk(db: Db, company: Reach, accountId: string | null): Promise<Account[]> {
  return db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(amongWorkspaces(company, 'workspace_id'))
    .select(['platform', 'account_id'])
    .where('is_connected', '=', true)
    .$call(ifGiven(accountId, (some, accountId) => some.where('account_id', '=', accountId)))
    .orderBy('id')
    .limit(maxAccounts)
    .execute()
}

async function profilesOf(
  { connections }: AccountDeps,
  { company }: Pick<Context, 'company'>,
  account: Account,
): Promise<Profile[]> {
  try {
    const { session } = await openWorking(connections, company, account)
    return (await session.listProfiles?.(account.account_id)) ?? []
  } catch (error) {
    if (error instanceof PlatformError || error instanceof AppError) return []
    throw error
  }
}
