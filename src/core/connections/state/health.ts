import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import type { AccountHealth, ConnectionHealth, SpendLimit } from '../../../platforms/contract/health.ts'
import type { PlatformAccount } from '../../../platforms/contract/platform.ts'
import { recordEvent } from '../../events/record.ts'
import { notifiesNobody } from '../../reach.ts'

/** From this part of a spend limit on it is told. */
const nearLimit = 0.9

export function healthOf(accounts: readonly PlatformAccount[]): ConnectionHealth {
  return {
    accounts: accounts.map(({ id, status, stateReason, spendLimit }) => ({
      ...{ accountId: id, state: status, stateReason: stateReason ?? null, spendLimit: spendLimit ?? null },
    })),
  }
}

function isNearLimit(spendLimit: SpendLimit | null): spendLimit is SpendLimit {
  return spendLimit !== null && spendLimit.spent >= spendLimit.limit * nearLimit
}

/** Whose accounts they are. */
interface Looked {
  id: number
  company_id: CompanyId
  platform: string
}

/** Tells what changed in the accounts that are used through the connection, since they were looked at before. */
export async function notifyHealth(
  trx: Db,
  { id: connectionId, company_id: companyId, platform }: Looked,
  before: ConnectionHealth | null,
  now: ConnectionHealth,
): Promise<void> {
  const used = await trx
    .selectFrom('ad_accounts')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .select(['account_id', 'name', 'currency'])
    .where('connection_id', '=', connectionId)
    .orderBy('id')
    .execute()
  const [were, are] = [before, now].map((health) => new Map(health?.accounts.map((one) => [one.accountId, one])))
  for (const { account_id: accountId, name: accountName, currency } of used) {
    const is = are?.get(accountId)
    const was = were?.get(accountId)
    if (!is) continue
    const about = { connectionId, platform, accountId, accountName }
    if (was && was.state !== is.state) {
      const data = { ...about, state: is.state, before: was.state, reason: is.stateReason }
      await recordEvent(trx, { id: companyId }, { type: 'account.state_changed', data })
    }
    if (isNearLimit(is.spendLimit) && !isNotifiedOf(was, is.spendLimit)) {
      const data = { ...about, ...is.spendLimit, currency }
      await recordEvent(trx, { id: companyId }, { type: 'account.limited', data })
    }
  }
}

/** Another limit is another thing to tell. */
function isNotifiedOf(was: AccountHealth | undefined, { limit }: SpendLimit): boolean {
  return was !== undefined && isNearLimit(was.spendLimit) && was.spendLimit.limit === limit
}

/** What is to be said of an account, in words; null: ads can run in it, and its limit is far. */
export function accountTrouble(
  { state, stateReason, spendLimit }: Omit<AccountHealth, 'accountId'>,
  currency: string,
): { why: string; next: string; isProblem: boolean } | null {
  if (state !== 'active') {
    const why = [`It is ${state}: ads cannot run in it.`, stateReason].filter(Boolean).join(' ')
    return { why, next: 'Settle that at the platform.', isProblem: true }
  }
  if (!isNearLimit(spendLimit)) return null
  const { limit, spent } = spendLimit
  const why = `It has spent ${spent} of the ${limit} ${currency} of its spend limit: ads stop at the limit.`
  return { why, next: 'Raise the limit at the platform.', isProblem: spent >= limit }
}
