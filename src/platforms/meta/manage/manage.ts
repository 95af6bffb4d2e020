import { z } from 'zod'
import { brokenRules, PlatformError } from '../../../errors.ts'
import type {
  AccountRef,
  BudgetChange,
  EntityRef,
  EntityState,
  EntityType,
  PlannedWrite,
  StatusChange,
} from '../../contract/manage.ts'
import { setsValues, statusWrite, staysDeleted, telling } from '../../kit/status-write.ts'
import { endAdSets } from '../../kit/time/campaign-end.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Graph, Params } from '../client.ts'
import { unixSeconds } from '../create/adset.ts'
import { validateOnly } from '../create/label.ts'
import { optionalMinor } from './money.ts'
import { isMissing, isNodeId } from './read.ts'
import { budgetFromMinor, nodeId, statusOf } from '../map.ts'

/** One field that only this kind has goes along, so that an id of another kind is told from it. */
export const fieldsOf: Record<EntityType, string> = {
  ad: 'id,account_id,name,status,effective_status,adset_id,campaign_id,campaign{objective}',
  adset:
    'id,account_id,name,status,effective_status,daily_budget,lifetime_budget,start_time,end_time,optimization_goal,campaign_id',
  campaign: 'id,account_id,name,status,daily_budget,lifetime_budget,start_time,objective',
}

const EntityWire = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string().default(''),
  status: z.string(),
  effective_status: z.string().optional(),
  daily_budget: z.string().optional(),
  lifetime_budget: z.string().optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  campaign_id: z.string().optional(),
  adset_id: z.string().optional(),
  campaign: z.object({ objective: z.string().optional() }).optional(),
})

const Success = z.object({ success: z.boolean().optional() })
const scheduledObjectives = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION']
const endNotInFuture = 1487033
const noOwnEnd = { path: 'endTime', message: 'a campaign has no end of its own here: give it to the ad sets' }

export async function readEntities(
  graph: Graph,
  account: AccountRef,
  entities: EntityRef[],
): Promise<(EntityState | null)[]> {
  const node = nodeId(account.id)
  const readable = entities.filter(({ id }) => isNodeId(id))
  const reads = readable.map(({ id, type }) => ({ path: id, params: { fields: fieldsOf[type] } }))
  const answers = await graph.readMany(EntityWire, reads, { accountId: node })
  return entities.map((entity) => {
    const answer = answers[readable.indexOf(entity)]
    if (answer === undefined || isMissing(answer)) return null
    if (answer instanceof PlatformError) throw answer
    if (nodeId(answer.account_id) !== node) return null
    return {
      ...entity,
      name: answer.name,
      ...statusOf(standingOf(answer)),
      dailyBudget: budgetFromMinor(answer.daily_budget, account.currency),
      lifetimeBudget: budgetFromMinor(answer.lifetime_budget, account.currency),
      startTime: answer.start_time ? new Date(answer.start_time) : null,
      endTime: answer.end_time ? new Date(answer.end_time) : null,
      ...(answer.campaign_id ? { campaignId: answer.campaign_id } : {}),
      ...(answer.adset_id ? { adSetId: answer.adset_id } : {}),
      ...(isScheduled(entity, answer.campaign) ? {} : { hasNoEnd: true as const }),
    }
  })
}

/** Its own switch, unless something above it is gone, and it with that: its own word stays what it was. */
function standingOf({ status, effective_status: effective }: z.output<typeof EntityWire>): string {
  return effective === 'DELETED' || effective === 'ARCHIVED' ? effective : status
}

/** Ads have a schedule of their own in campaigns of some objectives alone. */
function isScheduled({ type }: EntityRef, campaign: { objective?: string } = {}): boolean {
  return type !== 'ad' || scheduledObjectives.includes(campaign.objective ?? '')
}

export async function ownerOf(graph: Graph, { id, type }: EntityRef): Promise<string | null> {
  if (!isNodeId(id)) return null
  try {
    const found = await graph.get(EntityWire, id, { fields: fieldsOf[type] }, { accountId: '' })
    return nodeId(found.account_id)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Sets fields of one node to values: made twice, it is the same. */
export function setFields(graph: Graph, account: AccountRef, id: string, params: Params): PlannedWrite {
  const options = { accountId: nodeId(account.id) }
  return {
    asks: { id, ...params },
    async send() {
      await graph.post(Success, id, params, options)
      return { id }
    },
    async validate() {
      await graph.post(Success, id, { ...params, ...validateOnly }, options)
    },
    readBack: setsValues,
  }
}

const words = { active: 'ACTIVE', paused: 'PAUSED' } as const

export function setStatus(
  graph: Graph & Pick<Surroundings, 'now'>,
  account: AccountRef,
  entity: EntityState,
  change: StatusChange,
): PlannedWrite {
  return statusWrite(entity, change, {
    ...{ now: graph.now, words },
    switchTo: (word) => withStatus(graph, account, entity, word),
    endAt(endTime, active) {
      const later = endAt(graph, account, entity, { endTime, more: active ? { status: active } : {} })
      const described = telling(later, { status: active ?? entity.platformStatus, endTime: endTime.toISOString() })
      return {
        ...described,
        send: () =>
          described.send().catch((error: unknown) => {
            if (!(error instanceof PlatformError) || error.failure.subcode !== endNotInFuture) throw error
            // The end came while we were asking.
            return withStatus(graph, account, entity, words.paused).send()
          }),
      }
    },
  })
}

function withStatus(graph: Graph, account: AccountRef, { id }: EntityRef, status: string): PlannedWrite {
  return telling(setFields(graph, account, id, { status }), { status })
}

/** Ad sets end; an ad has a schedule of its own; a campaign ends when all its ad sets do. */
export function endAt(
  graph: Graph,
  account: AccountRef,
  { id, type }: EntityRef,
  { endTime, more = {} }: { endTime: Date; more?: Params },
): PlannedWrite {
  const end = unixSeconds(endTime)
  if (type === 'ad') return setFields(graph, account, id, { ad_schedule_end_time: end, ...more })
  if (type === 'adset') return setFields(graph, account, id, { end_time: end, ...more })
  const options = { accountId: nodeId(account.id) }
  const set = (node: string, params: Params) => graph.post(Success, node, params, options)
  return {
    asks: { id, end_time: end, ...more },
    async send() {
      const adSets = await adSetsIn(graph, account, id)
      const endings = await endAdSets(adSets, new Date(end * 1000), {
        end: (adSet) => set(adSet.id, { end_time: end }),
        pause: (adSet) => set(adSet.id, { status: 'PAUSED' }),
      })
      if (Object.keys(more).length > 0) await set(id, more)
      return { id, adSets: JSON.stringify(endings) }
    },
    readBack: setsValues,
  }
}

const maxAdSets = 1000
const FlightWire = z.object({
  id: z.string(),
  status: z.string(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
})

async function adSetsIn(graph: Graph, account: AccountRef, campaignId: string) {
  const fields = 'id,status,start_time,end_time'
  const options = { accountId: nodeId(account.id) }
  const adSets = await graph.list(FlightWire, `${campaignId}/adsets`, { fields }, { ...options, limit: maxAdSets })
  return adSets.map(({ id, status, start_time: start, end_time: end }) => ({
    id,
    isPaused: status === 'PAUSED',
    startTime: start ? new Date(start) : null,
    endTime: end ? new Date(end) : null,
  }))
}

export function setBudget(
  graph: Graph,
  account: AccountRef,
  { id, type }: EntityState,
  change: BudgetChange,
): PlannedWrite {
  if (change.endTime && type === 'campaign') throw brokenRules([noOwnEnd])
  return setFields(graph, account, id, {
    daily_budget: optionalMinor(change.dailyBudget, account),
    lifetime_budget: optionalMinor(change.lifetimeBudget, account),
    end_time: change.endTime && unixSeconds(change.endTime),
  })
}

export function deleteEntity(graph: Graph, account: AccountRef, { id }: EntityRef): PlannedWrite {
  const options = { accountId: nodeId(account.id) }
  return {
    asks: { id },
    async send() {
      await graph.remove(Success, id, {}, options)
      return { id, status: 'DELETED' }
    },
    readBack: staysDeleted,
  }
}
