import { badRequest, brokenRules } from '../../errors.ts'
import type { Budgets, BudgetChange, EntityState } from '../../platforms/contract/manage.ts'
import { addsNothing } from '../guards/changes/change.ts'
import type { SpendChange } from '../guards/changes/change.ts'
import { budgetChange, campaignOf, effectsOn, endsLater, lowering } from '../guards/changes/budgets.ts'
import { passGuards } from '../guards/gate.ts'
import type { Spending } from '../guards/terms.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { keptState } from '../audit/kept.ts'
import { requireVerb } from '../connections/verbs.ts'
import { momentIn } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { refuseIf, rehearse, describeGuards } from './opening.ts'
import { keepRead } from '../reports/sync/keep/changed.ts'
import { perform, writeKeyOf } from '../writes/perform.ts'
import { openOwner, readEntity } from '../connections/owner.ts'
import type { Rehearsable } from './opening.ts'
import type { AccountDeps } from '../deps.ts'

export interface BudgetRequest extends Timed<BudgetChange> {
  entityId: string
  entityType: 'campaign' | 'adset'
  accountId?: string
  changePercent?: number
  dryRun?: boolean
}

export interface BudgetChanged extends Rehearsable {
  entityId: string
  old: Budgets
  new: Budgets
  currency: string
  endTime?: string
  /** Where campaigns share the budget: all that it moves. */
  campaigns?: { id: string; name: string }[]
}

/** How far a budget can be changed by a percentage: more than the first, up to the second. */
export const percentBounds = { above: -100, max: 1000 }

/** Sets the budget, or changes the one that is there, and tells what it was and what it is. */
export async function updateBudget(
  deps: AccountDeps,
  context: Spending,
  request: BudgetRequest,
): Promise<BudgetChanged> {
  checkRequest(request)
  const { accountId, dailyBudget, lifetimeBudget } = request
  const entity = { type: request.entityType, id: request.entityId }
  const opened = await openOwner(deps, context, { entity, accountId })
  const setBudget = requireVerb(opened, 'setBudget')
  const endTime = request.endTime && momentIn(request.endTime, opened.ref.timeZone, 'end', 'endTime')
  refuseIf(endTime && endTime <= context.now ? [{ path: 'endTime', message: 'must be in the future' }] : [])
  refuseIf(opened.session.checkBudget?.(opened.ref, { dailyBudget, lifetimeBudget }) ?? [])
  const before = await readEntity(opened, entity)
  context.touched?.({ before: keptState(before) })
  const round = (amount: number) => opened.session.roundBudget?.(opened.ref, amount) ?? amount
  const { allowShared } = request
  const change = { ...wantedBudget(request, before, round), endTime, allowShared }
  refuseBudgetWithout(before, change)
  const write = setBudget(opened.ref, before, change)
  const answer = {
    entityId: before.id,
    old: budgetsOf(before),
    new: { dailyBudget: change.dailyBudget ?? null, lifetimeBudget: change.lifetimeBudget ?? null },
    currency: opened.ref.currency,
    sandbox: opened.isSandbox,
    ...(endTime ? { endTime: endTime.toISOString() } : {}),
    ...(before.budgetHolder?.isShared ? { campaigns: before.budgetHolder.campaigns } : {}),
  }
  const { dryRun } = request
  const guards = await passGuards(
    deps,
    context,
    () => ({
      changes: costlier(opened, before, change, `budget ${before.id}`),
      stood: stoodBefore(opened, before),
      lowers: lowering(opened, before, writeKeyOf(context, `budget ${before.id}`)),
      state: before,
    }),
    { dryRun },
  )
  if (dryRun) return { ...answer, ...(await rehearse(write)), ...describeGuards(guards) }
  await perform(deps, context, opened, { kind: 'budget', part: `budget ${before.id}`, write })
  const after = await readEntity(opened, entity)
  context.touched?.({ after: keptState(after) })
  await keepRead(deps.db, context, opened.account, after)
  return { ...answer, new: budgetsOf(after) }
}

export function stoodBefore({ account }: OpenAccount, { id, dailyBudget, lifetimeBudget }: EntityState) {
  return { account, entityId: id, daily: dailyBudget, lifetime: lifetimeBudget }
}

/** Only what may cost more than before is a matter for guards. */
export function costlier(
  opened: OpenAccount,
  before: EntityState,
  change: BudgetChange,
  writePart: string,
): SpendChange[] {
  const raised = budgetChange(opened, before, change, writePart)
  if (raised) return [raised]
  if (!change.endTime || !endsLater(before, change.endTime)) return []
  const effects = effectsOn(before, { end: change.endTime.toISOString() })
  const longer = { ...addsNothing, account: opened.account, campaign: campaignOf(before), target: `end ${before.id}` }
  return [{ ...longer, effects, writePart }]
}

function budgetsOf({ dailyBudget, lifetimeBudget }: Budgets): Budgets {
  return { dailyBudget, lifetimeBudget }
}

function checkRequest({ dailyBudget, lifetimeBudget, changePercent, endTime }: BudgetRequest): void {
  const given = [dailyBudget, lifetimeBudget, changePercent].filter((value) => value !== undefined)
  if (given.length !== 1) {
    const message = 'give exactly one of dailyBudget, lifetimeBudget and changePercent'
    throw badRequest([{ path: given.length === 0 ? 'dailyBudget' : 'changePercent', message }])
  }
  if (endTime !== undefined && lifetimeBudget === undefined) {
    throw badRequest([{ path: 'endTime', message: 'goes with a lifetimeBudget' }])
  }
}

/** A budget goes where a budget is: on the other level it would come on top, or be refused. */
export function refuseBudgetWithout(entity: EntityState, change: BudgetChange): void {
  const path = change.dailyBudget === undefined ? 'lifetimeBudget' : 'dailyBudget'
  if (change[path] === undefined) return
  if (entity.dailyBudget === null && entity.lifetimeBudget === null) throw noBudgetHere(entity, path)
  const hasEnd = entity.endTime !== null || change.endTime !== undefined
  if (path === 'lifetimeBudget' && entity.type === 'adset' && !hasEnd) {
    throw brokenRules([{ path: 'endTime', message: 'is required: a lifetime budget needs an end' }])
  }
}

function wantedBudget(
  { changePercent, dailyBudget, lifetimeBudget }: BudgetRequest,
  before: EntityState,
  round: (amount: number) => number,
): BudgetChange {
  if (changePercent === undefined) return { dailyBudget, lifetimeBudget }
  const changed = (amount: number) => round((amount * (100 + changePercent)) / 100)
  if (before.dailyBudget !== null) return { dailyBudget: changed(before.dailyBudget) }
  if (before.lifetimeBudget !== null) return { lifetimeBudget: changed(before.lifetimeBudget) }
  throw noBudgetHere(before, 'changePercent')
}

function noBudgetHere({ type }: EntityState, path: string) {
  const other = type === 'campaign' ? 'its ad sets hold the budgets' : 'its campaign holds the budget'
  return brokenRules([{ path, message: `there is no budget to change here: ${other}` }])
}
