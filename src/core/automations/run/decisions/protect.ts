import type { Db } from '../../../../db/connect.ts'
import type { Context } from '../../../context.ts'
import type { Checked, Entity } from '../../check/check.ts'
import { casesOf } from '../../rule/rule.ts'
import type { Rule } from '../../rule/rule.ts'
import { nameOf, readHistory } from './history.ts'
import type { History } from './history.ts'
import { heldBack } from './protections.ts'
import type { Obstacle, Wish } from './protections.ts'

/** What protections look at of something that met the conditions. */
interface ToJudge {
  entity: Pick<Entity, 'accountKey' | 'level' | 'id' | 'key' | 'state'>
  case: number | null
}

/** One entity that met the conditions, and why the rule leaves it alone all the same. */
export interface Judged<T extends ToJudge = Checked> {
  checked: T
  /** null: nothing stands against it. */
  reason: string | null
  /** Only that others came first stands against it. */
  isWaiting: boolean
}

/** Goes for a rule that is not kept: no rule has this id, and so nothing was ever done by it. */
const noRule = 0

/** What a rule would be kept from now, for whoever only wants to see it; null: it is not kept. */
export async function protectNow(
  { db }: { db: Db },
  { company, now }: Pick<Context, 'company' | 'now'>,
  { automationId, rule, matched }: { automationId: number | null; rule: Rule; matched: Checked[] },
): Promise<Judged[]> {
  const checking = { company, automationId: automationId ?? noRule, rule, at: now, slot: null }
  return protect(rule, matched, await readHistory(db, checking, matched))
}

/** Holds what matched against the rule's protections. */
export function protect<T extends ToJudge>(rule: Rule, matched: T[], history: History): Judged<T>[] {
  const cases = casesOf(rule)
  const wishes = matched.map((checked) => {
    const { accountKey, key, id, state } = checked.entity
    const name = nameOf(checked.entity)
    return {
      ...{ checked, name, accountKey, key, id, state, case: checked.case ?? 0 },
      actions: cases[checked.case ?? 0]?.then ?? [],
      isBusy: history.busy.has(name),
      isCooling: history.cooling.has(name),
    }
  })
  return heldBack(rule, wishes, history).map(({ wish, obstacle }) => ({
    checked: wish.checked,
    reason: obstacle && reasons[obstacle](wish, rule, history),
    isWaiting: obstacle !== null && lacksRoom.has(obstacle),
  }))
}

/** Those that only say that others came first. */
const lacksRoom: ReadonlySet<Obstacle> = new Set(['perDay', 'share'] as const)

type Named = Pick<Wish, 'accountKey' | 'state'> & { name: string }

const reasons: Record<Obstacle, (wish: Named, rule: Rule, history: History) => string> = {
  busy: ({ name }, _, { busy }) =>
    `The rule "${busy.get(name)}" changes it at the same time: one rule alone acts on it.`,
  idle: ({ state }) => `It is ${state} already.`,
  cooldown: (_, { protections }) =>
    `The rule acted on it less than ${protections.cooldownMinutes} minutes before (cooldownMinutes).`,
  perDay: (_, { protections }) => `The rule has acted on ${protections.maxPerDay} entities today (maxPerDay).`,
  share: ({ accountKey }, { protections }, { active }) =>
    `At most ${protections.maxShareOfAccount} % of the ${active.get(accountKey) ?? 0} that run in the account are paused at once (maxShareOfAccount).`,
}
