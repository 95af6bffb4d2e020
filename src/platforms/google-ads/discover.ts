import type {
  PlatformAdSet,
  PlatformCampaign,
  ConnectionCheck,
  ListFilter,
  PlatformAccount,
} from '../contract/platform.ts'
import { z } from 'zod'
import type { Api } from './client.ts'
import { loginKeyOf } from './logins.ts'
import { adGroupFields, campaignFields } from './fields.ts'
import { canBeAsked, hasText, isOneOf, isWord, maxValues } from './gaql.ts'
import type { Condition } from './gaql.ts'
import { accountStateOf, wordFor } from './map.ts'
import { budgetsOf } from './manage/money.ts'
import { neededScopes } from './scopes.ts'
import { AdGroupWire, CampaignWire, Id } from './wire.ts'

/** Accounts that ads can be in: managers have none, and those that were closed cannot be looked into. */
export async function listAccounts(api: Api): Promise<PlatformAccount[]> {
  const customers = await api.logins.walk()
  const open = customers.filter(({ manager, status }) => !manager && accountStateOf(status) !== 'closed')
  return Promise.all(
    open.map(async ({ id, name, currency, timeZone, status }) => ({
      id,
      name,
      currency,
      timeZone,
      status: accountStateOf(status),
      login: loginKeyOf(await api.logins.of(id)),
    })),
  )
}

/** null: nothing can be in this state, or have such a name. */
function filtered(
  resource: 'campaign' | 'ad_group',
  { search, status }: Pick<ListFilter, 'search' | 'status'>,
): Condition[] | null {
  const word = status && wordFor(status)
  if (word === null || (search && !canBeAsked(search))) return null
  return [
    word ? isWord(`${resource}.status`, '=', word) : isWord(`${resource}.status`, '!=', 'REMOVED'),
    ...(search ? [hasText(`${resource}.name`, search)] : []),
  ]
}

export async function listCampaigns(api: Api, accountId: string, filter: ListFilter): Promise<PlatformCampaign[]> {
  const where = filtered('campaign', filter)
  if (!where) return []
  const query = { select: campaignFields, from: 'campaign', where, orderBy: ['campaign.id'], limit: filter.limit }
  const rows = await api.rows(CampaignWire, query, { accountId })
  return rows.map(({ campaign, campaignBudget }) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.primaryStatus ?? campaign.status,
    objective: campaign.advertisingChannelType ?? null,
    ...budgetsOf(campaignBudget),
  }))
}

export async function listAdSets(api: Api, accountId: string, filter: ListFilter): Promise<PlatformAdSet[]> {
  const where = filtered('ad_group', filter)
  if (!where) return []
  const query = { select: adGroupFields, from: 'ad_group', where, orderBy: ['ad_group.id'], limit: filter.limit }
  const rows = await api.rows(AdGroupWire, query, { accountId })
  const counts = await countAds(
    api,
    accountId,
    rows.map(({ adGroup }) => adGroup.id),
  )
  return rows.map(({ adGroup, campaign }) => ({
    value: adGroup.id,
    label: adGroup.name,
    status: adGroup.status,
    effectiveStatus: adGroup.primaryStatus ?? adGroup.status,
    campaignId: campaign.id,
    campaignName: campaign.name,
    adCount: counts.get(adGroup.id) ?? 0,
    // Ads cannot be launched here, so nobody asks.
    capacity: null,
  }))
}

const GroupWire = z.object({ adGroup: z.object({ id: Id }) })

async function countAds(api: Api, accountId: string, groupIds: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (groupIds.length === 0) return counts
  const where = [isOneOf('ad_group.id', groupIds.slice(0, maxValues)), isWord('ad_group_ad.status', '!=', 'REMOVED')]
  const query = { select: ['ad_group.id', 'ad_group_ad.ad.id'], from: 'ad_group_ad', where }
  for await (const page of api.pages(GroupWire, query, { accountId }))
    for (const { adGroup } of page) counts.set(adGroup.id, (counts.get(adGroup.id) ?? 0) + 1)
  return counts
}

/** The platform does not tell who somebody is, only what is open to them. */
export async function checkConnection(api: Api): Promise<ConnectionCheck> {
  const customers = await api.logins.walk()
  const accounts = await listAccounts(api)
  const scopes = api.tokens.scopes()
  return {
    identity: (customers.find(({ manager }) => manager) ?? customers[0])?.name ?? 'unknown',
    accounts,
    scopes,
    missingScopes: scopes.length > 0 ? neededScopes.filter((scope) => !scopes.includes(scope)) : [],
    expiresAt: null,
    isRenewed: true,
    renewedAt: api.tokens.renewedAt(),
  }
}
