import { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import type {
  PlatformAdSet,
  PlatformCampaign,
  ConnectionCheck,
  ListFilter,
  PlatformAccount,
  Surroundings,
} from '../contract/platform.ts'
import { hasStatus } from '../kit/fill-page.ts'
import type { Api } from './client.ts'
import { readAll } from './lists.ts'
import { dailyBudgetOf, statusOf } from './map.ts'
import type { Campaign } from './wire.ts'

/**
 * The accounts that the connection names. Each is asked for a single campaign: what it refuses is not open. A key that opens
 * none of them is a wrong one.
 */
export async function listAccounts(api: Api): Promise<PlatformAccount[]> {
  const refusals = await Promise.all(api.accountIds.map((id) => refusalOf(api, id)))
  const [first] = refusals
  if (first && refusals.every(Boolean)) throw first
  return api.accountIds.map((id, index) => ({
    id,
    name: `Account ${id}`,
    // Amounts are in dollars and days are those of UTC, whatever the account.
    currency: 'USD',
    timeZone: 'UTC',
    status: refusals[index] ? 'disabled' : 'active',
  }))
}

async function refusalOf(api: Api, accountId: string): Promise<PlatformError | null> {
  try {
    await api.get(z.array(z.unknown()), 'campaign/list', { page: 1, size: 1 }, { accountId })
    return null
  } catch (error) {
    if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'auth')) return error
    throw error
  }
}

/** Both keys are tried: neither opens what is the other's. */
export async function checkConnection(api: Api & Pick<Surroundings, 'now'>): Promise<ConnectionCheck> {
  const today = api.now().toISOString().slice(0, 10)
  const accounts = await listAccounts(api)
  await api.report({ start: today, end: today, columns: 'day,cost', limit: 1 }, {})
  return {
    identity: accounts.map(({ id }) => id).join(', '),
    accounts,
    scopes: [],
    missingScopes: [],
    expiresAt: null,
  }
}

async function listNamed(api: Api, accountId: string, { search, status, limit }: ListFilter): Promise<Campaign[]> {
  const wanted = search?.toLowerCase()
  const { items } = await readAll(api, 'campaign', { accountId })
  const isWanted = (campaign: Campaign) =>
    hasStatus(statusOf(campaign.status).status, status) && (!wanted || campaign.name.toLowerCase().includes(wanted))
  return items.filter(isWanted).slice(0, limit)
}

/** There is nothing between a campaign and its ads: what ads are launched into is the campaign itself. */
export async function listAdSets(api: Api, accountId: string, filter: ListFilter): Promise<PlatformAdSet[]> {
  const campaigns = await listNamed(api, accountId, filter)
  const counts = await countSets(api, accountId)
  return campaigns.map(({ id, name, status }) => ({
    value: id,
    label: name,
    status,
    effectiveStatus: status,
    campaignId: id,
    campaignName: name,
    adCount: counts ? (counts.get(id) ?? 0) : null,
    // The platform names no limit.
    capacity: null,
  }))
}

/** null when there are too many to be counted in a few calls. */
async function countSets(api: Api, accountId: string): Promise<Map<string, number> | null> {
  const { items, isWhole } = await readAll(api, 'set', { accountId })
  if (!isWhole) return null
  const counts = new Map<string, number>()
  for (const id of items.flatMap(({ campaignIds }) => campaignIds)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

export async function listCampaigns(api: Api, accountId: string, filter: ListFilter): Promise<PlatformCampaign[]> {
  const campaigns = await listNamed(api, accountId, filter)
  return campaigns.map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.status,
    objective: campaign.goal?.goal_type ?? null,
    dailyBudget: dailyBudgetOf(campaign),
    lifetimeBudget: null,
  }))
}
