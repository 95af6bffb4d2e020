import type { AdSetRequest, CampaignRequest, EntityState, StatusChange } from '../../../platforms/contract/manage.ts'
import type { OpenAccount } from '../../connections/accounts.ts'
import { newTarget } from '../ledger/effects.ts'
import { campaignOf, effectsOn, endsLater, holdsBudget, ownPace } from './budgets.ts'
import { addsNothing, paceOf, unknownPace } from './change.ts'
import type { SpendChange } from './change.ts'

interface Switched extends StatusChange {
  now: Date
}

/** Something that is switched, in the account that it is in. */
interface Placed {
  opened: OpenAccount
  entity: EntityState
}

/** What switching things means; nothing for those that it cannot make cost anything. */
export function statusChanges(all: Placed[], switchedIn: (opened: OpenAccount) => Switched): SpendChange[] {
  return all.flatMap(({ opened, entity }) => statusChange({ opened, entity }, switchedIn(opened)) ?? [])
}

/** null: it cannot cost anything. */
function statusChange({ opened, entity }: Placed, { status, endTime, now }: Switched): SpendChange | null {
  const isLonger = endTime !== undefined && endsLater(entity, endTime)
  if (status !== 'active' && !isLonger) return null
  const hasEnded = entity.endTime !== null && entity.endTime <= now
  const begins = (status === 'active' && entity.status !== 'active') || (isLonger && hasEnded)
  const become = effectsOn(entity, {
    ...(status === 'active' ? { runs: true } : {}),
    ...(isLonger ? { end: endTime.toISOString() } : {}),
  })
  // An ad that runs already begins nothing.
  const effects = become && become.map((effect) => (effect.level === 'ads' ? { ...effect, runs: begins } : effect))
  const change = {
    ...addsNothing,
    account: opened.account,
    campaign: campaignOf(entity),
    target: `run ${entity.id}`,
    effects,
    writePart: `status ${entity.id}`,
  }
  return begins ? { ...change, to: entity.type === 'ad' ? addsNothing.to : ownPace(entity) } : change
}

export function createdCampaign(opened: OpenAccount, request: CampaignRequest, operationKey: string): SpendChange {
  const { name, dailyBudget = null, lifetimeBudget = null } = request
  const id = newTarget(operationKey, 'campaign')
  const runs = request.status === 'ACTIVE'
  return created(opened, {
    campaign: { id: null, name },
    target: id,
    spends: runs,
    effects: [
      { level: 'campaign', id, campaignId: id, name, runs, daily: dailyBudget, lifetime: lifetimeBudget, end: null },
    ],
    writePart: 'campaign',
    to: paceOf({ dailyBudget, lifetimeBudget }),
    budgets: given(dailyBudget, lifetimeBudget),
  })
}

export function createdAdSet(
  opened: OpenAccount,
  { request, campaignId, operationKey }: { request: AdSetRequest; campaignId: string; operationKey: string },
): SpendChange {
  const { dailyBudget = null, lifetimeBudget = null, budgetSchedules = [] } = request
  const isActive = request.status === 'ACTIVE'
  const budgets = { dailyBudget, lifetimeBudget }
  const own = paceOf(budgets)
  const daily = own.daily + own.once
  // For some hours the budget is higher: by an amount, or so many times itself.
  const raised = budgetSchedules.map(({ budgetValue, budgetValueType }) =>
    budgetValueType === 'MULTIPLIER' ? daily * budgetValue : daily + budgetValue,
  )
  const max = Math.max(daily, ...raised)
  const id = newTarget(operationKey, 'adset')
  const held = {
    daily: dailyBudget === null ? null : max,
    lifetime: dailyBudget === null && lifetimeBudget !== null ? max : null,
  }
  const end = request.endTime?.toISOString() ?? null
  return created(opened, {
    campaign: { id: campaignId, name: null },
    target: id,
    spends: isActive,
    effects: [{ level: 'adset', id, campaignId, name: request.name, runs: isActive, ...held, end }],
    writePart: 'adset',
    to: holdsBudget(budgets) ? { daily: held.daily ?? 0, once: held.lifetime ?? 0 } : unknownPace,
    budgets: [...given(dailyBudget, lifetimeBudget), ...raised],
  })
}

type CreatedChange = Pick<
  SpendChange,
  'campaign' | 'target' | 'spends' | 'to' | 'budgets' | 'effects' | 'writePart'
> & {
  count?: number
}

/** Something new: what is made paused adds nothing before somebody switches it on. */
export function created({ account }: OpenAccount, { to, spends, ...rest }: CreatedChange): SpendChange {
  return { ...addsNothing, account, ...rest, spends, to: spends ? to : addsNothing.to }
}

function given(...amounts: (number | null)[]): number[] {
  return amounts.filter((amount) => amount !== null)
}
