import pMap from 'p-map'
import type { AdSetRequest, CampaignRequest, EntityState, StatusChange } from '../../../platforms/contract/manage.ts'
import type { OpenAccount } from '../../accounts.ts'
import { campaignOf, endsLater, holdsBudget, runningPace, throughCampaign } from './budgets.ts'
import { addsNothing, paceOf } from './change.ts'
import type { Pace, SpendChange } from './change.ts'
import { newTarget } from '../grants.ts'

interface Switched extends StatusChange {
  now: Date
}

/** Something that is switched, in the account that it is in. */
interface Placed {
  opened: OpenAccount
  entity: EntityState
}

/** More at once for one account, and platforms begin to push back. */
const atOnce = 4

/** What switching things means; nothing for those that it cannot make cost anything. Each campaign is looked at once. */
export async function statusChanges(
  all: Placed[],
  switchedIn: (opened: OpenAccount) => Switched,
): Promise<SpendChange[]> {
  const looks = new Map<string, Promise<Pace>>()
  const through: typeof throughCampaign = (opened, campaignId) => {
    const name = `${nameOf(opened)} ${campaignId}`
    const look = looks.get(name) ?? throughCampaign(opened, campaignId)
    looks.set(name, look)
    return look
  }
  const changes = await pMap(
    all,
    ({ opened, entity }) => statusChange({ opened, entity }, switchedIn(opened), through),
    { concurrency: atOnce },
  )
  return onceEach(changes.filter((change) => change !== null))
}

/** null: it cannot cost anything. */
async function statusChange(
  { opened, entity }: Placed,
  { status, endTime, now }: Switched,
  through: typeof throughCampaign,
): Promise<SpendChange | null> {
  const isLonger = endTime !== undefined && endsLater(entity, endTime)
  if (status !== 'active' && !isLonger) return null
  const hasEnded = entity.endTime !== null && entity.endTime <= now
  const begins = (status === 'active' && entity.status !== 'active') || (isLonger && hasEnded)
  const change = { ...addsNothing, account: opened.account, campaign: campaignOf(entity) }
  if (!begins) return { ...change, target: `run ${entity.id}` }
  // Counted as its campaign is, which may be switched on next: the same money is not counted twice.
  if (entity.type === 'adset' && !holdsBudget(entity)) {
    const { campaignId } = entity
    return { ...change, target: `run ${campaignId ?? entity.id}`, to: await through(opened, campaignId) }
  }
  return { ...change, target: `run ${entity.id}`, to: await runningPace(opened, entity) }
}

function nameOf({ account }: Pick<SpendChange, 'account'>): string {
  return `${account.platform} ${account.account_id}`
}

/** Several ad sets that begin to spend from one budget add it once. */
function onceEach(changes: SpendChange[]): SpendChange[] {
  const seen = new Set<string>()
  return changes.map((change) => {
    const name = `${nameOf(change)} ${change.target}`
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst ? change : { ...change, to: change.from }
  })
}

export function campaignMade(opened: OpenAccount, request: CampaignRequest, operationKey: string): SpendChange {
  const { name, dailyBudget = null, lifetimeBudget = null } = request
  return made(opened, {
    campaign: { id: null, name },
    target: newTarget(operationKey, 'campaign'),
    spends: request.status === 'ACTIVE',
    to: paceOf({ dailyBudget, lifetimeBudget }),
    budgets: given(dailyBudget, lifetimeBudget),
  })
}

export async function adSetMade(
  opened: OpenAccount,
  { request, campaignId, operationKey }: { request: AdSetRequest; campaignId: string; operationKey: string },
): Promise<SpendChange> {
  const { dailyBudget = null, lifetimeBudget = null, budgetSchedules = [] } = request
  const isActive = request.status === 'ACTIVE'
  const budgets = { dailyBudget, lifetimeBudget }
  const own = paceOf(budgets)
  const daily = own.daily + own.once
  // For some hours the budget is higher: by an amount, or so many times itself.
  const raised = budgetSchedules.map(({ budgetValue, budgetValueType }) =>
    budgetValueType === 'MULTIPLIER' ? daily * budgetValue : daily + budgetValue,
  )
  return made(opened, {
    campaign: { id: campaignId, name: null },
    target: newTarget(operationKey, 'adset'),
    spends: isActive,
    to: await startPace(),
    budgets: [...given(dailyBudget, lifetimeBudget), ...raised],
  })

  async function startPace(): Promise<Pace> {
    if (isActive && !holdsBudget(budgets)) return throughCampaign(opened, campaignId)
    return own.daily > 0
      ? { daily: Math.max(own.daily, ...raised), once: 0 }
      : { daily: 0, once: Math.max(own.once, ...raised) }
  }
}

type Made = Pick<SpendChange, 'campaign' | 'target' | 'spends' | 'to' | 'budgets'> & { count?: number }

/** Something new: what is made paused adds nothing before somebody switches it on. */
export function made({ account }: OpenAccount, { to, spends, ...rest }: Made): SpendChange {
  return { ...addsNothing, account, ...rest, spends, to: spends ? to : addsNothing.to }
}

function given(...amounts: (number | null)[]): number[] {
  return amounts.filter((amount) => amount !== null)
}
