import { stretchesOf } from '../../kit/time/days.ts'
import { addCounted, figuresFrom, rangeAsked } from '../../kit/figures.ts'
import type { Counted } from '../../kit/figures.ts'
import type { DayRange } from '../../contract/insights.ts'
import { hasStatus } from '../../kit/fill-page.ts'
import type { AccountRef, Paged, PerformanceQuery, PerformanceRow } from '../../contract/manage.ts'
import type { Api } from '../client.ts'
import { inGroups } from '../groups.ts'
import { endOf, ownStatusOf } from './read.ts'
import { budgetsOf, fromPlatformTime } from '../map.ts'
import { pageThrough } from '../paging.ts'
import { askedRows, figureOf, mostDays, placeOf } from '../report/question.ts'
import { AdGroupWire, CampaignWire } from '../wire.ts'

type Level = 'campaign' | 'adset'
type Structure = Omit<PerformanceRow, 'spend' | 'impressions' | 'clicks' | 'results' | 'costPerResult'>

export async function listPerformance(
  api: Api,
  account: AccountRef,
  level: Level,
  query: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  const page = await (level === 'campaign' ? campaigns(api, account, query) : adGroups(api, account, query))
  const range = rangeAsked(query)
  const ids = page.items.map(({ id }) => id)
  const figures = range && (await countedFor(api, account, { level, range, ids }))
  return { ...page, items: page.items.map((row) => ({ ...row, ...figuresFrom(figures, row.id) })) }
}

/** Deleted ones are left out; the platform has no archive, so nothing is ever archived. */
function asked({ id }: AccountRef, { campaignId, status }: PerformanceQuery) {
  const params = { advertiser_id: id, filtering: campaignId ? { campaign_ids: [campaignId] } : undefined }
  const isWanted = (item: Parameters<typeof ownStatusOf>[0]) => hasStatus(ownStatusOf(item).status, status)
  return { params, isWanted }
}

async function campaigns(api: Api, account: AccountRef, query: PerformanceQuery): Promise<Paged<Structure>> {
  const { params, isWanted } = asked(account, query)
  const page = await pageThrough(api, { schema: CampaignWire, path: 'campaign/get', params }, query, isWanted)
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

async function adGroups(api: Api, account: AccountRef, query: PerformanceQuery): Promise<Paged<Structure>> {
  const { params, isWanted } = asked(account, query)
  const page = await pageThrough(api, { schema: AdGroupWire, path: 'adgroup/get', params }, query, isWanted)
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

const metrics = ['spend', 'impressions', 'clicks', 'result']

async function countedFor(
  api: Api,
  { id: accountId }: AccountRef,
  { level, range, ids }: { level: Level; range: DayRange; ids: string[] },
): Promise<Map<string, Counted>> {
  const ground = { api, accountId, options: { accountId } }
  const all = new Map<string, Counted>()
  for (const group of inGroups(ids))
    for (const stretch of stretchesOf(range, mostDays.whole)) {
      const question = { level, range: stretch, isDaily: false, metrics, ids: group }
      for await (const rows of askedRows(ground, question))
        for (const row of rows)
          addCounted(all, placeOf(row, question).id ?? '', {
            spend: figureOf(row, 'spend') ?? 0,
            impressions: figureOf(row, 'impressions') ?? 0,
            clicks: figureOf(row, 'clicks') ?? 0,
            results: figureOf(row, 'result'),
          })
    }
  return all
}
