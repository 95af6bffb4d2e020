import { addCounted, figuresFrom, rangeAsked } from '../../kit/figures.ts'
import type { Counted } from '../../kit/figures.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { AccountRef, Paged, PerformanceQuery, PerformanceRow } from '../../contract/manage.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Api } from '../client.ts'
import { forIds } from '../discover.ts'
import { allStatuses, fromMicro, groupBudgets } from '../map.ts'
import { columns, countsOf } from '../report/figures.ts'
import { readRows } from '../report/rows.ts'
import { AdGroupWire, CampaignWire } from '../wire.ts'

type Level = 'campaign' | 'adset'
type Structure = Omit<PerformanceRow, 'spend' | 'impressions' | 'clicks' | 'results' | 'costPerResult'>
type Ground = Pick<Surroundings, 'now' | 'isSandbox'> & { api: Api }

export async function listPerformance(
  { api, now, isSandbox }: Ground,
  account: AccountRef,
  level: Level,
  query: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  const page = await (level === 'campaign' ? campaigns(api, account, query) : adGroups(api, account, query))
  const range = rangeAsked(query)
  const figures = range && (await countedFor({ api, now, isSandbox }, account, { level, range, rows: page.items }))
  return { ...page, items: page.items.map((row) => ({ ...row, ...figuresFrom(figures, row.id) })) }
}

/** Archived things are listed for those who ask for them, or name their campaign. */
function asked({ campaignId, status, limit, after }: PerformanceQuery) {
  return {
    page_size: limit,
    bookmark: after,
    campaign_ids: campaignId ? [campaignId] : undefined,
    entity_statuses: status ? [status.toUpperCase()] : campaignId ? allStatuses : undefined,
  }
}

async function campaigns(api: Api, { id: accountId }: AccountRef, query: PerformanceQuery): Promise<Paged<Structure>> {
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
  }))
  return { items, before: null, after: page.after }
}

async function adGroups(api: Api, { id: accountId }: AccountRef, query: PerformanceQuery): Promise<Paged<Structure>> {
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
  }))
  return { items, before: null, after: page.after }
}

function timeText(seconds: number | null | undefined): string | null {
  return seconds ? new Date(seconds * 1000).toISOString() : null
}

interface Asked {
  level: Level
  range: DayRange
  rows: Structure[]
}

/** What counts as a result is the campaign's to say. */
async function countedFor(
  { api, now, isSandbox }: Ground,
  account: AccountRef,
  { level, range, rows }: Asked,
): Promise<Map<string, Counted>> {
  const all = new Map<string, Counted>()
  if (rows.length === 0) return all
  const objectives = await objectivesOf(api, account, rows)
  const objectiveOf = new Map(rows.map(({ id, campaignId }) => [id, objectives.get(campaignId ?? '')]))
  const pace = { lookMs: isSandbox ? 500 : 3_000, longestWaitMs: 60_000 }
  const time = { today: now().toISOString().slice(0, 10), pace }
  const question = { level, range, isDaily: false, columns, ids: rows.map(({ id }) => id) }
  for await (const found of readRows(api, time, question, { accountId: account.id }))
    for (const { id, figures } of found) {
      const { spendMicros, impressions, clicks, results } = countsOf(figures, objectiveOf.get(id))
      addCounted(all, id, { spend: spendMicros / 1e6, impressions, clicks, results })
    }
  return all
}

async function objectivesOf(
  api: Api,
  { id: accountId }: AccountRef,
  rows: Structure[],
): Promise<Map<string, string | null>> {
  const known = rows.flatMap(({ id, campaignId, objective }) => (id === campaignId ? [[id, objective] as const] : []))
  if (known.length === rows.length) return new Map(known)
  const ids = [...new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))]
  const found = await forIds(ids, (some) => {
    const query = { campaign_ids: some, entity_statuses: allStatuses }
    return api.list(CampaignWire, `ad_accounts/${accountId}/campaigns`, query, { accountId, limit: some.length })
  })
  return new Map(found.map(({ id, objective_type: objective }) => [id, objective ?? null]))
}
