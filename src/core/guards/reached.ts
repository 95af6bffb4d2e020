import type { Db } from '../../db/connect.ts'
import { todayIn } from '../../days.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record.ts'
import { accountsOfGuard } from './guard.ts'
import type { Guard } from './guard.ts'
import type { GuardFinding } from './judge.ts'

/** A cap of which all was spent. */
export interface ReachedCap {
  guard: Guard
  limit: 'dailyCap' | 'monthlyCap'
  spend: number
  cap: number
}

/** One that stops tells what it has paused; of the writes of one key nobody knows what they spent. */
export function isNotifiedOfReached({ stop, by, reachedFor }: Guard): boolean {
  return !stop && by === null && reachedFor !== todayIn('UTC')
}

/** What is to be told of what a decision has found. */
export function reachedIn(findings: GuardFinding[]): ReachedCap[] {
  return findings.flatMap(({ guard, limit, spend, cap, isReached = false }) => {
    const isCap = limit === 'dailyCap' || limit === 'monthlyCap'
    return isReached && isCap && spend !== 'unknown' && isNotifiedOfReached(guard) ? [{ guard, limit, spend, cap }] : []
  })
}

/** Tells it once a day for each guard, whoever finds it. */
export async function notifyReached(
  trx: Db,
  { company }: Pick<Context, 'company'>,
  { guard, limit, spend, cap }: ReachedCap,
): Promise<void> {
  const { id: guardId, name, currency, mode } = guard
  const today = todayIn('UTC')
  const notified = await trx
    .updateTable('spend_guards')
    .where('company_id', '=', company.id)
    .set({ reached_for: today })
    .where('id', '=', guardId)
    .where('reached_for', 'is distinct from', today)
    .executeTakeFirst()
  if (notified.numUpdatedRows === 0n) return
  const data = { guardId, name, limit, spent: spend, cap, currency, mode }
  await recordEvent(trx, company, { type: 'spend.reached', data, accounts: accountsOfGuard(guard) })
}
