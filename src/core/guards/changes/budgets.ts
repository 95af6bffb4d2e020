import type { BudgetAmounts, EntityState } from '../../../platforms/contract/manage.ts'
import type { OpenAccount } from '../../connections/accounts.ts'
import type { BudgetEffect } from '../ledger/view.ts'
import { addsNothing, unknownPace } from './change.ts'
import type { LoweringChange, Pace, SpendChange } from './change.ts'

/** Which campaign something belongs to, as far as is known. */
export function campaignOf(entity: EntityState): SpendChange['campaign'] {
  if (entity.type === 'campaign') return { id: entity.id, name: entity.name }
  return { id: entity.campaignId ?? null, name: null, ...(entity.adSetId ? { adSetId: entity.adSetId } : {}) }
}

export function holdsBudget({
  dailyBudget,
  lifetimeBudget,
}: Pick<EntityState, 'dailyBudget' | 'lifetimeBudget'>): boolean {
  return dailyBudget !== null || lifetimeBudget !== null
}

/** What is pending may begin to run by itself. */
function isOn({ status }: Pick<EntityState, 'status'>): boolean {
  return status === 'active' || status === 'pending'
}

/** What things are when a write has changed these; null: nobody can tell what that lets run. */
export function effectsOn(
  entity: EntityState,
  change: Partial<Pick<BudgetEffect, 'runs' | 'daily' | 'lifetime' | 'end'>>,
): BudgetEffect[] | null {
  const { id, type, endTime, budgetHolder } = entity
  const state = {
    runs: isOn(entity),
    daily: entity.dailyBudget,
    lifetime: entity.lifetimeBudget,
    end: endTime?.toISOString() ?? null,
    ...change,
  }
  if (type === 'campaign') {
    return [{ level: 'campaign', id, campaignId: id, name: entity.name, budgetId: budgetHolder?.id ?? null, ...state }]
  }
  const campaignId = entity.campaignId ?? null
  if (type === 'adset') return [{ level: 'adset', id, campaignId, name: entity.name, ...state }]
  const adSetIds = entity.adSetIds ?? (entity.adSetId === undefined ? null : [entity.adSetId])
  return adSetIds && adSetIds.map((adSetId) => adRuns(adSetId, campaignId))
}

/** What is lowered or stopped by the write with this key; nothing, where it is switched off already. */
export function lowering({ account }: OpenAccount, entity: EntityState, writeKey: string): LoweringChange[] {
  return isOn(entity) ? [{ account, campaign: campaignOf(entity), effects: effectsOn(entity, {}), writeKey }] : []
}

/** An ad begins to run in an ad set. */
export function adRuns(adSetId: string, campaignId: string | null): BudgetEffect {
  return { level: 'ads', id: adSetId, campaignId, runs: true, daily: null, lifetime: null, end: null }
}

/** A budget that is set where another one was; null: it costs no more than before. */
export function budgetChange(
  opened: OpenAccount,
  before: EntityState,
  { dailyBudget, lifetimeBudget, endTime }: BudgetAmounts & { endTime?: Date },
  writePart: string,
): SpendChange | null {
  const kind = dailyBudget === undefined ? 'lifetime' : 'daily'
  const [wanted, old] =
    dailyBudget === undefined ? [lifetimeBudget, before.lifetimeBudget] : [dailyBudget, before.dailyBudget]
  const paceIn = (amount: number): Pace =>
    kind === 'lifetime' ? { daily: 0, once: amount } : { daily: amount, once: 0 }
  // Not "more than": what cannot be compared must not pass.
  if (wanted === undefined || (old !== null && wanted <= old)) return null
  const end = endTime === undefined ? {} : { end: endTime.toISOString() }
  const other = kind === 'daily' ? { lifetime: null } : { daily: null }
  const effects = effectsOn(before, { [kind]: wanted, ...other, ...end })
  return {
    ...addsNothing,
    account: opened.account,
    campaign: campaignOf(before),
    target: `budget ${before.id}`,
    effects,
    writePart,
    from: paceIn(old ?? 0),
    to: paceIn(wanted),
    budgets: [wanted],
    raise: { entityId: before.id, kind, from: old, to: wanted },
  }
}

/** What it lets be spent, where that is to be found in itself. */
export function ownPace(entity: EntityState): Pace {
  if (!holdsBudget(entity)) return unknownPace
  return { daily: entity.dailyBudget ?? 0, once: entity.dailyBudget === null ? (entity.lifetimeBudget ?? 0) : 0 }
}

/** Whether an end lies later than the one there was. Where only ad sets have ends, a campaign's own tells nothing. */
export function endsLater({ type, endTime }: EntityState, wanted: Date): boolean {
  return endTime === null ? type === 'campaign' : wanted > endTime
}
