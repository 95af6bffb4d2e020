import { changeLines, creationLine, isLevel, legacyTypes } from './activity-formats.ts'
import type { ActivityLine } from './activity-formats.ts'
import type { Created } from '../graph/call.ts'
import type { Graph } from '../graph/graph.ts'
import type { Account, Activity, Ad, AdSet, Campaign, Deliverable } from '../campaigns/objects.ts'

/** Writes down that something came to be; what is not part of the campaign tree has no history. */
export function recordCreation(graph: Graph, { type, object }: Pick<Created, 'type' | 'object'>): void {
  if (isLevel(type))
    write(graph, { level: type, object: object as Deliverable }, creationLine(type, object as Deliverable), graph.now())
}

/** Compares what is stored now with what was stored before, and writes down every difference. */
export function recordChanges(graph: Graph, type: string, before: object): void {
  if (!isLevel(type)) return
  const old = before as Deliverable
  const now = stored(graph, type, old.id)
  if (!now || now.updated < old.updated) return
  const currency = graph.accounts.get(`act_${now.account_id}`)?.currency ?? 'USD'
  for (const line of changeLines(type, old, now, currency))
    write(graph, { level: type, object: now }, line, graph.now())
  if (old.status !== now.status) keepStatus(graph, type, old, now)
}

/** A period of more budget was added to a campaign or ad set. */
export function recordHighDemand(graph: Graph, type: string, object: object): void {
  if (!isLevel(type)) return
  const event_type =
    type === 'Campaign' ? 'update_campaign_group_high_demand_periods' : 'update_campaign_high_demand_periods'
  const line = { event_type, category: 'BUDGET', extra: { type: 'high_demand_periods' } }
  write(graph, { level: type, object: object as Deliverable }, line, graph.now())
}

type Level = Parameters<typeof creationLine>[0]

function stored(graph: Graph, level: Level, id: string): Deliverable | undefined {
  if (level === 'Campaign') return graph.campaigns.get(id)
  return level === 'AdSet' ? graph.adsets.get(id) : graph.ads.get(id)
}

/** Delivery of the past is computed from the statuses of the past. */
function keepStatus(graph: Graph, level: Level, before: Deliverable, after: Deliverable): void {
  const past = before.history ?? [{ at: before.created, status: before.status }]
  const history = [...past, { at: graph.now(), status: after.status }]
  if (level === 'Campaign') graph.campaigns.put(after.id, { ...(after as Campaign), history })
  else if (level === 'AdSet') graph.adsets.put(after.id, { ...(after as AdSet), history })
  else graph.ads.put(after.id, { ...(after as Ad), history })
}

export function write(
  graph: Graph,
  { level, object }: { level: Level; object: Deliverable },
  line: ActivityLine,
  at: number,
): void {
  const id = `9${String(graph.context.store.nextNumber('meta.activity')).padStart(15, '0')}`
  const account = graph.accounts.get(`act_${object.account_id}`) as Account
  const activity: Activity = {
    id,
    tenant: account.tenant,
    account_id: object.account_id,
    created: at,
    updated: at,
    event_type: line.event_type,
    category: line.category,
    object_id: object.id,
    object_name: object.name,
    object_type: legacyTypes[level],
    parents: [object['adset_id'], object['campaign_id']].filter((parent) => typeof parent === 'string'),
    extra_data: JSON.stringify(line.extra),
  }
  graph.activities.put(id, activity)
}
