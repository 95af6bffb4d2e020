import { z } from 'zod'
import { fillPage } from '../../kit/fill-page.ts'
import type { AccountRef, Paged, PerformanceQuery, PerformanceRow } from '../../contract/manage.ts'
import type { Graph, Params } from '../client.ts'
import { readInAccount } from './read.ts'
import { budgetFromMinor, nodeId } from '../map.ts'
import { effectiveStatuses, isOwn, pageSize } from './own-status.ts'

const StructureWire = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  effective_status: z.string(),
  objective: z.string().optional(),
  optimization_goal: z.string().optional(),
  campaign_id: z.string().optional(),
  daily_budget: z.string().optional(),
  lifetime_budget: z.string().optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  stop_time: z.string().optional(),
})

const Action = z.object({ action_type: z.string(), value: z.string() })

const InsightWire = z.object({
  campaign_id: z.string().optional(),
  adset_id: z.string().optional(),
  spend: z.string().default('0'),
  impressions: z.string().default('0'),
  clicks: z.string().default('0'),
  reach: z.string().optional(),
  actions: z.array(Action).default([]),
})

type Insight = z.output<typeof InsightWire>

const fieldsOf = {
  campaign: 'id,name,status,effective_status,objective,daily_budget,lifetime_budget,start_time,stop_time',
  adset:
    'id,name,status,effective_status,optimization_goal,campaign_id,daily_budget,lifetime_budget,start_time,end_time',
}

export async function listPerformance(
  graph: Graph,
  account: AccountRef,
  level: 'campaign' | 'adset',
  query: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  const node = nodeId(account.id)
  const options = { accountId: node }
  const { campaignId, status, limit } = query
  const params: Params = {
    fields: fieldsOf[level],
    limit: pageSize(limit, status),
    ...effectiveStatuses(level, status),
  }
  const read = async (cursor: string) => {
    if (level === 'campaign' && campaignId) return onePage(graph, account, campaignId)
    const asked = cursor ? { ...params, after: cursor } : params
    const { items, before, after } = await graph.page(StructureWire, `${campaignId ?? node}/${level}s`, asked, options)
    return { items, before, next: after }
  }
  const page = await fillPage(read, query, isOwn(status))
  const figures = await readFigures(graph, account, { level, ids: page.items.map((item) => item.id) }, query)
  return { ...page, items: page.items.map((item) => rowOf(item, level, account, figures)) }
}

async function onePage(graph: Graph, account: AccountRef, campaignId: string) {
  const schema = StructureWire.extend({ account_id: z.string() })
  const found = await readInAccount(graph, schema, account, {
    id: campaignId,
    fields: `account_id,${fieldsOf.campaign}`,
  })
  return { items: found ? [found] : [], next: null }
}

/** null when no days were asked for. */
async function readFigures(
  graph: Graph,
  account: AccountRef,
  { level, ids }: { level: 'campaign' | 'adset'; ids: string[] },
  { startDate, endDate }: PerformanceQuery,
): Promise<Map<string, Insight> | null> {
  const since = startDate ?? endDate
  const until = endDate ?? startDate
  if (!since || !until) return null
  if (ids.length === 0) return new Map()
  const node = nodeId(account.id)
  const params = {
    level,
    fields: `${level}_id,spend,impressions,clicks,reach,actions`,
    time_range: { since, until },
    filtering: [{ field: `${level}.id`, operator: 'IN', value: ids }],
  }
  const rows = await graph.list(InsightWire, `${node}/insights`, params, { accountId: node, limit: ids.length })
  return new Map(rows.map((row) => [(level === 'campaign' ? row.campaign_id : row.adset_id) ?? '', row]))
}

function rowOf(
  item: z.output<typeof StructureWire>,
  level: 'campaign' | 'adset',
  { currency }: AccountRef,
  figures: Map<string, Insight> | null,
): PerformanceRow {
  // Rows come only for what was delivered: no row means nothing was.
  const insight = figures?.get(item.id)
  const spend = figures ? Number(insight?.spend ?? 0) : null
  const results = figures ? resultsOf(insight, item.optimization_goal ?? item.objective ?? '') : null
  return {
    id: item.id,
    name: item.name,
    status: item.status,
    effectiveStatus: item.effective_status,
    objective: item.objective ?? null,
    optimizationGoal: item.optimization_goal ?? null,
    campaignId: level === 'campaign' ? item.id : (item.campaign_id ?? null),
    startTime: item.start_time ?? null,
    endTime: item.end_time ?? item.stop_time ?? null,
    dailyBudget: budgetFromMinor(item.daily_budget, currency),
    lifetimeBudget: budgetFromMinor(item.lifetime_budget, currency),
    spend,
    impressions: figures ? Number(insight?.impressions ?? 0) : null,
    clicks: figures ? Number(insight?.clicks ?? 0) : null,
    results,
    costPerResult: spend !== null && results ? Math.round((spend / results) * 10_000) / 10_000 : null,
  }
}

const purchases = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']
const leads = ['lead', 'onsite_conversion.lead_grouped']
const installs = ['omni_app_install', 'mobile_app_install']

/** What counts as a result, by goal or objective. The first kind of action that is there counts: they include one another. */
const resultActions: Record<string, string[]> = {
  OUTCOME_SALES: purchases,
  OFFSITE_CONVERSIONS: [...purchases, ...leads],
  VALUE: purchases,
  OUTCOME_LEADS: leads,
  LEAD_GENERATION: leads,
  QUALITY_LEAD: leads,
  OUTCOME_APP_PROMOTION: installs,
  APP_INSTALLS: installs,
  OUTCOME_TRAFFIC: ['link_click'],
  LINK_CLICKS: ['link_click'],
  LANDING_PAGE_VIEWS: ['landing_page_view'],
  OUTCOME_ENGAGEMENT: ['post_engagement', 'page_engagement'],
  POST_ENGAGEMENT: ['post_engagement', 'page_engagement'],
  PAGE_LIKES: ['like'],
  THRUPLAY: ['video_view'],
  CONVERSATIONS: ['onsite_conversion.messaging_conversation_started_7d'],
}

function resultsOf(insight: Insight | undefined, goal: string): number {
  if (!insight) return 0
  if (goal === 'REACH' || goal === 'OUTCOME_AWARENESS') return Number(insight.reach ?? 0)
  if (goal === 'IMPRESSIONS') return Number(insight.impressions)
  const found = (resultActions[goal] ?? []).flatMap((type) =>
    insight.actions.filter((action) => action.action_type === type),
  )
  return Number(found[0]?.value ?? 0)
}

/** Spend by campaign over days of the account's calendar; campaigns without delivery are not in it. */
export async function spendByCampaign(
  graph: Graph,
  accountId: string,
  since: string,
  until: string,
): Promise<Map<string, number>> {
  const node = nodeId(accountId)
  const params = { level: 'campaign', fields: 'campaign_id,spend', time_range: { since, until } }
  const rows = await graph.list(InsightWire, `${node}/insights`, params, { accountId: node, limit: 5000 })
  return new Map(rows.map((row) => [row.campaign_id ?? '', Number(row.spend)]))
}
