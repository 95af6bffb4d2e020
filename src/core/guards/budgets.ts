import type { BudgetAmounts, Budgets, EntityState } from '../../platforms/contract/manage.ts'
import type { OpenAccount } from '../accounts.ts'
import { addsNothing } from './change.ts'
import type { SpendChange } from './change.ts'

const pageSize = 200
/** A campaign with more ad sets than this is not added up: what it may spend counts as unknown. */
const mostAdSets = 5_000

/** What may be spent on one day: nothing bounds the day of a budget for a lifetime but the budget itself. */
export function perDay({ dailyBudget, lifetimeBudget }: Budgets): number {
  return dailyBudget ?? lifetimeBudget ?? 0
}

/** Which campaign something belongs to, as far as is known. */
export function campaignOf(entity: EntityState): SpendChange['campaign'] {
  if (entity.type === 'campaign') return { id: entity.id, name: entity.name }
  return { id: entity.campaignId ?? null, name: null }
}

/** What a campaign or ad set can spend on a day when it runs; not a number: nobody can tell. */
export async function dailyOf(opened: OpenAccount, entity: EntityState): Promise<number> {
  const holdsBudget = entity.dailyBudget !== null || entity.lifetimeBudget !== null
  if (holdsBudget || entity.type !== 'campaign') return perDay(entity)
  const { session } = opened
  if (!session.listPerformance) return NaN
  let sum = 0
  let count = 0
  let after: string | undefined
  do {
    const page = await session.listPerformance(opened.ref, 'adset', {
      campaignId: entity.id,
      status: 'active',
      limit: pageSize,
      after,
    })
    sum += page.items.reduce((total, adSet) => total + perDay(adSet), 0)
    count += page.items.length
    after = page.after ?? undefined
  } while (after !== undefined && count < mostAdSets)
  return after === undefined ? sum : NaN
}

/** A budget that is set where another one was; null: it costs no more than before. */
export function budgetChange(
  opened: OpenAccount,
  before: EntityState,
  { dailyBudget, lifetimeBudget }: BudgetAmounts,
): SpendChange | null {
  const [wanted, old] =
    dailyBudget === undefined ? [lifetimeBudget, before.lifetimeBudget] : [dailyBudget, before.dailyBudget]
  // Not "more than": what cannot be compared must not pass.
  if (wanted === undefined || (old !== null && wanted <= old)) return null
  return {
    ...addsNothing,
    account: opened.account,
    campaign: campaignOf(before),
    target: `budget ${before.id}`,
    from: old ?? 0,
    to: wanted,
    budgets: [wanted],
    raise: { from: old, to: wanted },
  }
}

/** Whether an end lies later than the one there was. Where only ad sets have ends, a campaign's own tells nothing. */
export function endsLater({ type, endTime }: EntityState, wanted: Date): boolean {
  return endTime === null ? type === 'campaign' : wanted > endTime
}
