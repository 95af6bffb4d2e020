import type { ActionName, RuleAction } from './action.ts'
import { wantedBudget } from './budget.ts'

/** What something makes of what an entity may spend; null: neither. */
export type SpendEffect = 'lowers' | 'raises' | null

/** Neither changes anything on a platform. */
export function isHarmless(action: ActionName): boolean {
  return action === 'notify' || action === 'label'
}

/** What changes the entity itself. */
const changing: readonly ActionName[] = ['pause', 'resume', 'setBudget', 'changeBudget', 'duplicate', 'rename']

/** Whether nothing is left to be changed: then nobody is told that it was, and nothing is labelled so. */
export function isEmpty(actions: readonly { action: ActionName; isIdle: boolean }[]): boolean {
  const changes = actions.filter(({ action }) => changing.includes(action))
  const isAboutIt = actions.every(({ action }) => changing.includes(action) || isHarmless(action))
  return isAboutIt && changes.length > 0 && changes.every(({ isIdle }) => isIdle)
}

/** What is known of an entity that an action is about. */
interface CourseState {
  /** null: it has none of its own, or nobody knows. */
  budget: number | null
  numbers: Record<string, number | null>
  maxPercent: number
  at: Date
}

/** What an action makes of what an entity may spend. What cannot be told counts as raising: it must not win as a lowering would. */
export function effectOf(wanted: RuleAction, known: CourseState): SpendEffect {
  switch (wanted.action) {
    case 'pause':
      return 'lowers'
    case 'resume':
    case 'launchDraft':
    case 'graduate':
      return 'raises'
    case 'setBudget':
    case 'changeBudget': {
      if (known.budget === null) return bySign(wanted)
      // The days that are left of a month differ by one between time zones at most; the plan of the write is exact.
      const amount = wantedBudget(wanted, known.budget, { ...known, timeZone: 'UTC' })
      return typeof amount === 'string' || amount === known.budget ? null : effectOfBudget(known.budget, amount)
    }
    default:
      return null
  }
}

export function effectOfBudget(from: number, to: number): SpendEffect {
  return to < from ? 'lowers' : 'raises'
}

function bySign(wanted: Extract<RuleAction, { action: 'setBudget' | 'changeBudget' }>): SpendEffect {
  return wanted.action === 'changeBudget' && (wanted.percent ?? wanted.amount ?? 0) < 0 ? 'lowers' : 'raises'
}

interface Acting {
  action: ActionName
  /** As far as is known. */
  effect?: SpendEffect
}

/** What several actions come to: whether it runs in the end says more than its budget. */
export function courseOf(actions: readonly Acting[]): SpendEffect {
  const effects = (some: readonly Acting[]) => some.map(({ effect }) => effect)
  const switched = actions.findLast(({ action }) => action === 'pause' || action === 'resume')
  if (switched) return switched.effect ?? null
  if (effects(actions).includes('raises')) return 'raises'
  return effects(actions).includes('lowers') ? 'lowers' : null
}
