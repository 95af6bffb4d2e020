import { PlatformError } from '../../errors.ts'
import type {
  PlatformAdSet,
  PlatformCampaign,
  ConnectionCheck,
  ListFilter,
  PlatformAccount,
  Surroundings,
} from '../contract/platform.ts'
import type { EntityStatus } from '../contract/manage.ts'
import { hasStatus } from '../kit/fill-page.ts'
import type { Api, CallOptions } from './client.ts'
import { inGroups } from './groups.ts'
import { accountStatus, automationOf, budgetsOf, statusOf } from './map.ts'
import { closingOf, whyClosed } from './smart-plus/closing.ts'
import { countAds, maxAdsIn } from './smart-plus/room.ts'
import { AdGroupWire, AdvertiserWire, AuthorizedWire, CampaignWire, PageWire, UserWire } from './wire.ts'
import type { AdGroup } from './wire.ts'
import { z } from 'zod'

/** Calls that belong to no ad account are paced together. */
const noAccount = { accountId: '' }
const maxScanned = 5000

const accountFields = ['advertiser_id', 'name', 'currency', 'timezone', 'display_timezone', 'status']

export interface AppCredentials {
  appId: string
  appSecret: string
}

export async function listAccounts(api: Api & AppCredentials): Promise<PlatformAccount[]> {
  const params = { app_id: api.appId, secret: api.appSecret }
  const { list } = await api.get(PageWire, 'oauth2/advertiser/get', params, noAccount)
  const authorized = z.array(AuthorizedWire).parse(list)
  const accounts: PlatformAccount[] = []
  for (const ids of inGroups(authorized.map((account) => account.advertiser_id))) {
    const details = { advertiser_ids: ids, fields: accountFields }
    const { list: found } = await api.get(PageWire, 'advertiser/info', details, noAccount)
    accounts.push(...z.array(AdvertiserWire).parse(found).map(toAccount))
  }
  return accounts
}

function toAccount(account: z.output<typeof AdvertiserWire>): PlatformAccount {
  return {
    id: account.advertiser_id,
    name: account.name || account.advertiser_id,
    currency: account.currency,
    timeZone: account.display_timezone || account.timezone || 'UTC',
    status: accountStatus(account.status),
  }
}

function isOwn(wanted: EntityStatus | undefined): (item: { operation_status: string }) => boolean {
  return ({ operation_status: own }) => hasStatus(statusOf(own).status, wanted)
}

export async function listAdSets(
  api: Api & Pick<Surroundings, 'settings'>,
  accountId: string,
  filter: ListFilter,
): Promise<PlatformAdSet[]> {
  const options = { accountId }
  const params = { advertiser_id: accountId, ...(filter.search ? { filtering: { adgroup_name: filter.search } } : {}) }
  // All of them: those that take no ads come last.
  const all = await api.list(AdGroupWire, 'adgroup/get', params, { ...options, limit: maxScanned })
  const own = all.filter(isOwn(filter.status))
  const closed = await whyClosed(api, closingOf(api.settings), own, options)
  const isClosed = ({ adgroup_id: id }: AdGroup) => closed.has(id)
  const sorted = [...own.filter((adGroup) => !isClosed(adGroup)), ...own.filter(isClosed)]
  const adGroups = sorted.slice(0, filter.limit)
  const counts = await countAll(api, adGroups, options)
  return adGroups.map((adGroup) => {
    const adCount = counts ? (counts.get(adGroup.adgroup_id) ?? 0) : null
    const room = adCount === null ? null : Math.max(0, maxAdsIn(automationOf(adGroup)) - adCount)
    const why = closed.get(adGroup.adgroup_id)
    return {
      value: adGroup.adgroup_id,
      label: adGroup.adgroup_name,
      status: adGroup.operation_status,
      effectiveStatus: adGroup.secondary_status || adGroup.operation_status,
      campaignId: adGroup.campaign_id,
      campaignName: adGroup.campaign_name,
      adCount,
      capacity: why === undefined ? room : 0,
      ...(why === undefined ? {} : { closed: why }),
    }
  })
}

async function countAll(api: Api, adGroups: AdGroup[], options: CallOptions): Promise<Map<string, number> | null> {
  const counts = new Map<string, number>()
  for (const group of inGroups(adGroups.map(({ adgroup_id: id }) => id))) {
    const counted = await countAds(api, group, options)
    if (!counted) return null
    for (const [id, count] of counted) counts.set(id, count)
  }
  return counts
}

export async function listCampaigns(api: Api, accountId: string, filter: ListFilter): Promise<PlatformCampaign[]> {
  const params = { advertiser_id: accountId, ...(filter.search ? { filtering: { campaign_name: filter.search } } : {}) }
  const max = filter.status ? maxScanned : filter.limit
  const all = await api.list(CampaignWire, 'campaign/get', params, { accountId, limit: max })
  const campaigns = all.filter(isOwn(filter.status)).slice(0, filter.limit)
  return campaigns.map((campaign) => ({
    id: campaign.campaign_id,
    name: campaign.campaign_name,
    status: campaign.operation_status,
    effectiveStatus: campaign.secondary_status || campaign.operation_status,
    objective: campaign.objective_type || null,
    ...budgetsOf(campaign),
  }))
}

/** Whose token it is and what it opens. Tokens do not end by themselves, and the platform names no scopes later. */
export async function checkConnection(api: Api & AppCredentials): Promise<ConnectionCheck> {
  const accounts = await listAccounts(api)
  const user = await api.get(UserWire, 'user/info', {}, noAccount).catch((error: unknown) => {
    // Not every app may read who its user is.
    if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'auth')) return null
    throw error
  })
  const identity = user?.display_name || user?.email || `app ${api.appId}`
  return { identity, accounts, scopes: [], missingScopes: [], expiresAt: null }
}
