import { inTransaction } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { AppError } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import type { AccountDeps } from '../../deps.ts'
import { requireFreshSignIn } from '../../people/step-up.ts'
import { requireWholeCompany } from '../../reach.ts'
import { forgetAccountReads } from '../account-reads.ts'
import { settleAccounts } from './settle.ts'
import { mayStandIn, platformLogins } from './logins.ts'
import type { PlatformLogins } from './logins.ts'

/** How a company works with a platform. */
export const platformStates = ['connected', 'sandbox', 'not_connected'] as const
type PlatformState = (typeof platformStates)[number]

export interface PlatformStanding {
  platform: string
  state: PlatformState
  /** When the first live connection came; null: there was none. */
  liveSince: string | null
}

export function standingOf(platform: string, logins: PlatformLogins): PlatformStanding {
  const state = logins.hasConnections ? 'connected' : mayStandIn(logins) ? 'sandbox' : 'not_connected'
  return { platform, state, liveSince: logins.liveSince?.toISOString() ?? null }
}

/** A person says whether the sandbox stands in where there is no connection. What it had made up goes out of sight when it does not. */
export async function useSandbox(
  { db }: Pick<AccountDeps, 'db'>,
  context: Pick<Context, 'company' | 'actor'>,
  { platform, use }: { platform: string; use: boolean },
): Promise<{ before: PlatformStanding; after: PlatformStanding }> {
  const { company } = context
  requireWholeCompany(company)
  await requireFreshSignIn(db, context)
  return inTransaction(db, async (trx) => {
    const before = await platformLogins(trx, company.id, platform)
    if (use && before.hasConnections) throw connected(platform)
    await sql`
      INSERT INTO platform_ways (company_id, platform, uses_sandbox) VALUES (${company.id}, ${platform}, ${use})
      ON CONFLICT (company_id, platform) DO UPDATE SET uses_sandbox = excluded.uses_sandbox`.execute(trx)
    await settleAccounts(trx, { companyId: company.id, platform })
    await forgetAccountReads(trx, company.id, platform)
    const after = await platformLogins(trx, company.id, platform)
    return { before: standingOf(platform, before), after: standingOf(platform, after) }
  })
}

function connected(platform: string): AppError {
  const text = `There are connections to ${platform}, so the sandbox does not stand in for one. Disconnect them first.`
  return new AppError('conflict', text, { reason: 'connected' })
}
