import type { Micros } from './amounts.ts'
import type { Moment } from './diary.ts'
import { dayIn } from './days.ts'
import { isCovered } from './measure.ts'
import type { Guard } from './measure.ts'
import { accounts } from './world.ts'
import type { Entity, Structure } from './world.ts'

/** Daily budgets that things had on an account's day without our doing, by thing and day; what we made: what it was made with. */
export type Firsts = Map<string, Micros[]>

const nameOf = ({ id, account }: Entity, time: number) => `${id} ${dayIn(accounts[account]!.timezone, time)}`

const budgetOf = (entity: Entity) => (entity.kind === 'ad' ? null : entity.daily)

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

/** Whether a write raised a budget further above each of the day's first amounts than the guard allows, in however small steps. */
export function raisedBeyond(guard: Guard, before: Moment, after: Moment): string | null {
  const { raisePercent } = guard
  if (raisePercent === null || guard.by !== null) return null
  const [was, is] = [before.structures.at(-1)!, after.structures.at(-1)!]
  const view = { ...after, structure: is, spent: [] }
  for (const entity of is.values()) {
    const [old, now] = [was.get(entity.id), budgetOf(entity)]
    const [earlier, firsts] = [old ? budgetOf(old) : null, after.firsts.get(nameOf(entity, after.time))]
    if (now === null || earlier === null || now <= earlier || !firsts || entity.kind === 'ad') continue
    const campaignId = entity.kind === 'campaign' ? entity.id : entity.campaignId
    if (!isCovered(guard, view, { account: entity.account, campaignId })) continue
    if (firsts.every((first) => now * 100n > first * BigInt(100 + raisePercent)))
      return `guard ${guard.id}: ${entity.id} was raised to ${now}, more than ${raisePercent} % above ${firsts.join(' and ')}`
  }
  return null
}
