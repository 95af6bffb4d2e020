import { z } from 'zod'
import { fillPage } from '../../kit/fill-page.ts'
import type { AccountRef, Paged, PerformanceQuery, PerformanceRow } from '../../contract/manage.ts'
import type { Graph, Params } from '../client.ts'
import { readInAccount } from './read.ts'
import { budgetFromMinor, nodeId } from '../map.ts'
import { figuresIn, InsightWire, readFigures } from './figures.ts'
import type { Insight } from './figures.ts'
import { allStatuses } from '../report/question.ts'
import { effectiveStatuses, isOwn, pageSize, stateIn } from './own-status.ts'

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
  const { campaignId, limit } = query
  const params: Params = {
    fields: fieldsOf[level],
    limit: pageSize(limit, stateIn(query)),
    ...effectiveStatuses(level, query),
  }
  const read = async (cursor: string) => {
    if (level === 'campaign' && campaignId) return onePage(graph, account, campaignId)
    const asked = cursor ? { ...params, after: cursor } : params
    const { items, before, after } = await graph.page(StructureWire, `${campaignId ?? node}/${level}s`, asked, options)
    return { items, before, next: after }
  }
  const page = await fillPage(read, query, isOwn(query))
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

function rowOf(
  item: z.output<typeof StructureWire>,
  level: 'campaign' | 'adset',
  { currency }: AccountRef,
  figures: Map<string, Insight> | null,
): PerformanceRow {
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
    ...figuresIn(figures, item.id, item.optimization_goal ?? item.objective),
  }
}

/** Spend by campaign over days of the account's calendar; campaigns without delivery are not in it, archived and deleted ones are. */
export async function spendByCampaign(
  graph: Graph,
  accountId: string,
  since: string,
  until: string,
): Promise<Map<string, number>> {
  const node = nodeId(accountId)
  const filtering = [{ field: 'campaign.effective_status', operator: 'IN', value: allStatuses('campaign') }]
  const params = { level: 'campaign', fields: 'campaign_id,spend', time_range: { since, until }, filtering }
  const rows = await graph.list(InsightWire, `${node}/insights`, params, { accountId: node, limit: 5000 })
  return new Map(rows.map((row) => [row.campaign_id ?? '', Number(row.spend)]))
}
