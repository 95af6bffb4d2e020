import type { BudgetAmounts, EntityState } from '../../../platforms/contract/manage.ts'
import type { OpenAccount } from '../../accounts.ts'
import { addsNothing, paceOf, unknownPace } from './change.ts'
import type { Pace, SpendChange } from './change.ts'

const pageSize = 200
/** A campaign with more ad sets than this is not added up: what it may spend counts as unknown. */
const mostAdSets = 5_000

/** Which campaign something belongs to, as far as is known. */
export function campaignOf(entity: EntityState): SpendChange['campaign'] {
  if (entity.type === 'campaign') return { id: entity.id, name: entity.name }
  return { id: entity.campaignId ?? null, name: null }
}

export function holdsBudget({
  dailyBudget,
  lifetimeBudget,
}: Pick<EntityState, 'dailyBudget' | 'lifetimeBudget'>): boolean {
  return dailyBudget !== null || lifetimeBudget !== null
}

/** What a campaign, ad set or ad may spend of its own when it runs. An ad set without a budget: see `throughCampaign`. */
export async function runningPace(opened: OpenAccount, entity: EntityState): Promise<Pace> {
  if (holdsBudget(entity) || entity.type !== 'campaign') return paceOf(entity)
  const { session } = opened
  if (!session.listPerformance) return unknownPace
  const sum: Pace = { daily: 0, once: 0 }
  let count = 0
  let after: string | undefined
  do {
    const page = await session.listPerformance(opened.ref, 'adset', {
      campaignId: entity.id,
      status: 'active',
      limit: pageSize,
      after,
    })
    for (const { daily, once } of page.items.map(paceOf)) {
      sum.daily += daily
      sum.once += once
    }
    count += page.items.length
    after = page.after ?? undefined
  } while (after !== undefined && count < mostAdSets)
  return after === undefined ? sum : unknownPace
}

/**
 * What an ad set that spends from its campaign's budget may add when it begins to run: that budget, unless another one that runs can
 * spend it already. A campaign that is paused counts as if it ran: whoever switches it on later need not ask us.
 */
export async function throughCampaign(opened: OpenAccount, campaignId: string | undefined): Promise<Pace> {
  if (campaignId === undefined) return unknownPace
  const { session, ref } = opened
  const [campaign] = (await session.readEntities?.(ref, [{ type: 'campaign', id: campaignId }])) ?? []
  if (!campaign) return unknownPace
  if (campaign.status !== 'active') return paceOf(campaign)
  const page = await session.listPerformance?.(ref, 'adset', { campaignId, status: 'active', limit: pageSize })
  const isSpent = page?.items.some((adSet) => !hasEnded(adSet))
  return isSpent ? { daily: 0, once: 0 } : paceOf(campaign)
}

function hasEnded({ endTime }: { endTime: string | null }): boolean {
  return endTime !== null && Date.parse(endTime) <= Date.now()
}

/** A budget that is set where another one was; null: it costs no more than before. */
export function budgetChange(
  opened: OpenAccount,
  before: EntityState,
  { dailyBudget, lifetimeBudget }: BudgetAmounts,
): SpendChange | null {
  const [wanted, old] =
    dailyBudget === undefined ? [lifetimeBudget, before.lifetimeBudget] : [dailyBudget, before.dailyBudget]
  const paceIn = (amount: number): Pace =>
    dailyBudget === undefined ? { daily: 0, once: amount } : { daily: amount, once: 0 }
  // Not "more than": what cannot be compared must not pass.
  if (wanted === undefined || (old !== null && wanted <= old)) return null
  return {
    ...addsNothing,
    account: opened.account,
    campaign: campaignOf(before),
    target: `budget ${before.id}`,
    from: paceIn(old ?? 0),
    to: paceIn(wanted),
    budgets: [wanted],
    raise: { from: old, to: wanted },
  }
}

/** Whether an end lies later than the one there was. Where only ad sets have ends, a campaign's own tells nothing. */
export function endsLater({ type, endTime }: EntityState, wanted: Date): boolean {
  return endTime === null ? type === 'campaign' : wanted > endTime
}
