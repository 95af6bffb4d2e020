import type { Db } from '../../../../db/connect.ts'
import type { Context } from '../../../context.ts'
import { beyondOf } from '../../evaluate/beyond.ts'
import type { Checked, Entity } from '../../evaluate/check.ts'
import { compileRule } from '../../rule/compiled/compile.ts'
import { casesOf } from '../../rule/rule.ts'
import type { Rule } from '../../rule/rule.ts'
import type { SpendEffect } from '../../rule/effect.ts'
import { courseOf, effectOf } from '../../rule/effect.ts'
import { readHistory } from './history.ts'
import type { History } from './history.ts'
import { nameOf } from '../../evaluate/checked.ts'
import { heldBack } from '../../evaluate/protections.ts'
import type { Obstacle, Wish } from '../../evaluate/protections.ts'
import { rivalWords, yieldsTo } from './rivals.ts'
import type { Rival } from './rivals.ts'

/** What protections look at of something that met the conditions. */
interface ToJudge {
  entity: Pick<Entity, 'accountKey' | 'level' | 'id' | 'key' | 'state'>
  case: number | null
}

/** One entity that met the conditions, and why the rule leaves it alone all the same. */
export interface JudgedEntity<T extends ToJudge = Checked> {
  checked: T
  /** null: nothing stands against it. */
  reason: string | null
  /** Only that others came first stands against it. */
  isWaiting: boolean
  /** The rule that acts on it instead; null: there is none. */
  rivalId: number | null
}

/** Goes for a rule that is not kept: no rule has this id, and so nothing was ever done by it. */
const noRule = 0

/** What a rule would be kept from now, for whoever only wants to see it; null: it is not kept. */
export async function protectNow(
  { db }: { db: Db },
  { company, now }: Pick<Context, 'company' | 'now'>,
  { automationId, rule, matched }: { automationId: number | null; rule: Rule; matched: Checked[] },
): Promise<JudgedEntity[]> {
  const checking = { company, automationId: automationId ?? noRule, rule, at: now, slot: null }
  return protect(rule, matched, await readHistory(db, checking, matched), traitsIn(rule, now))
}

/** What is to be known of something that matched beyond what it is. */
interface Traits {
  /** What the rule would make of what it may spend. */
  course: SpendEffect
  beyond: readonly number[]
}

/** Of everything that a check of a rule found. */
export function traitsIn(rule: Rule, at: Date): (checked: Checked) => Traits {
  const beyond = beyondOf(compileRule(rule))
  const cases = casesOf(rule)
  const maxPercent = rule.protections.maxBudgetChangePercent
  return ({ entity, case: place, numbers }) => {
    const known = { budget: entity.dailyBudget ?? entity.lifetimeBudget, numbers, maxPercent: maxPercent, at }
    const actions = cases[place ?? 0]?.then ?? []
    const taken = actions.map((wanted) => ({ action: wanted.action, effect: effectOf(wanted, known) }))
    return { course: courseOf(taken), beyond: beyond(place ?? 0, (label) => numbers[label] ?? null) }
  }
}

/** Holds what matched against the rule's protections. */
export function protect<T extends ToJudge>(
  rule: Rule,
  matched: T[],
  history: History,
  traitsOf: (checked: T) => Traits,
): JudgedEntity<T>[] {
  const cases = casesOf(rule)
  const wishes = matched.map((checked) => {
    const { accountKey, key, id, state } = checked.entity
    const name = nameOf(checked.entity)
    const { course, beyond } = traitsOf(checked)
    const rival = history.busy.get(name)
    const isBusy = yieldsTo(course, rival)
    return {
      ...{ checked, name, accountKey, key, id, state, case: checked.case ?? 0, course, beyond, isBusy },
      rival: isBusy ? rival : null,
      actions: cases[checked.case ?? 0]?.then ?? [],
      isCooling: history.cooling.has(name),
    }
  })
  return heldBack(rule, wishes, history).map(({ wish, obstacle }) => ({
    checked: wish.checked,
    reason: obstacle && reasons[obstacle](wish, rule, history),
    isWaiting: obstacle !== null && mayPass.has(obstacle),
    rivalId: obstacle === 'busy' ? (wish.rival?.id ?? null) : null,
  }))
}

/** What stands against something only as long as others need their place, or do what they are about to. */
const mayPass: ReadonlySet<Obstacle> = new Set(['perDay', 'share', 'busy'] as const)

type Named = Pick<Wish, 'accountKey' | 'state'> & { course: SpendEffect; rival: Rival | null }

const reasons: Record<Obstacle, (wish: Named, rule: Rule, history: History) => string> = {
  busy: ({ course, rival }) => (rival ? rivalWords(course, rival) : ''),
  idle: ({ state }) => `It is ${state} already.`,
  cooldown: (_, { protections }) =>
    `The rule acted on it less than ${protections.cooldownMinutes} minutes before (cooldownMinutes).`,
  perDay: (_, { protections: { maxPerDay } }, { today }) =>
    today >= maxPerDay
      ? `The rule has had its ${maxPerDay} ${maxPerDay === 1 ? 'entity' : 'entities'} of today (maxPerDay).`
      : `The rule acts on at most ${maxPerDay} ${maxPerDay === 1 ? 'entity' : 'entities'} a day, and others come first (maxPerDay).`,
  share: ({ accountKey }, { protections }, { active }) =>
    `At most ${protections.maxShareOfAccount} % of the ${active.get(accountKey) ?? 0} that run in the account are paused at once (maxShareOfAccount).`,
}
