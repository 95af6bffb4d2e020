import type {
  PlatformAdSet,
  PlatformCampaign,
  ConnectionCheck,
  ListFilter,
  PlatformAccount,
  Profile,
} from '../contract/platform.ts'
import { hasStatus } from '../kit/fill-page.ts'
import type { Snap } from './client.ts'
import { accountStatus, fromMicro, squadStatus, statusOf } from './map.ts'
import { neededScopes } from './scopes.ts'
import { AccountWire, AdSquadWire, AdWire, CampaignWire, CreativeWire, IdWire, MeWire } from './wire.ts'

/** Calls that belong to no ad account are paced together. */
const noAccount = { accountId: '' }
const everything = 100_000

export async function listAccounts(snap: Snap): Promise<PlatformAccount[]> {
  const { items: organizations } = await snap.list(
    { kind: 'organization', schema: IdWire },
    'me/organizations',
    {},
    { ...noAccount, limit: everything },
  )
  const accounts: PlatformAccount[] = []
  for (const { id } of organizations) {
    const { items } = await snap.list(
      { kind: 'adaccount', schema: AccountWire },
      `organizations/${id}/adaccounts`,
      {},
      { ...noAccount, limit: everything },
    )
    for (const account of items) {
      accounts.push({
        id: account.id,
        name: account.name || account.id,
        currency: account.currency,
        timeZone: account.timezone,
        status: accountStatus(account.status),
      })
    }
  }
  return accounts
}

/**
 * The interface for ads has no list of public profiles. Those that speak in the account's creatives can be used; others
 * have to be named by the caller.
 */
export async function listProfiles(snap: Snap, accountId: string): Promise<Profile[]> {
  const path = `adaccounts/${accountId}/creatives`
  const { items } = await snap.list({ kind: 'creative', schema: CreativeWire }, path, {}, { accountId, limit: 1000 })
  const profiles = new Map<string, Profile>()
  for (const { brand_name: name, profile_properties: properties } of items) {
    const page = properties?.profile_id
    if (!page || profiles.has(page)) continue
    profiles.set(page, { page, primaryName: name ?? page, secondary: null, secondaryName: null, pictureUrl: null })
  }
  return [...profiles.values()]
}

function isNamed(name: string, search: string | undefined): boolean {
  return search === undefined || name.toLowerCase().includes(search.toLowerCase())
}

/** The platform's lists know neither searches nor states: all is read, then chosen from. */
export async function listAdSets(snap: Snap, accountId: string, filter: ListFilter): Promise<PlatformAdSet[]> {
  const root = `adaccounts/${accountId}`
  const options = { accountId }
  const [squads, campaigns, ads] = await Promise.all([
    snap.list({ kind: 'adsquad', schema: AdSquadWire }, `${root}/adsquads`, {}, { ...options, limit: everything }),
    snap.list({ kind: 'campaign', schema: CampaignWire }, `${root}/campaigns`, {}, { ...options, limit: everything }),
    snap.list({ kind: 'ad', schema: AdWire }, `${root}/ads`, {}, { ...options, limit: 5000 }),
  ])
  const campaignOf = new Map(campaigns.items.map((campaign) => [campaign.id, campaign]))
  const adsOf = Map.groupBy(ads.items, (ad) => ad.ad_squad_id)
  return squads.items
    .map((squad) => {
      const campaign = campaignOf.get(squad.campaign_id)
      return {
        value: squad.id,
        label: squad.name,
        status: squad.status,
        effectiveStatus: squadStatus(squad.status, campaign?.status),
        campaignId: squad.campaign_id,
        campaignName: campaign?.name ?? '',
        // Counted only where all ads were read.
        adCount: ads.isWhole ? (adsOf.get(squad.id)?.length ?? 0) : null,
        capacity: null,
      }
    })
    .filter((adSet) => hasStatus(statusOf(adSet.status).status, filter.status) && isNamed(adSet.label, filter.search))
    .slice(0, filter.limit)
}

export async function listCampaigns(snap: Snap, accountId: string, filter: ListFilter): Promise<PlatformCampaign[]> {
  const path = `adaccounts/${accountId}/campaigns`
  const { items } = await snap.list(
    { kind: 'campaign', schema: CampaignWire },
    path,
    {},
    { accountId, limit: everything },
  )
  return items
    .filter(
      (campaign) => hasStatus(statusOf(campaign.status).status, filter.status) && isNamed(campaign.name, filter.search),
    )
    .slice(0, filter.limit)
    .map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      status: campaign.status,
      effectiveStatus: campaign.status,
      objective: objectiveOf(campaign),
      dailyBudget: fromMicro(campaign.daily_budget_micro),
      lifetimeBudget: fromMicro(campaign.lifetime_spend_cap_micro),
    }))
}

type Goal = Pick<ReturnType<typeof CampaignWire.parse>, 'objective' | 'objective_v2_properties'>

export function objectiveOf({ objective, objective_v2_properties: newer }: Goal): string | null {
  return newer?.objective_v2_type ?? objective ?? null
}

/** Who the connection is and what it opens. Its access tokens end, but new ones can be had without end. */
export async function checkConnection(snap: Snap): Promise<ConnectionCheck> {
  const { me } = await snap.get(MeWire, 'me', {}, noAccount)
  const accounts = await listAccounts(snap)
  const scopes = snap.scopes()
  return {
    identity: me.display_name ?? me.email ?? me.id,
    accounts,
    scopes,
    missingScopes: scopes.length > 0 ? neededScopes.filter((scope) => !scopes.includes(scope)) : [],
    expiresAt: null,
    isRenewed: true,
    renewedAt: snap.renewedAt(),
  }
}
