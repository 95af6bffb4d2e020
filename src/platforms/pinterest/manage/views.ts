import { withFigures } from '../../kit/figures.ts'
import type { PerformanceStructure } from '../../kit/figures.ts'
import { pageOf } from '../../kit/fill-page.ts'
import type {
  AccountRef,
  EntityStatus,
  Paged,
  PerformanceQuery,
  PerformanceRow,
  SwitchedOn,
} from '../../contract/manage.ts'
import { largestPage } from '../client.ts'
import type { Api, Deps } from '../client.ts'
import { allStatuses, fromMicro, groupBudgets } from '../map.ts'
import { AdGroupWire, CampaignWire } from '../wire.ts'
import { figuresOf } from './figures.ts'

type Level = 'campaign' | 'adset'

export async function listPerformance(
  api: Deps,
  account: AccountRef,
  level: Level,
  query: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  const page = await (level === 'campaign' ? campaigns(api, account, query) : adGroups(api, account, query))
  const figures = await figuresOf(api, account, { level, query, rows: page.items })
  return withFigures(page, figures)
}

/** Campaigns that may promote the products of a catalog, which are no ads. */
const sellsFromCatalogs = new Set(['CATALOG_SALES', 'SALES'])

/** Archived things are listed for those who ask for them, or name their campaign. */
function asked(query: PerformanceQuery) {
  const { campaignId, after } = query
  return {
    page_size: pageOf(query, largestPage).limit,
    bookmark: after,
    campaign_ids: campaignId ? [campaignId] : undefined,
    entity_statuses: statusesFor(query) ?? (campaignId ? allStatuses : undefined),
  }
}

/** The platform filters by the switch of the thing itself; drafts have a word of their own, and begin nothing by themselves. */
export function statusesFor({ status, switchedOn }: { status?: EntityStatus } & SwitchedOn): string[] | undefined {
  if (status) return [status.toUpperCase()]
  return switchedOn ? ['ACTIVE'] : undefined
}

async function campaigns(
  api: Api,
  { id: accountId }: AccountRef,
  query: PerformanceQuery,
): Promise<Paged<PerformanceStructure>> {
  const page = await api.page(CampaignWire, `ad_accounts/${accountId}/campaigns`, asked(query), { accountId })
  const items = page.items.map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.summary_status ?? campaign.status,
    objective: campaign.objective_type ?? null,
    optimizationGoal: null,
    campaignId: campaign.id,
    startTime: timeText(campaign.start_time),
    endTime: timeText(campaign.end_time),
    dailyBudget: fromMicro(campaign.daily_spend_cap),
    lifetimeBudget: fromMicro(campaign.lifetime_spend_cap),
    ...(sellsFromCatalogs.has(campaign.objective_type ?? '') ? { runsWithoutAds: true as const } : {}),
  }))
  return { items, before: null, after: page.after }
}

async function adGroups(
  api: Api,
  { id: accountId }: AccountRef,
  query: PerformanceQuery,
): Promise<Paged<PerformanceStructure>> {
  const page = await api.page(AdGroupWire, `ad_accounts/${accountId}/ad_groups`, asked(query), { accountId })
  const items = page.items.map((group) => ({
    id: group.id,
    name: group.name,
    status: group.status,
    effectiveStatus: group.summary_status ?? group.status,
    objective: null,
    optimizationGoal: null,
    campaignId: group.campaign_id,
    startTime: timeText(group.start_time),
    endTime: timeText(group.end_time),
    ...groupBudgets(group),
    // Products of a feed are promoted by groups, which are listed one ad group at a time and are no ads.
    ...(group.feed_profile_id ? { runsWithoutAds: true as const } : {}),
  }))
  return { items, before: null, after: page.after }
}

function timeText(seconds: number | null | undefined): string | null {
  return seconds ? new Date(seconds * 1000).toISOString() : null
}
