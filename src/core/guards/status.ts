import type { Context } from '../context.ts'
import { mainUnits } from '../currency/convert.ts'
import { ratesOn } from '../currency/rates.ts'
import { todayIn } from '../reports/sync/windows.ts'
import type { Guard } from './guard.ts'
import { total } from './judge.ts'
import { createLook } from './look.ts'
import type { Look } from './look.ts'
import { microsOf } from './money.ts'
import type { Answered, SpendKind } from './read-spend.ts'
import { listSeenGuards } from './store.ts'
import { unknown } from './terms.ts'
import type { Figure, GuardDeps } from './terms.ts'

/** What was spent of a cap. */
export interface CapStatus {
  cap: number
  spend: Figure
  /** What is left; 0 when the cap is reached. */
  left: Figure
  isReached: boolean
  /** Why the spend is not known; null: it is. */
  problem: string | null
}

export interface GuardStatus {
  guard: Guard
  day: CapStatus | null
  month: CapStatus | null
}

/** Every guard that the caller sees, with what was spent of its caps; what the whole company spends is for those who see it all. */
export async function guardStatuses(deps: GuardDeps, context: Pick<Context, 'company'>): Promise<GuardStatus[]> {
  const look = createLook(deps, context)
  const seen = await listSeenGuards(deps, context)
  const guards = context.company.workspaces === undefined ? seen : seen.filter(({ accountId }) => accountId !== null)
  return Promise.all(guards.map((guard) => guardStatus(deps, context, guard, look)))
}

export async function guardStatus(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  guard: Guard,
  look: Look,
): Promise<GuardStatus> {
  const [day, month] = await Promise.all([
    capStatus(deps, context, look, { guard, cap: guard.dailyCap, kind: 'day' }),
    capStatus(deps, context, look, { guard, cap: guard.monthlyCap, kind: 'month' }),
  ])
  return { guard, day, month }
}

interface Cap {
  guard: Guard
  cap: number | null
  kind: SpendKind
}

async function capStatus(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  look: Look,
  { guard, cap, kind }: Cap,
): Promise<CapStatus | null> {
  if (cap === null) return null
  const spent = await spentOf(deps, context, look, { guard, kind })
  // What is not known counts as too much.
  if ('unknown' in spent) return { cap, spend: unknown, left: unknown, isReached: true, problem: spent.unknown }
  const left = (microsOf(cap) ?? 0n) - spent.known
  const shown = (micros: bigint) => mainUnits(micros, guard.currency)
  return { cap, spend: shown(spent.known), left: shown(left > 0n ? left : 0n), isReached: left <= 0n, problem: null }
}

/** In millionths of the guard's currency. */
async function spentOf(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  look: Look,
  { guard, kind }: Omit<Cap, 'cap'>,
): Promise<Answered<bigint>> {
  const told = await look.spendIn(guard, kind)
  if ('unknown' in told) return told
  const parts = told.known.map(({ micros, account }) => ({ micros, currency: account.currency }))
  const from = parts.map(({ currency }) => currency)
  return total(parts, await ratesOn(deps, context, { from, to: guard.currency, day: todayIn('UTC') }))
}
