import { withFigures } from '../../kit/figures.ts'
import type { PerformanceStructure } from '../../kit/figures.ts'
import { pageOf } from '../../kit/fill-page.ts'
import type { AccountRef, Paged, PerformanceQuery, PerformanceRow } from '../../contract/manage.ts'
import type { Api } from '../client.ts'
import { figuresOf } from './figures.ts'
import type { Deps } from './figures.ts'
import { endOf, isOwn } from './read.ts'
import { budgetsOf, fromPlatformTime } from '../map.ts'
import { largestPage, pageThrough } from '../paging.ts'
import { AdGroupWire, CampaignWire } from '../wire.ts'

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

/** Deleted ones are left out; the platform has no archive, so nothing is ever archived. */
function asked({ id }: AccountRef, query: PerformanceQuery) {
  const { campaignId } = query
  const params = { advertiser_id: id, filtering: campaignId ? { campaign_ids: [campaignId] } : undefined }
  const isWanted = (item: Parameters<typeof isOwn>[0]) => isOwn(item, query)
  return { params, isWanted }
}

async function campaigns(api: Api, account: AccountRef, query: PerformanceQuery): Promise<Paged<PerformanceStructure>> {
  const { params, isWanted } = asked(account, query)
  const page = await pageThrough(
    api,
    { schema: CampaignWire, path: 'campaign/get', params },
    pageOf(query, largestPage),
    isWanted,
  )
  const items = page.items.map((campaign) => ({
    id: campaign.campaign_id,
    name: campaign.campaign_name,
    status: campaign.operation_status,
    effectiveStatus: campaign.secondary_status || campaign.operation_status,
    objective: campaign.objective_type || null,
    optimizationGoal: null,
    campaignId: campaign.campaign_id,
    // Only ad groups begin and end.
    startTime: null,
    endTime: null,
    ...budgetsOf(campaign),
  }))
  return { ...page, items }
}

async function adGroups(api: Api, account: AccountRef, query: PerformanceQuery): Promise<Paged<PerformanceStructure>> {
  const { params, isWanted } = asked(account, query)
  const page = await pageThrough(
    api,
    { schema: AdGroupWire, path: 'adgroup/get', params },
    pageOf(query, largestPage),
    isWanted,
  )
  const items = page.items.map((adGroup) => ({
    id: adGroup.adgroup_id,
    name: adGroup.adgroup_name,
    status: adGroup.operation_status,
    effectiveStatus: adGroup.secondary_status || adGroup.operation_status,
    objective: null,
    optimizationGoal: adGroup.optimization_goal || null,
    campaignId: adGroup.campaign_id,
    startTime: fromPlatformTime(adGroup.schedule_start_time)?.toISOString() ?? null,
    endTime: endOf(adGroup)?.toISOString() ?? null,
    ...budgetsOf(adGroup),
  }))
  return { ...page, items }
}
