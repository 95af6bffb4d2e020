import { PlatformError } from '../../errors.ts'
import type {
  PlatformAdSet,
  PlatformCampaign,
  ConnectionCheck,
  ListFilter,
  PlatformAccount,
  Profile,
} from '../contract/platform.ts'
import type { Api, Query } from './client.ts'
import { fromMicro } from './map.ts'
import { neededScopes } from './scopes.ts'
import { AccountWire, AdGroupWire, AdWire, BoardWire, CampaignWire, UserWire } from './wire.ts'

/** Calls that belong to no ad account are paced together. */
const noAccount = { accountId: '' }
const maxEntities = 5_000
const maxIdsInCall = 250

export async function listAccounts(api: Api): Promise<PlatformAccount[]> {
  const accounts = await api.list(
    AccountWire,
    'ad_accounts',
    { include_shared_accounts: true },
    { ...noAccount, limit: 1000 },
  )
  return accounts.map(({ id, name, currency }) => ({
    id,
    name: name || id,
    currency,
    // Figures are counted in days of UTC, whatever the advertiser chose on the site.
    timeZone: 'UTC',
    // What is not open to us is not in the list.
    status: 'active',
  }))
}

/** The one that speaks in the ads of an account: its owner. */
export async function listProfiles(api: Api, accountId: string): Promise<Profile[]> {
  const user = await api.get(UserWire, 'user_account', { ad_account_id: accountId }, { accountId })
  return [
    {
      page: user.id ?? user.username,
      primaryName: user.business_name || user.username,
      secondary: null,
      secondaryName: null,
      pictureUrl: user.profile_image ?? null,
    },
  ]
}

export async function listBoards(api: Api, accountId: string): Promise<{ value: string; label: string }[]> {
  const boards = await api.list(BoardWire, 'boards', { ad_account_id: accountId }, { accountId, limit: maxEntities })
  return boards.map(({ id, name }) => ({ value: id, label: name }))
}

/** The platform cannot search by name: with a search, everything is read and looked through here. */
async function listNamed<T extends { name: string }>(
  { search, status, limit }: ListFilter,
  read: (query: Query, limit: number) => Promise<T[]>,
): Promise<T[]> {
  const query = status ? { entity_statuses: [status.toUpperCase()] } : {}
  if (!search) return read(query, limit)
  const wanted = search.toLowerCase()
  const all = await read(query, maxEntities)
  return all.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, limit)
}

export async function listAdSets(api: Api, accountId: string, filter: ListFilter): Promise<PlatformAdSet[]> {
  const options = { accountId }
  const base = `ad_accounts/${accountId}`
  const groups = await listNamed(filter, (query, limit) =>
    api.list(AdGroupWire, `${base}/ad_groups`, query, { ...options, limit }),
  )
  const campaignIds = [...new Set(groups.map(({ campaign_id }) => campaign_id))]
  const campaigns = await forIds(campaignIds, (ids) =>
    api.list(
      CampaignWire,
      `${base}/campaigns`,
      { campaign_ids: ids, entity_statuses: ['ACTIVE', 'PAUSED', 'ARCHIVED'] },
      { ...options, limit: ids.length },
    ),
  )
  const names = new Map(campaigns.map(({ id, name }) => [id, name]))
  const counts = await countAds(
    api,
    accountId,
    groups.map(({ id }) => id),
  )
  return groups.map((group) => ({
    value: group.id,
    label: group.name,
    status: group.status,
    effectiveStatus: group.summary_status ?? group.status,
    campaignId: group.campaign_id,
    campaignName: names.get(group.campaign_id) ?? '',
    adCount: counts ? (counts.get(group.id) ?? 0) : null,
    // The platform names no limit.
    capacity: null,
  }))
}

/** null when there are too many to be counted in a few calls. */
async function countAds(api: Api, accountId: string, groupIds: string[]): Promise<Map<string, number> | null> {
  const counts = new Map<string, number>()
  const path = `ad_accounts/${accountId}/ads`
  const ads = await forIds(groupIds, (ids) =>
    api.list(AdWire, path, { ad_group_ids: ids }, { accountId, limit: maxEntities }),
  )
  if (ads.length >= maxEntities) return null
  for (const { ad_group_id: id } of ads) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Asks for at most as many ids at once as the platform takes. */
export async function forIds<T>(ids: string[], ask: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let start = 0; start < ids.length; start += maxIdsInCall) {
    found.push(...(await ask(ids.slice(start, start + maxIdsInCall))))
  }
  return found
}

export async function listCampaigns(api: Api, accountId: string, filter: ListFilter): Promise<PlatformCampaign[]> {
  const campaigns = await listNamed(filter, (query, limit) =>
    api.list(CampaignWire, `ad_accounts/${accountId}/campaigns`, query, { accountId, limit }),
  )
  return campaigns.map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.summary_status ?? campaign.status,
    objective: campaign.objective_type ?? null,
    dailyBudget: fromMicro(campaign.daily_spend_cap),
    lifetimeBudget: fromMicro(campaign.lifetime_spend_cap),
  }))
}

/** Who the token is and what it opens. Until when is told only with a renewal. */
export async function checkConnection(api: Api): Promise<ConnectionCheck> {
  const user = await api.get(UserWire, 'user_account', {}, noAccount).catch((error: unknown) => {
    // A token may be good for ads and still not for the profile.
    if (error instanceof PlatformError && error.kind === 'rejected') return null
    throw error
  })
  const accounts = await listAccounts(api)
  const scopes = api.tokens.scopes()
  return {
    identity: user?.username || 'unknown',
    accounts,
    scopes,
    missingScopes: scopes.length > 0 ? neededScopes.filter((scope) => !scopes.includes(scope)) : [],
    expiresAt: api.tokens.endsAt(),
    isRenewed: api.tokens.canRenew(),
    renewedAt: api.tokens.renewedAt(),
  }
}
