import type { Micros } from './amounts.ts'
import { dayIn } from './days.ts'
import { accounts } from './world.ts'
import type { Entity, Structure } from './world.ts'

/** Daily budgets that things had on an account's day without our doing, by thing and day; what we made: what it was made with. */
export type Firsts = Map<string, Micros[]>

/** One thing on one of its account's days. */
export const nameOf = ({ id, account }: Entity, time: number) => `${id} ${dayIn(accounts[account]!.timezone, time)}`

export const budgetOf = (entity: Entity) => (entity.kind === 'ad' ? null : entity.daily)

/** Notes what stands, unless our own writes of the day have set it. */
export function noteFirsts(
  firsts: Firsts,
  time: number,
  { is, ours }: { is: Structure; ours: Structure | null },
): void {
  for (const entity of is.values()) {
    const amount = budgetOf(entity)
    const name = nameOf(entity, time)
    const known = firsts.get(name) ?? []
    // Of what our write found, what it left behind is no first amount.
    const isOwn = ours !== null && ours.has(entity.id)
    if (amount !== null && !isOwn && !known.includes(amount)) firsts.set(name, [...known, amount])
  }
}
