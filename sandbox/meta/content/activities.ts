import { changeLines, creationLine, isLevel, legacyTypes } from './activity-formats.ts'
import type { ActivityLine } from './activity-formats.ts'
import type { Created } from '../call.ts'
import type { World } from '../world.ts'
import type { Account, Activity, Ad, AdSet, Campaign, Deliverable } from '../campaigns/objects.ts'

/** Writes down that something came to be; what is not part of the campaign tree has no history. */
export function recordCreation(world: World, { type, object }: Pick<Created, 'type' | 'object'>): void {
  if (isLevel(type))
    write(world, { level: type, object: object as Deliverable }, creationLine(type, object as Deliverable), world.now())
}

/** Compares what is stored now with what was stored before, and writes down every difference. */
export function recordChanges(world: World, type: string, before: object): void {
  if (!isLevel(type)) return
  const old = before as Deliverable
  const now = stored(world, type, old.id)
  if (!now || now.updated < old.updated) return
  const currency = world.accounts.get(`act_${now.account_id}`)?.currency ?? 'USD'
  for (const line of changeLines(type, old, now, currency))
    write(world, { level: type, object: now }, line, world.now())
  if (old.status !== now.status) keepStatus(world, type, old, now)
}

/** A period of more budget was added to a campaign or ad set. */
export function recordHighDemand(world: World, type: string, object: object): void {
  if (!isLevel(type)) return
  const event_type =
    type === 'Campaign' ? 'update_campaign_group_high_demand_periods' : 'update_campaign_high_demand_periods'
  const line = { event_type, category: 'BUDGET', extra: { type: 'high_demand_periods' } }
  write(world, { level: type, object: object as Deliverable }, line, world.now())
}

type Level = Parameters<typeof creationLine>[0]

function stored(world: World, level: Level, id: string): Deliverable | undefined {
  if (level === 'Campaign') return world.campaigns.get(id)
  return level === 'AdSet' ? world.adsets.get(id) : world.ads.get(id)
}

/** Delivery of the past is computed from the statuses of the past. */
function keepStatus(world: World, level: Level, before: Deliverable, after: Deliverable): void {
  const past = before.history ?? [{ at: before.created, status: before.status }]
  const history = [...past, { at: world.now(), status: after.status }]
  if (level === 'Campaign') world.campaigns.put(after.id, { ...(after as Campaign), history })
  else if (level === 'AdSet') world.adsets.put(after.id, { ...(after as AdSet), history })
  else world.ads.put(after.id, { ...(after as Ad), history })
}

export function write(
  world: World,
  { level, object }: { level: Level; object: Deliverable },
  line: ActivityLine,
  at: number,
): void {
  const id = `9${String(world.context.store.nextNumber('meta.activity')).padStart(15, '0')}`
  const account = world.accounts.get(`act_${object.account_id}`) as Account
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
  world.activities.put(id, activity)
}
