import { dayMs } from '../../days.ts'
import { required } from '../../lookup.ts'
import { missingScopes } from '../../platforms/contract/features.ts'
import type { MissingScopes } from '../../platforms/contract/features.ts'
import type { Platform, PlatformEnding } from '../../platforms/contract/platform.ts'
import { listAccounts } from './accounts.ts'
import type { KnownAccount } from './accounts.ts'
import { expiringDays } from './state/verdict.ts'
import type { Context } from '../context.ts'
import type { AccountDeps } from '../deps.ts'

export const connectionStates = ['ok', 'expiring', 'broken'] as const
type ConnectionState = (typeof connectionStates)[number]

export interface ConnectionView {
  id: string | null
  platform: string
  platformTitle: string
  label: string
  sandbox: boolean
  state: ConnectionState
  stateReason: string | null
  expiresAt: string | null
  origin: 'consent' | 'paste' | null
  identity: string | null
  scopes: string[]
  missingScopes: MissingScopes[]
  accounts: ConnectedAccount[]
  platformVersion: string
  platformVersionEndsOn: string | null
  platformEndings: Pick<PlatformEnding, 'on' | 'what'>[]
}

interface ConnectedAccount {
  id: string
  name: string
  usagePercent: number
  blockedUntil: string | null
}

const maxAccounts = 10_000

/** Every connection of the company, and the sandbox where it stands in for one. */
export async function listConnections(
  deps: AccountDeps,
  { company }: Pick<Context, 'company'>,
): Promise<ConnectionView[]> {
  const { accounts } = await listAccounts(deps, { company }, { offset: 0, limit: maxAccounts })
  const paces = await readPaces(deps)
  const stored = await deps.db
    .selectFrom('connections')
    .where('company_id', '=', company.id)
    .selectAll()
    .orderBy('id')
    .execute()
  const views: ConnectionView[] = []
  for (const platform of deps.connections.platforms.all) {
    const accountsOf = (id: number | null) =>
      accounts
        .filter((account) => account.platform === platform.name && account.connection_id === id)
        .map((account) => paced(account, paces))
    const rows = stored.filter((row) => row.platform === platform.name)
    for (const row of rows) {
      views.push({
        id: String(row.id),
        label: row.label,
        sandbox: row.is_sandbox,
        state: stateOf(row.state, row.expires_at),
        stateReason: row.state_reason,
        expiresAt: row.expires_at?.toISOString() ?? null,
        origin: row.origin,
        identity: row.identity,
        scopes: row.scopes,
        missingScopes: missingScopes(platform, row.scopes),
        accounts: accountsOf(row.id),
        ...versionOf(platform),
      })
    }
    const open = await deps.connections.openAll(company, platform.name)
    if (rows.length === 0 && open.length > 0) views.push({ ...sandboxView(platform), accounts: accountsOf(null) })
  }
  // Whoever works in some workspaces sees what opens an account of those.
  return company.workspaces === undefined ? views : views.filter(({ accounts: own }) => own.length > 0)
}

function sandboxView(platform: Platform): Omit<ConnectionView, 'accounts'> {
  return {
    id: null,
    label: 'Sandbox',
    sandbox: true,
    state: 'ok',
    stateReason: null,
    expiresAt: null,
    origin: null,
    identity: null,
    scopes: [],
    missingScopes: [],
    ...versionOf(platform),
  }
}

type Paces = Map<string, { usagePercent: number; blockedUntil: Date | null }>

async function readPaces({ db }: Pick<AccountDeps, 'db'>): Promise<Paces> {
  const rows = await db
    .selectFrom('pacing')
    .select(['platform', 'account_id', 'usage_percent', 'blocked_until'])
    .execute()
  return new Map(
    rows.map((row) => [
      `${row.platform} ${row.account_id}`,
      { usagePercent: row.usage_percent, blockedUntil: row.blocked_until },
    ]),
  )
}

function paced(account: KnownAccount, paces: Paces): ConnectedAccount {
  const platform = account.is_sandbox ? `sandbox ${account.platform}` : account.platform
  const pace = paces.get(`${platform} ${account.account_id}`)
  const isBlocked = pace?.blockedUntil && pace.blockedUntil > new Date()
  return {
    id: account.account_id,
    name: account.name,
    usagePercent: pace?.usagePercent ?? 0,
    blockedUntil: isBlocked ? required(pace.blockedUntil, 'blocked until').toISOString() : null,
  }
}

function versionOf({ name, title, api, endings = [] }: Platform) {
  return {
    platform: name,
    platformTitle: title,
    platformVersion: api.version,
    platformVersionEndsOn: api.endsOn,
    platformEndings: endings.map(({ on, what }) => ({ on, what })),
  }
}

function stateOf(state: ConnectionState, expiresAt: Date | null): ConnectionState {
  if (state === 'broken' || !expiresAt) return state
  if (expiresAt.getTime() <= Date.now()) return 'broken'
  return expiresAt.getTime() < Date.now() + expiringDays * dayMs ? 'expiring' : state
}
