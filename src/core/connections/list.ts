import { dayMs } from '../../days.ts'
import { required } from '../../lookup.ts'
import { missingScopes } from '../../platforms/contract/features.ts'
import type { AccountHealth, ConnectionHealth } from '../../platforms/contract/health.ts'
import type { MissingScopes } from '../../platforms/contract/features.ts'
import type { Platform, PlatformEnding } from '../../platforms/contract/platform.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { CompanyRef } from '../company-ref.ts'
import { listAccounts } from './accounts.ts'
import { standingOf } from './opened/sandbox-use.ts'
import type { PlatformStanding } from './opened/sandbox-use.ts'
import { isUsed, platformLogins } from './opened/logins.ts'
import type { CachedAccount } from './accounts.ts'
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
  checkedAt: string | null
  origin: 'consent' | 'paste' | null
  identity: string | null
  scopes: string[]
  missingScopes: MissingScopes[]
  /** Whether whatever it opens is used, or what a person chose of it. */
  accountsMode: 'all' | 'chosen'
  accounts: ConnectedAccount[]
  /** How many accounts it opens that nobody chose; 0 for who does not work in the whole company. */
  unusedAccounts: number
  platformVersion: string
  platformVersionEndsOn: string | null
  platformEndings: Pick<PlatformEnding, 'on' | 'what'>[]
}

interface ConnectedAccount {
  id: string
  name: string
  usagePercent: number
  blockedUntil: string | null
  health: AccountStanding | null
}

/** How it was when its connection was looked at last. */
type AccountStanding = Omit<AccountHealth, 'accountId'>

const maxAccounts = 10_000

export interface ConnectionList {
  connections: ConnectionView[]
  platforms: (PlatformStanding & { platformTitle: string })[]
}

/** Every connection of the company, and the sandbox where it stands in for one; and how it works with each platform. */
export async function listConnections(
  deps: AccountDeps,
  { company }: Pick<Context, 'company'>,
): Promise<ConnectionList> {
  const { accounts } = await listAccounts(deps, { company }, { offset: 0, limit: maxAccounts })
  const paces = await readPaces(deps)
  const stored = await deps.db
    .selectFrom('connections')
    .where('company_id', '=', company.id)
    .selectAll()
    .orderBy('id')
    .execute()
  const opened = await openedBy(deps.db, company)
  const views: ConnectionView[] = []
  const platforms: ConnectionList['platforms'] = []
  for (const platform of deps.connections.platforms.all) {
    const own = accounts.filter((account) => account.platform === platform.name && account.is_connected)
    const accountsOf = (health: ConnectionHealth | null, isReached: (account: CachedAccount) => boolean) =>
      own.filter(isReached).map((account) => ({ ...paced(account, paces), health: standingIn(health, account) }))
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
        accountsMode: row.accounts_mode,
        checkedAt: row.checked_at?.toISOString() ?? null,
        accounts: accountsOf(
          row.health,
          (account) => account.is_sandbox === row.is_sandbox && opened.used(row.id).has(account.account_id),
        ),
        unusedAccounts: company.workspaces === undefined ? opened.unused(row.id) : 0,
        ...versionOf(platform),
      })
    }
    const standing = standingOf(platform.name, await platformLogins(deps.db, company.id, platform.name))
    platforms.push({ ...standing, platformTitle: platform.title })
    const [standIn] = standing.state === 'sandbox' ? await deps.connections.openAll(company, platform.name) : []
    if (standIn) views.push({ ...sandboxView(platform), accounts: accountsOf(null, (account) => account.is_sandbox) })
  }
  // Whoever works in some workspaces sees what opens an account of those.
  const isWhole = company.workspaces === undefined
  const connections = isWhole ? views : views.filter(({ accounts: own }) => own.length > 0)
  const seen = new Set(accounts.map((account) => account.platform))
  return { connections, platforms: isWhole ? platforms : platforms.filter(({ platform }) => seen.has(platform)) }
}

/** What each connection opens, by its id: what is used of it, and how much is not. */
async function openedBy(db: Db, { id: companyId }: Pick<CompanyRef, 'id'>) {
  const { rows } = await sql<{ id: number; account_id: string; is_used: boolean }>`
    SELECT connection.id, opened.account_id, ${isUsed} AS is_used
    FROM connection_accounts AS opened JOIN connections AS connection ON connection.id = opened.connection_id
    WHERE opened.company_id = ${companyId}`.execute(db)
  const of = (id: number, isUsed: boolean) => rows.filter((row) => row.id === id && row.is_used === isUsed)
  return {
    used: (id: number) => new Set(of(id, true).map((row) => row.account_id)),
    unused: (id: number) => of(id, false).length,
  }
}

function sandboxView(platform: Platform): Omit<ConnectionView, 'accounts'> {
  return {
    id: null,
    label: 'Sandbox',
    sandbox: true,
    state: 'ok',
    stateReason: null,
    expiresAt: null,
    checkedAt: null,
    origin: null,
    identity: null,
    scopes: [],
    missingScopes: [],
    accountsMode: 'all',
    unusedAccounts: 0,
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

function standingIn(health: ConnectionHealth | null, { account_id: id }: CachedAccount): AccountStanding | null {
  const found = health?.accounts.find(({ accountId }) => accountId === id)
  if (!found) return null
  const { state, stateReason, spendLimit } = found
  return { state, stateReason, spendLimit }
}

function paced(account: CachedAccount, paces: Paces): Omit<ConnectedAccount, 'health'> {
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
