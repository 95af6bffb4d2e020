import type { Selectable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { missingScopes } from '../platforms/contract/features.ts'
import type { MissingScopes } from '../platforms/contract/features.ts'
import { platforms } from '../platforms/index.ts'
import type { Platform, PlatformEnding } from '../platforms/contract/platform.ts'
import { listAccounts } from './accounts.ts'
import type { KnownAccount } from './accounts.ts'
import type { CompanyRef, Connections } from './connections.ts'

export interface ConnectionView {
  id: string | null
  platform: string
  label: string
  sandbox: boolean
  state: 'ok' | 'expiring' | 'broken'
  stateReason: string | null
  expiresAt: string | null
  scopes: string[]
  missingScopes: MissingScopes[]
  accounts: { id: string; name: string; usagePercent: number; blockedUntil: string | null }[]
  platformVersion: string
  platformVersionEndsOn: string | null
  platformEndings: PlatformEnding[]
}

const expiringDays = 14

/** Every connection of the company, and the sandbox where it stands in for one. */
export async function listConnections(
  ground: { db: Db; connections: Connections },
  company: CompanyRef,
): Promise<ConnectionView[]> {
  const { accounts } = await listAccounts(ground, company, { page: 1, limit: 10_000 })
  const pacing = await ground.db.selectFrom('pacing').selectAll().execute()
  const views: ConnectionView[] = []
  for (const platform of platforms) {
    const rows = await ground.db
      .selectFrom('connections')
      .selectAll()
      .where('company_id', '=', company.id)
      .where('platform', '=', platform.name)
      .orderBy('id')
      .execute()
    const seenThrough = (id: number | null) =>
      accounts
        .filter((account) => account.platform === platform.name && account.connection_id === id)
        .map((account) => paceOf(account, pacing))
    for (const row of rows) {
      views.push({
        id: String(row.id),
        label: row.label,
        sandbox: false,
        state: stateOf(row.state, row.expires_at),
        stateReason: row.state_reason,
        expiresAt: row.expires_at?.toISOString() ?? null,
        scopes: row.scopes,
        missingScopes: missingScopes(platform, row.scopes),
        accounts: seenThrough(row.id),
        ...versionOf(platform),
      })
    }
    const open = await ground.connections.openAll(company, platform.name)
    if (rows.length === 0 && open.length > 0) {
      views.push({ ...sandboxView, accounts: seenThrough(null), ...versionOf(platform) })
    }
  }
  return views
}

const sandboxView: Pick<
  ConnectionView,
  'id' | 'label' | 'sandbox' | 'state' | 'stateReason' | 'expiresAt' | 'scopes' | 'missingScopes'
> = {
  id: null,
  label: 'Sandbox',
  sandbox: true,
  state: 'ok',
  stateReason: null,
  expiresAt: null,
  scopes: [],
  missingScopes: [],
}

function paceOf({ platform, connection_id, account_id, name }: KnownAccount, pacing: Selectable<Tables['pacing']>[]) {
  const pacedAs = connection_id === null ? `sandbox ${platform}` : platform
  const pace = pacing.find((row) => row.platform === pacedAs && row.account_id === account_id)
  const blocked = pace?.blocked_until && pace.blocked_until > new Date() ? pace.blocked_until.toISOString() : null
  return { id: account_id, name, usagePercent: pace?.usage_percent ?? 0, blockedUntil: blocked }
}

function versionOf({ name, api, endings = [] }: Platform) {
  return {
    platform: name,
    platformVersion: api.version,
    platformVersionEndsOn: api.endsOn,
    platformEndings: endings,
  }
}

function stateOf(state: ConnectionView['state'], expiresAt: Date | null): ConnectionView['state'] {
  if (state === 'broken' || !expiresAt) return state
  if (expiresAt.getTime() <= Date.now()) return 'broken'
  return expiresAt.getTime() < Date.now() + expiringDays * 86_400_000 ? 'expiring' : state
}
