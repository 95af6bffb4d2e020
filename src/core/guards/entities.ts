import type { AdSetRequest, CampaignRequest, EntityState, StatusChange } from '../../platforms/contract/manage.ts'
import type { OpenAccount } from '../accounts.ts'
import { dailyOf, campaignOf, endsLater, perDay } from './budgets.ts'
import { addsNothing } from './change.ts'
import type { SpendChange } from './change.ts'
import { newTarget } from './grants.ts'

/** What switching something means; null: it cannot cost anything. */
export async function statusChange(
  opened: OpenAccount,
  entity: EntityState,
  { status, endTime, now }: StatusChange & { now: Date },
): Promise<SpendChange | null> {
  const isLonger = endTime !== undefined && endsLater(entity, endTime)
  if (status !== 'active' && !isLonger) return null
  const hasEnded = entity.endTime !== null && entity.endTime <= now
  const begins = (status === 'active' && entity.status !== 'active') || (isLonger && hasEnded)
  return {
    ...addsNothing,
    account: opened.account,
    campaign: campaignOf(entity),
    target: `run ${entity.id}`,
    to: begins ? await dailyOf(opened, entity) : 0,
  }
}

export function campaignMade(opened: OpenAccount, request: CampaignRequest, operationKey: string): SpendChange {
  const { name, dailyBudget = null, lifetimeBudget = null } = request
  return made(opened, {
    campaign: { id: null, name },
    target: newTarget(operationKey, 'campaign'),
    spends: request.status === 'ACTIVE',
    to: perDay({ dailyBudget, lifetimeBudget }),
    budgets: given(dailyBudget, lifetimeBudget),
  })
}

export function adSetMade(
  opened: OpenAccount,
  { request, campaignId, operationKey }: { request: AdSetRequest; campaignId: string; operationKey: string },
): SpendChange {
  const { dailyBudget = null, lifetimeBudget = null, budgetSchedules = [] } = request
  const daily = perDay({ dailyBudget, lifetimeBudget })
  // For some hours the budget is higher: by an amount, or so many times itself.
  const raised = budgetSchedules.map(({ budgetValue, budgetValueType }) =>
    budgetValueType === 'MULTIPLIER' ? daily * budgetValue : daily + budgetValue,
  )
  return made(opened, {
    campaign: { id: campaignId, name: null },
    target: newTarget(operationKey, 'adset'),
    spends: request.status === 'ACTIVE',
    to: Math.max(daily, ...raised),
    budgets: [...given(dailyBudget, lifetimeBudget), ...raised],
  })
}

type Made = Pick<SpendChange, 'campaign' | 'target' | 'spends' | 'to' | 'budgets'> & { count?: number }

/** Something new: what is made paused adds nothing before somebody switches it on. */
export function made({ account }: OpenAccount, { to, spends, ...rest }: Made): SpendChange {
  return { ...addsNothing, account, ...rest, spends, to: spends ? to : 0 }
}

function given(...amounts: (number | null)[]): number[] {
  return amounts.filter((amount) => amount !== null)
}
