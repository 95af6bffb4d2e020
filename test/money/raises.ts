import type { Moment } from './diary.ts'
import { budgetOf, nameOf } from './firsts.ts'
import { namesIn } from './judge.ts'
import { isCovered } from './measure.ts'
import type { Guard } from './measure.ts'

/** Whether a write raised a budget further above each of the day's first amounts than the guard allows, in however small steps. */
export function raisedBeyond(guard: Guard, before: Moment, after: Moment): string | null {
  const { raisePercent } = guard
  if (raisePercent === null || guard.by !== null) return null
  const [was, is] = [before.structures.at(-1)!, after.structures.at(-1)!]
  // Of names that others gave or took away, the service knows those that a read could show it.
  const views = after.structures.map((structure) => ({
    ...{ ...after, structure, spent: [], names: namesIn(structure, after.taken) },
  }))
  for (const entity of is.values()) {
    const [old, now] = [was.get(entity.id), budgetOf(entity)]
    const [earlier, firsts] = [old ? budgetOf(old) : null, after.firsts.get(nameOf(entity, after.time))]
    if (now === null || earlier === null || now <= earlier || !firsts || entity.kind === 'ad') continue
    const campaignId = entity.kind === 'campaign' ? entity.id : entity.campaignId
    if (!views.every((view) => isCovered(guard, view, { account: entity.account, campaignId }))) continue
    if (firsts.every((first) => now * 100n > first * BigInt(100 + raisePercent)))
      return `guard ${guard.id}: ${entity.id} was raised to ${now}, more than ${raisePercent} % above ${firsts.join(' and ')}`
  }
  return null
}
