import { PlatformError } from '../../errors.ts'
import type {
  PlatformAdSet,
  PlatformCampaign,
  ConnectionCheck,
  ListFilter,
  PlatformAccount,
  Profile,
} from '../contract/platform.ts'
import type { AccountState } from '../contract/health.ts'
import type { Api, CallOptions } from './client.ts'
import { creativesOf, listCampaigns as searchCampaigns, listGroups, maxEntities, readGroups } from './manage/read.ts'
import { amountOf, idIn, wordsFor } from './map.ts'
import { neededScopes } from './scopes.ts'
import { AccountUserWire, AccountWire, AclWire, OrganizationWire } from './wire.ts'

/** Calls that belong to no ad account are paced together. */
export const noAccount = { accountId: '' }
/** A campaign holds so many creatives, whatever their state. */
export const maxCreatives = 100

const states: Record<string, AccountState> = { ACTIVE: 'active', DRAFT: 'pending' }

export function readAccounts(api: Api, options: CallOptions = noAccount) {
  return api.list(AccountWire, 'adAccounts', { q: 'search' }, { ...options, limit: 5_000 })
}

export async function listAccounts(api: Api): Promise<PlatformAccount[]> {
  return (await readAccounts(api)).map(({ id, name, currency, status }) => ({
    id,
    name: name || id,
    currency,
    // Figures are counted in days of UTC.
    timeZone: 'UTC',
    status: states[status] ?? 'closed',
  }))
}

/** Who may post ads for a page: its administrators, and those who were let to do just that. */
const postingRoles = new Set([
  'ADMINISTRATOR',
  'DIRECT_SPONSORED_CONTENT_POSTER',
  'CONTENT_ADMINISTRATOR',
  'CONTENT_ADMIN',
])

/** The organizations in whose name the connection may speak, by number. */
export async function postingOrganizations(api: Api, options: CallOptions): Promise<Set<string>> {
  const query = { q: 'roleAssignee', state: 'APPROVED' }
  const acls = await api.list(AclWire, 'organizationAcls', query, {
    ...options,
    limit: 5_000,
    pageSize: 100,
    isCounted: true,
  })
  const posting = acls.filter(({ role, state }) => state === 'APPROVED' && postingRoles.has(role))
  return new Set(posting.map(({ organization }) => idIn(organization)))
}

export async function listProfiles(api: Api, accountId: string): Promise<Profile[]> {
  const options = { accountId }
  const ids = [...(await postingOrganizations(api, options))]
  const organizations = await api.batchGet(OrganizationWire, 'organizations', ids, options)
  return ids.map((id) => ({
    page: id,
    primaryName: organizations.get(id)?.localizedName || id,
    secondary: null,
    secondaryName: null,
    pictureUrl: null,
  }))
}

/** Exact names can be searched for, parts of them cannot: with a search, everything is read and looked through here. */
async function listNamed<T extends { name: string }>(
  { search, limit }: ListFilter,
  read: (limit: number) => Promise<T[]>,
): Promise<T[]> {
  if (!search) return read(limit)
  const wanted = search.toLowerCase()
  const all = await read(maxEntities)
  return all.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, limit)
}

export async function listAdSets(api: Api, accountId: string, filter: ListFilter): Promise<PlatformAdSet[]> {
  const options = { accountId }
  const statuses = wordsFor('adset', filter.status)
  const campaigns = await listNamed(filter, (limit) => searchCampaigns(api, { statuses }, { ...options, limit }))
  const groups = await readGroups(
    api,
    campaigns.map(({ campaignGroup }) => idIn(campaignGroup)),
    options,
  )
  const counts = await countCreatives(
    api,
    campaigns.map(({ id }) => id),
    options,
  )
  return campaigns.map(({ id, name, status, campaignGroup, servingStatuses }) => {
    const adCount = counts ? (counts.get(id) ?? 0) : null
    return {
      value: id,
      label: name,
      status,
      effectiveStatus: servingOf(status, servingStatuses),
      campaignId: idIn(campaignGroup),
      campaignName: groups.get(idIn(campaignGroup))?.name ?? '',
      adCount,
      capacity: adCount === null ? null : Math.max(0, maxCreatives - adCount),
    }
  })
}

/** Why it is not shown, where it is not; its own switch otherwise. */
export function servingOf(status: string, servingStatuses: string[]): string {
  if (status !== 'ACTIVE') return status
  return servingStatuses.find((word) => word !== 'RUNNABLE') ?? status
}

/** null when there are too many to be counted in a few calls. */
async function countCreatives(api: Api, campaignIds: string[], options: CallOptions) {
  const limit = 2_000
  const counts = new Map<string, number>()
  const creatives = await creativesOf(api, campaignIds, { ...options, limit })
  if (creatives.length >= limit) return null
  for (const { campaign } of creatives) counts.set(idIn(campaign), (counts.get(idIn(campaign)) ?? 0) + 1)
  return counts
}

export async function listCampaigns(api: Api, accountId: string, filter: ListFilter): Promise<PlatformCampaign[]> {
  const statuses = wordsFor('campaign', filter.status)
  const groups = await listNamed(filter, (limit) => listGroups(api, { statuses }, { accountId, limit }))
  return groups.map(({ id, name, status, servingStatuses, objectiveType, dailyBudget, totalBudget }) => ({
    id,
    name,
    status,
    effectiveStatus: servingOf(status, servingStatuses),
    objective: objectiveType ?? null,
    dailyBudget: amountOf(dailyBudget),
    lifetimeBudget: amountOf(totalBudget),
  }))
}

export function readRoles(api: Api) {
  const options = { ...noAccount, limit: 5_000, pageSize: 100, isCounted: true }
  return api.list(AccountUserWire, 'adAccountUsers', { q: 'authenticatedUser' }, options)
}

/** Who the token is and what it opens; its scopes and its end are told to those who know the app's secret. */
export async function checkConnection(api: Api): Promise<ConnectionCheck> {
  const [roles, accounts] = await Promise.all([readRoles(api), listAccounts(api)])
  const facts = await api.tokens.introspect().catch((error: unknown) => {
    if (error instanceof PlatformError) return null
    throw error
  })
  const scopes = facts?.scopes ?? []
  return {
    identity: roles[0]?.user ?? 'unknown',
    accounts,
    scopes,
    missingScopes: scopes.length > 0 ? neededScopes.filter((scope) => !scopes.includes(scope)) : [],
    expiresAt: facts?.endsAt ?? null,
    isRenewed: api.tokens.canRenew(),
    renewedAt: api.tokens.renewedAt(),
  }
}
