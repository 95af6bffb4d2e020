import { FlightdeckError } from '../../../client/src/index.ts'
import type { AdAccount, BudgetChanged, EntityError } from '../../../client/src/index.ts'
import { flightdeck } from './flightdeck.ts'
import { queryClient } from './query-client.ts'
import type { Entity } from './campaigns.ts'
import type { Level } from '../pages/campaigns/platform-words.ts'

export interface Switched {
  entity: Entity
  /** What stood against it; null: it is done. */
  problem: unknown
}

/** What one call takes at most. */
const mostAtOnce = 50

/** Pauses or resumes, whatever the platform: each has its own outcome, and one that fails holds nothing up. */
export async function switchAll(account: AdAccount, entities: Entity[], to: 'ACTIVE' | 'PAUSED'): Promise<Switched[]> {
  const outcomes: Switched[] = []
  for (const group of groupsOf(entities)) outcomes.push(...(await switchGroup(account, group, to)))
  await Promise.all(outcomes.map(({ entity }) => refresh(account, entity)))
  return outcomes
}

async function switchGroup(account: AdAccount, group: Entity[], to: 'ACTIVE' | 'PAUSED'): Promise<Switched[]> {
  const entityIds = group.map(({ id }) => id)
  try {
    const { results } = await flightdeck.updateStatus({
      ...{ accountId: account.id, entityType: group[0]!.level, entityIds, newStatus: to },
    })
    return group.map((entity) => {
      const result = results.find(({ entityId }) => entityId === entity.id)
      return { entity, problem: result?.success ? null : new Error(sentence(result?.error)) }
    })
  } catch (problem) {
    if (!(problem instanceof FlightdeckError)) throw problem
    return group.map((entity) => ({ entity, problem }))
  }
}

function sentence(error: EntityError | undefined): string {
  if (!error) return 'The platform did not say what became of it.'
  return error.hint ? `${error.message} ${error.hint}` : error.message
}

function groupsOf(entities: Entity[]): Entity[][] {
  const levels: Level[] = ['campaign', 'adset', 'ad']
  return levels.flatMap((level) => {
    const own = entities.filter((entity) => entity.level === level)
    return Array.from({ length: Math.ceil(own.length / mostAtOnce) }, (_, at) =>
      own.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
    )
  })
}

/** Asks again for what a change can have touched: the list that it stands in, and all that is below. */
export async function refresh(account: AdAccount, { level, campaignId, adSetId, id }: Entity): Promise<void> {
  const ask = (...rest: string[]) => queryClient.invalidateQueries({ queryKey: ['tree', account.id, ...rest] })
  if (level === 'campaign') return ask()
  if (level === 'ad') return ask('ads', adSetId ?? '')
  await Promise.all([ask('adsets', campaignId), ask('ads', id)])
}

interface BudgetWish {
  amount: number
  /** That campaigns which share the budget spend more or less too is known, and meant. */
  allowShared: boolean
  dryRun: boolean
}

export async function setBudget(account: AdAccount, entity: Entity, wish: BudgetWish): Promise<BudgetChanged> {
  const { amount, dryRun, allowShared } = wish
  const changed =
    account.platform === 'google-ads'
      ? await flightdeck.updateSearchBudget({
          ...{ accountId: account.id, campaignId: entity.id, dailyBudget: amount, dryRun, allowShared },
        })
      : await flightdeck.updateBudget({
          ...{ accountId: account.id, entityId: entity.id, entityType: entity.level as 'campaign' | 'adset', dryRun },
          ...(entity.dailyBudget === null ? { lifetimeBudget: amount } : { dailyBudget: amount }),
        })
  if (!dryRun) await refresh(account, entity)
  return changed
}
