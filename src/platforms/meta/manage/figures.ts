import { z } from 'zod'
import type { Figures } from '../../kit/figures.ts'
import type { AccountRef, EntityType, PerformanceQuery } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { nodeId } from '../map.ts'

const Action = z.object({ action_type: z.string(), value: z.string() })

export const InsightWire = z.object({
  campaign_id: z.string().optional(),
  adset_id: z.string().optional(),
  ad_id: z.string().optional(),
  spend: z.string().default('0'),
  impressions: z.string().default('0'),
  clicks: z.string().default('0'),
  reach: z.string().optional(),
  actions: z.array(Action).default([]),
})

export type Insight = z.output<typeof InsightWire>

/** null when no days were asked for. */
export async function readFigures(
  graph: Graph,
  account: AccountRef,
  { level, ids }: { level: EntityType; ids: string[] },
  { startDate, endDate }: Pick<PerformanceQuery, 'startDate' | 'endDate'>,
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
  return new Map(rows.map((row) => [row[`${level}_id`] ?? '', row]))
}

/** Rows come only for what was delivered: no row means nothing was. */
export function figuresIn(figures: Map<string, Insight> | null, id: string, goal: string | undefined): Figures {
  if (!figures) return { spend: null, impressions: null, clicks: null, results: null, costPerResult: null }
  const insight = figures.get(id)
  const spend = Number(insight?.spend ?? 0)
  const results = resultsOf(insight, goal ?? '')
  return {
    spend,
    impressions: Number(insight?.impressions ?? 0),
    clicks: Number(insight?.clicks ?? 0),
    results,
    costPerResult: results ? Math.round((spend / results) * 10_000) / 10_000 : null,
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
