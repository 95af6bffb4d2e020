import { PlatformError } from '../../errors.ts'
import type {
  PlatformAdSet,
  PlatformCampaign,
  ConnectionCheck,
  ListFilter,
  PlatformAccount,
  Profile,
} from '../contract/platform.ts'
import { fillPage } from '../kit/fill-page.ts'
import { largestPage } from './client.ts'
import type { Graph } from './client.ts'
import { standingOf } from './account-standing.ts'
import { budgetFromMinor, nodeId } from './map.ts'
import { effectiveStatuses, isOwn, pageSize } from './manage/own-status.ts'
import { neededScopes } from './scopes.ts'
import { AccountWire, AdSetWire, CampaignWire, IdWire, NamedWire, ProfilePageWire, TokenWire } from './wire.ts'
import { z } from 'zod'

/** Calls that belong to no ad account are paced together. */
const noAccount = { accountId: '' }
export const maxAdsPerAdSet = 50

export async function listAccounts(graph: Graph): Promise<PlatformAccount[]> {
  const fields = 'id,name,account_status,disable_reason,spend_cap,amount_spent,currency,timezone_name'
  const accounts = await graph.list(AccountWire, 'me/adaccounts', { fields }, { ...noAccount, limit: 5000 })
  return accounts.map((account) => ({
    id: account.id,
    name: account.name || account.id,
    currency: account.currency,
    timeZone: account.timezone_name,
    ...standingOf(account),
  }))
}

/** Pages that may be promoted from the account, each with the secondary profile that the account may use. */
export async function listProfiles(graph: Graph, accountId: string): Promise<Profile[]> {
  const node = nodeId(accountId)
  const options = { accountId: node }
  const [promotable, pages, allowed] = await Promise.all([
    graph.list(IdWire, `${node}/promote_pages`, { fields: 'id' }, { ...options, limit: 1000 }),
    graph.list(
      ProfilePageWire,
      'me/accounts',
      { fields: 'id,name,picture{url},instagram_business_account{id,username,profile_picture_url}' },
      { ...noAccount, limit: 1000 },
    ),
    graph.list(
      IdWire,
      `${node}/instagram_accounts`,
      { fields: 'id' },
      { ...options, needs: 'secondary profiles', limit: 1000 },
    ),
  ])
  const promotableIds = new Set(promotable.map((page) => page.id))
  const allowedIds = new Set(allowed.map((profile) => profile.id))
  return pages
    .filter((page) => promotableIds.has(page.id))
    .map((page) => {
      const linked = page.instagram_business_account
      const usable = linked && allowedIds.has(linked.id) ? linked : null
      return {
        page: page.id,
        primaryName: page.name,
        secondary: usable?.id ?? null,
        secondaryName: usable?.username ?? null,
        pictureUrl: page.picture?.data?.url ?? null,
      }
    })
}

/** Reads on until there are as many as asked for whose own switch stands as asked for. */
async function listOwn<T extends { status: string }>(
  graph: Graph,
  { schema, level, node, fields }: { schema: z.ZodType<T>; level: 'campaign' | 'adset'; node: string; fields: string },
  { search, status, limit }: ListFilter,
): Promise<T[]> {
  const params = {
    fields,
    limit: Math.min(pageSize(limit, status), largestPage),
    ...effectiveStatuses(level, { status }),
    ...(search ? { filtering: [{ field: 'name', operator: 'CONTAIN', value: search }] } : {}),
  }
  const read = async (cursor: string) => {
    const asked = cursor ? { ...params, after: cursor } : params
    const { items, after } = await graph.page(schema, `${node}/${level}s`, asked, { accountId: node })
    return { items, next: after }
  }
  return (await fillPage(read, { limit }, isOwn({ status }))).items
}

export async function listAdSets(graph: Graph, accountId: string, filter: ListFilter): Promise<PlatformAdSet[]> {
  const fields = 'id,name,status,effective_status,campaign{id,name},ads.limit(1).summary(total_count){id}'
  const adSets = await listOwn(graph, { schema: AdSetWire, level: 'adset', node: nodeId(accountId), fields }, filter)
  return adSets.map((adSet) => {
    // The platform leaves an empty list out, summary and all.
    const adCount = adSet.ads ? (adSet.ads.summary?.total_count ?? null) : 0
    return {
      value: adSet.id,
      label: adSet.name,
      status: adSet.status,
      effectiveStatus: adSet.effective_status,
      campaignId: adSet.campaign.id,
      campaignName: adSet.campaign.name,
      adCount,
      capacity: adCount === null ? null : Math.max(0, maxAdsPerAdSet - adCount),
    }
  })
}

export async function listCampaigns(graph: Graph, accountId: string, filter: ListFilter): Promise<PlatformCampaign[]> {
  const node = nodeId(accountId)
  const options = { accountId: node }
  const { currency } = await graph.get(z.object({ currency: z.string() }), node, { fields: 'currency' }, options)
  const fields = 'id,name,status,effective_status,objective,daily_budget,lifetime_budget'
  const campaigns = await listOwn(graph, { schema: CampaignWire, level: 'campaign', node, fields }, filter)
  return campaigns.map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.effective_status,
    objective: campaign.objective ?? null,
    dailyBudget: budgetFromMinor(campaign.daily_budget, currency),
    lifetimeBudget: budgetFromMinor(campaign.lifetime_budget, currency),
  }))
}

/** Who the token is, what it opens, and until when. */
export async function checkConnection(
  graph: Graph & { accessToken: string; canRenew: boolean; renewedAt: Date | null },
): Promise<ConnectionCheck> {
  const me = await graph.get(NamedWire, 'me', { fields: 'id,name' }, noAccount)
  const accounts = await listAccounts(graph)
  const info = await graph
    .get(TokenWire, 'debug_token', { input_token: graph.accessToken }, noAccount)
    .catch((error: unknown) => {
      // Some tokens may not inspect themselves; then scopes and end stay unknown.
      if (error instanceof PlatformError && error.kind === 'rejected') return null
      throw error
    })
  const scopes = info?.data.scopes ?? []
  const ends = [info?.data.expires_at ?? 0, info?.data.data_access_expires_at ?? 0].filter((seconds) => seconds > 0)
  return {
    identity: me.name || me.id,
    accounts,
    scopes,
    missingScopes: info ? neededScopes.filter((scope) => !scopes.includes(scope)) : [],
    expiresAt: ends.length > 0 ? new Date(Math.min(...ends) * 1000) : null,
    isRenewed: graph.canRenew && (info?.data.expires_at ?? 0) > 0,
    renewedAt: graph.renewedAt,
  }
}
